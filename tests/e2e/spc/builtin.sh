# SPDX-License-Identifier: MIT
# The builtin terminal on a pty pair: scripts and their statuses, bytes both ways, logs of every form,
# new files, and what is refused.
command -v socat >/dev/null || lacks socat
. "$SRC/tests/e2e/spc/tree.inc"
t="$PWD/tree"
full_tree "$t"
XDG_CONFIG_HOME=$PWD/config
export XDG_CONFIG_HOME
socat pty,raw,echo=0,ignoreeof,link=near pty,raw,echo=0,ignoreeof,link=far &
pair=$!
trap 'kill $pair 2>/dev/null || :' EXIT
# wait_for COMMAND: up to 30 seconds.
wait_for() {
	left=300
	until eval "$1"; do
		left=$((left - 1))
		[ "$left" -gt 0 ] || fail "waited in vain for: $1"
		sleep 0.1
	done
}
wait_for '[ -e near ] && [ -e far ]'
port=$(realpath near)
cat far >>got &
reader=$!
trap 'kill $pair $reader 2>/dev/null || :' EXIT
# board TEXT...: what the board says once somebody has the port open
board() {
	wait_for 'ls -l /proc/*/fd 2>/dev/null | grep -v "socat" | grep -q "$port\$"'
	for part in "$@"; do
		printf "$part" >far
		sleep 0.05
	done
}
# term ARG...: as run, on the port, without keys
term() {
	rc=0
	timeout 60 "$BIN/spc" --sys-root "$t" "$port" "$@" >out 2>err </dev/null || rc=$?
}

# Without a program that is set up it is spc's own terminal, also where others are on the PATH.
mkdir tools
printf '#!/bin/sh\nexit 99\n' >tools/tio
chmod 755 tools/tio
PATH=$PWD/tools:$PATH
ln -s "$port" "$t/dev/pty"
run spc --sys-root "$t" ttyUSB0 --dry-run
expect_rc 0
expect_out "spc --program=builtin $t/dev/ttyUSB0 115200,8,n,1,N"
mkdir -p config/biosbelt
# Settings that the port does not take are not remembered: the next start would fail with them.
term 115200,9n1 -p builtin
expect_rc 1
! grep -q ',9,' config/biosbelt/spc.last || fail 'settings that failed are remembered'
printf 'program = tio\n' >config/biosbelt/spc.conf
run spc --sys-root "$t" ttyUSB0 --dry-run
expect_out 'tools/tio '
# A port by a path from here; a limit for nothing.
for path in ./near near ../"${PWD##*/}"/near; do
	run spc --sys-root "$t" "$path" --dry-run -p builtin
	[ "$path" = near ] || expect_rc 0
done
expect_out "spc --program=builtin $port"
run spc --sys-root "$t" ttyUSB0 --dry-run --within 5s
expect_rc 2
expect_err '--within goes with --expect'
run spc --sys-root "$t" ttyUSB0 --dry-run --within 5s --send x
expect_rc 2
# An option that only our own terminal has means it ...
run spc --sys-root "$t" ttyUSB0 --dry-run --expect x
expect_out 'spc --program=builtin'
# ... and no other.
run spc --sys-root "$t" ttyUSB0 --dry-run --expect x -p tio
expect_rc 2
expect_err '--expect is of the builtin terminal'
rm config/biosbelt/spc.conf

# Matched: 0, and what came is on standard output byte for byte.
board 'SEC\r\n' 'PEI \033[31mB' 'ds\033[0mDxe\r\nSh' &
term --expect 'BdsDxe' --within 20s --send 'help\r'
expect_rc 0
wait_for 'grep -q help got'
printf 'SEC\r\nPEI \033[31mBds\033[0mDxe' | cmp -n 24 - out || fail "$(od -c out)"
[ "$(od -An -c got | tr -d ' \n')" = 'help\r' ] || fail "sent: $(od -c got)"
# In order: the second is looked for after the first.
board 'one two ' 'one\r\n' &
term --expect two --expect one --within 20s
expect_rc 0
# Not matched: 4, with the pattern.
board 'something else\r\n' &
term --within 1s --expect 'never*comes'
expect_rc 4
expect_err 'not seen in time: never*comes'

