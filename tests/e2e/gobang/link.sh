# SPDX-License-Identifier: MIT
# Two machines: over TCP and over a serial line, undo and a new game by consent, whoever ends and comes
# back, strangers and hostile ones at the port.
[ -z "$RUNNER" ] || skip 'a console is no pseudo-terminal'
command -v tmux >/dev/null || lacks tmux
tm() { tmux -S "$PWD/socket" -f /dev/null "$@"; }
line=
end() {
	tm kill-server 2>/dev/null
	[ -z "$line" ] || kill "$line" 2>/dev/null
}
trap end EXIT
# see WHERE TEXT: waits until the screen of the window has it.
see() {
	_tries=200
	until tm capture-pane -p -t "$1" | grep -qF -- "$2"; do
		_tries=$((_tries - 1))
		[ "$_tries" -gt 0 ] || {
			tm capture-pane -p -t "$1" >&2
			fail "the screen of $1 lacks: $2"
		}
		sleep 0.1
	done
}
key() {
	_w=$1
	shift
	tm send-keys -t "$_w" "$@"
}
shell="exec env PS1='ready> ' LC_ALL=C.UTF-8 TERM=screen-256color sh"
tm new-session -d -n host -x 110 -y 24 "$shell"
tm new-window -n guest "$shell"
start() { # start WINDOW OPTION...; set +m: a program that is stopped for a moment stays in front
	_window=$1
	shift
	key "$_window" "set +m; clear; $BIN/gobang --file=$_window.sgf $*; echo status=\$?." Enter
}
quit() {
	key "$1" q
	see "$1" 'status=0.'
}
moves() { tool gobang --replay="$1.sgf" | sed -n 's/^ *[0-9]* [XO] //p' | tr '\n' ' '; }

# Over TCP; port 0 takes any free one, which the screen names.
start host --host=tcp:0 --rule=renju --clock=90
see host 'Waiting for the other machine, 127.0.0.1 port'
port=$(tm capture-pane -p -t host | sed -n 's/.*127\.0\.0\.1 port \([0-9]*\).*/\1/p')
start guest --join=tcp:"$port"
see guest 'renju'
see guest 'White: person 90:00'
key host Enter
see guest 'Move 1'
key guest Right Enter
see host 'Move 2'
key guest u
see host 'Undo? Y or N'
key host n
see guest 'The other side refused.'
key guest u
see host 'Undo? Y or N'
key host y
see guest 'Move 1'
key guest Down Enter
see host 'Move 2'
[ "$(moves host)" = "$(moves guest)" ] || fail "host: $(moves host) guest: $(moves guest)"

# The guest ends and comes back; the host does, with the game it kept.
quit guest
see host 'The other machine has left.'
rm -f guest.sgf
start guest --join=tcp:127.0.0.1:"$port"
see guest 'Move 2'
quit host
start host --host=tcp:"$port" --continue
see guest 'person 30:00' # clocks begin anew
key host Up Up Enter
see guest 'Move 3'
key guest g g
see host 'Black wins.'
key guest n
see host 'New game? Y or N'
key host y
see guest 'Move 0   X Black: person'
see host 'O White: person'
quit guest

# The game that a guest had kept stays as the one before, after an undo of the first stone too.
own=$PWD/home/.config/biosbelt
mkdir -p "$own"
printf '(;GM[4]SZ[15]\n;B[aa])\n' | tee "$own/gobang.sgf" >game
key guest "clear; HOME=$PWD/home XDG_CONFIG_HOME= $BIN/gobang --join=tcp:$port; echo status=\$?." Enter
see guest 'Move 0   X Black: person'
sleep 0.5 # until it has the moves, of which there are none
cmp game "$own/gobang.sgf" || fail 'a game without a move replaced the kept one'
key guest Enter
see guest 'Move 1'
key guest u
see host 'Undo? Y or N'
key host y
see guest 'Move 0'
key guest Enter
see host 'Move 1'
[ "$(tool gobang --replay="$own/gobang.sgf" | sed -n 's/^ *1 X //p')" = H8 ] || fail 'the game is not kept'
cmp game "$own/gobang-before.sgf" || fail 'the game before was replaced'
quit guest

# Strangers: one that speaks something else, one that says nothing, one that never stops, one that
# reads nothing, one of another version. The game can be played on, and says what is wrong.
if command -v python3 >/dev/null; then
	cat >peer.py <<'EOF'
import socket, sys, time, zlib
def line(text):
    return f"{text}*{zlib.crc32(text.encode()):08x}\n".encode()
s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
end = time.time() + (6 if sys.argv[2] == "http" else 2)
what = sys.argv[2]
try:
    if what == "http":
        s.sendall(b"GET / HTTP/1.0\r\n\r\n")
    while time.time() < end and not what.isdigit():
        if what == "flood":
            s.sendall(b"\x1b]0;x\x07" * 100000)
        elif what == "deaf":
            s.sendall(line("gobang 1 0 guest 0") * 1000)
        else:
            time.sleep(0.1)
    if what.isdigit():
        s.sendall(line(f"gobang {what} 1.0 guest 0"))
        time.sleep(1)
except OSError:
    pass
EOF
	for what in http silent flood deaf; do
		python3 peer.py "$port" $what
		key host Left
		key host Right
	done
	# Who comes while the one before is leaving is let in: the host, stopped for a moment, sees the
	# end of the one, which had been there or not yet, together with the other.
	host=$(pgrep -P "$(tm display-message -p -t host '#{pane_pid}')")
	for version in 7 8; do
		rm -f guest.sgf
		[ $version = 7 ] || kill -STOP "$host"
		start guest --join=tcp:"$port"
		see guest 'person 30:00'
		if [ $version = 7 ]; then
			see host 'The other machine is there.'
			kill -STOP "$host"
		fi
		quit guest
		python3 peer.py "$port" $version &
		sleep 0.5
		kill -CONT "$host"
		see host "speaks version $version of the link"
		wait
	done
fi
quit host

# What cannot be.
run gobang --join=nowhere
expect_rc 2
for place in tcp: tcp:300000 tcp:127.0.0.1:x serial: serial:ttyS0,what; do
	run gobang --join=$place
	expect_rc 2
done
run gobang --host=tcp --join=tcp
expect_rc 2
run gobang --join=tcp --rule=renju
expect_rc 2
start guest --host=serial:ttyNONE
see guest 'status=1.'

# Over a serial line; a level of the computer at one end.
command -v socat >/dev/null || lacks socat
serial_line() {
	socat pty,raw,echo=0,link=near pty,raw,echo=0,link=far >/dev/null 2>&1 &
	line=$!
}
serial_line
for _ in 1 2 3 4 5 6 7 8 9; do
	[ -e near ] && [ -e far ] && break
	sleep 0.2
done
rm -f host.sgf guest.sgf
start guest "--join=serial:$PWD/far,9600" --here=2
see guest 'Waiting for the other machine'
start host "--host=serial:$PWD/near,9600" --colour=black --clock=0
see host 'The other machine is there.'
key host Enter
see host 'Move 2'
see guest 'Move 2'
key host Left Left Enter
see host 'Move 4'
key host u
see host 'Move 2'
kill "$line"
wait "$line" 2>/dev/null || :
see host 'Waiting for the other machine'
key host Left Enter
see host 'Move 3'
serial_line
see host 'Move 4'
[ "$(moves host)" = "$(moves guest)" ] || fail "host: $(moves host) guest: $(moves guest)"
quit host
quit guest
