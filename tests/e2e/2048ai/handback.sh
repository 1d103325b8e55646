# SPDX-License-Identifier: MIT
# The computer plays on a real (tmux) screen until a move by hand takes the game back.
[ -z "$RUNNER" ] || skip 'tmux draws a terminal, not a console'
command -v tmux >/dev/null || lacks tmux
tm() { tmux -S "$PWD/socket" -f /dev/null "$@"; }
screen() { tm capture-pane -p; }
die() {
	screen >&2
	tm kill-server
	fail "$1"
}
# see TEXT: waits until the screen has it.
see() {
	_tries=150
	until screen | grep -qF -- "$1"; do
		_tries=$((_tries - 1))
		[ "$_tries" -gt 0 ] || die "the screen lacks: $1"
		sleep 0.1
	done
}
moves() { screen | sed -n 's/.* \([0-9][0-9]*\) moves.*/\1/p'; }
is_auto() { screen | grep -q 'moves   auto'; }
# The computer has gone on by some moves.
plays() {
	see 'moves   auto'
	_from=$(moves) _tries=150
	until [ "$(moves)" -gt $((_from + 3)) ]; do
		_tries=$((_tries - 1))
		[ "$_tries" -gt 0 ] || die 'the computer does not play'
		sleep 0.1
	done
}
# After a move key nothing moves by itself any more.
rests() {
	_tries=50
	while is_auto; do
		_tries=$((_tries - 1))
		[ "$_tries" -gt 0 ] || die "$1 does not take the game back"
		sleep 0.1
	done
	_from=$(moves)
	sleep 1
	[ "$(moves)" = "$_from" ] || die "moves go on after $1"
}

tm new-session -d -x 100 -y 30 "exec env PS1='ready> ' LC_ALL=C.UTF-8 TERM=screen-256color sh"
see 'ready>'
tm send-keys "clear; $BIN/2048ai --play --seed=5 --depth=2; echo status=\$?." Enter
see '0 moves'
for key in Left s h Down; do
	tm send-keys p
	plays
	tm send-keys "$key"
	rests "$key"
done
# At full speed, and with the list of keys on the screen.
tm send-keys + + + p
plays
tm send-keys Up
rests Up
tm send-keys - - - p
plays
tm send-keys '?' Up
rests 'Up at the list of keys'
tm send-keys q
see 'status=0.'
tm kill-server
