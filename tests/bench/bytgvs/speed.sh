#!/bin/sh
# SPDX-License-Identifier: MIT
# speed.sh BYTGVS IMAGE [ROUNDS]: CPU time and peak memory of bytgvs --list against UEFIExtract's
# report (Debian uefitool-cli), alternating in one run. Needs the Debian package "time".
[ $# -ge 2 ] || {
	echo "usage: speed.sh BYTGVS IMAGE [ROUNDS]" >&2
	exit 2
}
tool=$1
rounds=${3:-20}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cp "$2" "$work/image.bin"
cd "$work" || exit 1
n=0
while [ $n -lt "$rounds" ]; do
	/usr/bin/time -f "%U %S %M" -a -o ours "$tool" --list image.bin >/dev/null
	rm -rf image.bin.*
	/usr/bin/time -f "%U %S %M" -a -o theirs UEFIExtract image.bin report >/dev/null 2>&1
	n=$((n + 1))
done
size=$(wc -c <image.bin)
awk -v size="$size" '
	FNR == 1 { side++ }
	NF == 3 { cpu[side] += $1 + $2; if ($3 > peak[side]) peak[side] = $3; runs[side]++ }
	END {
		printf "bytgvs %.3f s, UEFIExtract %.3f s a run: %.2fx\n", cpu[1] / runs[1],
			cpu[2] / runs[2], cpu[1] / cpu[2]
		printf "peak memory %.1f MiB, UEFIExtract %.1f MiB; %.2f and %.2f times the image\n",
			peak[1] / 1024, peak[2] / 1024, peak[1] * 1024 / size, peak[2] * 1024 / size
	}' ours theirs
