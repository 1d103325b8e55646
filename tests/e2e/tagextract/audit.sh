# SPDX-License-Identifier: MIT
# --audit: every difference is in a tagged block, or is named.
mkdir -p base/p new/p
printf 'a\nb\nc\nd\n' >base/p/x.c
printf 'a\n// Tag_1 >>>\nnew\n// Tag_1 <<<\nb\nc\nd\n' >new/p/x.c
echo same | tee base/p/s.c >new/p/s.c
run tagextract --audit=base Tag_1 new
expect_rc 0
expect_out '2 files compared; 1 change, 1 of them with a tag, 0 not accounted for'
expect_out 'every change is accounted for by a tag'
[ ! -e labz ] || fail "copied something"
run tagextract --audit base new
expect_rc 0
run tagextract --untagged base Tag_1 new
expect_rc 0
# without a tag a block accounts for a change, a lone mark does not
mkdir lone1 lone2
echo a >lone1/a.c
printf 'a\n// DMA_1 start\n' >lone2/a.c
run tagextract --audit lone1 lone2
expect_rc 5
run tagextract --audit lone1 --json lone2
expect_out '"tags": "any mark"'
run tagextract --audit lone1 --json Tag_9 lone2
expect_out '"tags": "Tag_9"'
# another tag's block accounts for nothing
run tagextract --audit base Tag_2 new
expect_rc 5
expect_out 'p/x.c:2: changed without a tag (lines 2-4, +3 -0)'
expect_out '    +new'
# a stray hunk in a tagged file, a deletion, an addition, an unlisted name, a mode, a binary, a name
printf 'a\n// Tag_1 >>>\nnew\n// Tag_1 <<<\nb\nc\nstray\nd\n' >new/p/x.c
echo gone >base/p/gone.c
echo added >new/p/added.unknown
printf '\000\001' >base/logo.bmp
printf '\000\002' >new/logo.bmp
printf 'moved\n' >base/p/moved.c
mkdir new/q
printf 'moved\n' >new/q/moved.c
printf '#if 0\n// Tag_1 >>>\nx\n// Tag_1 <<<\n' | tee base/p/old.c >new/p/old.c
run tagextract --audit base Tag_1 new
expect_rc 5
expect_out 'logo.bmp: binary'
expect_out 'p/added.unknown: added'
expect_out 'p/gone.c: deleted'
expect_out 'q/moved.c: renamed from p/moved.c'
expect_out 'p/x.c:7: changed without a tag (lines 7-7, +1 -0)'
expect_out 'p/old.c:2-4: block equals the base: Tag_1'
expect_out '6 changes, 1 of them with a tag, 5 not accounted for'
expect_out 'not accounted for'
for form in json csv html; do
	run tagextract --audit base --$form Tag_1 new
	expect_rc 5
	cp out report.$form
	expect_out 'stray'
	expect_out 'added.unknown'
done
if command -v python3 >/dev/null; then
	python3 - <<'X' || fail "JSON or CSV"
import csv, json
from html.parser import HTMLParser
d = json.load(open('report.json', encoding='utf-8'))
assert not d['clean'] and d['open'] == 5 and d['changes'] == 6, d
rows = list(csv.DictReader(open('report.csv', encoding='utf-8-sig', newline='')))
assert len(rows) == len(d['items']) == 7, rows
assert [r['change'] for r in rows if r['accounted'] == 'no'].count('changed') == 1, rows
open_tags = []
class P(HTMLParser):
    def handle_starttag(self, tag, attrs):
        if tag not in ('meta', 'br'):
            open_tags.append(tag)
    def handle_endtag(self, tag):
        assert open_tags.pop() == tag, tag
p = P()
p.feed(open('report.html', encoding='utf-8').read())
p.close()
assert not open_tags, open_tags
X
fi
# what is excluded is counted, in both trees
run tagextract --audit base -x q -x 'gone.c' -x '*.unknown' -x '*.bmp' -x moved.c Tag_1 new
expect_rc 5
expect_out 'excluded'
expect_out '1 not accounted for'
# options that it does not heed
for option in --ext=c --include=x --all --threads=2 --force --sync --dry-run; do
	run tagextract --audit base $option Tag_1 new
	expect_rc 2
	expect_err 'does not go with --audit'
