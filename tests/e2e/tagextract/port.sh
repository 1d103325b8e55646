# SPDX-License-Identifier: MIT
# --port: the tagged blocks of a tree on the vendor's next drop.
mkdir -p old/p mine/p new/p
seq 1 40 >old/p/a.c
{ seq 1 10; echo '// Tag_1 >>>'; echo mine; echo '// Tag_1 <<<'; seq 11 40; } >mine/p/a.c
{ echo 0; seq 1 5; seq 7 40; } >new/p/a.c
# not in the old drop: our own file
echo '// Tag_1 of our own' >mine/p/own.c
# both changed the same lines
seq 1 20 >old/p/b.c
{ seq 1 9; echo '// Tag_1 >>>'; echo ours; echo '// Tag_1 <<<'; seq 11 20; } >mine/p/b.c
{ seq 1 9; echo theirs; seq 11 20; } >new/p/b.c
# untagged
seq 1 5 >old/p/c.c
{ seq 1 5; echo '// Tag_1'; } >mine/p/c.c
sed -i 's/^2$/two/' mine/p/c.c
cp old/p/c.c new/p/c.c
echo 'theirs alone' >new/p/new.c
run tagextract --port -n Tag_1 old mine new dest
expect_rc 1
[ ! -e dest ] || fail "--dry-run wrote"
run tagextract --port Tag_1 old mine new dest
expect_rc 1
expect_out 'p/b.c:10-12: Tag_1: conflict'
expect_out 'p/c.c:2: untagged change left behind'
expect_out '4 blocks in 4 files: 3 carried, 0 there already, 1 conflict, 0 without a file'
{ echo 0; seq 1 5; seq 7 10; echo '// Tag_1 >>>'; echo mine; echo '// Tag_1 <<<'; seq 11 40; } >want
cmp want dest/p/a.c || fail "a.c: $(cat dest/p/a.c)"
cmp mine/p/own.c dest/p/own.c
cmp new/p/new.c dest/p/new.c
{ seq 1 9; echo '<<<<<<< MINE'; echo '// Tag_1 >>>'; echo ours; echo '// Tag_1 <<<'; echo =======
	echo theirs; echo '>>>>>>> NEWBASE'; seq 11 20; } >want
cmp want dest/p/b.c || fail "b.c: $(cat dest/p/b.c)"
{ seq 1 5; echo '// Tag_1'; } >want
cmp want dest/p/c.c || fail "c.c: $(cat dest/p/c.c)"
run tagextract --port --json Tag_1 old mine new dest
expect_rc 1
expect_err 'dest: holds files already'
run tagextract --port --csv Tag_1 old mine new other
expect_out 'p/b.c,10,12,Tag_1,conflict,'

# Without conflicts: status 0, and the audit of the result is clean.
rm -r old/p/b.c mine/p/b.c new/p/b.c old/p/c.c mine/p/c.c new/p/c.c dest
run tagextract --port Tag_1 old mine new dest
expect_rc 0
run tagextract --audit new Tag_1 dest
expect_rc 0
# Line ends of the new drop, and a file that moved there.
mkdir new/q
sed 's/$/\r/' new/p/a.c >new/q/a.c
rm -r new/p/a.c dest
run tagextract --port Tag_1 old mine new dest
expect_rc 0
{ echo 0; seq 1 5; seq 7 10; echo '// Tag_1 >>>'; echo mine; echo '// Tag_1 <<<'; seq 11 40; } |
	sed 's/$/\r/' >want
cmp want dest/q/a.c || fail "q/a.c: $(cat dest/q/a.c)"
[ ! -e dest/p/a.c ] || fail "the old place too"
run tagextract --port --json -n Tag_1 old mine new dest2
expect_out '"moved": "q/a.c"'
valid_json tagextract
run tagextract --port --csv -n Tag_1 old mine new dest2
expect_out 'p/a.c,11,13,Tag_1,carried,11,q/a.c'
mkdir wide
cp -r old mine new wide
for f in wide/old/p wide/mine/p wide/new/q; do
	iconv -t UTF-16 "$f/a.c" >"$f/b" && mv "$f/b" "$f/a.c"
