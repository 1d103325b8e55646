# SPDX-License-Identifier: MIT
# The builtin terminal on a console (Wine's, drawn in a terminal by tmux): keys, commands, what is shown.
. "$SRC/tests/e2e/spc/windows/prefix.inc"
. "$SRC/tests/e2e/spc/windows/seeded.inc"
command -v tmux >/dev/null || fail 'tmux is not installed'
own_prefix
seed_ports
tm() { tmux -S "$PWD/socket" -f /dev/null "$@"; }
see() {
	waits 30 "tm capture-pane -p | grep -qF -- '$1'" || {
		tm capture-pane -p >&2
		tm kill-server
		fail "the screen lacks: $1"
	}
}
# hears BYTES: what the board has got, as od names it.
hears() {
	waits 30 "[ \"\$(od -An -c got | tr -d ' \\n')\" = '$1' ]" || {
		tm capture-pane -p >&2
		tm kill-server
		fail "the board got $(od -An -c got), not $1"
	}
	: >got
}
timeout 300 cat com7.far >>got &
pids="$pids $!"
tm new-session -d -x 100 -y 30 "exec env PS1='ready> ' sh"
see 'ready>'
tm send-keys "clear; $RUNNER portable/spc.exe COM7 -p builtin --log=k.log; echo status=\$?." Enter
see 'Ctrl-] q quits'
# Keys are the board's; Enter is CR. (Ctrl-C, Ctrl-Z are Linux's when Wine draws its console there.)
tm send-keys 'ls' Enter
hears 'ls\r'
tm send-keys C-a C-x Tab
hears '001030\t'
tm send-keys Up
hears '033[A'
tm send-keys '固'
hears '345233272'
# Colours and characters are shown, and nothing that makes a console answer.
printf 'plain \033[7m固件\033[0m\r\n\033[6n\033[c\005after\r\n' >com7.far
see 'plain 固件'
see 'after'
sleep 0.5
[ ! -s got ] || fail "the console answered the board: $(od -c got)"
tm send-keys C-] '?'
see 'BREAK'
tm send-keys C-] i
see '115200,8,n,1,N'
tm send-keys C-] x
see 'hexadecimal view on'
printf 'hexed\000' >com7.far
see '68 65 78 65 64 00'
tm send-keys C-] q
see 'status=0.'
grep -q after k.log || fail 'the log lacks it'
# The console is as it was: a line is edited again, and shown.
tm send-keys 'echo back""again' Enter
see 'backagain'
tm kill-server
