# SPDX-License-Identifier: MIT
# Names in GBK, as old Chinese systems left them: refused with advice, decoded, or kept as bytes.
[ -z "${RUNNER:-}" ] || skip "such names do not exist on Windows"
gbk=$(printf '\320\336\270\304.txt') # 修改.txt
mkdir src
echo one >"src/$gbk"
echo two >src/二.txt
ln -s "$gbk" src/link
run lzenc src a.7z
expect_rc 2
expect_err "src/\\xD0"
expect_err "--names=GB18030 makes it 'src/修改.txt'"
[ ! -e a.7z ] || fail 'an archive of a refused call'
run lzenc "src/$gbk" a.7z
expect_rc 2
expect_err '--names=GB18030'

# decoded: every reader has the right name, and the link still leads to it
run lzenc --names=gbk src a.7z
expect_rc 0
run lzenc -l a.7z
expect_out src/修改.txt
run lzenc -d a.7z a
expect_rc 0
[ ! -s err ] || fail "$(cat err)"
cmp a/src/修改.txt "src/$gbk"
cmp a/src/link "src/$gbk" || fail 'the link of a decoded name'
cmp a/src/二.txt src/二.txt
run lzenc --names=euc-tw src b.7z
expect_rc 5
expect_err 'the name is not in EUC-TW'

# kept: the same bytes again, here and with 7-Zip
run lzenc --names=keep src k.7z
expect_rc 0
expect_err 'only lzenc and 7-Zip on a Unix'
run lzenc -d k.7z k
expect_rc 0
expect_err 'names that are not UTF-8: 1; --names=ENC gives their encoding'
diff -r src k/src || fail 'kept names'
run lzenc -l --json --output-encoding=utf-8 k.7z
expect_out "\"name\": \"src/$(printf '\356\277\220\336\270\356\277\204').txt\""
if command -v 7zz >/dev/null; then
	7zz x -ok7 k.7z >/dev/null
	cmp "k7/src/$gbk" "src/$gbk" || fail '7-Zip has another name'
	7zz a z.7z src >/dev/null
	run lzenc -d z.7z z
	expect_rc 0
	cmp "z/src/$gbk" "src/$gbk" || fail "a name of 7-Zip's"
fi
# decoded afterwards
run lzenc -d --names=gbk k.7z d
expect_rc 0
[ ! -s err ] || fail "$(cat err)"
cmp d/src/修改.txt "src/$gbk"
cmp d/src/link "src/$gbk" || fail 'the link of a name decoded afterwards'
run lzenc -l --names=gbk k.7z
expect_out src/修改.txt
run lzenc -d --names=euc-tw k.7z e
expect_rc 5
expect_err 'the name is not in EUC-TW'
cmp e/src/二.txt src/二.txt || fail 'the rest is not extracted'
[ "$(find e -type f | wc -l)" -eq 1 ] || fail 'a name nobody can tell'

run lzenc --names=utf-16 src x.7z
expect_rc 2
# what becomes the same name is refused
echo three >src/修改.txt
run lzenc --names=gbk src x.7z
expect_rc 2
expect_err "two inputs have the name 'src/修改.txt'"
