#!/bin/sh
# SPDX-License-Identifier: MIT
# ar_modes.sh ARCHIVE: gives every member the mode 100644. An ar archive is 8 bytes of signature,
# then members: a header of 60 bytes with the mode at 40 (8 octal digits) and the size at 48
# (10 digits), the bytes, one more when their number is odd (ar(5)).
set -eu
archive=$1
end=$(($(wc -c <"$archive")))
at=8
while [ "$at" -lt "$end" ]; do
	size=$(dd if="$archive" bs=1 skip=$((at + 48)) count=10 2>/dev/null)
	size=$((size))
	printf '100644  ' | dd of="$archive" bs=1 seek=$((at + 40)) conv=notrunc 2>/dev/null
	at=$((at + 60 + size + size % 2))
done
