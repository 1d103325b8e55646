#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh CASE.sh SCRATCH: runs one end-to-end case in an empty folder of its own.
# The case sees $BIN (folder of the programs), $SRC (source tree), $EXE (.exe or empty), $RUNNER
# (wine or empty) and the helpers of lib.sh. Exit 77: skipped, with the reason on stdout.
case_file=$1
scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch" || exit 1
cd "$scratch" || exit 1
HOME=$scratch
TMPDIR=$scratch
export HOME TMPDIR
exec sh -eu -c '. "$SRC/tests/e2e/lib.sh"; . "$0"' "$case_file"
