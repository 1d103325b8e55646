# SPDX-License-Identifier: MIT
# --detect, --check, --repair and folders.
printf 'x\377\n\344\270\255\377\n' >bad.txt
printf 'fine \303\251\n' >good.txt
run txtcopy --check good.txt
expect_rc 0
run txtcopy --check bad.txt good.txt
expect_rc 1
expect_out "bad.txt:1:2:"
expect_out "bad.txt:2:2:"
printf '// \326\320\316\304\327\242\312\315\327\336\270\304\n// \344\270\255\346\226\207\346\263\250\351\207\212\n' >mixed.c
run txtcopy --detect mixed.c
expect_rc 0
expect_out "lines 1-1: GB18030"
expect_out "lines 2-2: UTF-8"
# Where every range is certain the conversion goes by lines, and says so.
run txtcopy --to utf-8 mixed.c both.c
expect_rc 0
expect_err 'line 1 is GB18030'
run txtcopy --check both.c
expect_rc 0
run txtcopy --strict --to utf-8 mixed.c no.c
expect_rc 1
# A line in both is in neither.
printf '\327\242\312\315\327\336\270\304 \347\274\226\347\240\201\n' >torn.txt
cat mixed.c mixed.c torn.txt mixed.c mixed.c >torn.c
run txtcopy --to utf-8 torn.c torn.out
expect_rc 1
expect_err '(50 %)'
[ ! -e torn.out ] || fail "a line in two encodings was converted"
run txtcopy --repair mixed.c yes.c
expect_rc 0
run txtcopy --check yes.c
expect_rc 0
run txtcopy --detect --json good.txt
expect_rc 0
expect_out '"encoding": "UTF-8"'
mkdir -p tree/sub/.git
printf 'a\r\n' >tree/one.c
printf 'b\r\n' >tree/sub/two.c
printf 'c\r\n' >tree/sub/three.txt
printf 'd\r\n' >tree/sub/.git/four.c
run txtcopy -r --eol lf --include '*.C' tree copied
expect_rc 0
[ "$(cat copied/one.c copied/sub/two.c | wc -c)" -eq 4 ] || fail "line ends of the tree"
[ ! -e copied/sub/three.txt ] || fail "a file out of the pattern"
[ ! -e copied/sub/.git ] || fail "copied .git"
# The folder of results may stand in the tree: a second run does not copy it.
for _ in 1 2; do
	run txtcopy -r --eol lf --force tree tree/out
	expect_rc 0
done
[ -e tree/out/one.c ] || fail "a folder within the tree"
[ ! -e tree/out/out ] || fail "copied its own results"
# -p keeps times; without it a copy is as old as it is.
touch -t 202001010000 tree/one.c
run txtcopy -p tree/one.c kept.c
expect_rc 0
[ ! kept.c -nt tree/one.c ] && [ ! kept.c -ot tree/one.c ] || fail "-p keeps no time"
run txtcopy tree/one.c new.c
[ new.c -nt tree/one.c ] || fail "a time was kept without -p"
run txtcopy tree copied
expect_rc 2
run txtcopy --to nonsense a b
expect_rc 2
# Every kind of line end counts; a binary file is told in one line; the list of places is bounded.
printf 'a\rb\r\nc\n\377\n' >ends.txt
run txtcopy --check ends.txt
expect_rc 1
expect_out 'ends.txt:4:1:'
printf '\211PNG\r\n\032\n\000\000\000\rIHDR\000\000\001\002\003\004\005\006\007\010' >picture.png
run txtcopy --check picture.png
expect_rc 1
expect_err 'looks binary'
run txtcopy --detect picture.png
expect_rc 0
expect_out 'picture.png: binary'
! grep -q 'binary, binary' out || fail 'binary twice'
: >many.txt
i=0
while [ $i -lt 150 ]; do
	printf 'abcdefgh \303\244\303\244\303\244 x\377y\n' >>many.txt
	i=$((i + 1))
done
run txtcopy --check many.txt
expect_rc 1
[ "$(grep -c 'not UTF-8' out)" = 100 ] || fail "not the first 100 places"
expect_err '50 more places'
run txtcopy --check --all-places many.txt
[ "$(grep -c 'not UTF-8' out)" = 150 ] || fail "not all places"
printf '\377\376a\000\r\000\n\000b\000\n\000c\000\r\000' >marked.txt
run txtcopy --detect --json marked.txt
expect_out '"lf": 1,'
expect_out '"crlf": 1,'
expect_out '"cr": 1,'
run txtcopy --detect marked.txt
expect_out 'UTF-16LE with BOM, certain, line ends mixed'
# Each is counted once, wherever it is in the text.
for before in 0 1 2 3 4 5 6 7 8; do
	printf "%$((before + 120))s\\r\\n\\r\\n\\r\\r\\n\\n" '' >counted
	run txtcopy --detect --json counted
	expect_out '"lf": 1,'
	expect_out '"crlf": 3,'
	expect_out '"cr": 1,'
