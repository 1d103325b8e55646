# SPDX-License-Identifier: MIT
# The live list on a real (tmux) screen: arrows, filter, numbers, mouse, hot-plug, clean-up.
command -v tmux >/dev/null || lacks tmux
. "$SRC/tests/e2e/spc/tree.inc"
t="$PWD/tree"
full_tree "$t"
printf '#!/bin/sh\necho "$@" >started\n' >term
chmod 755 term
tm() { tmux -S "$PWD/socket" -f /dev/null "$@"; }
screen() { tm capture-pane -p; }
# see TEXT: waits until the screen has it.
see() {
	_tries=150
	until screen | grep -qF -- "$1"; do
		_tries=$((_tries - 1))
		[ "$_tries" -gt 0 ] || {
			screen >&2
			tm kill-server
			fail "the screen lacks: $1"
		}
		sleep 0.2
	done
}
start() {
	rm -f started
	tm send-keys "clear; $BIN/spc --sys-root $t --program ./term --template '{port} {baud}'; echo status=\$?." Enter
	see 'Enter start'
}

tm new-session -d -x 100 -y 20 "exec env PS1='ready> ' LC_ALL=C.UTF-8 TERM=screen-256color sh"
see 'ready>'
start
see 'Serial ports: 9'
see '中文串口设备'
tm send-keys Down Down Enter
see 'status=0.'
[ "$(cat started)" = 'ttyAMA0 115200' ] || fail "arrows: $(cat started)"

start
tm send-keys 6
see 'status=0.'
[ "$(cat started)" = 'ttyUSB0 115200' ] || fail "number: $(cat started)"

start
see '115200,8,n,1,N'
tm send-keys c p 2 1 Tab
see 'Filter: cp21'
see 'Serial ports: 2'
see '230400,8,n,1,N'
tm send-keys Down BTab BTab Tab Tab Enter
see 'status=0.'
[ "$(cat started)" = 'ttyUSB2 230400' ] || fail "filter: $(cat started)"

# Hot-plug is marked; what goes is marked too and cannot be started.
start
usb "$t" $hub/1-7 0403 6015 XX FTDI 'New one'
tty "$t" ttyUSB3 $hub/1-7/1-7:1.0/ttyUSB3
see '+  ttyUSB3'
rm "$t/sys/class/tty/ttyUSB3" "$t/dev/ttyUSB3"
see '-  ttyUSB3'
tm send-keys Escape
see 'status=3.'
[ ! -e started ] || fail 'Esc started something'

# Double click on a row (SGR mouse bytes as a terminal sends them): third port, row 5.
start
tm send-keys -H 1b 5b 3c 30 3b 31 30 3b 35 4d 1b 5b 3c 30 3b 31 30 3b 35 6d
tm send-keys -H 1b 5b 3c 30 3b 31 30 3b 35 4d 1b 5b 3c 30 3b 31 30 3b 35 6d
see 'status=0.'
[ "$(cat started)" = 'ttyAMA0 115200' ] || fail "double click: $(cat started)"

# A signal leaves the terminal as it was.
start
pkill_pid=$(tm list-panes -F '#{pane_pid}')
child=$(cat "/proc/$pkill_pid/task/$pkill_pid/children")
kill -TERM $child
see 'status=143.'
tm send-keys 'stty -a | grep -o " echo "' Enter
see ' echo '
tm send-keys 'clear; echo done' Enter
see 'done'

# A small screen, and one that changes its size.
tm resize-window -x 40 -y 8
start
tm resize-window -x 90 -y 15
see 'type to filter'
tm send-keys C-c
see 'status=3.'

# A terminal that cannot draw: numbers.
tm send-keys "clear; TERM=dumb $BIN/spc --sys-root $t --program ./term --template '{port}'; echo status=\$?." Enter
see 'Number:'
tm send-keys nonsense Enter 4 Enter
see 'status=0.'
[ "$(cat started)" = ttyS0 ] || fail "prompt: $(cat started)"
tm kill-server
