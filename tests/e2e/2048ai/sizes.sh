# SPDX-License-Identifier: MIT
# Boards of other sizes; --play on a pseudo-terminal.
tool 2048ai --auto --size=3 --nodes=200 --games=4 --csv=a.csv >out
expect_out 'player expectimax, 3x3, seed 2048, 4 games'
tool 2048ai --auto --size=3 --nodes=200 --games=4 --threads=1 --csv=b.csv >again
for table in a b; do cut -d, -f1-5 $table.csv >$table; done
cmp a b || fail 'games depend on the number of threads'
# stopped and gone on with, and another size refused
tool 2048ai --auto --size=3 --nodes=200 --games=4 --state=state >out
tool 2048ai --auto --size=3 --nodes=200 --games=4 --state=state --json >out
expect_out '"size": 3'
run 2048ai --auto --size=5 --nodes=200 --games=4 --state=state
expect_rc 2
for wrong in '--auto --size=2' '--auto --size=6' '--auto --size=3 --player=net' '--auto --size=3 --ms=5' \
	'--play --size=3 --coach' '--play=64107300a210c000 --size=3' '--serve --size=3' '--auto --size=5 --save-replays=x'; do
	# shellcheck disable=SC2086
	run 2048ai $wrong
	expect_rc 2
done
[ -z "$RUNNER" ] || skip 'a console is not a pseudo-terminal'
command -v python3 >/dev/null || lacks python3
BIN=$BIN PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/e2e/2048ai/sizes.py" || fail 'sizes.py'
