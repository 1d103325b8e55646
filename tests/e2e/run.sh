#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh CASE.sh SCRATCH: runs one end-to-end case in an empty folder of its own.
# The case sees $BIN (folder of the programs), $SRC (source tree), $EXE (.exe or empty), $RUNNER
# (script/wine or empty) and the helpers of lib.sh. Exit 77: skipped, with the reason on stdout.
# wine-skip.txt lists the cases that Wine cannot run.
case_file=$1
scratch=$2
if [ -n "${RUNNER:-}" ]; then
	reason=$(awk -F '\t' -v name="${scratch##*/}" '$1 == name { print $2 }' "$SRC/tests/e2e/wine-skip.txt")
	[ -z "$reason" ] || {
		echo "SKIP: $reason"
		exit 77
	}
fi
HOME=$scratch
TMPDIR=$scratch
export HOME TMPDIR
run_case() {
	rm -rf "$scratch"
	mkdir -p "$scratch" || exit 1
	cd "$scratch" || exit 1
	sh -eu -c '. "$SRC/tests/e2e/lib.sh"; . "$0"' "$case_file"
}
if [ -z "${RUNNER:-}" ]; then
	run_case
	exit
fi
# Now and then Wine's server drops a new client before its program begins (thread 0). What fails
# then says nothing about the program: the case runs once more.
rc=0
run_case >"$scratch.log" 2>&1 || rc=$?
if [ "$rc" -ne 0 ] && [ "$rc" -ne 77 ] &&
	grep -qs '^wine client error:0:' "$scratch.log" "$scratch"/*; then
	cat "$scratch.log"
	echo "Wine's server dropped a program: once more"
	rc=0
	run_case >"$scratch.log" 2>&1 || rc=$?
fi
cat "$scratch.log"
exit "$rc"
