# SPDX-License-Identifier: MIT
# A file that becomes shorter while a program has it mapped is an error, not a crash.
[ -z "${RUNNER:-}" ] || skip "Windows does not let a mapped file become shorter"
head -c 100000 /dev/zero | tr '\0' x >big.txt
mkfifo go
"$BIN/frame_probe" --add-up=big.txt <go >out 2>err &
pid=$!
exec 9>go
n=0
until grep -q waiting out 2>/dev/null; do
	n=$((n + 1))
	[ $n -lt 200 ] || fail "never began"
	sleep 0.05
done
ls -A | grep -q '^\.biosbelt-' || ls -l "/proc/$pid/fd" | grep -q "$PWD/#[0-9]* (deleted)" ||
	fail "no temporary file"
: >big.txt
exec 9>&-
rc=0
wait $pid || rc=$?
[ "$rc" -eq 1 ] || fail "status $rc"
[ "$(cat err)" = 'frame_probe: big.txt: was cut short, or its disk failed, while it was read' ] ||
	fail "said: $(cat err)"
! ls -A | grep -q '^\.biosbelt-' || fail "left a file: $(ls -A)"
# and a whole one
printf 'abc' >big.txt
run frame_probe --add-up=big.txt <big.txt
expect_rc 0
