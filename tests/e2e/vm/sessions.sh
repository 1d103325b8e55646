# SPDX-License-Identifier: MIT
# The builtin terminal through replugs, as many as /replugs says of each kind: two boards with one VID:PID and one serial number (then
# none) in two sockets, that change their names as they come in either order. Its log has each boot
# of its own board and not a word of the other; it is the same process all the time.

# plug_at GADGET SOCKET
plug_at() { echo "$(ls /sys/class/udc | sed -n "$2p")" >/sys/kernel/config/usb_gadget/$1/UDC; }
far_end() { echo "/dev/ttyGS$(cat /sys/kernel/config/usb_gadget/$1/functions/acm.${1}1/port_num)"; }
boots() { grep -c '^boot' /tmp/session.log; }
quiet_end() { stty -F "$1" raw -echo; }

# sessions NAME SERIAL CYCLES
sessions() {
	gadget $1a 1209 0010 "$2" Maker Board 1
	gadget $1b 1209 0010 "$2" Maker Board 1
	mine=$(far_end $1a)
	other=$(far_end $1b)
	rm -f /tmp/session.log
	plug_at $1a 1
	until_true 10 '[ -e /dev/ttyACM0 ]'
	plug_at $1b 2
	until_true 10 '[ -e /dev/ttyACM1 ]'
	spc ttyACM0 -p builtin --log=/tmp/session.log </dev/null >/dev/null 2>/tmp/session.err &
	session=$!
	until_true 10 '[ -s /tmp/session.err ]'
	n=0
	lost=
	moved=0
	while [ $n -lt $3 ]; do
		quiet_end "$mine"
		quiet_end "$other"
		echo "boot $n" >"$mine"
		echo 'the other board' >"$other" & # nobody listens there
		until_true 10 '[ "$(boots)" -gt $n ]' || lost="$lost $n"
		n=$((n + 1))
		unplug $1a
		until_true 10 '[ "$(grep -c "is gone" /tmp/session.err)" -ge $n ]' || lost="$lost gone:$n"
		case $((n % 4)) in
		1) plug_at $1a 1 ;;
		2 | 3)
			unplug $1b
			until_true 10 '[ ! -e /dev/ttyACM0 ] && [ ! -e /dev/ttyACM1 ]'
			plug_at $1b 2
			until_true 10 '[ -e /dev/ttyACM0 ]'
			plug_at $1a 1 # now it has the other's name
			;;
		0)
			unplug $1b
			until_true 10 '[ ! -e /dev/ttyACM0 ] && [ ! -e /dev/ttyACM1 ]'
			plug_at $1a 1
			until_true 10 '[ -e /dev/ttyACM0 ]'
			plug_at $1b 2
			;;
		esac
		until_true 10 '[ "$(grep -c "is back" /tmp/session.err)" -ge $n ]' || lost="$lost back:$n"
		ls -l /proc/$session/fd | grep -q 'ttyACM1$' && moved=$((moved + 1))
		[ -z "$lost" ] || break
	done
	is sessions.$1.lost "$lost" ''
	is sessions.$1.others "$(grep -c other /tmp/session.log)" 0
	is sessions.$1.boots "$(boots)" $3
	kill -0 $session && ok sessions.$1.alive || bad sessions.$1.alive "$(tail -n 1 /tmp/session.err)"
	echo "INFO sessions $1: $3 replugs, $moved times under the other name"
	kill $session
	for g in $1a $1b; do
		unplug $g
		rm /sys/kernel/config/usb_gadget/$g/configs/c.1/acm.${g}1
		rmdir /sys/kernel/config/usb_gadget/$g/functions/acm.${g}1 # there are eight ttyGS at most
	done
	until_true 10 '! names | grep -q ttyACM'
}
sessions twin 0001 "$(cat /replugs)"
sessions bare '' "$(cat /replugs)"
