# SPDX-License-Identifier: MIT
# Names that are no UTF-8, or hold line ends, hinder nobody.
[ -z "${RUNNER:-}" ] || skip "such names do not exist on Windows"
mkdir src
echo Tag_1 >src/a.c
echo Tag_1 >"src/$(printf 'bad\377.c')"
echo Tag_1 >"$(printf 'src/two\nlines\\.c')"
run tagextract --manifest=sums Tag_1 src copy
expect_rc 0
(cd copy && sha256sum --status -c ../sums) || fail "sha256sum does not take the manifest"
for kind in 7z zip; do
	run tagextract --archive=x.$kind Tag_1 src
	expect_rc 1
	expect_err 'bad\xFF.c: the name is no UTF-8'
	expect_out '2 packed'
	[ -s x.$kind ] || fail "the rest is not packed"
done

# Programs get every byte of a name, and none that does harm.
echo Tag_1 >"src/$(printf 'bad\376.c')"
echo Tag_1 >"$(printf 'src/e\033[31m"q",\302\233.c')"
run tagextract -n --json Tag_1 src
expect_rc 0
cp out report.json
run tagextract -n --csv Tag_1 src
expect_rc 0
! grep -q "$(printf '[\033\302]')" out || fail "control characters in the CSV: $(cat -v out)"
if command -v python3 >/dev/null; then
	python3 - <<'X' || fail "JSON or CSV: $(cat -v out)"
import csv, json, os
def name(text): # U+EF00 + byte is a byte, all else is UTF-8
    return b''.join(bytes([ord(c) - 0xEF00]) if 0xEF00 <= ord(c) <= 0xEFFF else c.encode() for c in text)
want = sorted(os.listdir(b'src'))
with open('report.json', encoding='utf-8') as f:
    assert sorted(name(x['path']) for x in json.load(f)['files']) == want
with open('out', encoding='utf-8', newline='') as f:
    assert sorted(name(row['path']) for row in csv.DictReader(f)) == want
X
fi

# Names in GBK go into an archive when the encoding is told; the rest is told apart.
rm -rf src
mkdir src
gbk=$(printf '\320\336\270\304.c') # 修改.c
echo 'Tag_1 gbk' >"src/$gbk"
echo Tag_1 >src/b.c
run tagextract --archive=n.7z Tag_1 src
expect_rc 1
expect_err "--names=GB18030 makes it '修改.c', --names=keep"
run tagextract --archive=n.zip Tag_1 src
expect_rc 1
expect_err "--names=GB18030 makes it '修改.c'"
! grep -q 'names=keep' err || fail 'advice that is refused'
for kind in 7z zip; do
	run tagextract --names=gbk --archive=n.$kind --force Tag_1 src
	expect_rc 0
	expect_out '2 packed'
done
tool lzenc -q -d n.7z n
cmp "src/$gbk" n/修改.c || fail "the decoded name"
if command -v bsdtar >/dev/null; then
	LC_ALL=C.UTF-8 bsdtar -tf n.zip | grep -qx 修改.c || fail "the decoded name in a .zip"
fi
# Two names that become one, among many (丂 is 81 40 in GBK).
gbk_up=$(printf '\201\100')
mkdir -p "many/$gbk_up" many/丂
i=0
while [ $i -lt 150 ]; do
	echo Tag_1 >"many/$gbk_up$i.c"
	i=$((i + 1))
done
echo Tag_1 >"many/$gbk_up/丂.c"
echo Tag_1 >"many/丂/$gbk_up.c"
run tagextract --names=gbk --archive=many.7z Tag_1 many
expect_rc 1
expect_err 'another file has the name 丂/丂.c'
expect_out '151 packed'
run tagextract --names=keep --archive=k.7z Tag_1 src
expect_rc 0
tool lzenc -q -d k.7z k
cmp "src/$gbk" "k/$gbk" || fail "the kept name"
run tagextract --names=keep --archive=k.zip Tag_1 src
expect_rc 2
run tagextract --names=gbk Tag_1 src dst
expect_rc 2
echo Tag_1 >src/修改.c
run tagextract --names=gbk --archive=two.7z Tag_1 src
expect_rc 1
expect_err 'another file has the name 修改.c'
expect_out '2 packed'
