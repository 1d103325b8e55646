# SPDX-License-Identifier: MIT
# Games on a real (tmux) screen: against the computer, undo, hint, two people, small screens, what is
# kept whatever ends the program.
[ -z "$RUNNER" ] || skip 'a console is not a pseudo-terminal'
command -v tmux >/dev/null || lacks tmux
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
		sleep 0.1
	done
}
kept=$HOME/.config/biosbelt/gobang.sgf
moves() { tool gobang --replay="$kept" | sed -n 's/^ *[0-9]* [XO] //p' | tr '\n' ' '; }
start() {
	tm send-keys "clear; sh -c 'echo \$\$ >pid; exec $BIN/gobang $*'; echo status=\$?." Enter
	see 'to move'
}
shell="exec env PS1='ready> ' LC_ALL=C.UTF-8 TERM=screen-256color sh"
tm new-session -d -x 100 -y 24 "$shell"
see 'ready>'

# Black begins in the middle; the computer answers; what it played is kept at once.
start
see 'Black to move  Move 0'
tm send-keys Enter
see 'Move 2'
[ "$(moves | wc -w)" -eq 2 ] || fail "kept: $(moves)"
case $(moves) in H8\ *) ;; *) fail "the first move: $(moves)" ;; esac
tm send-keys u
see 'Move 0'
[ -z "$(moves)" ] || fail "kept after undo: $(moves)"
tm send-keys i
see 'Hint: H8'
tm send-keys Enter
see 'Move 2'
tm send-keys '#'
see '  1'
tm send-keys q
see 'status=0.'

# Whoever goes on finds it as it was; a killed program loses nothing.
before=$(moves)
start --continue
see 'Move 2'
tm send-keys n
see 'Move 0'
[ "$(moves)" = "$before" ] || fail 'a new game without a move replaced the kept one'
tm send-keys Enter
see 'Move 2'
kill -9 "$(cat pid)"
see 'status=137.'
tm respawn-window -k "$shell" # the terminal is as the killed program left it
see 'ready>'
[ "$(moves | wc -w)" -eq 2 ] || fail "kept after kill -9: $(moves)"
# To go on with a game leaves the one before it.
printf 'the one before\n' >"${kept%.sgf}-before.sgf"
start --continue
see 'Move 2'
tm send-keys Down Enter
see 'Move 4'
tm send-keys q
see 'status=0.'
[ "$(cat "${kept%.sgf}-before.sgf")" = 'the one before' ] || fail 'the game before was replaced'

# Two people: four in a row, the hint shows the five, the end.
start --white=person
for row in 1 2 3 4; do
	tm send-keys Enter Down Enter Up Right
	see "Move $((2 * row))"
done
tm send-keys i
see 'Forced win: '
tm send-keys Enter
see 'Black wins.'
tm send-keys q
see 'status=0.'
[ "$(tool gobang --replay="$kept" | tail -n 1)" = 'black wins' ] || fail 'the end is not kept'
tm send-keys clear Enter

# A line that wins by fours is shown whole.
printf '(;GM[4]SZ[15]\n;B[hh];W[gh];B[ih];W[aa];B[jh];W[oa];B[kf];W[ao];B[ke];W[oo])' >forced.sgf
start --continue --file=forced.sgf --white=person
tm send-keys i
see 'Forced win: K8 L8 K'
tm send-keys q
see 'status=0.'
tm send-keys clear Enter

# White: the computer begins. To look on: the game goes to its end by itself.
start --black=1 --white=person
see 'Move 1'
tm send-keys g g
see 'Black wins.'
tm send-keys q
see 'status=0.'
tm send-keys clear Enter
start --black=2 --white=1 --size=5
see "A draw."
tm send-keys q
see 'status=0.'
tm send-keys clear Enter

# A file that cannot be written is tried again after each move; what is lost in the end is reported.
start --file=later/x.sgf --white=1
tm send-keys Enter
see 'not saved'
mkdir later
tm send-keys u
see 'Move 0'
tm send-keys q
see 'status=0.'
[ -s later/x.sgf ] || fail 'nothing was kept'
tm send-keys clear Enter
start --file=never/x.sgf --white=1
tm send-keys Enter
see 'not saved'
tm send-keys q
see 'gobang: never/x.sgf: '
see 'status=1.'
tm send-keys clear Enter

# Nor is a file replaced that was made after the start.
start --file=mine.sgf --white=1
printf '(;GM[4])' >mine.sgf
tm send-keys Enter
see 'not saved'
tm send-keys q
see 'gobang: mine.sgf: '
see 'status=1.'
[ "$(cat mine.sgf)" = '(;GM[4])' ] || fail 'a file of another program was replaced'
tm send-keys clear Enter

# On a full disk (here: no file may have a byte) the game before stays, and what is lost is reported.
before=$(moves)
[ -n "$before" ] || fail 'no game before'
tm send-keys "clear; trap '' XFSZ; (ulimit -f 0; exec $BIN/gobang --white=1); echo status=\$?." Enter
see 'to move'
tm send-keys Enter
see 'not saved'
tm send-keys q
see 'status=1.'
[ "$(moves)" = "$before" ] || fail "the game before is lost: $(moves)"
# Nor is a folder that cannot be made passed over.
tm send-keys "clear; HOME=/dev/null XDG_CONFIG_HOME= $BIN/gobang --white=1; echo status=\$?." Enter
see 'to move'
tm send-keys Enter
see 'not saved'
tm send-keys q
see 'cannot make the folder'
see 'status=1.'
tm send-keys clear Enter

# A second game at a time is played and says that it is not kept.
start
tm split-window -l 5 "exec env LC_ALL=C.UTF-8 TERM=screen-256color $BIN/gobang"
see 'not saved'
tm send-keys q
tm respawn-window -k "$shell"
see 'ready>'

# Small screens and resizing.
tm send-keys clear Enter
start --size=20
tm resize-window -x 20 -y 5
see '? keys  Q quit'
screen | grep -q ' \. ' || fail 'no board on 20x5'
tm send-keys '?'
see 'Arrows HJKL  go to …'
tm send-keys '?'
tm resize-window -x 60 -y 24
see 'Black to move  Move 0   X person   O level 2   freestyle'
tm send-keys +
see 'O level 3'
tm send-keys -- -
see 'O level 2'
tm resize-window -x 100 -y 30
see 'K  L  M  N  O  P  Q  R  S  T'
tm send-keys q
see 'status=0.'

# In Chinese, the rule too.
tm send-keys "clear; $BIN/gobang --lang=zh --rule=exact" Enter
see '黑方走  手数 0   X 黑方: 人   O 白方: 级别 2   恰好五子'
tm send-keys q
tm kill-server