done
# the same text with other line ends is a change
mkdir eol1 eol2
printf 'a\nb\n' >eol1/a.c
printf 'a\r\nb\r\n' >eol2/a.c
run tagextract --audit eol1 eol2
expect_rc 5
# a CR that ends a line by itself is one in the report
mkdir cr1 cr2
printf 'a\rb\rc\r' >cr1/a.c
printf 'a\rX // Tag_1\rc\r' >cr2/a.c
run tagextract --audit cr1 --json Tag_1 cr2
expect_rc 0
expect_out '"text": "-b\u000d\n+X // Tag_1\u000d\n"'
# a hunk that only removes lines counts inside of a block
mkdir cut1 cut2
printf 'a\n// Tag_1 >>>\nx\ny\n// Tag_1 <<<\nb\nc\n' >cut1/a.c
printf 'a\n// Tag_1 >>>\nx\n// Tag_1 <<<\nb\nc\n' >cut2/a.c
run tagextract --audit cut1 Tag_1 cut2
expect_rc 0
printf 'a\n// Tag_1 >>>\nx\ny\n// Tag_1 <<<\nb\n' >cut2/a.c
run tagextract --audit cut1 Tag_1 cut2
expect_rc 5

[ -z "${RUNNER:-}" ] || exit 0
chmod +x new/p/s.c
run tagextract --audit base Tag_1 new
expect_out 'p/s.c: mode 100644 -> 100755'
ln -s s.c base/p/link.c
ln -s x.c new/p/link.c
run tagextract --audit base Tag_1 new
expect_out 'p/link.c: type'
rm base/p/link.c
ln -s elsewhere base/p/link.c
run tagextract --audit base Tag_1 new
expect_out 'p/link.c: type'
rm base/p/link.c
cp new/p/x.c base/p/link.c
run tagextract --audit base Tag_1 new
expect_out 'p/link.c: type'
# the tag of the last line of a change counts; of two names, both
mkdir tag1 tag2
printf 'a\nb\n' >tag1/a.c
printf 'a\nc // Tag_1\n' >tag2/a.c
printf 'a\nb\n' >tag1/b.c
printf 'a\n// A >>>\n// B >>>\nx\n// B <<<\n// A <<<\nb\n' >tag2/b.c
run tagextract --audit tag1 --json Tag_1,A,B tag2
expect_rc 0
expect_out '"tags": "Tag_1"'
expect_out '"tags": "A, B"'
# the last line of a change begins a block
printf 'a\nx\n// B <<<\n// A <<<\nb\n' >tag1/b.c
printf 'a\n// A >>>\n// B >>>\nx\n// B <<<\n// A <<<\nb\n' >tag2/b.c
run tagextract --audit tag1 --json -x a.c A,B tag2
expect_rc 0
[ "$(grep -c '"tags": "A, B"' out)" -eq 2 ] || fail "$(cat out)"
# a text that became binary, and the reverse
mkdir bin1 bin2
printf 'a\n' | tee bin1/to.c >bin2/from.c
printf '\000\001' | tee bin1/from.c >bin2/to.c
run tagextract --audit bin1 Tag_1 bin2
expect_rc 5
expect_out 'from.c: binary'
expect_out 'to.c: binary'
# a tree that is not there
run tagextract --audit tag1 Tag_1 missing
expect_rc 1
expect_err 'missing: no such file or folder'
# a page from hostile names and texts
mkdir html1 html2
printf '// <script>alert(1)</script> & "x"\n' >'html2/<b>&.c'
run tagextract --audit html1 --html html2
expect_rc 5
! grep -q '<script>\|<b>&.c' out || fail "text became part of the page"
# other line ends are one change, and do not hide what is in a block
rm -rf base new
mkdir base new
seq 1 9 >base/ends.c
{ seq 1 4; echo '// Tag_1 >>>'; echo new; echo '// Tag_1 <<<'; seq 5 9; } | sed 's/$/\r/' >new/ends.c
seq 1 3 >new/only.c
sed 's/$/\r/' new/only.c >base/only.c
run tagextract --audit base Tag_1 new
expect_rc 5
expect_out 'ends.c: line ends LF -> CR LF'
expect_out 'only.c: line ends CR LF -> LF'
! grep -q 'changed without a tag' out || fail "each line is a change"
expect_out '3 changes, 1 of them with a tag, 2 not accounted for'