# The log has every byte, from the first one on.
board 'a\000\377\033[1mb\r\nc' '\r\nend' &
term --expect end --within 20s --log=raw.log
expect_rc 0
printf 'a\000\377\033[1mb\r\nc\r\nend' | cmp - raw.log || fail "$(od -c raw.log)"
# An old one is left alone unless it is to be added to.
term --expect end --within 20s --log=raw.log
expect_rc 1
expect_err 'raw.log'
board 'more end' &
term --expect end --within 20s --log=raw.log --append
expect_rc 0
printf 'a\000\377\033[1mb\r\nc\r\nendmore end' | cmp - raw.log || fail "$(od -c raw.log)"
# As text, with the time before each line; as hexadecimal.
board 'a\033[1mb\r\nc' 'd\r\nend' &
term --expect end --within 20s --log=text.log --log-form=text --timestamps=start
expect_rc 0
sed 's/^\[ *[0-9]*\.[0-9][0-9][0-9]\] //' text.log >lines
printf 'ab\ncd\nend' | cmp - lines || fail "$(cat text.log)"
board '0123456789abcdef\r\nend' &
term --expect end --within 20s --log=hex.log --log-form=hex
expect_rc 0
printf '%s\n' '00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66 |0123456789abcdef|' \
	'00000010  0d 0a 65 6e 64                                   |..end|' | cmp - hex.log || fail "$(cat hex.log)"
# What is sent has lines of its own.
: >got
(board 'login: ' && wait_for 'grep -q root got' && printf 'root\r\n# ' >far) &
term --expect 'login: ' --send 'root\r' --expect '# ' --within 20s --log=typed.log --log-typed
expect_rc 0
printf 'login: \n>> root\\x0D\nroot\r\n# ' | cmp - typed.log || fail "$(od -c typed.log)"
# A file for each boot: it begins with the line that says so, though part of it was written before.
board 'old\r\n' 'BIOS' ' Date\r\none\r\n' 'BIOS Date\r\n' 'two end' &
term --expect end --within 20s --log=boot.log --log-split=boot --boot='BIOS Date'
expect_rc 0
printf 'old\r\n' | cmp - boot.log || fail "$(od -c boot.log)"
printf 'BIOS Date\r\none\r\n' | cmp - boot-2.log || fail "$(od -c boot-2.log)"
printf 'BIOS Date\r\ntwo end' | cmp - boot-3.log || fail "$(od -c boot-3.log)"
# And at a size, between lines.
lines() {
	i=0
	while [ "$i" -lt 400 ]; do
		printf 'line %04d of the log\r\n' "$i"
		i=$((i + 1))
	done
	printf end
}
lines >many
(board '' && cat many >far) &
term --expect '\nend' --within 20s --log=size.log --log-split=4K
expect_rc 0
cat size.log size-2.log size-3.log | cmp - many || fail 'parts of a log are not the whole'
[ "$(tail -c 1 size.log | od -An -tx1 | tr -d ' ')" = 0a ] || fail 'a line is torn'
# An encoding of the line: patterns, standard output as text and what is sent have it.
: >got
board '\271\314' '\274\376 end' &
term --encoding=gbk --expect 固件 --within 20s --send '是\r' --log=gbk.log
expect_rc 0
printf '\271\314\274\376' | cmp -n 4 - gbk.log || fail 'the raw log is not as the bytes came'
wait_for '[ -s got ]'
[ "$(od -An -tx1 got | tr -d ' \n')" = cac70d ] || fail "sent: $(od -c got)"
# Milestones of a boot, those built in and the user's.
echo 'kernel = Linux version' >more.conf
board 'SecCoreStartupWithStack(0x1, 0x2)\r\nLoading PEIM 9B3A\r\n' 'DXE IPL Entry\r\n[Bds] Entry...\r\n' \
	'Linux version 6.1\r\nend' &
