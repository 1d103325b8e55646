# SPDX-License-Identifier: MIT
# A game that is played elsewhere: its tiles are typed in.
printf '2 0 0 0\n0 0 0 2\n0 0 0 0\n0 0 0 0\nLEFT B2 4\nd3\nscore 100\ntile b3 512\nundo\nq\nnonsense\n' >in
tool 2048ai --advise --depth=2 <in >out || fail "status $?"
grep -c '^best move: ' out | grep -qx 6 || fail "not six answers: $(cat out)"
[ "$(grep -c '^score 100$' out)" = 3 ] || fail "the score is not kept"
grep -q '^2       2      4      \.      \.$' out || fail "left b2 4 is another board"
[ "$(grep -c ' 512 ' out)" = 1 ] || fail "undo does not take the 512 back"
# the advised move, and JSON: the cells after it, and its points
printf '2 2 0 0  0 0 0 0  0 0 0 0  0 0 0 0\nr b4\nr d1 4\n' >in
rc=0
tool 2048ai --advise --depth=2 --json <in >out 2>err || rc=$?
[ "$rc" = 1 ] || fail "status $rc of a refused line"
valid_json 2048ai
sed -n 2p out | grep -q '"cells":\[0,0,0,4,0,0,0,0,0,0,0,0,0,2,0,0\],"score":4,"moves":1,' || fail "r b4: $(cat out)"
sed -n 3p out | grep -q '"ok":false,"error":"d1 is not empty after ' || fail "a tile on a tile: $(cat out)"
expect_err 'line 3: d1 is not empty'
# what makes no sense changes nothing
printf '%s\n' 'left' 'left e1' 'left a5' 'left a1 3' 'left a1 0' 'left a1 2 2' 'a1 262144' 'tile a1' 'score x' 'undo 2' \
	'hello' 'up d4' '2 2 0' >in
tool 2048ai --advise='2 4 8 16 0 0 0 0 0 0 0 0 0 0 0 0' --depth=1 --json <in >out 2>err && fail 'nonsense is taken'
[ "$(grep -c '"ok":true' out)" = 1 ] || fail "some of it is taken: $(cat out)"
[ "$(grep -c '"ok":false' out)" = "$(wc -l <in)" ] || fail "not an answer to each: $(cat out)"
# a board that is over; three rows and something else
printf 'a1\n' | tool 2048ai --advise=1212212112122121 --depth=1 >out 2>err && fail 'a move when the game is over'
expect_out 'the game is over'
printf '2 0 0 0\n0 0 0 2\nquit\n' | tool 2048ai --advise >out 2>err && fail 'two rows'
expect_err '2 rows only'
printf '2 0 0 0\n0 0 0 2\n' | tool 2048ai --advise >out 2>err && fail 'two rows and the end'
expect_err '2 rows only'
printf 'b3\n' | tool 2048ai --advise >out 2>err && fail 'a move before the board'
expect_err 'the board is empty'
printf 'tile a1 6\n' | tool 2048ai --advise=64107300a210c000 --depth=1 >out 2>err && fail 'a tile of 6'
expect_err 'a power of two'
run 2048ai --advise=-
expect_rc 2
head -c 3000 /dev/zero | tr '\0' 1 >in
rc=0
tool 2048ai --advise <in >out 2>err || rc=$?
[ "$rc" = 1 ] || fail "status $rc of a long line"
expect_err 'more than 1024 bytes'
[ "$(printf 'help\nquit\n' | tool 2048ai --advise=64107300a210c000 | grep -c 'tile b3 8 corrects')" = 1 ] || fail 'no help'
# full output is told
if [ -e /dev/full ]; then
	tool 2048ai --advise=64107300a210c000 </dev/null >/dev/full 2>err && fail 'a full disk'
	expect_err 'write failed'
fi