done
run tagextract --port --csv -n Tag_1 wide/old wide/mine wide/new dest2
expect_out 'p/a.c,11,13,Tag_1,carried,11,q/a.c'
sed -i 's/^1[01]/x/' new/q/a.c
run tagextract --port -n Tag_1 old mine new dest2
expect_rc 1
expect_out 'p/a.c:11-13: Tag_1: conflict (line '
expect_out 'there), now q/a.c'
{ echo 0; seq 1 5; seq 7 40; } | sed 's/$/\r/' >new/q/a.c
# The new drop has it already.
cp mine/p/own.c new/p/own.c
rm -r dest
run tagextract --port Tag_1 old mine new dest
expect_rc 0
expect_out '1 there already'
# Nothing to carry.
run tagextract --port Absent old mine new nothing
expect_rc 3
[ ! -e nothing ] || fail "a folder for nothing"
run tagextract --port Tag_1 old mine new
expect_rc 2
# an editor of ours changed all line ends: the block is carried all the same
rm -rf old mine new dest
mkdir old mine new
seq 1 20 >old/ends.c
{ seq 1 9; echo '// Tag_1 >>>'; echo ours; echo '// Tag_1 <<<'; seq 10 20; } | sed 's/$/\r/' >mine/ends.c
{ seq 2 20; echo 21; } >new/ends.c
run tagextract --port Tag_1 old mine new dest
expect_rc 0
{ seq 2 9; echo '// Tag_1 >>>'; echo ours; echo '// Tag_1 <<<'; seq 10 21; } >want
cmp want dest/ends.c || fail "ends.c: $(cat dest/ends.c)"
# The new drop has taken over a file of ours, with its own line ends.
printf '// Tag_1 >>>\nint x;\n// Tag_1 <<<\n' >mine/taken.c
sed 's/$/\r/' mine/taken.c >new/taken.c
run tagextract --port --force Tag_1 old mine new dest
expect_rc 0
expect_out '2 blocks in 2 files: 1 carried, 1 there already'
cmp new/taken.c dest/taken.c
# What a merge adds ends as the lines of the new drop do: markers of conflicts, and a last line that had no end.
for end in '\r' ''; do
	rm -rf old mine new dest
	mkdir old mine new
	printf "a$end\nb" | tee old/last.c >new/last.c
	printf "a$end\nb$end\n// Tag_1 >>>$end\nx$end\n// Tag_1 <<<$end\n" >mine/last.c
	printf "a$end\nb$end\nc$end\n" >old/both.c
	printf "a$end\nours // Tag_1$end\nc$end\n" >mine/both.c
	printf "a$end\ntheirs$end\nc$end\n" >new/both.c
	# what was put behind a line is gone with it
	printf "a$end\nb$end\n" >old/lost.c
	printf "a$end\nb$end\n// Tag_1$end\nx$end\n" >mine/lost.c
	printf 'c' >new/lost.c
	run tagextract --port Tag_1 old mine new dest
	expect_rc 1
	cmp mine/last.c dest/last.c || fail "$(cat -A dest/last.c)"
	printf "a$end\n<<<<<<< MINE$end\nours // Tag_1$end\n=======$end\ntheirs$end\n>>>>>>> NEWBASE$end\nc$end\n" |
		cmp - dest/both.c || fail "$(cat -A dest/both.c)"
	run tagextract --audit new -x both.c -x lost.c Tag_1 dest
	expect_rc 0
