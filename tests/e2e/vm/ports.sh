# SPDX-License-Identifier: MIT
# Ports of every kind the emulator and the kernel can make.
names() { spc --list | sed 1d | cut -d' ' -f1 | tr '\n' ' ' | sed 's/ $//'; }
# field PORT KEY: a value of the JSON list
field() { spc --json --output-encoding=utf-8 "$1" | sed -n "s/^ *\"$2\": \"\{0,1\}\(.*[^\",]\)\"\{0,1\},\{0,1\}$/\1/p"; }

uarts='ttyS0 ttyS4 ttyS5 ttyS6' # on the board, one of a card, two of another card
until_true 10 '[ -e /dev/ttyUSB0 ]'
is ports.start "$(names)" "$uarts ttyUSB0"
# Three listers and what is there: which ports each of them has too many, which too few.
list_by() {
	case $1 in
	spc) names ;;
	libserialport) sp_list | sed 's,/dev/,,' ;;
	pyserial) /bin/python3 -S -B /list_ports.py ;;
	esac | tr ' ' '\n' | sort
}
# without A B: the words of A that are not in B
without() {
	for _w in $1; do
		case " $2 " in *" $_w "*) ;; *) printf '%s ' "$_w" ;; esac
	done
}
all=0
for lister in spc libserialport pyserial; do
	: >/tmp/ghosts.$lister
	: >/tmp/missed.$lister
done
# compare NAME PORTS
compare() {
	for _p in $2; do all=$((all + 1)); done
	for lister in spc libserialport pyserial; do
		_got=$(list_by $lister | tr '\n' ' ')
		without "$_got" "$2" >/tmp/more
		without "$2" "$_got" >/tmp/fewer
		cat /tmp/more >>/tmp/ghosts.$lister
		cat /tmp/fewer >>/tmp/missed.$lister
		[ -n "$_got" ] && ok "peers.$1.$lister" || bad "peers.$1.$lister" 'it listed nothing'
		[ ! -s /tmp/more ] || echo "INFO $1: $lister has a ghost: $(cat /tmp/more)"
		[ ! -s /tmp/fewer ] || echo "INFO $1: $lister misses: $(cat /tmp/fewer)"
	done
}
pci=$(names | tr ' ' '\n' | grep ttyS | tail -n 1)
is ports.pci.bus "$(field "$pci" bus)" pci
is ports.cards "$(for p in $uarts; do field $p topology; done | sort -u | wc -l)" 4
is ports.ftdi.vid "$(field ttyUSB0 vid):$(field ttyUSB0 pid)" 0403:6001
is ports.ftdi.driver "$(field ttyUSB0 driver)" ftdi_sio
is ports.ftdi.product "$(field ttyUSB0 product)" "QEMU USB SERIAL"
echo "INFO names in /sys/class/tty: $(ls /sys/class/tty | wc -l), of them ttyS: $(ls -d /sys/class/tty/ttyS* | wc -l)"
compare start "$uarts ttyUSB0"

# A twin with the same serial number, through the emulator.
spc --watch --json >/tmp/watch 2>&1 &
watch=$!
usleep 500000
echo PLUG
until_true 10 'names | grep -q ttyUSB1'
is ports.twin "$(names)" "$uarts ttyUSB0 ttyUSB1"
is ports.twin.serial "$(field ttyUSB1 serial)" "$(field ttyUSB0 serial)"
[ "$(field ttyUSB1 topology)" != "$(field ttyUSB0 topology)" ] && ok ports.twin.topology ||
	bad ports.twin.topology same
compare twin "$uarts ttyUSB0 ttyUSB1"
echo UNPLUG
until_true 10 '! names | grep -q ttyUSB1'
is ports.unplugged "$(names)" "$uarts ttyUSB0"
usleep 300000
is watch.twin "$(grep -c '"name":"ttyUSB1"' /tmp/watch)" 2

# gadget NAME VID PID SERIAL MAKER PRODUCT FUNCTIONS [KIND]
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
		mkdir -p $g/functions/${8:-acm}.$1$i
		ln -s $g/functions/${8:-acm}.$1$i $g/configs/c.1/
	done
}
plug() { echo "$(ls /sys/class/udc | head -n 1)" >/sys/kernel/config/usb_gadget/$1/UDC; }
unplug() { echo '' >/sys/kernel/config/usb_gadget/$1/UDC; }
added() { grep '"event":"added"' /tmp/watch | grep -c "\"name\":\"$1\""; }

