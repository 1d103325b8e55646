# SPDX-License-Identifier: MIT
# Wrong uses, no terminal, and files that are in the way.
wrong() {
	run gobang "$@"
	expect_rc 2
}
wrong --black=5
wrong --size=4
wrong --size=21
wrong --rule=chess
wrong --continue --rule=renju
wrong --continue --size=15
wrong --replay=x.sgf --black=1
wrong --replay=
wrong operand

rc=0
printf 'q' | tool gobang >out 2>err || rc=$?
expect_rc 1
grep -qE 'terminal|console' err || fail "no reason: $(cat err)"
[ ! -s out ] || fail 'something was drawn into a pipe'

echo mine >there.sgf
run gobang --file=there.sgf
expect_rc 1
expect_err '--continue'
[ "$(cat there.sgf)" = mine ] || fail 'the file was changed'
run gobang --file=there.sgf --continue
expect_rc 1
expect_err 'there.sgf: byte 0: not an SGF file'
mkdir -p "$HOME/.config/biosbelt"
cp there.sgf "$HOME/.config/biosbelt/gobang.sgf"
if [ -z "$RUNNER" ]; then
	run gobang --continue # the error names the file of the settings folder
	expect_rc 1
	expect_err 'gobang.sgf: byte 0: not an SGF file'
fi
run gobang --file=absent.sgf --continue
expect_rc 1
[ ! -e absent.sgf ] || fail 'a file was made'