done
# Blocks of the same lines are found in their order, from the first line on.
rm -rf old mine new dest
mkdir old mine new
seq 3 | tee old/twice.c >new/twice.c
{ echo 'x // Tag_1'; seq 2; echo 'x // Tag_1'; echo 3; } >mine/twice.c
run tagextract --port --json Tag_1 old mine new dest
expect_rc 0
[ "$(grep -o '"line": [0-9]*' out | tr '\n' ' ')" = '"line": 1 "line": 4 ' ] || fail "$(cat out)"
# A CR that ends a line by itself stays one, also in lines that are nobody's change, and the audit sees when it does not.
rm -rf old mine new dest
mkdir old mine new
printf 'a\nb\rB\nc\nd\n' >old/some.c
printf 'a\nb\rB\nc\n// Tag_1 >>>\nx\n// Tag_1 <<<\nd\n' >mine/some.c
printf '0\na\nb\rB\nc\nd\n' >new/some.c
printf 'a\rb\rc\r' >old/all.c
printf 'a\rb\r// Tag_1 >>>\rx\r// Tag_1 <<<\rc\r' >mine/all.c
printf 'a\rb\rc\rd\r' >new/all.c
printf '\ra\nb\n' >old/first.c
printf '\ra\n// Tag_1\nb\n' >mine/first.c
printf '\ra\nb\nc\n' >new/first.c
run tagextract --port Tag_1 old mine new dest
expect_rc 0
printf '0\na\nb\rB\nc\n// Tag_1 >>>\nx\n// Tag_1 <<<\nd\n' >want
cmp want dest/some.c
printf 'a\rb\r// Tag_1 >>>\rx\r// Tag_1 <<<\rc\rd\r' >want
cmp want dest/all.c
printf '\ra\n// Tag_1\nb\nc\n' | cmp - dest/first.c
run tagextract --audit new Tag_1 dest
expect_rc 0
tr '\r' '\n' <dest/some.c >one
cp one dest/some.c
tr '\r' '\n' <want >dest/all.c
run tagextract --audit new Tag_1 dest
expect_rc 5
expect_out 'all.c: line ends CR -> LF'
expect_out 'some.c:3: changed without a tag'
# UTF-16 stays UTF-16; what the new drop has in UTF-16 becomes that.
rm -rf old mine new dest
mkdir old mine new
wide_lines() { # each line, as the characters of printf
	printf '\377\376'
	for line; do
		printf '%s' "$line" | sed 's/./&\\000/g' >chars
		# shellcheck disable=SC2059
		printf "$(cat chars)\\n\\000"
	done
}
wide_lines one two three >old/w.uni
wide_lines one '// Tag_1 +' 'x y' '// Tag_1 -' two three >mine/w.uni
wide_lines zero one two three >new/w.uni
printf 'one\ntwo\nthree\n' >old/n.uni
printf 'one\n// Tag_1 +\nx y\n// Tag_1 -\ntwo\nthree\n' >mine/n.uni
cp new/w.uni new/n.uni
run tagextract --port Tag_1 old mine new dest
expect_rc 0
wide_lines zero one '// Tag_1 +' 'x y' '// Tag_1 -' two three >want
cmp want dest/w.uni || fail "w.uni: $(od -c dest/w.uni)"
cmp want dest/n.uni || fail "n.uni: $(od -c dest/n.uni)"
# Letters other than ASCII may come into a file that has none.
rm -rf old mine new dest
mkdir old mine new
printf 'a\nb\n' >old/l.c
printf 'a\n// Tag_1 >>>\n// 修改\n// Tag_1 <<<\nb\n' >mine/l.c
printf '0\na\nb\n' >new/l.c
run tagextract --port Tag_1 old mine new dest
expect_rc 0
printf '0\na\n// Tag_1 >>>\n// 修改\n// Tag_1 <<<\nb\n' | cmp - dest/l.c
# A file may be one line end long.
rm -rf old mine new dest
mkdir old mine new
wide_lines '' | tee old/w.uni >new/w.uni
wide_lines '' '// Tag_1' >mine/w.uni
printf '\r\n' >old/c.c
printf '\r\n// Tag_1\r\n' >mine/c.c
echo >new/c.c
run tagextract --port Tag_1 old mine new dest
expect_rc 0
cmp mine/w.uni dest/w.uni || fail "w.uni: $(od -c dest/w.uni)"
printf '\n// Tag_1\n' | cmp - dest/c.c || fail "c.c: $(od -c dest/c.c)"
# A block that the merge tore is whole between signs at the end of the file, whether that or the block has a last line
# end or none.
torn() { # new's last lines, mine's
	rm -rf old mine new dest
	mkdir old mine new
	seq 1 8 >old/l.c
	seq 1 4 >new/l.c
	{ seq 1 4; printf '// Tag_1 >>>\n5\n6\n// Tag_1 <<<'; } >mine/l.c
	# shellcheck disable=SC2059
	printf "$2" | tee -a mine/l.c >>old/l.c
	# shellcheck disable=SC2059
	printf "$1" >>new/l.c
	run tagextract --port Tag_1 old mine new dest
	expect_rc 1
	expect_out 'l.c:5-8: Tag_1: conflict'
	printf '%s\n' '<<<<<<< MINE' '// Tag_1 >>>' 5 6 '// Tag_1 <<<' ======= '>>>>>>> NEWBASE' >want
	tail -n 7 dest/l.c | cmp - want || fail "$(cat dest/l.c)"
}
torn '0\n' '\n7\n8\n9\n'
torn '0' '\n7\n8\n9\n'
torn '0\n9' '\n7\n8\n9'
torn '0\n' ''
# What is no text is named, whichever side it is on, and the others are carried.
rm -rf old mine new dest
mkdir old mine new
seq 1 5 | tee old/a.c old/b.c new/a.c >new/b.c
{ echo '// Tag_1'; seq 1 5; } | tee mine/a.c mine/b.c >mine/c.c
printf '\001\000\002\377\000Tag_1\n' >mine/c.c
printf '\001\000\002\377\000\n' >new/b.c
printf '\033\n1\r2\n' >old/d.c
printf '\033\n1\r2\n// Tag_1\n' >mine/d.c
cp old/d.c new/d.c
run tagextract --port --json Tag_1 old mine new dest
expect_rc 1
cmp mine/a.c dest/a.c
expect_out '"error": "tagged, but not a text that can be merged"'
for name in b.c c.c d.c; do
	expect_err "$name: tagged, but not a text that can be merged"
	[ ! -e dest/$name ] || cmp new/$name dest/$name || fail "$name was changed"
done

# No input is the place of the result.
for input in old mine new; do
	run tagextract --port --force Tag_1 old mine new $input
	expect_rc 2
	expect_err "$input: is also an input"
	run tagextract --port --force Tag_1 old mine new $input/sub/dest
	expect_rc 2
	expect_err "$input/sub/dest: is in $input, an input"
	[ ! -e $input/sub ] || fail "something was written"
	mkdir -p $input/there/deep
	run tagextract --port --force Tag_1 old mine new $input/there/deep/dest
	expect_rc 2
	expect_err "$input/there/deep/dest: is in $input, an input"
done

# Under Wine, where each start of a program is dear, so much is enough: the rest is links, or hardly differs.
[ -z "${RUNNER:-}" ] || exit 0
# A file of the new drop keeps its time, if that is one; a merged one was made now.
rm -rf old mine new dest
mkdir old mine new
echo x | tee old/a.c new/a.c >new/kept.c
echo 'x // Tag_1' >mine/a.c
touch -d '2020-02-02 02:02:02 UTC' new/a.c new/kept.c
run tagextract --port Tag_1 old mine new dest
expect_rc 0
[ "$(stat -c %Y dest/kept.c)" = 1580608922 ] || fail "$(stat -c %y dest/kept.c)"
[ dest/a.c -nt mine/a.c ] || fail "$(stat -c %y dest/a.c)"
tar --mtime=@100000000000 -cf far.tar -C new .
run tagextract --port --force Tag_1 old mine far.tar dest
expect_rc 0
touch after
[ dest/kept.c -nt mine/a.c ] && ! [ dest/kept.c -nt after ] || fail "$(stat -c %y dest/kept.c)"

