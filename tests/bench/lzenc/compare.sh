#!/bin/sh
# SPDX-License-Identifier: MIT
# compare.sh LZENC RESULTS FILE...: sizes, wall and processor time and peak memory of lzenc's modes
# and of its peers, a peer and lzenc by turns. One row a run is added to RESULTS (tab-separated:
# file, program, bytes, wall s, processor s, KiB); what stands there is not run again, so a broken
# run goes on where it was. $LZMACOMPRESS names EDK2's program (tests/readers/build.sh makes it).
# Afterwards tables and goals are printed. Needs 7zz, xz, plzip and GNU time.
# Every output of lzenc is decoded and compared by lzenc itself while it is made.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
lzenc=$1
results=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >>"$results"
tab=$(printf '\t')

# one NAME COMMAND...: runs it unless the row is there; it writes $work/o.7z.
one() {
	_name=$1
	shift
	! grep -qF "$base$tab$_name$tab" "$results" || return 0
	rm -f "$work/o.7z"
	/usr/bin/time -o "$work/t" -f '%e %U %S %M' "$@" >"$work/out"
	[ -e "$work/o.7z" ] || mv "$work/out" "$work/o.7z"
	read -r wall user system memory <"$work/t"
	printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$base" "$_name" "$(wc -c <"$work/o.7z")" "$wall" \
		"$(echo "$user $system" | awk '{ print $1 + $2 }')" "$memory" >>"$results"
}
peer() { # peer NAME OPTION...
	_p=$1
	shift
	one "$_p" 7zz a -bd -t7z -mmt2 "$@" "$work/o.7z" "$f"
}
ours() { # ours NAME OPTION...
	_p=$1
	shift
	one "$_p" "$lzenc" -q -f --threads=2 "$@" "$f" "$work/o.7z"
}

for f in "$@"; do
	base=$(basename "$f")
	one xz xz -9e --format=lzma -c "$f"
	one plzip plzip -9 -n2 -c "$f"
	if [ -n "${LZMACOMPRESS:-}" ]; then
		one edk2 "$LZMACOMPRESS" -e -q -o "$work/o.7z" "$f"
		one edk2-f86 "$LZMACOMPRESS" -e -q --f86 -o "$work/o.7z" "$f"
	fi
	peer 7zz-lzma -mx9 -m0=lzma -mf=off
	peer 7zz-fb273 -mx9 -m0=lzma:fb=273:mc=1000 -mf=off
	ours lzma --format=lzma
	peer 7zz -mx9
	ours lzma-best --format=lzma --best
	ours f86-best --format=f86 --best
	peer 7zz-myx -mx9 -myx=9
	ours 7z
	ours 7z-best --best
	ours 7zip --for=7zip
	ours 7zip-best --for=7zip --best
	for level in 1 2 3 4 5; do
		peer 7zz-$level -mx$level
		ours 7z-$level -$level
	done
done
awk -f "$here/goals.awk" "$results"
