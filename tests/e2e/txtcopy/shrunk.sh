# SPDX-License-Identifier: MIT
# A file that becomes shorter while it is read is an error of its own.
[ -z "${RUNNER:-}" ] || skip "Windows does not let a mapped file become shorter"
yes 'a line of ASCII' | head -c 1000000 >big.txt
mkfifo pipe
# The pipe takes a part, and the rest of the file is read when it is gone.
"$BIN/txtcopy" --from ascii --to utf-16le --lossy replace big.txt - 2>err >pipe &
pid=$!
exec 9<pipe
head -c 10 <&9 >/dev/null
: >big.txt
cat <&9 >/dev/null
rc=0
wait $pid || rc=$?
[ "$rc" -eq 1 ] || fail "status $rc"
grep -q 'big.txt: was cut short' err || fail "said: $(cat err)"