# Blocks that say the same have places of their own.
rm -rf old mine new dest
mkdir old mine new
seq 1 9 >old/t.c
{ echo 0; seq 1 9; } >new/t.c
block() { printf '%s\n' '// Tag_1 >>>' x '// Tag_1 <<<'; }
{ seq 1 2; block; seq 3 4; block; block; seq 5 9; } >mine/t.c
run tagextract --port --csv Tag_1 old mine new dest
expect_rc 0
expect_out 't.c,3,5,Tag_1,carried,4,'
expect_out 't.c,8,10,Tag_1,carried,9,'
expect_out 't.c,11,13,Tag_1,carried,12,'

# A file that is gone is followed to one that is like it, not to another of the same name.
rm -rf old mine new dest
mkdir -p old/a old/b mine/a mine/b new/c new/d
{ seq 1 8; echo; } >old/a/Makefile
{ seq 1 4; echo '# Tag_1'; seq 5 8; echo; } >mine/a/Makefile
{ echo; seq 11 18; } >new/c/Makefile
run tagextract --port --csv Tag_1 old mine new dest
expect_rc 1
expect_out 'a/Makefile,5,5,Tag_1,no file,5,'
cmp mine/a/Makefile dest/a/Makefile
cmp new/c/Makefile dest/c/Makefile
# the most alike of two, neither of two that are the same, none that is too little alike
rm -r dest
seq 5 12 >new/c/Makefile
seq 4 11 >new/d/Makefile
run tagextract --port --csv -n Tag_1 old mine new dest
expect_out 'a/Makefile,5,5,Tag_1,'
expect_out ',d/Makefile'
cp new/c/Makefile new/d/Makefile
run tagextract --port --csv -n Tag_1 old mine new dest
expect_out 'a/Makefile,5,5,Tag_1,no file,5,'
rm new/d/Makefile
{ seq 1 4; seq 21 24; } >new/c/Makefile
seq 1 8 >old/a/Makefile
run tagextract --port --csv -n Tag_1 old mine new dest
expect_out 'a/Makefile,5,5,Tag_1,no file,5,'
{ seq 1 4; seq 5 7; } >new/c/Makefile
run tagextract --port --csv -n Tag_1 old mine new dest
expect_out ',c/Makefile'
# Two files that are gone and one that may be either; one of them is not gone; one of ours there.
cp old/a/Makefile old/b/Makefile
cp mine/a/Makefile mine/b/Makefile
run tagextract --port --csv --force Tag_1 old mine new dest
expect_rc 1
expect_out 'a/Makefile,5,5,Tag_1,no file,5,'
expect_out 'b/Makefile,5,5,Tag_1,no file,5,'
cmp new/c/Makefile dest/c/Makefile
mkdir new/b
cp old/b/Makefile new/b/Makefile
rm -r dest
run tagextract --port --csv -n Tag_1 old mine new dest
expect_out 'a/Makefile,5,5,Tag_1,carried,5,c/Makefile'
expect_out 'b/Makefile,5,5,Tag_1,carried,5,'
mkdir mine/c
echo '# Tag_1' >mine/c/Makefile
run tagextract --port --csv -n Tag_1 old mine new dest
expect_rc 1
expect_out 'a/Makefile,5,5,Tag_1,no file,5,'

# One that was renamed is not: a licence and what all such files have can be most of it.
rm -rf old mine new dest
mkdir old mine new
header() {
	echo '## @file'
	for i in $(seq 40); do
		echo "#  Clause $i of the terms under which this may be given on."
	done
	printf '##\n\n[Defines]\n  INF_VERSION = 0x00010005\n  MODULE_TYPE = DXE_DRIVER\n'
}
{ header; printf '  BASE_NAME = UsbInit\n\n[Sources]\n  UsbInit.c\n'; } | tee old/UsbInit.inf >mine/UsbInit.inf
echo '  UsbQuirk.c # Tag_1' >>mine/UsbInit.inf
{ header; printf '  BASE_NAME = FanControl\n\n[Sources]\n  Fan.c\n'; } >new/FanControl.inf
run tagextract --port --csv Tag_1 old mine new dest
expect_rc 1
expect_out 'UsbInit.inf,51,51,Tag_1,no file,51,'
cmp new/FanControl.inf dest/FanControl.inf
cmp mine/UsbInit.inf dest/UsbInit.inf

# Blocks with Chinese are not put into a file that the new drop has in another encoding; others are.
rm -rf old mine new dest
mkdir old mine new
gbk='\326\320\316\304' utf8='\344\270\255\346\226\207'
lay() { # file, letters of old and mine, of new, of the block
	printf "int a; // $2\nint b;\nint c;\n" >old/$1.c
	printf "int a; // $2\nint b;\n// Tag_1 start $4\nint x;\n// Tag_1 end\nint c;\n" >mine/$1.c
	printf "int a; // $3\nint b;\nint c;\nint d;\n" >new/$1.c
}
lay to_utf8 $gbk $utf8 $gbk
lay to_gbk $utf8 $gbk $utf8
lay ascii $gbk $utf8 plain
lay same $gbk $gbk $gbk
lay from_ascii plain $utf8 $utf8
lay euro '\200' $utf8 '\200'
cp mine/to_utf8.c mine/wide.c
cp old/to_utf8.c old/wide.c
printf '\377\376a\000\n\000' >new/wide.c
printf "// Tag_1 start $gbk\n// Tag_1 end\n" >mine/empty.c
: >old/empty.c
: >new/empty.c
run tagextract --port Tag_1 old mine new dest
expect_rc 1
expect_out '8 blocks in 8 files: 4 carried, 0 there already, 4 conflicts'
cmp mine/empty.c dest/empty.c
for name in to_utf8 to_gbk wide euro; do
	expect_err "$name.c: the new base has it in another encoding than the blocks"
	expect_out "$name.c:3-5: Tag_1: conflict"
	cmp new/$name.c dest/$name.c
