#!/bin/sh
# SPDX-License-Identifier: MIT
# used_by.sh BUILD TABLE: the libraries inside each Windows program of BUILD, as its --version --verbose names
# them, are those of the column "used by" of TABLE (docs/libraries.md), and the other way round.
set -eu
LC_ALL=C.UTF-8
export LC_ALL
bad=0
count=0
while read -r library _; do
	count=$((count + 1))
	used=$(grep -lF "\"  $library " "$1"/libraries_*.c | sed 's,.*/libraries_,,; s,[.]c$,,' | sort | tr '\n' ' ')
	named=$(awk -F' *[|] *' -v name="$library" '$2 == name { print $3 }' "$2" | tr ',' '\n' | tr -d ' ' | sort | tr '\n' ' ')
	[ "$used" = "$named" ] || {
		echo "$library is in $used but \"used by\" has $named"
		bad=1
	}
done <"$1/libraries.txt"
echo "$count libraries"
[ "$count" -gt 0 ] && [ "$bad" -eq 0 ]
