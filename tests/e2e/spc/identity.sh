# SPDX-License-Identifier: MIT
# The right board always: twins, four ports of one adapter, renames with programs that wait by name.
. "$SRC/tests/e2e/spc/tree.inc"
t="$PWD/tree"
XDG_CONFIG_HOME=$PWD/config
export XDG_CONFIG_HOME
mkdir -p "$t/sys/class/tty" "$t/dev"
# A terminal program that ends when its device is gone, and one that waits for the name (as tio does).
cat >quits <<'END'
#!/bin/sh
echo "$1 $2" >>runs
while [ -e "$1" ]; do sleep 0.05; done
exit 1
END
cat >waits <<'END'
#!/bin/sh
echo "$1 $2" >>runs
echo $$ >pid
while :; do
	[ -e "$1" ] && echo "open ${1##*/} $(cat "$1")" >>opened
	sleep 0.05
done
END
chmod 755 quits waits
plug() { # plug NAME SOCKET VID PID SERIAL: and the device says which socket it is in
	usb "$t" $hub/1-$2 "$3" "$4" "$5" Maker Product
	mkdir -p "$t/sys/devices/$hub/1-$2/1-$2:1.0"
	echo 00 >"$t/sys/devices/$hub/1-$2/1-$2:1.0/bInterfaceNumber"
	tty "$t" "$1" $hub/1-$2/1-$2:1.0/"$1"
	echo "socket $2" >"$t/dev/$1"
}
pull() {
	rm "$t/sys/class/tty/$1" "$t/dev/$1"
}
# wait_for COMMAND: up to 10 seconds.
wait_for() {
	left=100
	until eval "$1"; do
		left=$((left - 1))
		[ "$left" -gt 0 ] || fail "waited in vain for: $1: $(cat runs err 2>/dev/null)"
		sleep 0.1
	done
}
# What spc started goes with it: a program left behind would hold the test's output open.
end() {
	rm -f "$t"/dev/ttyUSB*
	kill $(jobs -p) 2>/dev/null || :
	[ ! -f pid ] || kill "$(cat pid)" 2>/dev/null || :
}
trap end EXIT

# Two with the number of the factory: the one that stays is not the one that went.
plug ttyUSB0 1 10c4 ea60 0001
plug ttyUSB1 2 10c4 ea60 0001
"$BIN/spc" --sys-root "$t" ttyUSB0 9600 --relaunch --program ./quits --template '{device} {baud}' 2>err &
spc=$!
wait_for '[ -s runs ]'
pull ttyUSB0
wait_for 'grep -q "may be another board" err'
sleep 0.5
[ "$(wc -l <runs)" -eq 1 ] || fail "started on the twin: $(cat runs)"
run spc --sys-root "$t" --last --dry-run --program ./quits --template '{port}'
expect_rc 3
expect_err 'may be another board'
run spc --sys-root "$t" ttyUSB1 --dry-run --program ./quits --template '{port} {baud}'
expect_out '115200' # not the rate of the other
# It comes back at its place under a name of its own.
plug ttyUSB7 1 10c4 ea60 0001
wait_for '[ "$(wc -l <runs)" -eq 2 ]'
tail -n 1 runs | grep -q 'ttyUSB7 9600$' || fail "$(cat runs)"
kill $spc
wait $spc || :
run spc --sys-root "$t" --last --dry-run --program ./quits --template '{port} {baud}'
expect_rc 0
expect_out 'ttyUSB7 9600'
run spc --sys-root "$t" 10c4:ea60 --dry-run --program ./quits --template '{port}'
expect_out 'ttyUSB7' # the one used before
pull ttyUSB1
pull ttyUSB7

# A program that waits for the old name is started again on the new one, and ended when another
# board takes the name.
rm -f runs opened
plug ttyUSB0 3 0403 6001 FT8000
"$BIN/spc" --sys-root "$t" ttyUSB0 --relaunch --program ./waits --template '{device}' 2>err &
spc=$!
wait_for '[ -s pid ]'
first=$(cat pid)
pull ttyUSB0
sleep 0.3
plug ttyUSB5 3 0403 6001 FT8000
wait_for '[ "$(cat pid)" != "$first" ]'
! kill -0 "$first" 2>/dev/null || fail 'the first program still runs'
tail -n 1 runs | grep -q ttyUSB5 || fail "$(cat runs)"
first=$(cat pid)
pull ttyUSB5
plug ttyUSB5 4 1a86 7523 '' # another board, under the name
wait_for '! kill -0 $first 2>/dev/null'
plug ttyUSB6 3 0403 6001 FT8000
wait_for 'tail -n 1 runs | grep -q ttyUSB6'
wait_for 'grep -q ttyUSB6 opened'
kill $spc
kill "$(cat pid)"
wait $spc || :
pull ttyUSB5
pull ttyUSB6

