# SPDX-License-Identifier: MIT
run 2048ai --board=64107300a210c000 --player=expectimax --depth=3
expect_rc 0
expect_out "best move: up"
# the same board in reading order, through standard input
printf '0 0 0 4096\n0 2 4 1024\n0 0 8 128\n0 2 16 64\n' >in
cp out first
tool 2048ai --board=- --player=expectimax --depth=3 <in >out
cmp first out || fail "two spellings of a board differ"
for text in 0x64107300a210c000 \
	'"0","0","0","4096"\n"0","2","4","1024"\n"0","0","8","128"\n"0","2","16","64"\n'; do
	printf "$text" | tool 2048ai --board=- --player=expectimax --depth=3 >out
	cmp first out || fail "$text is another board"
done
tool 2048ai --board=64107300a210c000 --player=expectimax --depth=3 --threads=1 >out
cmp first out || fail "the answer depends on the number of threads"
run 2048ai --board=1212212112122121
expect_rc 3
expect_out "no move"
run 2048ai --play 64107300a210c000
expect_rc 2
expect_err "with '='"
run 2048ai --board=nonsense
expect_rc 2
expect_err "not a tile"
printf 'nonsense\n' >in
tool 2048ai --board=- <in >out 2>err && fail "nonsense on standard input"
[ $? -eq 1 ] || fail "exit status of nonsense on standard input"
# tiles past 32768: the board is echoed with them, and two 32768 merge
run 2048ai --board="65536 32768 32768 8  16 8 4 2  2 4 8 16  16 8 4 2" --depth=3
expect_rc 0
expect_out " 65536 32768 32768     8"
expect_out "best move: "
run 2048ai --board="131072 2 4 8  16 8 4 2  2 4 8 16  16 8 4 2" --depth=1 --json
expect_rc 0
expect_out '"board": null'
expect_out "131072"
run 2048ai --board="32768 32768 4 8  16 8 2 4  2 4 8 16  16 8 4 2" --player=greedy
expect_rc 0
expect_out "best move: "
run 2048ai --board=64107300a210c000 --player=expectimax --depth=3 --json
expect_rc 0
expect_out '"best": "up"'
# What fails at run time is a document too; wrong use is none.
printf 'no game\n' >bad.2048
: >folder
for what in '--board=64107300a210c000 --player=net --data=nofile' '--auto --player=net --data=nofile' \
	'--analyze=nofile' '--analyze=bad.2048' '--auto --save-replays=folder' \
	'--auto --games=1 --depth=1 --csv=none/x.csv' '--serve --player=net --data=nofile'; do
	# shellcheck disable=SC2086
	run 2048ai $what --json
	expect_rc 1
	expect_out '{"error":'
	[ "$(wc -l <out)" -eq 1 ] || fail "$what: not one line"
	[ -s err ] || fail "$what: nothing on stderr"
done
run 2048ai --board=nonsense --json
expect_rc 2
[ ! -s out ] || fail "wrong use printed a document"
run 2048ai
expect_rc 2
run 2048ai --auto --board=0000000000000011
expect_rc 2
expect_err "one of them"
# many boards, one a line, in every form; what is printed as JSON is read again
printf '64107300a210c000\n\n0,0,0,4096,0,2,4,1024,0,0,8,128,0,2,16,64\r\n[[0,0,0,4096],[0,2,4,1024],[0,0,8,128],[0,2,16,64]]\n' >in
tool 2048ai --board=- --nodes=100 <in >out
[ "$(grep -c 'best move' out)" = 3 ] || fail "not three answers"
sed -n 1,10p out >one
sed -n 12,21p out | cmp - one || fail "two spellings differ"
sed -n 23,32p out | cmp - one || fail "a list of lists differs"
tool 2048ai --board=- --nodes=100 --json <in >all.json
[ "$(grep -c '"best"' all.json)" = 3 ] || fail "not three in JSON"
tool 2048ai --board=64107300a210c000 --nodes=100 --json >one.json
tool 2048ai --board=- --nodes=100 <one.json >again
cmp again one || fail "our own JSON is another board"
# What follows is the same arithmetic and the same reading on every system.
[ -z "${RUNNER:-}" ] || exit 0
printf '64107300a210c000\nnonsense\n' >in
rc=0
tool 2048ai --board=- --nodes=100 --json <in >out 2>err || rc=$?
[ "$rc" -eq 1 ] || fail "exit status $rc"
expect_err "line 2: "
printf '{"board": null}' >in
tool 2048ai --board=- <in >out 2>err && fail "JSON without cells"
expect_err 'without the list "cells"'
# a byte order mark, a list of our own JSON, boards of rows with empty lines between
printf '\357\273\2772,0,0,4,0,8,2,0,16,0,0,0,64,32,8,2\n' >in
tool 2048ai --board=- --nodes=100 <in >out || fail "a byte order mark"
tool 2048ai --board=- --nodes=100 <all.json >again
[ "$(grep -c 'best move' again)" = 3 ] || fail "not the three boards of our own JSON"
sed -n 1,10p again | cmp - one || fail "our own JSON is other boards"
printf '0 0 0 4096\n0 2 4 1024\n0 0 8 128\n0 2 16 64\n\n2 0 0 4\n0 8 2 0\n16 0 0 0\n64 32 8 2\n' >in
tool 2048ai --board=- --nodes=100 <in >out
[ "$(grep -c 'best move' out)" = 2 ] || fail "not the two boards of rows"
sed -n 1,10p out | cmp - one || fail "rows are another board"
printf '0 0 0 4096\n0 2 4 1024\n0 0 8 128\n0 2 16 64\n2\n' >in
tool 2048ai --board=- <in >out 2>err && fail "seventeen tiles"
expect_err 'board 2: '
printf '\n \n' >in
tool 2048ai --board=- <in >out 2>err && fail "no board"
expect_err 'no board'
# options of another mode are not passed over
for wrong in '--moves=3 --board=64107300a210c000' '--csv=x --play' '--games=3 --board=64107300a210c000' \
	'--auto --headless' '--state=x --serve'; do
	# shellcheck disable=SC2086
	run 2048ai $wrong
	expect_rc 2
	expect_err 'does not go with'
done
