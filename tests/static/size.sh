# SPDX-License-Identifier: MIT
# A reader's budget: no function over 100 lines or complexity 25, no file over 800 lines, main.c
# under 150. Files of data (name ends in _table.c, _tables.c, _data.c) and generated ones do not count.
. "$SRC/tests/static/lib/check.sh"
want pmccabe pmccabe
sources '*.c' | made_by_hand | grep -vE '_(tables?|data)\.c$' | xargs pmccabe 2>/dev/null |
	awk '$2 > 25 || $5 > 100 { print $6 ": " $7 ": complexity " $2 ", " $5 " lines"; bad = 1 } END { exit bad }'
sources '*.c' '*.h' | made_by_hand | grep -vE '_(tables?|data)\.[ch]$' | xargs wc -l |
	awk '$2 == "total" { next }
		$1 > 800 { print $2 ": " $1 " lines"; bad = 1 }
		$2 ~ /^\.\/tools\/.*\/main\.c$/ && $1 > 150 { print $2 ": " $1 " lines, main.c may have 150"; bad = 1 }
		END { exit bad }'