done
for name in same from_ascii; do
	{ cat mine/$name.c; echo 'int d;'; } >want
	[ $name = same ] || sed "1s/.*/int a; \/\/ $(printf $utf8)/" want >want2
	[ $name = same ] || mv want2 want
	cmp want dest/$name.c || fail "$name.c: $(cat dest/$name.c)"
done

# Files that names exclude are not carried, and the report says so; a folder that --exclude names is left out whole.
rm -rf old mine new dest
mkdir -p old mine/sub new
echo '// Tag_1' | tee mine/a.c mine/a.odd >mine/sub/b.c
run tagextract --port -n Tag_1 old mine new dest
expect_rc 0
expect_out '2 blocks in 2 files'
expect_out '1 file not looked at (other names; --all does): 1 .odd'
run tagextract --port --json -n -x sub Tag_1 old mine new dest
expect_rc 0
expect_out '"carried": 1,'
expect_out '"other_names": 1,'
run tagextract --port -n -a Tag_1 old mine new dest
expect_out '3 blocks in 3 files'
! grep -q 'not looked at' out || fail "all were"

# A file that moved and has another name is not followed; the report names the one that is clearly the most similar.
rm -rf old mine new dest
mkdir -p old mine new/q
seq 1 20 | tee old/a.c new/q/b.C >mine/a.c
sed -i '5,6d' new/q/b.C
printf '// Tag_1\n// Tag_1\n' >>mine/a.c
seq 1 16 >new/q/c.c
run tagextract --port -n Tag_1 old mine new dest
expect_rc 1
grep -qx 'a.c:21-21: Tag_1: no file (line 21 there); similar: q/b.C (91 % the same)' out || fail "$(cat out)"
run tagextract --port --json -n Tag_1 old mine new dest
expect_out '"similar": "q/b.C"'
expect_out '"similarity": 91'
run tagextract --port --csv -n Tag_1 old mine new dest
expect_out 'a.c,21,21,Tag_1,no file,21,'
! grep -q b.C out || fail "it was followed: $(cat out)"
seq 1 17 >new/q/c.c # 84 %: not clearly less
for similar in 17 9; do
	run tagextract --port -n Tag_1 old mine new dest
	expect_rc 1
	grep -qx 'a.c:21-21: Tag_1: no file (line 21 there)' out || fail "$(cat out)"
	rm -f new/q/c.c
	seq 1 9 >new/q/b.C # too little
done

# A file of the name that cannot be read may be the moved one: it is named, once, and nothing is followed.
rm -rf old mine new dest
mkdir -p old/a old/b mine/a mine/b new/c new/d
seq 1 20 | tee old/a/Makefile new/c/Makefile >mine/a/Makefile
seq 31 50 | tee old/b/Makefile new/d/Makefile >mine/b/Makefile
echo '# Tag_1' | tee -a mine/a/Makefile >>mine/b/Makefile
run tagextract --port -n Tag_1 old mine new dest
expect_rc 0
mkdir new/e
truncate -s 2147483649 new/e/Makefile
run tagextract --port -n Tag_1 old mine new dest
expect_rc 1
expect_out '2 blocks in 2 files: 0 carried, 0 there already, 0 conflicts, 2 without a file'
[ "$(grep -c '^tagextract: new/e/Makefile: .' err)" -eq 1 ] && [ "$(grep -c . err)" -eq 1 ] || fail "$(cat err)"
rm -r new/e
# so may a file that is gone, which is as similar
mkdir old/e
truncate -s 2147483649 old/e/Makefile
run tagextract --port -n Tag_1 old mine new dest
expect_rc 1
[ "$(grep -c '^tagextract: old/e/Makefile: .' err)" -eq 1 ] && [ "$(grep -c . err)" -eq 1 ] || fail "$(cat err)"
# Blocks that overlap are carried as wholes.
rm -rf old mine new dest
mkdir old mine new
seq 1 9 | tee old/a.c >new/a.c
sed '4a// Tag_1 >>>\none\n// Tag_2 >>>\ntwo\n// Tag_1 <<<\nthree\n// Tag_2 <<<' old/a.c >mine/a.c
cp old/a.c old/b.c
sed '4a// Tag_1 start\none\n/* Tag_1 end */ /* Tag_2 start */\ntwo\n// Tag_2 end' old/b.c >mine/b.c
# one that is in another one counts with it, even where both end in one line
sed '4a// Tag_1 start\none\n// Tag_2 start\ntwo\n/* Tag_2 end */ /* Tag_1 end */' old/b.c >mine/c.c
cp old/b.c old/c.c
cp old/b.c new/c.c
sed 's/^4$/four/' old/b.c >new/b.c
run tagextract --port --csv Tag_1,Tag_2 old mine new dest
expect_rc 0
printf 'path,first,last,tag,state,line,moved\r\n' >want
printf 'a.c,%s,\r\n' 5,9,Tag_1,carried,5 7,11,Tag_2,carried,7 >>want
printf 'b.c,%s,\r\n' 5,7,Tag_1,carried,5 7,9,Tag_2,carried,7 >>want
printf 'c.c,5,9,Tag_1,carried,5,\r\n' >>want
sed '1s/^\xEF\xBB\xBF//' out | cmp - want || fail "$(cat out)"
# Links go along, whatever they are called; a tag in one's target is not a place.
rm -rf old mine new dest
mkdir old mine new
seq 1 5 | tee old/x >new/x
{ seq 1 3; echo '4 // Tag_1'; echo 5; } >mine/x
ln -s x old/l
ln -s x mine/l
ln -s x new/l
for tree in old mine new; do ln -s Tag_1 $tree/tag.c; done
ln -s some/where/else new/long
cp new/x new/t.c
{ cat mine/x; } >mine/t.c
cp old/x old/t.c
run tagextract --port Tag_1 old mine new dest
expect_rc 0
expect_out '1 block in 1 file'
[ "$(readlink dest/l)" = x ] || fail "l: $(ls -l dest)"
[ "$(readlink dest/long)" = some/where/else ] || fail "long: $(ls -l dest)"
cmp mine/t.c dest/t.c

