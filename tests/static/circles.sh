# SPDX-License-Identifier: MIT
# No circles: a file that uses another is not used by it in turn, directly or around corners, and the
# same for folders. Symbols of the objects tell who uses whom; tsort finds the loops.
. "$SRC/tests/static/lib/check.sh"
want nm binutils
# "file symbol" of all symbols that objects define and ask for, by their sources' names
symbols() {
	find "$BUILD/common" "$BUILD/tools" -name '*.o' | sort | xargs -d '\n' nm -A "$1" 2>/dev/null |
		sed "s|^$BUILD/||; s|CMakeFiles/[^/]*\.dir/||; s|\.c\.o:| |" |
		awk '$NF !~ /^(main|os_main)$/ { print $1, $NF }' | sort -u |
		awk '!($1 in is) { is[$1] = (getline line <($1 ".c")) >= 0; close($1 ".c") }
			is[$1]' # not those whose source is gone
}
symbols --defined-only >"$BUILD/defined"
symbols --undefined-only >"$BUILD/asked"
# loops LEVEL: the edges on standard input between files, or between folders
loops() {
	awk -v level="$1" '
		function place(f) {
			if (level == "folder") {
				sub(/\/[^\/]*$/, "", f)
				sub(/^common\/os\/.*/, "common/os", f) # one layer in pairs of files
			}
			return f
		}
		NR == FNR { home[$2] = home[$2] " " $1; next }
		$2 in home {
			n = split(home[$2], h, " ")
			if (n == 1 && place(h[1]) != place($1)) print place($1), place(h[1])
		}' "$BUILD/defined" "$BUILD/asked" | sort -u | tsort 2>&1 >/dev/null |
		sed -n "s/^tsort: \([a-z]*\/.*\)/circle of ${1}s: \1/p"
}
{
	loops file
	loops folder
} >"$BUILD/circles"
for list in defined asked; do
	[ -s "$BUILD/$list" ] || {
		echo "no object was read: there are no symbols that are $list"
		exit 1
	}
done
cat "$BUILD/circles"
[ ! -s "$BUILD/circles" ]