term --milestones=more.conf --expect end --within 20s
expect_rc 0
grep -qE 'spc:  +0\.[0-9]{3}  SEC  +\+[0-9]+ ms' err || fail "$(cat err)"
grep -qE 'spc:  +0\.[0-9]{3}  kernel  +\+[0-9]+ ms' err || fail "$(cat err)"
term --milestones=absent.conf --expect end --within 1s
expect_rc 1
expect_err 'absent.conf: no such file'
echo '# none yet' >empty.conf
term --milestones=empty.conf --expect end --within 1s
expect_rc 2
# A full disk is told, and the terminal goes on.
board 'first\r\n' 'second\r\nend' &
term --expect end --within 20s --log=/dev/full --append
expect_rc 1
expect_out second
expect_err '/dev/full: not written, the terminal goes on'
grep -q 'not whole; bytes that could not be written: [12]' err || fail "$(cat err)"
[ "$(grep -c 'not written' err)" -eq 1 ] || fail 'told more than once'
# A log goes into no file that is read, no device, and no pipe without a reader.
cp more.conf more.before
for file in more.conf "$port" none.pipe; do
	[ "$file" != none.pipe ] || mkfifo none.pipe
	rc=0
	timeout 20 "$BIN/spc" --sys-root "$t" "$port" --milestones=more.conf --log="$file" --append >out 2>err </dev/null || rc=$?
	[ "$rc" -eq 1 ] || [ "$rc" -eq 2 ] || fail "--log=$file: $rc"
done
expect_err 'no program reads this pipe'
# An address may be in brackets, as that of IPv6 is in a URL.
term --expect end --within 1s --rfc2217='[192.0.2.1]:2217'
expect_rc 1
expect_err 'cannot listen at 192.0.2.1 port 2217'
# What helps is said of a device and a folder without --append, too.
term --expect end --within 1s --log="$port"
expect_rc 1
expect_err '--log PORT logs a port'
term --expect end --within 1s --log=.
expect_rc 1
! grep -e --append err || fail 'an option that does not help'
cmp more.conf more.before || fail 'the log went into the patterns'
term --send-file=more.conf --log=more.conf --append
expect_rc 2
expect_err 'more.conf, which is read'
# A name for a log that is made is of the port and leads nowhere else.
board end &
term --expect end --within 20s --log
expect_rc 0
[ "$(cat pts*.log)" = end ] || fail "$(ls)"
# Standard input that is not a terminal goes to the line as it is.
: >got
printf 'from\r\na pipe\035q\003' | timeout 60 "$BIN/spc" --sys-root "$t" "$port" --expect nothing --within 2s \
	>out 2>err || rc=$?
expect_rc 4
printf 'from\r\na pipe\035q\003' | cmp - got || fail "$(od -c got)"
# The port is gone: 1, and at once.
board 'x\r\n' &
(sleep 1 && kill $pair) &
term --expect never --within 50s
expect_rc 1
expect_err 'is gone'

# What makes no sense is said before anything is opened.
for bad in '--expect=' '--expect=\q' '--within=0' '--within=1y' '--escape=q' '--dtr=maybe' '--log-split=4' \
	'--log-split=week --log' '--append' '--append --log' '--log-typed' '--stay' '--timestamps=now --log' \
	'--timestamps' '--boot=' '--send=\x4' '--tee --expect=x' '--tee' '--template=x' '--list --expect=x' '--send x --within 1s' '--encoding=utf-16' '--encoding=klingon'; do
	# shellcheck disable=SC2086
	run spc --sys-root "$t" ttyUSB0 $bad
	expect_rc 2
done
run spc --sys-root "$t" ttyUSB0 --verify -p builtin
expect_rc 2