# lines in GBK are reported in UTF-8; bytes that are no text stay what they are
mkdir gbk1 gbk2
printf 'a\n// \322\375\265\274\263\314\320\362\263\365\312\274\273\257\n' | tee gbk1/a.c >gbk2/a.c
printf '// \325\305\271\244\n' >>gbk2/a.c
run tagextract --audit gbk1 Tag_1 gbk2
expect_rc 5
expect_out '    +// 张工'
run tagextract --audit gbk1 --json Tag_1 gbk2
expect_out '"text": "+// \u5f20\u5de5\n"'
printf 'a\n\377\n' >gbk2/a.c
run tagextract --audit gbk1 Tag_1 gbk2
expect_rc 5
# A tag in the comment of an #if that the base has means that line; one whose #endif is new, too, or that names the tag
# itself, means all in it.
rm -rf cond1 cond2 cond3
mkdir cond1 cond2
printf '%s\n' '#if A' a b c '#endif' d >cond1/a.c
cond() { # status, lines of the tree
	want=$1
	shift
	printf '%s\n' "$@" >cond2/a.c
	run tagextract --audit cond1 Tag_1 cond2
	expect_rc "$want"
}
cond 5 '#if B // Tag_1' a b x '#endif' d
expect_out 'a.c:4: changed without a tag'
expect_out '2 changes, 1 of them with a tag'
run tagextract --port Tag_1 cond1 cond2 cond1 cond3
expect_rc 0
expect_out 'a.c:4: untagged change left behind'
expect_out '1 block in 1 file: 1 carried'
printf '%s\n' '#if B // Tag_1' a b c '#endif' d | cmp - cond3/a.c
cond 0 '#if B // Tag_1' a b c '#endif' d
cond 0 '#if B // Tag_1' a b x '#endif // B' d
cond 0 '#if B // Tag_1' a b x '#endif // Tag_1' d
cond 0 '#ifdef Tag_1' a b x '#endif' d
cond 0 '#if A' a b c '#endif' d '#if B // Tag_1' x '#endif'
cond 5 '#if A' a b c '#endif' d '#if B // Tag_1' x '#endif' x
cp cond1/a.c cond2/a.c
sed -i '1s/$/ \/\/ Tag_1/' cond2/a.c
cp cond2/a.c cond1/a.c
run tagextract --audit cond1 Tag_1 cond2
expect_out 'a.c:1-1: block equals the base: Tag_1'
# A line without an end, a change too long to be printed, and a text in another encoding are reported.
rm -rf rest1 rest2
mkdir rest1 rest2
printf 'a\nb' >rest1/end.c
printf 'a\nc' >rest2/end.c
echo a >rest1/long.c
seq 1 20000 >rest2/long.c
printf '\377\376a\000\n\000' >rest1/order.c
printf '\376\377\000a\000\n' >rest2/order.c
run tagextract --audit rest1 Tag_1 rest2
expect_rc 5
expect_out '3 files compared; 3 changes, 0 of them with a tag'
expect_out 'order.c: binary'
[ "$(grep -cE '^    (-b|\+c)$' out)" -eq 2 ] || fail "$(head out)"
run tagextract --audit rest1 --json Tag_1 rest2
grep -q '\\n\.\.\.\\n"' out || fail 'the change is not cut'
[ "$(wc -c <out)" -lt 80000 ] || fail "the change is not cut: $(wc -c <out)"
[ -n "${RUNNER:-}" ] || {
	mkfifo pipe
	run tagextract --audit pipe Tag_1 rest2
	expect_rc 2
	expect_err 'pipe: neither a folder nor a regular file'
}
# Every file that cannot be read is named, in every report.
rm -rf rest1 rest2
mkdir rest1 rest2
echo a | tee rest1/x.c >rest2/x.c
truncate -s 2147483649 rest2/q.c rest2/r.c
named() { # program's arguments
	run tagextract "$@" --json
	expect_rc 1
	sed -n '/^  "errors"/,$p' out | grep -o '"path.*' | tr -d '\r' >got
	printf '"path": "%s",\n' q.c r.c | cmp - got || fail "$*: $(cat out)"
	sed 's/^[^:]*: \([qr].c: longer\).*/\1/' err >got
	printf '%s.c: longer\n' q r | cmp - got || fail "$*: $(cat err)"
}
named --audit rest1 Tag_1 rest2
named --port Tag_1 rest1 rest2 rest1 rest3 -n
named -l rest2
run tagextract --audit rest1 --html Tag_1 rest2
expect_rc 1
[ "$(grep -c '^<li>[qr].c: longer' out)" -eq 2 ] || fail "$(cat out)"
# The line between two blocks is also in them: it is the one of the base, whatever the diff takes for that.
rm -rf between1 between2
mkdir between1 between2
for line in '}' ''; do
	printf '%s\n' a "$line" b >between1/a.c
	printf '%s\n' a '// Tag_1 >>>' x "$line" '// Tag_1 <<<' "$line" '// Tag_1 >>>' "$line" y '// Tag_1 <<<' b >between2/a.c
	run tagextract --audit between1 Tag_1 between2
	expect_rc 0
	echo "$line" >>between2/a.c
	run tagextract --audit between1 Tag_1 between2
	expect_rc 5
	sed -i '6a new' between2/a.c
	sed -i '$d' between2/a.c
	run tagextract --audit between1 Tag_1 between2
	expect_rc 5
