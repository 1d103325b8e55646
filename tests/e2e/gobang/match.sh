# SPDX-License-Identifier: MIT
# gobang match: games between programs, those that break the rules, what is saved and printed.
engine="$BIN/gobang --engine"

run gobang match --games=4 --sgf=games "$engine --level=2" "$engine --level=1"
expect_rc 0
expect_out '4 opening 2, B black:'
expect_out 'A won'
for i in 1 2 3 4; do
	tool gobang --replay="games/game-000$i.sgf" | tail -n 1 | grep -qE 'wins|draw' || fail "game $i"
done
grep -q 'PB\[.*level=2\]' games/game-0001.sgf || fail 'names'
run gobang match --games=1 --sgf=games "$engine --level=2" "$engine --level=1"
expect_rc 1
expect_err 'there is such a file already'

# The same work, the same games, by the rules of renju.
run gobang match --games=2 --rule=caro-exact --json "$engine --level=1" "$engine --level=1"
expect_out '"rule": "caro-exact"'
valid_json gobang
run gobang match --games=2 --nodes=300 --rule=renju --json "$engine" "$engine --level=2"
expect_rc 0
valid_json gobang
grep -q '"verdict"' out && fail 'a verdict without a test'
cp out first
run gobang match --games=2 --nodes=300 --rule=renju --json "$engine" "$engine --level=2"
grep -v late out >second
grep -v late first | cmp - second

# A test that is soon decided; openings of a file; another board.
run gobang match --sprt=0,200 "$engine --level=2" "$engine --level=1"
expect_rc 0
expect_out ': better ('
grep -q '^ 150 ' out && fail 'it went on to the end'
printf '# one\nJ10 K11\n' >openings
run gobang match --size=20 --openings=openings --games=9 "$engine --level=2" "$engine --level=1"
expect_rc 0
[ "$(grep -c 'opening 1' out)" -eq 2 ] || fail 'an opening is played with both colours, once'

# Programs at fault lose: no protocol, the end, a taken point, silence.
printf '#!/bin/sh\nwhile read -r l; do case $l in START*) echo OK ;; DONE*|TURN*|BEGIN*) echo 0,0 ;; esac; done\n' >stubborn
printf '#!/bin/sh\nread -r l\necho OK\n' >short
printf '#!/bin/sh\nread -r l\necho OK\nwhile :; do sleep 1; done\n' >silent
chmod +x stubborn short silent
if [ -z "$RUNNER" ]; then
	for bad in cat ./stubborn ./short ./silent 'yes MESSAGE'; do
		run gobang match --games=2 --kill-ms=1000 "$bad" "$engine --level=1"
		expect_rc 0
		expect_out 'A won 0, lost 2'
	done
	# One that cannot be started plays no game.
	printf '#!/absent/interpreter\n' >unstartable
	chmod +x unstartable
	for json in '' --json; do
		run gobang match --games=2 $json "$engine --level=1" ./unstartable
		expect_rc 1
		expect_err 'unstartable: '
		! grep -q won out || fail "a score: $(cat out)"
		[ -z "$json" ] || expect_out '{"error":"'
	done
	run gobang match --games=2 ./stubborn "$engine --level=1"
	expect_out 'there is a stone already'
	# Who made such a move is started again for the next game.
	sed '1a echo >>starts' stubborn >counted
	chmod +x counted
	run gobang match --games=4 ./counted "$engine --level=1"
	expect_rc 0
	[ "$(wc -l <starts)" -eq 4 ] || fail "started $(wc -l <starts) times"
	# A long message is one message, whatever is at its end, also when it comes in pieces.
	cat >wordy <<-EOF
		#!/bin/sh
		trap '' PIPE
		$engine --level=2 | while read -r l; do
			printf 'MESSAGE %0600d' 0
			printf '1,1\nMESSAGE %0504d\nMESSAGE %0505d\r\nMESSAGE %02000d 0,0\n' 0 0 0
			echo "\$l"
		done
	EOF
	chmod +x wordy
	run gobang match --games=2 ./wordy "$engine --level=1"
	expect_rc 0
	grep -q '; A:' out && fail 'a message was taken for a move'
fi

# A match that is stopped prints what was played and says that it is not the whole.
if [ -z "$RUNNER" ]; then
	sed '1a : >started' silent >waiting
	chmod +x waiting
	"$BIN/gobang" match --json "$engine --level=1" ./waiting >out &
	match=$!
	n=0
	until [ -e started ]; do
		[ $((n += 1)) -lt 200 ] || fail 'the match does not begin'
		sleep 0.05
	done
	kill "$match"
	rc=0
	wait "$match" || rc=$?
	[ "$rc" -eq 1 ] || fail "a stopped match ended with $rc"
fi

run gobang match no-such-program "$engine"
expect_rc 1
run gobang match "$engine"
expect_rc 2
run gobang match --level=2 "$engine" "$engine"
expect_rc 2
printf 'H8 H8\n' >openings
run gobang match --openings=openings "$engine" "$engine"
expect_rc 1
expect_err 'openings: line 1'
run gobang match --size=20 "$engine" "$engine"
expect_rc 2
# Help ends before the operands are judged; nothing of them stays in memory (AddressSanitizer).
run gobang match a b --help
expect_rc 0
