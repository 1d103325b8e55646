# SPDX-License-Identifier: MIT
printf 'new 5\nstep left\nstep left\nundo\nboard 64107300a210c000\nbest\nfoo\nstep x\nquit\nnew\n' >in
tool 2048ai --serve --player=expectimax --depth=2 <in >out
[ "$(wc -l <out)" -eq 9 ] || fail "not one line for each command up to quit"
valid_json 2048ai
[ "$(sed -n 2p out)" != "$(sed -n 3p out)" ] || fail "step does nothing"
[ "$(sed -n 2p out | sed 's/,"reward.*//')" = "$(sed -n 4p out | sed 's/}$//')" ] || fail "undo differs"
expect_out '"best":"up"'
grep -c '"ok":false' out >n
[ "$(cat n)" = 2 ] || fail "two commands should be refused"
printf 'board 32768 32768 4 8 16 8 2 4 2 4 8 16 16 8 4 2\nbest\nstep left\nboard 262144 32768 4 8 16 8 2 4 2 4 8 16 16 8 4 2\n' >in
tool 2048ai --serve --depth=2 <in >out
[ "$(sed -n 3p out | cut -c1-27)" = '{"ok":true,"cells":[65536,4' ] || fail "65536 is not made"
sed -n 2p out | grep -q '"best":"\(left\|right\)"' || fail "the merge is not seen"
grep -c '"ok":false' out | grep -qx 1 || fail "262144 is a tile"
# a saved game, shown and judged
tool 2048ai --auto --player=greedy --seed=3 --save-replays=. >out
run 2048ai --replay=game000000.2048
expect_rc 0
# What follows is the same arithmetic and the same reading on every system.
[ -z "${RUNNER:-}" ] || exit 0
run 2048ai --analyze=game000000.2048 --depth=1 --player=expectimax
expect_rc 0
expect_out "of them the first choice of expectimax"
expect_out "% of the value"
run 2048ai --analyze=game000000.2048 --csv=moves.csv
expect_rc 0
expect_out "of them the first choice of net"
expect_out " points in all, "
expect_out " blunders (5 % or more"
expect_out " was better; lost "
expect_out ", chance of "
[ "$(grep -c '^move [0-9]*: ' out)" = 10 ] || fail "not the ten worst moves"
moves=$(sed -n '1s/ .*//p' out)
[ "$(wc -l <moves.csv)" -eq $((moves + 1)) ] || fail "not a line for each move"
# what the others cost is the sum over the moves
sum=$(awk -F, 'NR > 1 { s += $4 } END { printf "%.0f", s }' moves.csv)
told=$(sed -n 's/^The others cost \([0-9]*\) points.*/\1/p' out)
[ $((sum - told)) -le 10 ] && [ $((told - sum)) -le 10 ] || fail "$told points, $sum in the moves"
run 2048ai --analyze=game000000.2048 --json
expect_out '"cells"'
expect_out '"chance_made"'
# the player's own game has no weak moves
tool 2048ai --auto --player=net --nodes=100 --save-replays=own >out
# cut off it is not read as a shorter game, but where the number of moves is missing, as in older files
head -8 own/game000000.2048 >short.2048
for option in replay analyze; do
	run 2048ai --$option=short.2048
	expect_rc 1
	expect_err 'short.2048: replay: '
	expect_err ' moves: the file was cut'
done
sed '1s/3$/2/; /^moves /d' own/game000000.2048 | head -7 >short.2048
run 2048ai --analyze=short.2048 --nodes=100
expect_rc 0
expect_out "(100.0 %)"
run 2048ai --play --coach --player=greedy
expect_rc 2
# - is standard input
tool 2048ai --replay=game000000.2048 >named
tool 2048ai --replay=- <game000000.2048 | cmp - named || fail 'another game from standard input'
run 2048ai --analyze=- --nodes=100 <short.2048
expect_rc 0
expect_out "(100.0 %)"
run 2048ai --replay=- </dev/null
expect_rc 1
expect_err 'standard input'
printf 'U' >>game000000.2048
run 2048ai --replay=game000000.2048
expect_rc 1
expect_err "not legal there"
run 2048ai --replay=in
expect_rc 1
# sixteen different tiles: nothing moves, though smaller tiles stand for the largest in the search
printf 'board 2 4 8 16 32 64 128 256 512 1024 2048 4096 8192 16384 32768 65536\nbest\nboard 131072 131072 0 0 0 0 0 0 0 0 0 0 0 0 0 0\nbest\n' >in
tool 2048ai --serve --depth=2 <in >out
sed -n 2p out | grep -q '"best":"none"' || fail "a move on a board that is over: $(sed -n 2p out)"
sed -n 4p out | grep -q '"left":null' || fail "two tiles of 131072 merge: $(sed -n 4p out)"
# a saved game goes on with the same tiles, in another process
printf 'new 5\nstep up\nsave\nstep left\nstep down\n' >in
tool 2048ai --serve <in >out
saved=$(sed -n '3s/.*"game":"\([^"]*\)".*/\1/p' out)
printf 'load %s\nstep left\nstep down\nload %s0:\nload\nundo\nundo\nundo\n' "$saved" "$saved" >in
tool 2048ai --serve <in >again
[ "$(sed -n 2,3p again)" = "$(sed -n 4,5p out)" ] || fail "a loaded game has other tiles"
[ "$(sed -n 4,8p again | grep -c '"ok":false')" = 3 ] || fail "$(cat again)"
