# SPDX-License-Identifier: MIT
# What the code page of --output-encoding=ansi lacks is an error in the output and escaped in messages, never a "?".
: >plain.txt
: >中文.txt
run txtcopy --detect --output-encoding=ansi plain.txt
expect_rc 0
expect_out plain.txt
run txtcopy --detect --output-encoding=ansi 中文.txt
if [ -z "$EXE" ]; then # other systems have no such code page
	expect_rc 0
	expect_out 中文.txt
	exit 0
fi
[ "$rc" -ne 0 ] || skip 'the code page of this system has Chinese'
expect_rc 1
expect_err 'lacks a character'
! grep -q '?' out || fail "lost in: $(cat out)"
run txtcopy --detect --output-encoding=ansi 没有.txt
expect_rc 1
expect_err '\u6CA1\u6709.txt: no such file'
run txtcopy --detect 中文.txt
expect_rc 0
expect_out 中文.txt
