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
# A path as long as they get loses its beginning in a message, never the reason.
if [ -z "${RUNNER:-}" ]; then
	long=$(head -c 80 /dev/zero | tr '\0' a)
	while [ ${#long} -lt 4080 ]; do long=$long/文件; done
	run frame_probe --copy "$long" </dev/null
	expect_rc 1
	grep -qE ': [a-z]+.*: .*$' err || fail "no reason: $(tail -c 100 err)"
	iconv -f UTF-8 -t UTF-8 err >again || fail "a character cut in two"
fi
