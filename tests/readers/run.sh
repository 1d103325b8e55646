#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BIN FOLDER [whole]: every .lzma, F86 and section that lzenc makes is decoded by EDK2's LzmaCompress
# and U-Boot's decoder, both built from Debian's sources below FOLDER, and lzenc reads what
# LzmaCompress makes. Small sizes, odd ones, and the corpus when it is there; with whole more sizes and whole volumes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/lacks.sh
. "$here/../lacks.sh"
programs=$(cd "$1" && pwd)
lzenc=$programs/lzenc
sh "$here/build.sh" "$2" || {
	lacks "what Debian's sources of EDK2 and U-Boot make"
}
peers=$(cd "$2/bin" && pwd)
rm -rf "$2/work"
mkdir "$2/work"
cd "$2/work"
limit='timeout 60'
count=0

fail() {
	echo "FAIL: $*" >&2
	exit 1
}
same() {
	cmp -s "$1" "$2" || fail "$3 gives other bytes"
	count=$((count + 1))
}
edk2() { # edk2 STREAM WANT WHAT OPTION...
	_in=$1 _want=$2 _what=$3
	shift 3
	rm -f e
	$limit "$peers/LzmaCompress" -d -q "$@" -o e "$_in" >log 2>&1 || fail "LzmaCompress, $_what: $(cat log)"
	[ -e e ] || : >e
	same e "$_want" "LzmaCompress, $_what"
}
uboot() { # uboot STREAM WANT WHAT
	$limit "$peers/uboot-unlzma" "$(wc -c <"$2")" <"$1" >u || fail "U-Boot, $3"
	same u "$2" "U-Boot, $3"
}
sample() { # sample SIZE: bytes of a program, from a place that depends on the size
	tail -c "+$((4096 + $1 * 61 % 50000))" "$programs/lzenc" | head -c "$1" >in
}
each() { # each WHAT OPTION...: in through every form for firmware
	_what="$1 bytes"
	shift
	for for in edk2 coreboot uboot linux; do
		"$lzenc" -q -f --for=$for "$@" in o.lzma
		edk2 o.lzma in "$_what --for=$for $*"
		uboot o.lzma in "$_what --for=$for $*"
	done
	"$lzenc" -q -f --classic in o.lzma
	edk2 o.lzma in "$_what --classic"
	"$lzenc" -q -f --end-marker --format=lzma "$@" in o.lzma
	edk2 o.lzma in "$_what --end-marker $*"
	uboot o.lzma in "$_what --end-marker $*"
	"$lzenc" -q -f --unknown-size --for=uboot "$@" in o.lzma
	uboot o.lzma in "$_what --unknown-size $*"
	"$lzenc" -q -f --format=f86 "$@" in o.f86
	edk2 o.f86 in "$_what F86 $*" --f86
	section "$_what" "$@"
}
# A section whose GUID says plain or x86 (UEFI PI specification: GUID-defined section, 24 bytes of
# header unless it is 16 MiB and longer).
section() {
	_size=$1
	shift
	"$lzenc" -q -f --format=section "$@" in o.sec
	tail -c +25 o.sec >o.lzma
	case $(od -An -tx1 -j4 -N4 o.sec | tr -d ' \n') in
	98584eee) edk2 o.lzma in "$_size section $*" ;;
	bde62ad4) edk2 o.lzma in "$_size F86 section $*" --f86 ;;
	*) fail "$_size: an unknown GUID in a section" ;;
	esac
}

small='0 1 2 3 4 5 6 7 8 9 10 16 17 33 64 65 100'
long='4096 65537'
slow='4095 20001'
volume=1000000
if [ "${3:-}" = whole ]; then
	small=$(seq 0 100)
	long='4095 4096 4097 65535 65537 300001'
	slow=$long
	volume=99999999
fi
for size in $small; do
	sample "$size"
	each "$size"
done
for size in $long; do
	sample "$size"
	each "$size"
	each "$size" -1
	each "$size" -5
	for sets in '--lc=4 --lp=0 --pb=0' '--lc=0 --lp=4 --pb=4' '--lc=0 --lp=0 --pb=0'; do
		# shellcheck disable=SC2086 # options
		"$lzenc" -q -f --format=lzma $sets in o.lzma
		edk2 o.lzma in "$size bytes $sets"
		uboot o.lzma in "$size bytes $sets"
	done
done
for size in $slow; do
	sample "$size"
	each "$size" --best
done

# and the other way; LzmaCompress refuses empty inputs
for size in 1 2 5 99 4097 65537; do
	sample "$size"
	"$peers/LzmaCompress" -e -q -o l.lzma in >log 2>&1 || fail "LzmaCompress, $size bytes"
	"$lzenc" -q -d -f l.lzma back
	same in back "reading LzmaCompress, $size bytes"
	"$peers/LzmaCompress" -e -q --f86 -o l.f86 in >log 2>&1 || fail "LzmaCompress --f86, $size bytes"
	"$lzenc" -q -d -f --f86 l.f86 back
	same in back "reading LzmaCompress --f86, $size bytes"
done

corpus=${BIOSBELT_CORPUS:-$here/../../../shared/corpus}/lzma
if [ -d "$corpus" ]; then
	for f in "$corpus"/*_dxe.lzma; do
		"$lzenc" -q -d "$f" - | tail -c $volume >in
		"$lzenc" -q -f --for=edk2 in o.lzma
		edk2 o.lzma in "$f"
		uboot o.lzma in "$f"
		"$lzenc" -q -f --format=f86 -3 in o.f86
		edk2 o.f86 in "$f F86" --f86
	done
else
	echo 'The corpus is not there: its volumes are left out.'
fi
echo "$count streams decoded to the same bytes"