# An archive with a link and files below it, and blocks for a folder that is a link there: nothing is written elsewhere.
rm -rf old mine new dest
mkdir -p outside old two/way mine/way
ln -s "$PWD/outside" old/way
echo x >two/way/x.c
tar -cf new.tar -C old way
tar -rf new.tar -C two way/x.c
echo '// Tag_1' >mine/way/own.c
run tagextract --port Tag_1 old mine new.tar dest
expect_rc 1
expect_err 'way/x.c: a folder on its way is a link'
expect_err 'way/own.c: a folder on its way is a link'
expect_out '0 carried, 0 there already, 0 conflicts, 1 without a file'
[ -L dest/way ] && [ -z "$(ls outside)" ] || fail "written outside: $(ls outside)"

# so it is with a folder of one letter
rm -r dest
mv outside o
rm old/way
ln -s "$PWD/o" old/w
mv two/way two/w
mv mine/way mine/w
tar -cf new.tar -C old w
tar -rf new.tar -C two w/x.c
run tagextract --port Tag_1 old mine new.tar dest/
expect_rc 1
expect_err 'w/x.c: a folder on its way is a link'
expect_err 'w/own.c: a folder on its way is a link'
[ -L dest/w ] && [ -z "$(ls o)" ] || fail "written outside: $(ls o)"

# A file whose name has other capitals in the new drop is the same file.
rm -rf old mine new dest
mkdir -p old/sub mine/sub new/sub
seq 1 30 | tee old/sub/Board.c >new/sub/board.C
{ seq 1 10; printf '// Tag_1 >>>\nint a;\n// Tag_1 <<<\n'; seq 11 30; } >mine/sub/Board.c
run tagextract --port Tag_1 old mine new dest
expect_rc 0
expect_out '1 carried, 0 there already, 0 conflicts, 0 without a file; 1 file written'
cmp mine/sub/Board.c dest/sub/board.C
run tagextract --audit old Tag_1 new
expect_rc 5
expect_out 'sub/board.C: renamed from sub/Board.c'
# DEST is a file.
echo x >file
run tagextract --port Tag_1 old mine new file
expect_rc 1
expect_err 'file: exists already'
[ "$(cat file)" = x ] || fail 'written over'
# A file that cannot be written: the blocks that the new drop has are there already, the others are not carried.
rm -rf old mine new dest
mkdir -p old mine new dest/a.c dest/b.c
for f in a.c b.c; do
	seq 1 30 >old/$f
	{ seq 1 10; printf '// Tag_1 >>>\nint a;\n// Tag_1 <<<\n'; seq 11 30; } | tee mine/$f >new/$f
done
echo '// Tag_1' >>mine/b.c
run tagextract --port --force Tag_1 old mine new dest
expect_rc 1
expect_err 'a.c: cannot write'
expect_out '0 carried, 2 there already, 0 conflicts, 1 without a file; 0 files written'
grep -qx 'b.c:34-34: Tag_1: no file' out || fail 'a block of it has a line in the result'
# Untagged lines beside tagged ones are not carried: a line that was put in, one that was changed; the report names both.
rm -rf old mine new dest
mkdir old mine new
for f in a.c b.c c.c d.c e.c f.c; do seq 101 120 | tee old/$f >new/$f; done
block='// Tag_1 >>>\nint a;\n// Tag_1 <<<\n'
{ seq 101 110; printf "loose\n${block}loose\n"; seq 111 120; } >mine/a.c
{ seq 101 109; printf "110;\n$block"; seq 111 120; } >mine/b.c
# where a block is, lines were replaced; elsewhere they stay
{ seq 101 109; printf "$block  112\n"; seq 115 120; } >mine/c.c
# nobody knows whether the block replaces the line
{ seq 101 109; printf "loose\n$block"; seq 111 120; } >mine/d.c
# that of a last line without an end
printf '119\n120' | tee old/e.c >new/e.c
printf "119\n120;\n$block" >mine/e.c
# all is tagged, whatever lines are found to be the same
printf '101\n102\n101\n' | tee old/f.c >new/f.c
printf "101\n// Tag_1 >>>\n102\n// Tag_1 <<<\n102\n$block" >mine/f.c
echo 101 >>mine/f.c
printf "// Tag_1\nloose\n" >mine/own.c
run tagextract --port Tag_1 old mine new dest
expect_rc 1
expect_out 'd.c:11-13: Tag_1: conflict (line 11 there)'
for place in a.c:11 a.c:15 b.c:10 c.c:13 d.c:10 e.c:2; do
	expect_out "$place: untagged change left behind"
