# SPDX-License-Identifier: MIT
# The engine as a manager of games starts it: a dialogue, ends of lines, its other name, whole games.
printf 'START 15\r\nINFO timeout_turn 50\r\n\r\nBEGIN\r\nTURN 6,6\rTAKEBACK 6,6\nFOO\r\nEND\r\nBEGIN\n' >in
rc=0
tool gobang --engine --level=2 <in >out 2>err || rc=$?
expect_rc 0
tr -d '\r' <out >lines
[ "$(sed -n 1,2p lines | tr '\n' ' ')" = 'OK 7,7 ' ] || fail "$(cat out)"
sed -n 3p lines | grep -qE '^[0-9]+,[0-9]+$' || fail "$(cat out)"
[ "$(sed '1,3d' lines | tr '\n' ' ')" = 'OK UNKNOWN command ' ] || fail "$(cat out)"

# The end of the input is the end; its other name; a long line.
tool pbrain-biosbelt </dev/null >out
[ ! -s out ] || fail "it spoke first: $(cat out)"
# It is an engine and nothing else.
for other in --host=tcp:127.0.0.1:1 --join=tcp:127.0.0.1:1 --replay=game.sgf; do
	run pbrain-biosbelt "$other"
	expect_rc 2
	expect_err "${other%%=*} does not go with --engine"
done
{
	head -c 5000 /dev/zero | tr '\0' x
	printf '\nABOUT\n'
} | tool pbrain-biosbelt >out
expect_out 'ERROR the line is too long'
expect_out 'name="biosbelt"'

# Every line has its answer, also one with bytes that no manager sends.
printf '\000\nFOO\000\nABOUT\n\377\nEND\n' | tool pbrain-biosbelt >out
[ "$(grep -c 'ERROR a zero byte' out)$(grep -c UNKNOWN out)" = 21 ] || fail "$(cat out)"

# Blanks and tabs around words, as other managers write them: every line has its answer.
printf ' START\t15\n\tABOUT \n \t\nRECTSTART 15 , 15\nRECTSTART 15, 16\nTURN  7 , 7\t\n' |
	tool gobang --engine --level=2 >out
[ "$(tr -d '\r' <out | sed 's/^name.*/name/' | tr '\n' '|')" = \
	'OK|name|OK|ERROR only square boards are supported|6,6|' ] || fail "$(cat out)"

# The same budget, the same moves.
printf 'START 20\nBEGIN\nTURN 11,11\nTURN 9,8\nTURN 12,9\nEND\n' >in
tool gobang --engine --nodes=2000 <in >first
tool gobang --engine --nodes=2000 <in | cmp - first
tool gobang --engine --nodes=2000 --threads=3 <in >several
[ "$(grep -cE '^[0-9]+,[0-9]+' several)" = 4 ] || fail "$(cat several)"

# What comes while it thinks is read: the end of the input, END and RESTART end the thinking, with a move.
begun=$(date +%s)
printf 'START 15\nINFO timeout_turn 60000\nTURN 7,7\n' | tool gobang --engine >out
printf 'START 15\nINFO timeout_turn 60000\nTURN 7,7\nRESTART\nBEGIN\nEND\nABOUT\n' | tool gobang --engine >again
printf 'START 15\nINFO timeout_turn 60000\nTURN 7,7' | tool gobang --engine --level=3 >third
[ $(($(date +%s) - begun)) -lt 50 ] || fail "it went on thinking"
grep -v MESSAGE again | tr -d '\r' >lines
[ "$(grep -c , out)$(grep -c , third)" = 21 ] || fail "$(cat out third)"
[ "$(sed '2s/^[0-9]*,[0-9]*$/move/' lines | tr '\n' ' ')" = 'OK move OK 7,7 ' ] || fail "$(cat again)"

run gobang --engine --black=1
expect_rc 2
run gobang --engine --level=5
expect_rc 2

[ -z "$RUNNER" ] || exit 0
command -v python3 >/dev/null || lacks python3
# match A B: 12 games between two engines, both rules that the referee knows; nobody breaks the rules
match() {
	for rule in 0 1; do
		python3 "$SRC/tests/bench/gobang_match.py" "$BIN/pbrain-biosbelt $1" "$BIN/gobang --engine $2" \
			--games 6 --rule "$rule" --ms 20 >score 2>faults
		[ ! -s faults ] || fail "$(cat faults)"
		cat score
	done
}
match --level=2 --level=1
match '--level=4 --nodes=500' --level=2
match '--level=3 --nodes=20000' --level=4

# A referee that shares no code with the engine: the same winners and forbidden points.
command -v cc >/dev/null || exit 0
python3 "$SRC/tests/bench/gobang_rules.py" 150 >rules || fail "$(cat rules)"
