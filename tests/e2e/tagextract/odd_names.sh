# SPDX-License-Identifier: MIT
# Names that are not UTF-8, or hold line ends, hinder nobody.
[ -z "${RUNNER:-}" ] || skip "such names do not exist on Windows"
mkdir src
echo Tag_1 >src/a.c
echo Tag_1 >"src/$(printf 'bad\377.c')"
echo Tag_1 >"$(printf 'src/two\nlines\\.c')"
run tagextract --manifest=sums Tag_1 src copy
expect_rc 0
(cd copy && sha256sum --status -c ../sums) || fail "sha256sum does not take the manifest"
# A .7z holds the bytes as 7-Zip puts them there on Unix, a .zip cannot.
run tagextract --archive=x.7z Tag_1 src
expect_rc 0
expect_out '3 packed'
bad=$(printf 'bad\377.c')
tool lzenc -q -d x.7z "$bad" -o x || fail "lzenc does not find the name"
cmp "src/$bad" "x/$bad" || fail "the name is another one"
run tagextract --archive=x.zip Tag_1 src
expect_rc 1
expect_err 'bad\xFF.c: the name is not UTF-8, which only a .7z can hold'
expect_out '2 packed'
[ -s x.zip ] || fail "the rest is not packed"

# Programs get every byte of a name, and none that does harm.
echo Tag_1 >"src/$(printf 'bad\376.c')"
echo Tag_1 >"$(printf 'src/e\033[31m"q",\302\233.c')"
for name in ',x.c' '"x.c'; do
	echo Tag_1 >"src/$name"
done
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
with open('out', encoding='utf-8-sig', newline='') as f:
    assert sorted(name(row['path']) for row in csv.DictReader(f)) == want
X
fi
# A root of one letter.
mkdir -p w/sub
echo '// Tag_1' | tee w/a.c >w/sub/b.c
for root in w w/ .; do
	run tagextract -n Tag_1 $root
	expect_rc 0
	expect_out 'sub/b.c: Tag_1 1'
done
