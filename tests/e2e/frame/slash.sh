# SPDX-License-Identifier: MIT
# The original tools' /name[value], typed in sh.
run frame_probe /server[smtp.sina.com] /subject[Hi, buddy] /body['c:\body.txt'] rest
expect_rc 0
cat >want <<'X'
server=smtp.sina.com
subject=Hi, buddy
body=c:\body.txt
operand=rest
X
tr -d '\r' <out | cmp - want || fail "joined wrongly: $(cat out)"

run frame_probe '/subject[two  blanks]'
expect_out 'subject=two  blanks'

run frame_probe /subject[Re: [edk2] fix] --server=x
expect_out 'subject=Re: [edk2] fix'
expect_out 'server=x'

run frame_probe /subject[never closed
expect_rc 2
expect_err 'closing ]'
expect_err "Try 'frame_probe --help'"

run frame_probe '/password[x]'
expect_rc 0
expect_err 'warning'

if [ -z "${RUNNER:-}" ]; then
	run frame_probe '/srv[1]' /force
	expect_out 'operand=/srv[1]'
	expect_out 'operand=/force'
else
	run frame_probe /force /tmp/x
	expect_rc 0
	expect_out 'operand=/tmp/x'
	run frame_probe '/srv[1]'
	expect_rc 2
fi
