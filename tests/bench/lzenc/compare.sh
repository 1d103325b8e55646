#!/bin/sh
# SPDX-License-Identifier: MIT
# compare.sh LZENC FILE...: sizes of lzenc's modes against 7zz, xz and plzip, and LzmaCompress when
# $LZMACOMPRESS names it; CPU seconds of the default modes, each peer and lzenc in turn. Prints
# one Markdown row a file. Every lzenc output is verified by lzenc itself while it is made.
set -eu
lzenc=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

size() {
	wc -c <"$1"
}
zip7() { # zip7 FILE OPTION...: size of the archive
	_in=$1
	shift
	rm -f "$work/p.7z"
	7zz a -bd -mx9 -mmt2 "$@" "$work/p.7z" "$_in" >/dev/null
	size "$work/p.7z"
}
ours() { # ours FILE OPTION...
	_in=$1
	shift
	"$lzenc" -q -f "$@" "$_in" "$work/o"
	size "$work/o"
}
cpu() { # cpu COMMAND...: user and system seconds
	/usr/bin/time -o "$work/t" -f '%U %S' "$@" >/dev/null
	awk '{ printf "%.2f", $1 + $2 }' "$work/t"
}

echo '| file | bytes | xz -9e | plzip -9 | 7zz lzma fb273 | LzmaCompress | lzma | lzma --best |' \
	'LzmaCompress --f86 | f86 --best | 7zz -mx9 | 7z | 7z --best | 7zz -myx=9 | 7zip |' \
	'7zip --best | CPU 7zz | CPU 7z |'
echo '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|'
for f in "$@"; do
	lc=- lcf=-
	if [ -n "${LZMACOMPRESS:-}" ]; then
		"$LZMACOMPRESS" -e -o "$work/l" "$f" >/dev/null && lc=$(size "$work/l")
		"$LZMACOMPRESS" -e --f86 -o "$work/l" "$f" >/dev/null && lcf=$(size "$work/l")
	fi
	rm -f "$work/c.7z"
	c7=$(cpu 7zz a -bd -mx9 -mmt2 "$work/c.7z" "$f")
	co=$(cpu "$lzenc" -q -f --threads=2 "$f" "$work/c.7z")
	echo "| $(basename "$f") | $(size "$f") | $(xz -9e --format=lzma -c "$f" | wc -c)" \
		"| $(plzip -9 -c "$f" | wc -c) | $(zip7 "$f" -m0=lzma:fb=273:mc=1000 -mf=off)" \
		"| $lc | $(ours "$f" --format=lzma) | $(ours "$f" --format=lzma --best)" \
		"| $lcf | $(ours "$f" --format=f86 --best) | $(zip7 "$f") | $(ours "$f")" \
		"| $(ours "$f" --best) | $(zip7 "$f" -myx=9) | $(ours "$f" --for=7zip)" \
		"| $(ours "$f" --for=7zip --best) | $c7 | $co |"
done
