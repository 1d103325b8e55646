# SPDX-License-Identifier: MIT
# Waiting for a port, and news of ports, in a made-up tree (inotify stands in for the kernel).
. "$SRC/tests/e2e/spc/tree.inc"
t="$PWD/tree"
mkdir -p "$t/sys/class/tty" "$t/dev"
printf '#!/bin/sh\necho "$@" >started\n' >term
chmod 755 term
# watches PID: waits until that one looks at the tree, which takes its time on a busy machine.
watches() {
	left=200
	until cat /proc/"$1"/fdinfo/* 2>/dev/null | grep -q '^inotify '; do
		left=$((left - 1))
		[ "$left" -gt 0 ] || fail "$1 does not watch the tree"
		sleep 0.05
	done
	sleep 0.3 # then it reads what is there
}

run spc --sys-root "$t" --wait='0403:*' --timeout 1
expect_rc 3
run spc --sys-root "$t" --wait='tty*' --match='0403:*' --timeout 1 # one would be left out without a word
expect_rc 2
expect_err '--match and the pattern of --wait are two choices'
"$BIN/spc" --sys-root "$t" --watch --json >events &
watcher=$!
trap 'kill $watcher 2>/dev/null || :' EXIT
"$BIN/spc" --sys-root "$t" --wait='0403:*' --program ./term --template '{port}' &
waiter=$!
watches $watcher
watches $waiter
usb "$t" $hub/1-1 10c4 ea60 X Y Z
tty "$t" ttyUSB0 $hub/1-1/1-1:1.0/ttyUSB0
sleep 0.3
usb "$t" $hub/1-2 0403 6001 X Y Z
tty "$t" ttyUSB1 $hub/1-2/1-2:1.0/ttyUSB1
wait $waiter || fail "waiting ended with $?"
[ "$(cat started)" = ttyUSB1 ] || fail "started on $(cat started)"
rm "$t/sys/class/tty/ttyUSB0" "$t/dev/ttyUSB0"
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	grep -q '"event":"removed"' events && break
	sleep 0.5
done
kill $watcher
[ "$(grep -c '"event":"added"' events)" -eq 2 ] || fail "$(cat events)"
grep '"event":"removed"' events | grep -q '"name":"ttyUSB0"' || fail "$(cat events)"
cp events out
valid_json spc

# Nothing named: a port that is not there now, or one that was away.
rm started
"$BIN/spc" --sys-root "$t" --wait --program ./term --template '{port}' &
waiter=$!
watches $waiter
[ ! -e started ] || fail "started on $(cat started), which was there before"
rm "$t/sys/class/tty/ttyUSB1" "$t/dev/ttyUSB1"
sleep 0.3
[ ! -e started ] || fail "started on $(cat started)"
tty "$t" ttyUSB1 $hub/1-2/1-2:1.0/ttyUSB1
wait $waiter || fail "waiting ended with $?"
[ "$(cat started)" = ttyUSB1 ] || fail "started on $(cat started)"
run spc --sys-root "$t" --wait --timeout 1
expect_rc 3

# The ports of an adapter come one by one: the one used last time is worth a moment.
usb "$t" $hub/1-4 0403 6010 FT42 FTDI 'Dual RS232'
for i in 0 1; do
	mkdir -p "$t/sys/devices/$hub/1-4/1-4:1.$i"
	echo 0$i >"$t/sys/devices/$hub/1-4/1-4:1.$i/bInterfaceNumber"
done
both() { # both SECONDS: the second port comes so much later
	rm -f "$t/sys/class/tty/ttyUSB4" "$t/sys/class/tty/ttyUSB5" "$t/dev/ttyUSB4" "$t/dev/ttyUSB5" started
	"$BIN/spc" --sys-root "$t" --wait=0403:6010 --program ./term --template '{port}' &
	waiter=$!
	watches $waiter
	tty "$t" ttyUSB4 $hub/1-4/1-4:1.0/ttyUSB4
	[ "$1" = never ] || {
		sleep "$1"
		tty "$t" ttyUSB5 $hub/1-4/1-4:1.1/ttyUSB5
	}
	wait $waiter || fail "waiting ended with $?"
}
for i in 1 2 3 4 5; do # a busy machine may take longer than the moment
	tty "$t" ttyUSB4 $hub/1-4/1-4:1.0/ttyUSB4
	tty "$t" ttyUSB5 $hub/1-4/1-4:1.1/ttyUSB5
	tool spc --sys-root "$t" ttyUSB5 --program ./term --template '{port}'
	both 0
	[ "$(cat started)" != ttyUSB5 ] || break
done
[ "$(cat started)" = ttyUSB5 ] || fail "started on $(cat started), not on the one used before"
both never
[ "$(cat started)" = ttyUSB4 ] || fail "started on $(cat started)"

# A file name behind --log is taken for a port; the words tell what is meant.
run spc --sys-root "$t" --log boot.txt ttyUSB1
expect_rc 2
expect_err '--log=FILE'
