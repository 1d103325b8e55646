# SPDX-License-Identifier: MIT
# Endgame tables: built, used by the net player, refused when damaged.
run 2048ai tables build --output=a.end --layouts=8:5,6:5 --threads=1
expect_rc 0
expect_out "8 free cells, tile 32: 390625 positions"
tool 2048ai tables build --output=b.end --layouts=8:5,6:5 --threads=2 -q
cmp a.end b.end || fail "threads change the tables"
run 2048ai tables build --output=a.end
expect_rc 1
expect_err "a.end: exists already"
[ ! -s out ] || fail "tables were built for a file that may not be written"
run 2048ai tables build --output=c.end --layouts=8:5,8:4,8:5
expect_rc 2
expect_err "layouts: 8:5 stands twice"
for bad in 1:5 9:2 16:5 8:5, 8-5 9:13 15:12; do
	run 2048ai tables build --output=c.end --layouts=$bad
	[ "$rc" -ne 0 ] || fail "$bad was taken"
	[ ! -e c.end ] || fail "$bad left a file"
done
run 2048ai tables --output=c.end
expect_rc 2
run 2048ai build --output=c.end
expect_rc 2

tool 2048ai train --checkpoint=a.ckpt --moves=20000 --tuples=0123,0145 --stages=- --threads=1 -q
tool 2048ai pack --checkpoint=a.ckpt --output=a.net -q
# said at once, before a checkpoint is looked for
run 2048ai pack --checkpoint=missing --output=a.net
expect_rc 1
expect_err "a.net: exists already"
# two full rows of different tiles, the smallest one the 32 that is wanted
board=cba9876500001021
run 2048ai --board=$board --player=net --data=a.net --endgame=a.end
expect_rc 0
# a move towards the free rows would shift the fixed ones: never the best one here
! grep -q 'best move: up' out || fail "the fixed rows were shifted"
printf x | dd of=b.end bs=1 seek=9000 conv=notrunc 2>/dev/null
run 2048ai --board=$board --player=net --data=a.net --endgame=b.end
expect_rc 1
expect_err damaged
run 2048ai --board=$board --player=net --data=a.net --endgame=a.net
expect_rc 1
expect_err "not endgame tables"
run 2048ai --auto --player=net --data=a.net --endgame=none --depth=1 --games=2 --state=state
expect_rc 0
run 2048ai --auto --player=net --data=a.net --endgame=a.end --depth=1 --games=2 --state=state
expect_rc 2
