# SPDX-License-Identifier: MIT
run 2048ai --auto --player=greedy --games=20 --csv=all.csv --state=all.state --save-replays=games
expect_rc 0
expect_out "20 games"
expect_out "ms of CPU time each"
expect_out "moves a second on "
[ -f games/game000019.2048 ] || fail "no replay"
# one game has no spread
run 2048ai --auto --player=greedy
expect_rc 0
grep -qx 'average  [0-9]*' out || fail "$(cat out)"
# half now, the rest later: the same games
tool 2048ai --auto --player=greedy --games=10 --state=half.state >out
run 2048ai --auto --player=greedy --games=20 --state=half.state --csv=half.csv --threads=1
expect_rc 0
cut -d, -f1-4 all.csv >a
cut -d, -f1-4 half.csv >b
cmp a b || fail "games differ after a restart"
run 2048ai --auto --player=greedy --games=1
grep -q ', 1 game$' out || fail "$(cat out)"
run 2048ai --auto --player=random --games=20 --state=half.state
expect_rc 2
expect_err "other settings"
printf 'junk\n' >bad.state
run 2048ai --auto --player=greedy --state=bad.state
expect_rc 1
run 2048ai --auto --player=greedy --state=games
expect_rc 1
expect_err "games: "
# a table that may not or cannot be written is told before any game, one that fails later costs none
run 2048ai --auto --player=greedy --games=2 --csv=all.csv --save-replays=none
expect_rc 1
expect_err "all.csv: exists already"
[ ! -e none/game000000.2048 ] || fail "games were played for a table that may not be written"
run 2048ai --auto --player=greedy --games=2 --csv=nowhere/a.csv --save-replays=none
expect_rc 1
expect_err "nowhere"
[ ! -e none/game000000.2048 ] || fail "games were played for a table that cannot be written"
if [ -z "${RUNNER:-}" ] && [ -e /dev/full ]; then
	run 2048ai --auto --player=greedy --games=2 --csv=/dev/full --force
	expect_rc 1
	expect_err "/dev/full"
	expect_out "2 games"
fi
# What follows is the same arithmetic and the same reading on every system.
[ -z "${RUNNER:-}" ] || exit 0
# "-" would be a file of that name beside the user's sources
run 2048ai --auto --player=greedy --games=2 --csv=-
expect_rc 2
[ ! -e ./- ] || fail "a file named -"
# a report for programs, or wrong use: never lines for people
mkdir one
tool 2048ai --auto --player=random --save-replays=one >/dev/null
run 2048ai --replay=one/game000000.2048 --json
expect_rc 2
expect_err "--json does not go with --replay"
# stopped and begun again by the same call
if [ -z "${RUNNER:-}" ]; then
	"$BIN/2048ai" --auto --depth=3 --games=1000 --state=cut.state --csv=cut.csv -q >out 2>err &
	pid=$!
	while [ ! -s cut.state ]; do sleep 0.1; done
	kill -TERM $pid
	wait $pid && fail "a stopped run ends well"
	[ ! -e cut.csv ] || fail "a table that the next call would not write over"
fi
run 2048ai --auto --player=classic --depth=1 --log=classic
expect_rc 0
expect_out "Current scores: heur "
expect_out "Move 0: result "
expect_out "Game Over. Your score is "
run 2048ai --auto --player=random --games=3 --json
expect_rc 0
expect_out '"results"'
expect_out '"low"'
# the table has the tiles of weak players too
run 2048ai --auto --player=random --games=20
expect_rc 0
expect_out "64       20   100.00%"
# a replay that cannot be written is named with its folder
run 2048ai --auto --player=random --save-replays=one
expect_rc 1
expect_err 'one/game000000.2048'
