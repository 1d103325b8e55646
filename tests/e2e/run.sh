#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh CASE.sh SCRATCH: runs one end-to-end case in an empty folder of its own.
# The case sees $BIN (folder of the programs), $SRC (source tree), $EXE (.exe or empty), $RUNNER
# (script/wine or empty) and the helpers of lib.sh. Exit 77: skipped, with the reason on stdout.
# wine-skip.txt lists the cases that Wine cannot run. What a case that passes made is removed.
case_file=$1
scratch=$2
# the case runs in another folder
case $case_file in
/*) ;;
*) case_file=$PWD/$case_file ;;
esac
if [ -n "${RUNNER:-}" ]; then
	reason=$(awk -F '\t' -v name="${scratch##*/}" '$1 == name { print $2 }' "$SRC/tests/e2e/wine-skip.txt")
	[ -z "$reason" ] || {
		echo "SKIP: $reason"
		exit 77
	}
fi
rm -rf "$scratch"
mkdir -p "$scratch" || exit 1
cd "$scratch" || exit 1
HOME=$scratch
TMPDIR=$scratch
SCRATCH=$scratch
# messages and sorting are the same whatever the developer's language is
LC_ALL=C.UTF-8
unset LANG LANGUAGE LC_MESSAGES LC_CTYPE
export HOME TMPDIR SCRATCH LC_ALL
status=0
sh -eu -c '. "$SRC/tests/e2e/lib.sh"; . "$0"; check_documents' "$case_file" || status=$?
# Another user or a file system of its own may hold something there for a moment.
[ "$status" -ne 0 ] || rm -rf "$scratch" 2>/dev/null || :
exit "$status"
