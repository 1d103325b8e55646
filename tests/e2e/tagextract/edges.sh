# SPDX-License-Identifier: MIT
# Files, lists and texts at the edges of what decides about them.

# A file that is empty is not said to have another name.
mkdir -p was/a now/b
: | tee was/a/none.c >now/b/none.c
printf x | tee was/a/one.c >now/b/one.c
run tagextract --audit was Tag_1 now
expect_rc 5
expect_out 'a/none.c: deleted'
expect_out 'b/none.c: added'
expect_out 'b/one.c: renamed from a/one.c'

# The new name of one may be the first change of all, and the old one the last.
mkdir -p last/z first/a
echo x | tee last/z/one.c >first/a/one.c
run tagextract --audit last Tag_1 first
expect_rc 5
expect_out 'a/one.c: renamed from z/one.c'

# The text of a hunk is kept up to 65,536 bytes.
mkdir short long
line=$(printf '%01022d' 0)
echo a | tee short/x.c >long/x.c
for i in $(seq 64); do echo "$line"; done >>long/x.c
run tagextract --audit short --json Tag_1 long
expect_rc 5
! grep -qF '\n...' out || fail "cut off"
printf '1' >>long/x.c
run tagextract --audit short --json Tag_1 long
grep -qF '\n...' out || fail "not said to be cut off"

# Nothing found: no archive, no folder.
mkdir src
echo '// Tag 1' >src/a.c
echo '// Tag_2' >'src/a b.c'
run tagextract --archive=none.7z Tag_9 src
expect_rc 3
[ ! -e none.7z ] || fail "an empty archive"
# A blank in a name means nothing: in that of a file, of a tag.
run tagextract --archive=blank.7z Tag_2 src
expect_rc 0
[ ! -s err ] || fail "$(cat err)"
run tagextract --split 'Tag 1,Tag_2' src dst
expect_rc 0
[ -f 'dst/Tag 1/a.c' ] && [ -f 'dst/Tag_2/a b.c' ] || fail "$(find dst)"

# What a copy has of its file: bytes, time and mode, in an archive, too.
if [ -z "${RUNNER:-}" ]; then
	chmod 751 src/a.c
	touch -d '2020-02-02 02:02:02 UTC' src/a.c
	run tagextract 'Tag 1' src kept
	expect_rc 0
	[ ! -s err ] || fail "$(cat err)"
	[ "$(stat -c '%a %Y' kept/a.c)" = '751 1580608922' ] || fail "$(stat -c '%a %y' kept/a.c)"
	mkdir del
	echo '// Tag_1' >"del/$(printf 'x\177y.c')"
	run tagextract --archive=del.7z Tag_1 del
	expect_rc 0
	expect_err 'a control character in the name'
	for form in 7z zip; do
		run tagextract --archive=kept.$form 'Tag 1' src
		command -v bsdtar >/dev/null || continue
		rm kept/a.c
		bsdtar -C kept -xpf kept.$form
		[ "$(stat -c '%a %Y' kept/a.c)" = '751 1580608922' ] || fail "$form: $(stat -c '%a %y' kept/a.c)"
	done
fi
# The source may have the name of the folder for copies where there are none.
mkdir labz old
echo '// Tag_1' >labz/a.c
run tagextract --patch=old Tag_1 labz
expect_rc 0
run tagextract --archive=labz.7z Tag_1 labz
expect_rc 0
run tagextract Tag_1 labz
expect_rc 2
expect_err 'labz: is the source'
run tagextract --split --patch=old Tag_1 labz labz
expect_rc 2
expect_err 'labz: is the source'
# A file that was given up is not packed.
printf 'x%.0s' $(seq 1 50) >src/slow.c
echo Fan >src/fast.c
run tagextract --archive=some.7z --regex '(x+x+)+y|Fan' src
expect_rc 1
expect_out '1 packed'
run tagextract -n --markers=on,off --markers=x 'Tag 1' src
expect_rc 2
expect_err '--markers: '

# A bracket is one of a class where it comes first.
run tagextract -n -r '[]T]ag 1' src
expect_out "a.c: []T]ag 1 1 'Tag 1'"

# Two letters whose bytes in UTF-8 begin alike, and one of four bytes in GB 18030.
mkdir letters
printf '\377\376/\000/\000\356\117_\0001\000\n\000' >letters/a.c
printf '// \325\342\312\307\322\273\270\366\262\342\312\324\316\304\274\376 \2010\2142_1\n' >letters/b.c
run tagextract -n '修_1,俯_1' letters
expect_out 'a.c: 修_1 1'
run tagextract -n 'ą_1' letters
expect_out 'b.c: ą_1 1'

# A list of tags without a byte.
: >empty.txt
run tagextract -n --tags-from=empty.txt src
expect_rc 1
expect_err 'empty.txt: no tag in it'

