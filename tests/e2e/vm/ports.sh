# SPDX-License-Identifier: MIT
# Ports of every kind the emulator and the kernel can make.
names() { spc --list | sed 1d | cut -d' ' -f1 | tr '\n' ' ' | sed 's/ $//'; }
# field PORT KEY: a value of the JSON list
field() { spc --json "$1" | sed -n "s/^ *\"$2\": \"\{0,1\}\(.*[^\",]\)\"\{0,1\},\{0,1\}$/\1/p"; }

until_true 10 '[ -e /dev/ttyUSB0 ]'
is ports.start "$(names)" "ttyS0 ttyS1 ttyUSB0"
pci=$(names | tr ' ' '\n' | grep ttyS | tail -n 1)
is ports.pci.bus "$(field "$pci" bus)" pci
is ports.ftdi.vid "$(field ttyUSB0 vid):$(field ttyUSB0 pid)" 0403:6001
is ports.ftdi.driver "$(field ttyUSB0 driver)" ftdi_sio
is ports.ftdi.product "$(field ttyUSB0 product)" "QEMU USB SERIAL"
echo "INFO names in /sys/class/tty: $(ls /sys/class/tty | wc -l), of them ttyS: $(ls -d /sys/class/tty/ttyS* | wc -l)"
# compare: what libserialport says to the same ports.
compare() {
	echo "INFO $1: spc $(names)"
	[ ! -x /bin/sp_list ] || echo "INFO $1: libserialport $(sp_list | sed 's,/dev/,,' | sort | tr '\n' ' ')"
}
compare start

# A twin with the same serial number, through the emulator.
spc --watch --json >/tmp/watch 2>&1 &
watch=$!
usleep 500000
echo PLUG
until_true 10 'names | grep -q ttyUSB1'
is ports.twin "$(names)" "ttyS0 ttyS1 ttyUSB0 ttyUSB1"
is ports.twin.serial "$(field ttyUSB1 serial)" "$(field ttyUSB0 serial)"
[ "$(field ttyUSB1 topology)" != "$(field ttyUSB0 topology)" ] && ok ports.twin.topology ||
	bad ports.twin.topology same
echo UNPLUG
until_true 10 '! names | grep -q ttyUSB1'
is ports.unplugged "$(names)" "ttyS0 ttyS1 ttyUSB0"
usleep 300000
is watch.twin "$(grep -c '"name":"ttyUSB1"' /tmp/watch)" 2

# gadget NAME VID PID SERIAL MAKER PRODUCT FUNCTIONS UDC
mount -t configfs config /sys/kernel/config 2>/dev/null
gadget() {
	g=/sys/kernel/config/usb_gadget/$1
	mkdir -p $g/strings/0x409 $g/configs/c.1
	echo "0x$2" >$g/idVendor
	echo "0x$3" >$g/idProduct
	[ -z "$4" ] || echo "$4" >$g/strings/0x409/serialnumber
	[ -z "$5" ] || echo "$5" >$g/strings/0x409/manufacturer
	[ -z "$6" ] || echo "$6" >$g/strings/0x409/product
	for i in $7; do
		mkdir -p $g/functions/acm.$1$i
		ln -s $g/functions/acm.$1$i $g/configs/c.1/
	done
}
plug() { echo "$(ls /sys/class/udc | head -n 1)" >/sys/kernel/config/usb_gadget/$1/UDC; }
unplug() { echo '' >/sys/kernel/config/usb_gadget/$1/UDC; }
added() { grep '"event":"added"' /tmp/watch | grep -c "\"name\":\"$1\""; }

gadget zh 1d6b 0104 串口001 张三 中文串口设备 '1 2'
plug zh
until_true 10 'names | grep -q ttyACM1'
is ports.two_interfaces "$(names)" "ttyACM0 ttyACM1 ttyS0 ttyS1 ttyUSB0"
is ports.chinese.product "$(field ttyACM0 product)" 中文串口设备
is ports.chinese.serial "$(field ttyACM0 serial)" 串口001
is ports.chinese.maker "$(field ttyACM0 manufacturer)" 张三
[ "$(field ttyACM0 interface)" != "$(field ttyACM1 interface)" ] && ok ports.interfaces ||
	bad ports.interfaces same
compare 'two interfaces'
unplug zh
until_true 10 '! names | grep -q ttyACM'
gadget bare 1a86 7523 '' '' '' 1
plug bare
until_true 10 'names | grep -q ttyACM0'
is ports.no_serial "$(field ttyACM0 serial)" null
unplug bare
until_true 10 '! names | grep -q ttyACM'
evil=$(printf 'S\033]0;x\007\033[2J')
gadget evil dead beef "$evil" "$evil" "$evil" 1
plug evil
until_true 10 'names | grep -q ttyACM0'
spc --list | grep -q "$(printf '\033')" && bad ports.hostile 'an escape came through' || ok ports.hostile
unplug evil
until_true 10 '! names | grep -q ttyACM'

# --wait starts the program as soon as it can.
cat >/tmp/term <<'END'
#!/bin/sh
stamp >/tmp/started
echo "$@" >/tmp/arguments
END
chmod 755 /tmp/term
spc --wait=1d6b:0104 --program=/tmp/term --template='{device} {sercfg}' &
waiter=$!
usleep 700000
plug zh
wait $waiter
is wait.status $? 0
is wait.arguments "$(cat /tmp/arguments)" '/dev/ttyACM0 115200,8,n,1,N'
told=$(grep '"event":"added"' /tmp/watch | grep '"name":"ttyACM0"' | tail -n 1 | sed 's/.*"time_ms":\([0-9]*\).*/\1/')
echo "INFO the program ran $(($(cat /tmp/started) - told)) ms after the port was told (emulated, one processor)"
unplug zh
until_true 10 '! names | grep -q ttyACM'

# Rights that come later, as udev sets them.
cd /tmp
su nobody -s /bin/sh -c "spc --wait=1d6b:0104 --program=/tmp/term --template='{device}'" &
waiter=$!
chmod 777 /tmp
rm -f /tmp/started /tmp/arguments
usleep 700000
plug zh
until_true 10 '[ -e /dev/ttyACM0 ]'
usleep 500000
[ ! -e /tmp/arguments ] && ok wait.no_rights_yet || bad wait.no_rights_yet "started without rights"
su nobody -s /bin/sh -c "spc ttyACM0 --program=/tmp/term --template=x" 2>/tmp/error
is rights.status $? 4
chmod 666 /dev/ttyACM0
wait $waiter
is wait.rights "$(cat /tmp/arguments)" /dev/ttyACM0
unplug zh
until_true 10 '! names | grep -q ttyACM'
spc --last --program=/tmp/term --template='{device}'
is last.gone $? 3
plug zh
until_true 10 'names | grep -q ttyACM1'
spc --last --program=/tmp/term --template='{device}' && is last.back "$(cat /tmp/arguments)" /dev/ttyACM0
unplug zh
until_true 10 '! names | grep -q ttyACM'

# Plug cycles: none missed.
before=$(added ttyACM0)
cycles=200
n=0
while [ $n -lt $cycles ]; do
	plug zh
	until_true 10 '[ -e /dev/ttyACM0 ]'
	unplug zh
	until_true 10 '[ ! -e /dev/ttyACM0 ]'
	n=$((n + 1))
done
usleep 500000
is watch.cycles "$(($(added ttyACM0) - before))" $cycles
echo "INFO removals told: $(grep '"event":"removed"' /tmp/watch | grep -c '"name":"ttyACM0"')"
kill $watch
