# SPDX-License-Identifier: MIT
# clang-tidy 14 over our own sources (not the tests) as this build compiles them.
. "$SRC/tests/static/lib/check.sh"
want clang-tidy-14 clang-tidy-14
# The analyser follows up to 225,000 states of a function. CI has 45 minutes for everything: there it
# is a ninth of them, which takes a quarter of the time. Both stop early in the largest functions.
depth=
[ "${CI:-}" != true ] || depth='-Xclang -analyzer-config -Xclang max-nodes=25000'
set --
for word in $depth; do
	set -- "$@" "--extra-arg=$word"
done
# One process a compilation: the analyser of clang 14 keeps names of functions from one to the next, and
# then takes any call for va_start. A file that is built N times (for other processors, as a part that
# is loaded later) stands once in each of N lists of one compilation a file.
lists=$BUILD/tidy
rm -rf "$lists"
mkdir "$lists"
sed -n 's/^ *"\(directory\|command\|file\)": \("[^"].*"\),\{0,1\}$/\1 \2/p' "$BUILD/compile_commands.json" |
	awk -v src="$SRC/" -v lists="$lists" '
		$1 == "directory" { directory = substr($0, 11) }
		$1 == "command" { command = substr($0, 9) }
		$1 == "file" {
			file = substr($0, 7, length($0) - 7)
			if (index(file, src "common/") != 1 && index(file, src "tools/") != 1)
				next
			n = ++seen[file]
			list = lists "/" n "/compile_commands.json"
			if (n > most) {
				most = n
				system("mkdir \"" lists "/" n "\"")
			}
			printf "%s{\"directory\": %s, \"command\": %s, \"file\": \"%s\"}\n", \
				(list in begun) ? "," : "[", directory, command, file >list
			begun[list] = 1
			printf "%s\n%s\n", lists "/" n, file
		}
		END { for (list in begun) print "]" >list }' >"$lists/files"
[ "$(wc -l <"$lists/files")" -ge 400 ] || {
	echo "FAIL: $BUILD/compile_commands.json names $(wc -l <"$lists/files") lines of sources: its form has changed"
	exit 1
}
xargs -d '\n' -P "$(nproc)" -n 2 clang-tidy-14 --quiet "$@" -p <"$lists/files" >"$BUILD/tidy.log" 2>&1 || {
	grep -E 'error:|warning:' "$BUILD/tidy.log" >"$BUILD/tidy.found" || tail -n 20 "$BUILD/tidy.log" >"$BUILD/tidy.found"
	sort -u "$BUILD/tidy.found"
	exit 1
}
