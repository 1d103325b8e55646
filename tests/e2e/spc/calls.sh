# SPDX-License-Identifier: MIT
# How many system calls a list takes: fewer than 1,000 for 64 adapters.
! grep -qa '__asan_init\|\.gcda' "$BIN/spc" || skip 'an instrumented program makes calls of its own'
command -v strace >/dev/null || lacks strace
strace -c -o /dev/null true 2>/dev/null || skip 'this machine lets nobody trace a process'
. "$SRC/tests/e2e/spc/tree.inc"
t="$PWD/tree"
# calls FILE: the total of strace -c
calls() { awk '$NF == "total" { print $(NF - (NF > 5) - 1) }' "$1"; }
# 64 adapters, as the kernel shows them: the interface tells its ids in one file.
n=0
while [ $n -lt 64 ]; do
	d=$hub/1-$((n / 8 + 1))/1-$((n / 8 + 1)).$((n % 8 + 1))
	i=$d/${d##*/}:1.0
	usb "$t" $d 0403 6001 "SN$n" FTDI "FT232R number $n"
	tty "$t" ttyUSB$n $i/ttyUSB$n
	driver "$t" $i ftdi_sio
	echo 00 >"$t/sys/devices/$i/bInterfaceNumber"
	printf '%s\n' DEVTYPE=usb_interface DRIVER=ftdi_sio PRODUCT=403/6001/600 TYPE=0/0/0 \
		MODALIAS=usb:v0403p6001d0600dc00dsc00dp00icFFiscFFipFFin00 >"$t/sys/devices/$i/uevent"
	mkdir -p "$t/dev/serial/by-id"
	ln -s ../../ttyUSB$n "$t/dev/serial/by-id/usb-$n"
	virtual "$t" tty$n
	n=$((n + 1))
done
for n in 0 1 2 3; do
	uart "$t" ttyS$n platform/serial8250/serial8250:0/serial8250:0.$n 0
done

strace -f -c -o count "$BIN/spc" --sys-root "$t" --list >out
[ "$(sed 1d out | grep -c '0403:6001  SN.*FT232R number .*ftdi_sio ')" -eq 64 ] || fail "$(wc -l <out) lines for 64 ports"
n=$(calls count)
echo "spc --list of 64 ports: $n system calls"
[ "$n" -gt 64 ] && [ "$n" -lt 1000 ] || fail "$n system calls: $(cat count)"
