# SPDX-License-Identifier: MIT
# table.awk -v out=FILE.c TOOL.po COMMON.po: the rows of .po files as C texts that offer themselves to tr.
# Of rows with the same id the first counts. Strings of a .po file are written as in C, but for
# %<PRIu64>, which stands for what <inttypes.h> has.
function fail(text) {
	print FILENAME ":" FNR ": " text >"/dev/stderr"
	failed = 1
	exit 1
}
# The text between the quotes of a line.
function quoted(line) {
	if (!match(line, /".*"$/)) fail("a string is due here: " line)
	return substr(line, RSTART + 1, RLENGTH - 2)
}
function c_string(text) {
	while (match(text, /%[-+ #0-9.*]*<PRI[a-zA-Z0-9]+>/)) {
		found = substr(text, RSTART, RLENGTH)
		macro = found
		sub(/^[^<]*</, "", macro)
		sub(/>/, "", macro)
		sub(/<.*/, "", found)
		text = substr(text, 1, RSTART - 1) found "\" " macro " \"" substr(text, RSTART + RLENGTH)
	}
	return "\"" text "\""
}
function row() {
	if (id != "" && text != "" && text != id && !fuzzy && !(id in seen)) {
		print "\t" c_string(id) " \"\\0\"\n\t\t" c_string(text) " \"\\0\"" >out
		count++
	}
	if (id != "") seen[id] = 1
	id = text = part = ""
	fuzzy = 0
}
BEGIN {
	print "/* SPDX-License-Identifier: MIT */\n/* Made by po/table.awk */" >out
	print "#include <inttypes.h>\n\n#include \"biosbelt/tr.h\"\n\nstatic const char rows[] =" >out
}
/^#,.*fuzzy/ { if (part == "msgstr") row(); fuzzy = 1; next }
/^#/ || /^[ \t]*$/ { if (part == "msgstr") row(); next }
/^msgid "/ { if (part == "msgstr") row(); part = "msgid"; id = quoted($0); next }
/^msgstr "/ { part = "msgstr"; text = quoted($0); next }
/^"/ { if (part == "msgid") id = id quoted($0); else text = text quoted($0); next }
{ fail("not understood: " $0) }
END {
	if (failed) exit 1
	row()
	print "\t\"\";\n" >out
	print "__attribute__((constructor)) static void offer(void)\n{" >out
	print "\ttr_offer(rows, " count + 0 ");\n}" >out
}