gadget zh 1d6b 0104 串口001 张三 中文串口设备 '1 2'
plug zh
until_true 10 'names | grep -q ttyACM1'
# The far ends, ttyGS, are ports too: of a machine that is itself the device.
is ports.two_interfaces "$(names)" "ttyACM0 ttyACM1 ttyGS0 ttyGS1 $uarts ttyUSB0"
is ports.gadget "$(field ttyGS1 bus)" gadget
is ports.chinese.product "$(field ttyACM0 product)" 中文串口设备
is ports.chinese.serial "$(field ttyACM0 serial)" 串口001
is ports.chinese.maker "$(field ttyACM0 manufacturer)" 张三
[ "$(field ttyACM0 interface)" != "$(field ttyACM1 interface)" ] && ok ports.interfaces ||
	bad ports.interfaces same
compare two_interfaces "ttyACM0 ttyACM1 ttyGS0 ttyGS1 $uarts ttyUSB0"
unplug zh
until_true 10 '! names | grep -q ttyACM'
gadget bare 1a86 7523 '' '' '' 1
plug bare
until_true 10 'names | grep -q ttyACM0'
is ports.no_serial "$(field ttyACM0 serial)" null
compare no_serial "ttyACM0 ttyGS0 ttyGS1 ttyGS2 $uarts ttyUSB0"
unplug bare
until_true 10 '! names | grep -q ttyACM'
evil=$(printf 'S\033]0;x\007\033[2J')
gadget evil dead beef "$evil" "$evil" "$evil" 1
plug evil
until_true 10 'names | grep -q ttyACM0'
spc --list | grep -q "$(printf '\033')" && bad ports.hostile 'an escape came through' || ok ports.hostile
compare hostile "ttyACM0 ttyGS0 ttyGS1 ttyGS2 ttyGS3 $uarts ttyUSB0"
unplug evil
until_true 10 '! names | grep -q ttyACM'
# A chip without a driver of its own, taken by the one for any (usbserial vendor= product=).
gadget any 1209 0001 A7 Maker 'Any chip' 1 gser
plug any
until_true 10 'names | grep -q ttyUSB1'
is ports.generic.driver "$(field ttyUSB1 driver)" usbserial_generic
is ports.generic.product "$(field ttyUSB1 product)" 'Any chip'
compare generic "ttyGS0 ttyGS1 ttyGS2 ttyGS3 ttyGS4 $uarts ttyUSB0 ttyUSB1"
unplug any
until_true 10 '! names | grep -q ttyUSB1'
for lister in spc libserialport pyserial; do
	echo "INFO $lister: $(wc -w </tmp/ghosts.$lister) ghosts and $(wc -w </tmp/missed.$lister) missed of $all"
done
is peers.spc.total "$(cat /tmp/ghosts.spc /tmp/missed.spc)" ''

# How soon --watch tells of a port after its device was made.
spent=
for n in 1 2 3 4 5 6 7 8 9; do
	n=$(added ttyACM0)
	plug zh
	until_true 10 '[ "$(added ttyACM0)" -gt "$n" ]'
	told=$(grep '"event":"added"' /tmp/watch | grep '"name":"ttyACM0"' | tail -n 1 |
		sed 's/.*"time_ms":\([0-9]*\).*/\1/')
	spent="$spent$((told - $(stamp - /dev/ttyACM0)))
"
	unplug zh
	until_true 10 '! names | grep -q ttyACM'
done
echo "INFO from the device to the news in ms (emulated): $(echo "$spent" | grep . | sort -n | tr '\n' ' ')"

# --wait starts the program as soon as it can: how long after the device was made. (The program
# itself writes that down: a shell would take as long again to start, and so would shared libraries.)
kill -STOP $watch # it would share the one processor
spent=
for n in 1 2 3 4 5 6 7 8 9; do
	rm -f /tmp/started
	spc --wait=1d6b:0104.A --program=/bin/stamp --template='/tmp/started {device} {sercfg}' &
	waiter=$!
	usleep 700000
	plug zh
	wait $waiter || bad wait.status $?
	read -r ms words </tmp/started
	spent="$spent$ms
"
	is wait.arguments.$n "$words" '/dev/ttyACM0 115200,8,n,1,N'
	unplug zh
	until_true 10 '! names | grep -q ttyACM'
done
kill -CONT $watch
echo "INFO from the device to the program in ms (emulated): $(echo "$spent" | grep . | sort -n | tr '\n' ' ')"
cat >/tmp/term <<'END'
#!/bin/sh
echo "$@" >/tmp/arguments
END
chmod 755 /tmp/term

# Rights that come later, as udev sets them.
cd /tmp
su nobody -s /bin/sh -c "spc --wait=1d6b:0104.A --program=/tmp/term --template='{device}'" &
waiter=$!
chmod 777 /tmp
rm -f /tmp/arguments
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