done
# A folder among files, as the shell's * gives, is told and the rest is looked at.
mkdir -p among/sub
echo one >among/a.txt
echo two >among/z.txt
run txtcopy --detect among/a.txt among/sub among/z.txt
expect_rc 1
expect_err 'among/sub: is a folder'
expect_out 'among/z.txt: US-ASCII'
run txtcopy --detect --json among/a.txt among/none.txt
expect_rc 1
expect_out '"encoding": null'
# What only looks takes no option for an output.
cp good.txt untouched.txt
for option in --to=gbk --bom=add --eol=crlf --lossy=escape --repair --in-place --backup --force -p; do
	run txtcopy --detect $option untouched.txt
	expect_rc 2
	expect_err 'does not go with --detect, which only looks'
	run txtcopy $option --check untouched.txt
	expect_rc 2
done
cmp good.txt untouched.txt || fail "changed by looking"
for wrong in untouched.txt --strict --to=gbk; do
	run txtcopy --list-encodings $wrong
	expect_rc 2
	expect_err --list-encodings
done
run txtcopy --list-encodings --json
expect_rc 0
run txtcopy --detect --check untouched.txt
expect_rc 2
expect_err '--detect and --check: one of them'
run txtcopy --detect --from=gbk --prefer=gbk --strict --all-places -r untouched.txt
expect_rc 0
# One is not a plural.
printf 'ok\n\303\244\303\244\303\244\303\244 \377\n' >one.txt
run txtcopy --check one.txt
expect_out 'one.txt:2:6: byte FF is not UTF-8 (offset 12)'
run txtcopy --detect one.txt
expect_out '1 bad place'
grep -q 'places' out && fail "1 places"
run txtcopy --from utf-8 --to gbk one.txt one.gbk
expect_err '1 place is not valid UTF-8'
# The list of encodings, for programs too.
run txtcopy --list-encodings --json
expect_rc 0
expect_out '"name": "GB18030"'
if command -v python3 >/dev/null; then
	python3 - <<'X' || fail "the list is not JSON"
import json
with open('out', encoding='utf-8') as f:
    encodings = json.load(f)['encodings']
labels = {e['name']: e['labels'] for e in encodings}
assert 'cp936' in labels['GBK'] and len(labels) == len(encodings) > 60, labels
X
fi
# What the user names is not called a guess, and no text that has bytes is called empty.
printf '\326\320\316\304\n' >named
run txtcopy --json --from=gbk named named.out
expect_rc 0
expect_out '"verdict": "named"'
: >nothing
run txtcopy --json --from=gbk nothing nothing.out
expect_rc 0
expect_out '"verdict": "empty"'
# Valid UTF-8 is left as it is, with a word where it could be something else; converted it is not.
printf 'a width of 1.5 \303\227 Tmclk,\n' >times.txt
run txtcopy --to utf-8 times.txt times.out
expect_rc 0
expect_err 'read as UTF-8'
cmp -s times.txt times.out || fail "valid UTF-8 was changed"
mkdir alone letters
n=0
for letter in '\321\202' '\330\265' '\305\223' 'name=\304\204' '\327\225' '\316\272' '%%1 \320\262 %%2'; do # of six alphabets
	n=$((n + 1))
	printf "$letter\\n" >letters/$n.txt
done
run txtcopy --to utf-8 -r letters kept
expect_rc 0
expect_err 'read as UTF-8'
diff -r letters kept || fail "valid UTF-8 was changed"
printf '\316\264\326\252\n' >alone/gbk.txt # a word of Chinese, and rare letters of UTF-8
run txtcopy --to utf-8 alone/gbk.txt gbk.out
expect_rc 1
expect_err 'could be UTF-8 or GB18030'
printf '\316\266\n871\n' >alone/zeta.txt
run txtcopy --to gbk alone/zeta.txt zeta.gbk
expect_rc 1
expect_err 'name it with --from'
[ ! -e zeta.gbk ] || fail "a guess was converted"
run txtcopy --guess --to gbk alone/zeta.txt zeta.gbk
expect_rc 0
expect_err 'read as UTF-8'

# completion offers every encoding by a name that is understood
tool txtcopy --suggest=to >names
grep -qx GB18030 names && grep -qx UTF-8 names || fail "encodings that completion offers: $(cat names)"
while read -r name; do tool txtcopy --detect --from="$name" /dev/null >/dev/null || fail "$name is offered and not known"; done <names
# Where no file was looked at, none was valid.
mkdir -p none
for what in --check --detect '--check --include=*.absent' '--detect --json'; do
	# shellcheck disable=SC2086
	run txtcopy $what -r none
	expect_rc 3
	expect_err 'no file to look at'
done
