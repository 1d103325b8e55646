# SPDX-License-Identifier: MIT
# JSON, CSV, markers and warnings.
mkdir src
cat >src/a.c <<'X'
// Tag_1 >>>
int a;
// Tag_1 <<<
// Tag_1
X
cat >src/b.c <<'X'
// Tag_1 >>>
X
run tagextract -n Tag_1 src
expect_rc 0
expect_out 'a.c: Tag_1 1-3, 4'
expect_out 'b.c: Tag_1 1'
expect_err 'b.c:1: Tag_1: begin marker without an end'

run tagextract -n --json Tag_1 src
expect_rc 0
if command -v python3 >/dev/null; then
	python3 - <<'X' || fail "JSON"
import json
d = json.load(open('out', encoding='utf-8'))
assert d['scanned'] == 2 and d['tagged'] == 2, d
f = d['files'][0]
assert f['path'] == 'a.c' and len(f['hits']) == 3 and f['blocks'] == [
	{'tag': 'Tag_1', 'first': 1, 'last': 3, 'style': 'chevron'}], f
assert d['files'][1]['warnings'][0]['line'] == 1
X
fi
run tagextract -n --csv Tag_1 src
expect_rc 0
expect_out 'a.c,Tag_1,1,4,begin,1,3,US-ASCII,would copy,'
[ "$(wc -l <out)" -eq 5 ] || fail "CSV lines: $(cat out)"
run tagextract -n --comments-only Tag_1 src
expect_rc 0
run tagextract -n -r 'Tag_[0-9]{1,2}' src
expect_rc 0
expect_out '2 of 2'
# An expression finds characters, never pieces of them.
printf '// \344\277\256Tag_1\n' >src/zh.c
run tagextract -n -r '\C' src
expect_rc 2
expect_err '\C'
for nothing in 'q*' '^' '$' '(?=Tag_1)'; do # only matches without a character: none
	run tagextract -n -r "$nothing" src
	expect_rc 3
done
run tagextract -n -r '[^ /]Tag' src
expect_out 'zh.c: [^ /]Tag 1'
# Marks whose texts differ in one digit or letter are no pair; those that --ignore-case takes for the same are.
mkdir texts
zeros=$(printf '%070d' 0)
words=$(printf '修改%.0s' $(seq 12))
for pair in "Tag_1$zeros Tag_2$zeros 0" "Tag_中$words Tag_国$words 0" "Tag_1$words$zeros Tag_1$words$zeros 1" 'Tag_1 Tag_2 0' 'Tag_A Tag_C 0' 'Tag_1x Tag_1y 0' 'Tag_7 TAG_7 1' 'Tag_x7 tAG_X7 1' 'Tag_1 Tag_1 1' \
	'Tag_B Tag_E 0' 'TAG_B TAG_E 0'; do
	set -- $pair
	printf '// %s start\nx\n// %s end\n' "$1" "$2" >texts/a.c
	run tagextract -n -i -r '\bTag_[^ ]+' texts
	rows=$(grep -c "a.c: .*1-3 '$1'" out || :)
	[ "$rows" -eq "$3" ] || fail "$pair: $(cat out)"
done
for ends in 'TAG_B TAG_E' '-- TAG_S: part of it -- TAG_E: part of it'; do # the letter is the mark
	printf '// %s\n' "${ends% TAG_E*}" x "TAG_E${ends##*TAG_E}" >texts/a.c
	run tagextract -n -r 'TAG_\w+' texts
	expect_out "1-3 'TAG_"
done
# Where the begin mark is only the same comment without "end", case counts in it, also with --ignore-case.
printf '%s\n' '// tag_1 by bob' x '// tag_1 by bob end' '// TAG_1 by bob' >texts/a.c
run tagextract -n -i tag_1 texts
expect_out 'tag_1 1-3'