# A new file is an old one when half of it is the same; of two that are alike, the first.
mkdir -p base/p new/p
same=$(printf '%050d' 0)
{ echo "$same"; printf '%048d\n' 1; } >base/p/old.c
{ echo "$same"; echo "// Tag_1 $(printf '%039d' 2)"; } >new/p/new.c
run tagextract --patch base Tag_1 new
expect_rc 0
expect_out 'similarity index 50%'
expect_out 'rename from p/old.c'
{ echo "${same#0}"; printf '%049d\n' 1; } >base/p/old.c
{ echo "${same#0}"; echo "// Tag_1 $(printf '%040d' 2)"; } >new/p/new.c
run tagextract --patch base Tag_1 new
expect_rc 0
expect_out 'new file mode 100644'
cp new/p/new.c base/p/z.c
cp new/p/new.c base/p/b.c
run tagextract --patch base Tag_1 new
expect_out 'rename from p/b.c'

# Each has an old name of its own.
rm -rf base new
mkdir base new
for name in a b c; do
	printf "$name is\nof the\nbase\n" >base/$name.c
	{ cat base/$name.c; echo '// Tag_1'; } >new/now_$name.c
done
run tagextract --patch base Tag_1 new
for name in a b c; do expect_out "rename from $name.c"; done

# Of the files that are gone 200 are compared.
rm -rf base new
mkdir base new
for i in $(seq 100 299); do echo "this is line $i" >base/$i.c; done
printf 'this is line 299\n// Tag_1\n' >new/new.c
run tagextract --patch base Tag_1 new
expect_out 'rename from 299.c'
echo 'this is line 0' >base/000.c
run tagextract --patch base Tag_1 new
expect_out 'new file mode 100644'

# A file without an ending has become one without an ending.
rm -rf base new
mkdir base new
printf 'all:\n\techo one two three\n' | tee base/Makefile >base/rules.mk
{ cat base/Makefile; echo '# Tag_1'; } >new/GNUmakefile
run tagextract --patch base Tag_1 new
expect_rc 0
expect_out 'rename from Makefile'
rm base/Makefile
run tagextract --patch base Tag_1 new
expect_out 'new file mode 100644'

# A block is not as in the base when what followed its first line is gone.
mkdir less1 less2
printf '// Tag_1 >>>\nx\ny\n// Tag_1 <<<\n' >less1/a.c
printf '// Tag_1 >>>\ny\n// Tag_1 <<<\n' >less2/a.c
run tagextract --audit less1 Tag_1 less2
expect_rc 0
! grep -q 'equals the base' out || fail "$(cat out)"
# Nor when its first line is the last of a change.
printf 'x\n// Tag_1 was >>>\ny\n// Tag_1 <<<\n' >less1/a.c
printf 'z\n// Tag_1 >>>\ny\n// Tag_1 <<<\n' >less2/a.c
run tagextract --audit less1 Tag_1 less2
expect_rc 5
! grep -q 'equals the base' out || fail "$(cat out)"

# The next drop has nothing where the blocks were, or nothing at all.
mkdir drop1 mine drop2 drop3
printf 'a\nb\n' >drop1/x.c
printf 'a\n// Tag_1 >>>\nnew\n// Tag_1 <<<\nb\n' >mine/x.c
: >drop2/x.c
run tagextract --port Tag_1 drop1 mine drop2 dest2
expect_rc 1
printf '<<<<<<< MINE\n// Tag_1 >>>\nnew\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\n' >want
cmp dest2/x.c want || fail "$(cat dest2/x.c)"
printf 'c' >drop3/x.c
run tagextract --port Tag_1 drop1 mine drop3 dest3
expect_rc 1
sed '/^=======$/a c' want | cmp - dest3/x.c || fail "$(cat dest3/x.c)"
# ... with the line ends of the block in a file without any
sed -i 's/$/\r/' drop1/x.c mine/x.c
run tagextract --port Tag_1 drop1 mine drop2 dest5
expect_rc 1
sed 's/$/\r/' want | cmp - dest5/x.c || fail "$(cat -A dest5/x.c)"

# A block in ASCII goes into a file that is in another encoding now, whatever is in the line after it.
mkdir gbk ours utf8
printf 'a\n\326\320\n' >gbk/x.c
printf 'a\n// Tag_1 >>>\nnew\n// Tag_1 <<<\n\326\320\n' >ours/x.c
printf 'a\n\344\270\255\n' >utf8/x.c
run tagextract --port Tag_1 gbk ours utf8 dest4
expect_rc 0
printf 'a\n// Tag_1 >>>\nnew\n// Tag_1 <<<\n\344\270\255\n' | cmp - dest4/x.c || fail "$(cat dest4/x.c)"

