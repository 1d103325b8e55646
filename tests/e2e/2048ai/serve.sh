# SPDX-License-Identifier: MIT
printf 'new 5\nstep left\nstep left\nundo\nboard 64107300a210c000\nbest\nfoo\nstep x\nquit\nnew\n' >in
tool 2048ai --serve --depth=2 <in >out
[ "$(wc -l <out)" -eq 9 ] || fail "not one line for each command up to quit"
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
run 2048ai --analyze=game000000.2048 --depth=1
expect_rc 0
expect_out "of them the first choice of expectimax"
expect_out "was better"
run 2048ai --analyze=game000000.2048 --depth=1 --json
expect_out '"cells"'
printf 'U' >>game000000.2048
run 2048ai --replay=game000000.2048
expect_rc 1
expect_err "not legal there"
run 2048ai --replay=in
expect_rc 1