done
[ "$(grep -c 'left behind' out)" = 6 ] || fail "$(cat out)"
{ seq 101 110; printf "$block"; seq 111 120; } | cmp - dest/a.c
{ seq 101 110; printf "$block"; seq 111 120; } | cmp - dest/b.c
{ seq 101 109; printf "$block"; seq 112 120; } | cmp - dest/c.c
{ seq 101 109; echo '<<<<<<< MINE'; printf "$block"; echo =======; echo 110; echo '>>>>>>> NEWBASE'; seq 111 120; } | cmp - dest/d.c
printf "119\n120\n$block" | cmp - dest/e.c
cmp mine/f.c dest/f.c
cmp mine/own.c dest/own.c
rm dest/d.c new/d.c
run tagextract --audit=new Tag_1 dest
expect_rc 0
# A line of the block that is like one behind it is not taken for that one.
rm -rf old mine new dest
mkdir old mine new
printf 'f(x)\n{\n  if (a) {\n    b();\n  }\n  c();\n}\n' | tee old/a.c >new/a.c
printf 'f(x)\n{\n  if (a) {\n    b();\n// Tag_1 >>>\n  if (x) {\n    y();\n  }\n// Tag_1 <<<\n  }\nloose\n  c();\n}\n' >mine/a.c
run tagextract --port Tag_1 old mine new dest
expect_rc 0
expect_out 'a.c:11: untagged change left behind'
[ "$(grep -c 'left behind' out)" = 1 ] || fail "$(cat out)"
sed -i /loose/d mine/a.c
diff -r mine dest
# Nor is it where blank lines differ, too.
rm -rf dest
printf 'f(x)\n{\n  c();\n}\n\ng(x)\n' | tee old/a.c >new/a.c
printf 'f(x)\n{\n  c();\n\n// Tag_1 >>>\nif (x) {\n  y();\n}\n// Tag_1 <<<\n\n}\ng(x)\n' >mine/a.c
run tagextract --port Tag_1 old mine new dest
expect_rc 0
[ "$(grep -c '^}$' dest/a.c)" = 2 ] || fail "$(cat dest/a.c)"
# A comment with the tag stands for what changed after it; a tag beside code for its line alone.
rm -rf old mine new dest
mkdir old mine new
for f in a.c b.inf c.c; do seq 101 120 | tee old/$f >new/$f; done
{ seq 101 109; printf 'loose\n  // Tag_1: why\nint a;\n\nint b;\n'; seq 110 120; } >mine/a.c
{ seq 101 109; printf '# Tag_1\n110 = 2\n'; seq 111 120; } >mine/b.inf
{ seq 101 109; printf 'int a; // Tag_1\nint b;\n'; seq 110 120; } >mine/c.c
run tagextract --port Tag_1 old mine new dest
expect_rc 0
expect_out 'a.c:10: untagged change left behind'
expect_out 'c.c:11: untagged change left behind'
[ "$(grep -c 'left behind' out)" = 2 ] || fail "$(cat out)"
sed -i /loose/d mine/a.c
sed -i '/int b/d' mine/c.c
diff -r mine dest
# The drop changed what such a conflict replaces: a conflict in a conflict, and no block of it is carried.
rm -rf old mine new dest
mkdir old mine new
seq 101 120 >old/a.c
sed s/^110$/theirs/ old/a.c >new/a.c
{ seq 101 109; printf "loose\n$block"; seq 111 120; } >mine/a.c
run tagextract --port Tag_1 old mine new dest
expect_rc 1
expect_out '1 block in 1 file: 0 carried, 0 there already, 1 conflict'
grep -qx theirs dest/a.c || fail "$(cat dest/a.c)"
! grep -q loose dest/a.c || fail "$(cat dest/a.c)"
# A comment of several lines that names the tag goes whole; one with code behind it stands for its line alone.
rm -rf old mine new dest
mkdir old mine new
for f in a.c b.c; do seq 101 120 | tee old/$f >new/$f; done
printf '1\n2\n\n/*\n * x\n */\n' | tee old/c.c >new/c.c
printf '1\n2\n\n/*\n * Tag_1: new\n */\nint a;\n\n/*\n * x\n */\n' >mine/c.c
{ seq 101 109; printf 'loose\n/*\n * why\n * Tag_1: one\n * Tag_1: two\n */\nint a;\n'; seq 110 120; } >mine/a.c
{ seq 101 109; printf '/* Tag_1 */ int a;\nloose\n/* why\n Tag_1 */ int b;\nloose\n/* Tag_1 */ // x\nint c;\n'; seq 110 120; } >mine/b.c
run tagextract --port Tag_1 old mine new dest
expect_rc 0
for place in a.c:10 b.c:11 b.c:14; do
	expect_out "$place: untagged change left behind"
