# SPDX-License-Identifier: MIT
# Chinese names and arguments pass unharmed.
name='固件 测试.bin'
printf 'data' | tool frame_probe --copy "$name" || fail "copy"
[ "$(cat "$name")" = data ] || fail "the file has another name: $(ls)"
run frame_probe "$name" 'b\"q' 'tail\' '' 'ünï'
tr -d '\r' <out >got
cat >want <<'X'
operand=固件 测试.bin
operand=b\"q
operand=tail\
operand=
operand=ünï
X
cmp got want || fail "arguments changed: $(cat got)"
