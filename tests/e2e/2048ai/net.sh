# SPDX-License-Identifier: MIT
# A network trained here for a few seconds: packed, found, played with, refused when damaged.
tool 2048train train --checkpoint=a.ckpt --moves=1500000 --report=500000 --tuples=0123,4567,0145 \
	--stages=10 --threads=1 --seed=1 -q --csv=a.csv
run 2048train pack --checkpoint=a.ckpt --output=2048ai.net
expect_rc 0
expect_out "after 15"
run 2048train pack --checkpoint=a.ckpt --output=2048ai.net
expect_rc 1
tool 2048train pack --checkpoint=a.ckpt --step=64 --output=other.net -q
average() {
	sed -n 's/^average  \([0-9]*\).*/\1/p' out
}
run 2048ai --auto --player=net --data=2048ai.net --depth=1 --games=40
expect_rc 0
net=$(average)
run 2048ai --auto --player=greedy --games=40
greedy=$(average)
[ "$net" -gt $((2 * greedy)) ] || fail "net $net, greedy $greedy"
run 2048ai --auto --player=net --data=2048ai.net --nodes=200 --games=3 --state=state
expect_rc 0
run 2048ai --board=64107300a210c000 --player=net --data=2048ai.net --json
expect_rc 0

# the program has a network in it; one beside it, and where an installation has it, comes first
mkdir prefix prefix/bin prefix/share prefix/share/biosbelt
cp "$BIN/2048ai$EXE" prefix/bin/
BIN=$PWD/prefix/bin
run 2048ai --board=64107300a210c000
expect_rc 0
expect_out "player net"
cp out builtin
run 2048ai --board=64107300a210c000 --data=2048ai.net
cp out small
cmp -s builtin small && fail "the same answer from another network"
for place in share/biosbelt bin; do
	cp 2048ai.net prefix/$place/
	run 2048ai --board=64107300a210c000
	expect_rc 0
	cmp out small || fail "the network in $place is not used"
	rm prefix/$place/2048ai.net
done
: >prefix/bin/2048ai.net
run 2048ai --board=64107300a210c000
expect_rc 1
expect_err "2048ai.net: not a network"
rm prefix/bin/2048ai.net

# another network does not go on with this one's games
run 2048ai --auto --player=net --data=other.net --nodes=200 --games=3 --state=state
expect_rc 2
expect_err "other settings"

refused() { # FILE TEXT
	run 2048ai --board=64107300a210c000 --player=net --data="$1"
	expect_rc 1
	expect_err "$2"
}
cp 2048ai.net bad.net
printf 'x' | dd of=bad.net bs=1 seek=5000 conv=notrunc 2>/dev/null
refused bad.net damaged
dd if=2048ai.net of=short.net bs=1000 count=5 2>/dev/null
refused short.net damaged
cp a.ckpt foreign.net
refused foreign.net "not a network"
: >empty.net
refused empty.net "not a network"
refused nosuch.net nosuch.net

# the same training and the same games from every build
run 2048ai --auto --player=net --data=2048ai.net --depth=2 --games=4 --csv=games.csv
expect_rc 0
[ "$(cut -d, -f1-4 games.csv | tr -d '\r' | cksum)" = "3342142179 97" ] || fail "other games: $(cat games.csv)"
run 2048ai --auto --player=net --data=2048ai.net --nodes=300 --games=4 --csv=effort.csv
expect_rc 0
[ "$(cut -d, -f1-5 effort.csv | tr -d '\r' | cksum)" = "3242281642 131" ] || fail "other games: $(cat effort.csv)"
