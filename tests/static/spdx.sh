# SPDX-License-Identifier: MIT
# Every source names its licence once, in the first lines.
. "$SRC/tests/static/lib/check.sh"
{
	sources '*.[ch]' '*.sh'
	sources '*.cmake' 'CMakeLists.txt'
	sources '*.py'
	grep -lE '^#!' script/* script/lib/* 2>/dev/null
} | sort -u | xargs awk '
function done_with() {
	if (file != "" && (lines != 1 || !top)) { print file ": " lines + 0 " SPDX lines, one at the top is due"; bad = 1 }
}
FNR == 1 { done_with(); file = FILENAME; lines = top = 0 }
/^(\/\*|#|\/\/) SPDX-License-Identifier: MIT/ { lines++; if (FNR <= 3) top = 1 }
END { done_with(); exit bad }'