done
[ "$(grep -c 'left behind' out)" = 3 ] || fail "$(cat out)"
sed -i /loose/d mine/a.c mine/b.c
diff -r mine dest
# The drop has such a line elsewhere; here it is in a conflict.
rm -rf old mine new dest
mkdir old mine new
seq 101 120 >old/a.c
{ seq 101 103; echo '// Tag_1'; seq 104 109; echo theirs; seq 111 120; } >new/a.c
{ seq 101 109; echo '// Tag_1'; seq 111 120; } >mine/a.c
run tagextract --port Tag_1 old mine new dest
expect_rc 1
expect_out 'a.c:10-10: Tag_1: conflict (line 12 there)'
# The untagged line is as like one line as the other: which of them the block replaces, nobody knows.
rm -rf dest
{ seq 101 109; printf 'x = 1;\nx = 2;\n'; seq 112 120; } | tee old/a.c >new/a.c
{ seq 101 109; printf "${block}x = 3;\n"; seq 112 120; } >mine/a.c
run tagextract --port Tag_1 old mine new dest
expect_rc 1
expect_out 'a.c:10-12: Tag_1: conflict (line 11 there)'
expect_out 'a.c:13: untagged change left behind'
# Two blocks are alike, and a conflict cuts one: that one is named, not the other.
rm -rf old mine new dest
mkdir old mine new
wrap='#if 0 // Tag_1\nx;\n#endif // Tag_1\n'
printf '1\n2\nx;\n3\n4\n5\nx;\n6\n' | tee old/a.c >old/b.c
printf "1\n2\n${wrap}3\n4\n5\n${wrap}6\n" | tee mine/a.c >mine/b.c
printf '1\ntwo\ny;\nthree\n4\n5\nx;\n6\n' >new/a.c
printf '1\n2\nx;\n3\n4\nfive\ny;\nsix\n' >new/b.c
run tagextract --port Tag_1 old mine new dest
expect_rc 1
expect_out 'a.c:3-5: Tag_1: conflict (line 3 there)'
expect_out 'b.c:9-11: Tag_1: conflict (line 9 there)'
expect_out '4 blocks in 2 files: 2 carried, 0 there already, 2 conflicts'
# So it is where the other one begins the file.
sed 1,2d mine/a.c >mine/c.c
printf 'x;\n3\n4\n5\nx;\n6\n' >old/c.c
printf 'x;\n3\n4\nfive\ny;\nsix\n' >new/c.c
run tagextract --port -n Tag_1 old mine new dest
expect_out 'c.c:7-9: Tag_1: conflict (line 7 there)'
expect_out '6 blocks in 3 files: 3 carried, 0 there already, 3 conflicts'
rm old/c.c mine/c.c new/c.c
# It begins before the conflict: nobody knows which.
rm -rf dest new/b.c mine/b.c old/b.c
printf '1\n2\nx;\nthree\n4\n5\nx;\n6\n' >new/a.c
printf '1\n2\nx;\nx;\n3\n4\n5\nx;\nx;\n6\n' >old/a.c
sed 's/^x;$/x;\nx;/' mine/a.c >tmp
mv tmp mine/a.c
printf '1\n2\nx;\ny;\nthree\n4\n5\nx;\nx;\n6\n' >new/a.c
run tagextract --port Tag_1 old mine new dest
expect_rc 1
# Nobody knows which file moved where there are two that differ from the new one in line ends alone, or two new ones.
rm -rf old mine new dest
mkdir -p old/a old/b mine/a mine/b new/c
seq 30 | tee old/a/x.c old/b/x.c >mine/b/x.c
{ seq 10; printf '// Tag_1 >>>\nx\n// Tag_1 <<<\n'; seq 11 30; } >mine/a/x.c
seq 30 | sed 's/$/\r/' >new/c/x.c
run tagextract --port -n Tag_1 old mine new dest
expect_rc 1
expect_out 'a/x.c:11-13: Tag_1: no file'
rm -r old/b mine/b
cp -r new/c new/d
run tagextract --port -n Tag_1 old mine new dest
expect_rc 1
expect_out 'a/x.c:11-13: Tag_1: no file'
rm -r new/d
run tagextract --port -n Tag_1 old mine new dest
expect_rc 0
expect_out '1 carried'
cp mine/a/x.c mine/a.c
cp old/a/x.c old/a.c
seq 30 >new/a.c

# A file that can be run stays one.
[ -z "${RUNNER:-}" ] || exit 0
umask 022
rm -rf dest
echo x >new/b.c
chmod 755 new/a.c
run tagextract --port Tag_1 old mine new dest
[ "$(stat -c %a dest/a.c dest/b.c | tr '\n' ' ')" = '755 644 ' ] || fail "$(ls -l dest)"

# in a folder that is gone
mkdir gone
(
	place=$PWD
	cd gone
	rmdir ../gone
	tool tagextract --port Tag_1 "$place/old" "$place/old" "$place/new" dest >"$place/out" 2>&1 || echo $? >"$place/status"
)
[ "$(cat status)" = 3 ] || fail "in a folder that is gone: $(cat out)"
