# SPDX-License-Identifier: MIT
# The live list on a console (Wine's, drawn in a terminal by tmux): arrows, filter, hot-plug, end.
. "$SRC/tests/e2e/spc/windows/prefix.inc"
. "$SRC/tests/e2e/spc/windows/seeded.inc"
command -v tmux >/dev/null || fail 'tmux is not installed'
own_prefix
seed_ports
cp "$BIN/../tests/spc_probe.exe" portable/other.exe
tm() { tmux -S "$PWD/socket" -f /dev/null "$@"; }
# see TEXT...: waits until the screen has one of them.
see() {
	printf '%s\n' "$@" >wanted
	_tries=150
	until tm capture-pane -p | grep -qFf wanted; do
		_tries=$((_tries - 1))
		[ "$_tries" -gt 0 ] || {
			tm capture-pane -p >&2
			tm kill-server
			fail "the screen lacks: $*"
		}
		sleep 0.2
	done
}
# On a busy machine Wine's console may come too late, and clear the screen after spc has ended for
# want of it (status 2): again.
start() {
	rm -f started
	for _start in 1 2 3; do
		tm send-keys "clear; $RUNNER portable/spc.exe --program portable/other.exe --template '{port} {baud}'; \
echo status=\$?." Enter
		see 'Enter start' 'status=2.'
		tm capture-pane -p | grep -qF 'status=2.' || return 0
	done
	tm capture-pane -p >&2
	tm kill-server
	fail 'no console, three times'
}
# Ports by name, since COM1 depends on this machine: typing filters.
tm new-session -d -x 100 -y 20 "exec env PS1='ready> ' sh"
see 'ready>'
start
see '中文串口设备'
see 'COM20'
tm send-keys c o m 7
see 'Serial ports: 1'
tm send-keys Tab Enter
see 'status=7.'
[ "$(sed 1d started | tr '\n' ' ')" = 'COM7 230400 ' ] || fail "filter: $(cat started)"

start
# (Wine's console takes no End from a terminal.)
tm send-keys NPage Up Enter
see 'status=7.'
[ "$(sed 1d started | tr '\n' ' ')" = 'COM12 115200 ' ] || fail "arrows: $(cat started)"

# What comes is marked, what goes is marked and cannot be started.
start
reg_begin
reg_device 'ROOT\PORTS\0001' COM30 'Came later'
reg_import
see '+  COM30'
program reg delete 'HKLM\System\CurrentControlSet\Enum\ROOT\PORTS\0001' /f >/dev/null 2>&1 </dev/null
see '-  COM30'
tm send-keys Escape
see 'status=3.'
[ ! -e started ] || fail 'Esc started something'

# The mouse and the window's size, which reach a console by records alone.
cp "$BIN/../tests/spc_console.exe" portable/console.exe
console() {
	rm -f started
	tm send-keys "clear; $RUNNER portable/console.exe $1 '$2' portable/spc.exe --program portable/other.exe \
--template '{port} {baud}'; echo $1 ended: \$?." Enter
	# A word of its own: what the call before said may still be on the screen.
	see "$1 ended: $3."
}
console click COM9 7
[ "$(sed 1d started | tr '\n' ' ')" = 'COM9 115200 ' ] || fail "double click: $(cat started)"
console wheel COM9 7
[ "$(sed 1d started | tr '\n' ' ')" = 'COM12 115200 ' ] || fail "wheel: $(cat started)"
console resize 'Enter start' 3
tm kill-server