# What there is one of is counted and told.
rm -rf src copy base new
mkdir src
echo '// Tag_1 >>>' >src/a.c
run tagextract Tag_1 src copy
expect_out '1 of 1 file with a tag; 1 copied to copy'
! grep -q 'there\|failed\|skipped' out || fail "$(cat out)"
run tagextract Tag_1 src copy
expect_out '; 0 copied to copy, 1 were there'
run tagextract -n Tag_1 src copy
expect_out ', 1 are there'
echo '// <<< Tag_1' >>src/a.c
run tagextract -n Tag_1 src copy
expect_out ', names taken: 1'
run tagextract Tag_1 src copy
expect_rc 1
expect_out ', 1 failed'
run tagextract -l src
expect_rc 0
expect_out '1 tag in 1 file'
expect_out 'unpaired'
echo '// Tag_2 >>>' >src/b.c
run tagextract -l src
expect_out '; not listed: 1 word with marks that nothing closes'
run tagextract -n -x b.c Tag_1 src
expect_out '; skipped 1 excluded'
echo x >src/c.unknown
run tagextract -n Tag_1 src
expect_out '1 file not looked at (other names; --all does): 1 .unknown'
mkdir base
run tagextract --audit base -x c.unknown Tag_1,Tag_2 src
expect_rc 0
expect_out '1 excluded'
run tagextract --audit base -x 'a.*' Tag_2 src
expect_rc 5
expect_out '1 not accounted for'
run tagextract --sync -q Tag_1 src other
run tagextract --sync Tag_9 src other
expect_out '1 file of earlier runs removed (--sync)'
# A condition within a tagged one does not end it; an end without the tag may be at the begin of a comment's line.
mkdir within
printf '#ifdef Tag_1\na\n#if B\nb\n#endif\nc\n#endif\n' >within/a.c
printf '// Tag_1 begin\na\n/*\nend\n*/\n' >within/b.c
run tagextract -n --csv Tag_1 within
expect_rc 0
expect_out 'a.c,Tag_1,1,8,begin,1,7,'
expect_out 'b.c,Tag_1,1,4,begin,1,4,'
# A zero byte makes a large file a binary one wherever it is.
{ yes 'int a;' | head -c 300000; printf '\0\n// Tag_1\n'; } >within/c.c
run tagextract -n --csv Tag_1 within/c.c
expect_rc 0
expect_out 'c.c,Tag_1,42859,4,mark,,,binary,'
# A byte order mark is no part of the first line: a block before it gets the mark, and that line keeps none.
rm -rf old mine new dest
mkdir old mine new
bom='\357\273\277'
printf "${bom}one\ntwo\n" | tee old/both.c >old/gone.c
printf "${bom}// Tag_1 >>>\nx\n// Tag_1 <<<\none\ntwo\n" | tee mine/both.c >mine/gone.c
printf "${bom}one\n2\n" >new/both.c
printf 'one\n2\n' >new/gone.c
printf 'one\ntwo\n' >old/came.c
printf "${bom}one // Tag_1\ntwo\n" >mine/came.c
cp new/both.c new/came.c
# a second one of UTF-16 is a character
printf '\377\376\377\376o\0n\0e\0\n\0' | tee old/wide.c >new/wide.c
{ cat old/wide.c; printf 'x\0;\0 \0/\0/\0 \0T\0a\0g\0_\0001\0\n\0'; } >mine/wide.c
run tagextract --port Tag_1 old mine new dest
expect_rc 0
cmp mine/wide.c dest/wide.c || fail "$(od -c dest/wide.c)"
printf "${bom}// Tag_1 >>>\nx\n// Tag_1 <<<\none\n2\n" | cmp - dest/both.c || fail "$(od -c dest/both.c)"
printf '// Tag_1 >>>\nx\n// Tag_1 <<<\none\n2\n' | cmp - dest/gone.c || fail "$(od -c dest/gone.c)"
printf "${bom}one // Tag_1\n2\n" | cmp - dest/came.c || fail "$(od -c dest/came.c)"
run tagextract --audit new Tag_1 dest
expect_rc 0
sed -i '1s/^...//' dest/both.c
run tagextract --audit new Tag_1 dest
expect_rc 5
# Letters in another encoding than that of the mark are not put behind it.
printf '\326\320 // Tag_1\ntwo\n' >mine/came.c
run tagextract --port -f Tag_1 old mine new dest
expect_rc 1
expect_err 'came.c: the new base has it in another encoding than the blocks'
cmp new/came.c dest/came.c
# Files that changed or are new without a tag are counted; those that the new drop has too, or with other line ends, are not.
rm -rf old mine new dest
mkdir old mine new
for f in tag same ends taken changed; do
	printf 'a\nb\n' | tee "old/$f.c" "mine/$f.c" >"new/$f.c"
done
printf 'a\n// Tag_1\nb\n' >mine/tag.c
printf 'a\r\nb\r\n' >mine/ends.c
printf 'a\nB\n' | tee mine/taken.c >new/taken.c
run tagextract --port -n Tag_1 old mine new dest
expect_rc 0
grep -q untagged out && fail "$(cat out)"
grep -q 'without a tag' out && fail "$(cat out)"
printf 'a\nb\r' >mine/changed.c
run tagextract --port -n Tag_1 old mine new dest
expect_rc 0
expect_out '1 file changed or added without a tag, not carried; --audit lists all'
printf 'a\n' >mine/changed.c
echo 'int a;' >mine/added.c
run tagextract --port -n --json Tag_1 old mine new dest
expect_rc 0
expect_out '"untagged_files": 2'
valid_json tagextract
