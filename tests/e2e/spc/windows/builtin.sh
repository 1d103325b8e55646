# SPDX-License-Identifier: MIT
# The builtin terminal of Windows on a port of Wine: both ways, log, scripts and their statuses, pipes.
. "$SRC/tests/e2e/spc/windows/prefix.inc"
. "$SRC/tests/e2e/spc/windows/seeded.inc"
own_prefix
seed_ports COM30 COM31 COM32 COM33 COM34 COM35 COM36 COM37 COM38 COM39 COM40 COM41
timeout 300 cat com7.far >>got &
pids="$pids $!"
# Nobody but us has the near end open: the board speaks when spc has asked for it.
board() {
	wait_for 'grep -q ready got'
	: >got
	for part in "$@"; do
		printf "$part" >com7.far
		sleep 0.1
	done
}
# PuTTYtel is beside spc and yet an option of the builtin terminal means that.
spc COM7 --dry-run
expect_out 'puttytel'
spc COM7 --dry-run --expect x
expect_rc 0
expect_out 'spc --program=builtin \\.\COM7 115200,8,n,1,N'
board 'SEC\r\n\000\377' 'PEI \033[31mB' 'ds\033[0mDxe\r\nend' &
spc COM7 --send 'ready' --expect BdsDxe --within 60s --send 'ok\r' --expect end --log=a.log
expect_rc 0
wait_for 'grep -q ok got'
printf 'SEC\r\n\000\377PEI \033[31mBds\033[0mDxe\r\nend' | cmp - a.log || fail "$(od -c a.log)"
spc COM7 --send 'ready' --expect nothing --within 1s
expect_rc 4
expect_err 'not seen in time: nothing'
spc COM7 --send 'ready' --expect nothing --within 1s --log=a.log
expect_rc 1
expect_err 'a.log exists already'
# A row of logs, hexadecimal, times.
board 'old\r\nBIO' 'S\r\nend' &
spc COM7 --send ready --expect end --within 60s --log=b.log --log-split=boot --boot=BIOS --log-form=text \
	--timestamps
expect_rc 0
grep -qE '^\[[0-9-]+ [0-9:.]+\] old$' b.log || fail "$(cat b.log)"
grep -qE '^\[[0-9-]+ [0-9:.]+\] BIOS$' b-2.log || fail "$(cat b-2.log)"
# Standard input that is a pipe goes to the line as it is.
: >got
printf 'a pipe\r\n\032\003x' | program portable/spc.exe COM7 --expect nothing --within 3s >out 2>err || rc=$?
expect_rc 4
printf 'a pipe\r\n\032\003x' | cmp - got || fail "$(od -c got)"
# Two programs at once, each on a port of its own.
(program portable/spc.exe COM7 --send ready --expect never --within 10s >other 2>&1 </dev/null || :) &
second=$!
: >got
wait_for 'grep -q ready got'
spc COM12 -p builtin --expect x --within 1s
expect_rc 4
wait $second
grep -q "not seen in time: never" other || fail "$(cat other)"
# Replugs in any order: never another board, never a lost byte. The whole is BIOSBELT_REPLUGS=67 (201 of them).
command -v python3 >/dev/null || fail 'python3 is not installed'
rm com3[0-9] com4[01]
python3 "$SRC/tests/e2e/spc/windows/replug.py" "$RUNNER" portable/spc.exe "$BIN/../tests/spc_plug.exe" \
	"${BIOSBELT_REPLUGS:-3}" "${BIOSBELT_SEED:-1}" >log 2>&1 || fail "$(cat log ./*.err)"
cat log