# Four ports of one interface.
four() {
	usb "$t" $hub/1-5 110a 1410 MX123 Moxa 'UPort 1410'
	mkdir -p "$t/sys/devices/$hub/1-5/1-5:1.0"
	echo 00 >"$t/sys/devices/$hub/1-5/1-5:1.0/bInterfaceNumber"
	for i in 0 1 2 3; do
		tty "$t" ttyUSB$i $hub/1-5/1-5:1.0/ttyUSB$i
		echo $i >"$t/sys/devices/$hub/1-5/1-5:1.0/ttyUSB$i/port_number"
	done
}
four
rm -f runs
"$BIN/spc" --sys-root "$t" 110a:1410.C 4800 --relaunch --program ./quits --template '{device} {baud}' 2>err &
spc=$!
wait_for '[ -s runs ]'
grep -q 'ttyUSB2 4800$' runs || fail "channel C: $(cat runs)"
run spc --sys-root "$t" ttyUSB3 --dry-run --program ./quits --template '{baud}'
expect_out 115200
for i in 0 1 2 3; do pull ttyUSB$i; done
sleep 0.3
four
wait_for '[ "$(wc -l <runs)" -eq 2 ]'
tail -n 1 runs | grep -q 'ttyUSB2 4800$' || fail "$(cat runs)"
kill $spc
wait $spc || :
# every way to name a port takes a channel
mkdir -p config/biosbelt
printf 'alias.board = 110a:1410\nhide = 1a86:*\n' >config/biosbelt/spc.conf
for name in 110a:1410.D 110a:1410:MX123.3 110a:*.d board.D pci-0000:00:14.0-usb-0:5.D MX123.D; do
	run spc --sys-root "$t" "$name" --dry-run --program ./quits --template '{port}'
	expect_rc 0
	expect_out 'ttyUSB3'
done
run spc --sys-root "$t" --json board.B
expect_out '"channel": "B"'
run spc --sys-root "$t" board.E
expect_rc 3
# several match and none, or more than one, was used: refused where nobody can be asked
run spc --sys-root "$t" ttyUSB0 --program ./waits --template x --verify
rm -f config/biosbelt/spc.last
run spc --sys-root "$t" board --dry-run --program ./quits --template '{port}' </dev/null
expect_rc 2
expect_err '4 ports match'
expect_err 'MX123.C'
"$BIN/spc" --sys-root "$t" --wait=110a:1410 --dry-run --program ./quits --template '{port}' </dev/null >out 2>err && fail 'the first of a list was taken'
expect_err '4 ports match'

# Ports that nobody wants to see.
plug ttyUSB8 6 1a86 7523 ''
run spc --sys-root "$t" --list
[ "$(sed 1d out | wc -l)" -eq 4 ] || fail 'a hidden port is listed'
run spc --sys-root "$t" --list --exclude '*:1.0#3' --exclude ttyUSB0
[ "$(sed 1d out | cut -d' ' -f1 | tr '\n' ' ')" = 'ttyUSB1 ttyUSB2 ' ] || fail "$(cat out)"
run spc --sys-root "$t" ttyUSB8 --dry-run --program ./quits --template '{port}'
expect_rc 0 # named outright it is there

# A serial number of its own is found again as often as it moves: where it was is not a twin of where it is.
rm -f config/biosbelt/spc.last config/biosbelt/spc.conf runs
plug ttyUSB20 1 0403 6001 A50285BI
"$BIN/spc" --sys-root "$t" ttyUSB20 --relaunch --program ./quits --template '{device} {baud}' 2>err &
spc=$!
wait_for 'grep -q ttyUSB20 runs'
for move in '20 21 2' '21 22 3' '22 23 4'; do
	# shellcheck disable=SC2086
	set -- $move
	pull "ttyUSB$1"
	wait_for "[ \"\$(grep -c 'is gone' err)\" -eq $(($1 - 19)) ]"
	sleep 0.3
	plug "ttyUSB$2" "$3" 0403 6001 A50285BI
	wait_for "grep -q ttyUSB$2 runs"
done
kill $spc
grep -q ' twin$' config/biosbelt/spc.last && fail 'taken for a twin of itself'
:
# Controllers that are not on PCI, as of most ARM boards: each has sockets of its own.
p="$PWD/platform"
for n in 1 2; do
	at=platform/soc/3f9${n}0000.usb/usb$n/$n-1
	usb "$p" $at 10c4 ea60 0001 Maker Product
	tty "$p" ttyUSB$n $at/$n-1:1.0/ttyUSB$n
done
"$BIN/spc" --sys-root "$p" --json >out || fail 'the list'
grep -o '"topology": "[^"]*"' out | sort | tr '\n' ' ' >places
[ "$(cat places)" = '"topology": "platform-3f910000.usb-usb-0:1:1.0" "topology": "platform-3f920000.usb-usb-0:1:1.0" ' ] ||
	fail "one place for two boards: $(cat places)"