done
# A last line without an end has one when a block follows; when nothing follows it is a change.
for end in '' '\r'; do
	rm -rf last1 last2
	mkdir last1 last2
	printf "a$end\nb" >last1/a.c
	printf 'a' >last1/b.c
	printf "a$end\nb$end\n// Tag_1 >>>$end\nx$end\n// Tag_1 <<<$end\n" >last2/a.c
	printf "a$end\n// Tag_1" >last2/b.c
	run tagextract --audit last1 Tag_1 last2
	expect_rc 0
	printf "// Tag_1$end\na$end\nb$end\n" >last2/a.c
	run tagextract --audit last1 Tag_1 last2
	expect_rc 5
	expect_out 'a.c:3: changed without a tag'
done
# What is removed beside a mark that the base has, too, belongs to no change.
rm -rf kept1 kept2
mkdir kept1 kept2
for end in '' '\r'; do
	for mark in "x = 1; // Tag_1$end\n" "// Tag_1 >>>$end\nx();$end\n// Tag_1 <<<$end\n"; do
		printf "a$end\n${mark}y$end\nz$end\n" >kept1/a.c
		printf "a$end\n${mark}z$end\n" >kept2/a.c
		run tagextract --audit kept1 Tag_1 kept2
		expect_rc 5
		printf "${mark}y$end\nz$end\n" >kept2/a.c
		run tagextract --audit kept1 Tag_1 kept2
		expect_rc 5
	done
done
# The same bytes under another name are another file, however it begins.
mkdir -p named1/p named2/q
echo 'same bytes' | tee named1/p/xold.c >named2/q/xnew.c
run tagextract --audit named1 Tag_1 named2
expect_rc 5
expect_out 'p/xold.c: deleted'
expect_out 'q/xnew.c: added'
# marks that do not pair draw the warnings that a run without --audit has, in changed and new files
mkdir odd1 odd2
printf '// Tag_1 <<<\n' | tee odd1/same.c >odd2/same.c
echo a >odd1/open.c
printf 'a\n// Tag_1 >>>\nnew\n' >odd2/open.c
printf '// Tag_1 >>>\na\n// Tag_1 >>>\nb\n// Tag_1 <<<\n// Tag_1 <<<\n' >odd2/nested.c
for form in --json --csv --html ''; do
	run tagextract --audit odd1 $form Tag_1 odd2
	expect_rc 5
	expect_err 'open.c:2: Tag_1: begin marker without an end'
	expect_err 'nested.c:3: Tag_1: begin marker inside a block'
	! grep -q 'same.c:' err || fail "a warning of an unchanged file"
done
# where any mark counts most are words that need no counterpart
run tagextract --audit odd1 odd2
! grep -q marker err || fail "a warning of any mark"
