# SPDX-License-Identifier: MIT
# The list of cases that Wine cannot run names only cases that exist, each with a reason.
. "$SRC/tests/static/lib/check.sh"
bad=0
grep -v '^#' tests/e2e/wine-skip.txt >"$BUILD/wine-skip"
while IFS='	' read -r name reason; do
	case_name=${name#*.}
	grep -rqE "biosbelt_e2e\(${name%%.*}( |\$)" tests/e2e --include=CMakeLists.txt &&
		[ -n "$(find tests/e2e -name "$case_name.sh")" ] && [ -n "$reason" ] || {
		echo "wine-skip.txt: no such case, or no reason: $name"
		bad=1
	}
done <"$BUILD/wine-skip"
exit "$bad"
