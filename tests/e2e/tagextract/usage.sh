# SPDX-License-Identifier: MIT
# --tags-from: blanks do not count, Notepad's kinds of file are read, and what cannot be is named.
mkdir lists
echo 'Tag_1 Tag_2' >lists/x.c
printf '\357\273\277\r\n\tTag_1 \r\n  Tag_2\r\n' >utf8.txt
printf '\377\376T\0a\0g\0_\0001\0\r\0\n\0T\0a\0g\0_\0002\0' >utf16.txt
for list in utf8 utf16; do
	run tagextract -n --tags-from=$list.txt lists
	expect_rc 0
	expect_out 'x.c: Tag_1 1; Tag_2 1'
done
printf '#Tag_9\nT#1\nX\n #Tag_8\nTag_2 #note\nTag_3\t# note\nTag_4#\n##\n' >comments.txt
run tagextract -n --json --tags-from=comments.txt lists
tr -d ' \n' <out | grep -Fq '"tags":["T#1","X","Tag_2","Tag_3","Tag_4#"]' || fail "tags: $(cat out)"
printf '\320\336\270\304\n' >gbk.txt
run tagextract -n --tags-from=gbk.txt lists
expect_rc 1
expect_err 'gbk.txt: not in UTF-8'
for nul in '\0' 'Tag_1\n\0'; do
	printf "$nul" >gbk.txt
	run tagextract -n --tags-from=gbk.txt lists
	expect_rc 1
	expect_err 'gbk.txt: not in UTF-8'
done
printf '\n\n' >none.txt
run tagextract -n --tags-from=none.txt lists
expect_rc 1
expect_err 'none.txt: no tag in it'

# Wrong use is told.
mkdir src
run tagextract
expect_rc 2
run tagextract Tag_1
expect_rc 2
expect_err 'no source folder'
run tagextract Tag_1 src there more most
expect_rc 2
expect_err 'one argument too many: more'
run tagextract '' src
expect_rc 2
run tagextract Tag_1 absent
expect_rc 1
expect_err 'absent'
run tagextract --json --csv Tag_1 src
expect_rc 2
for threads in 0 65; do
	run tagextract -n -j $threads Tag_1 src
	expect_rc 2
done
run tagextract -n -j 64 Tag_1 src
expect_rc 3
# What would be passed over in silence is refused.
run tagextract --archive=x.7z Tag_1 src dst
expect_rc 2
run tagextract --archive=x.rar Tag_1 src
expect_rc 2
expect_err '.7z or .zip'
run tagextract --archive=.zip Tag_1 src
expect_rc 2
run tagextract --archive=x.7z --manifest=m Tag_1 src
expect_rc 2
run tagextract --audit=src Tag_1 src dst
expect_rc 2
run tagextract --html Tag_1 src
expect_rc 2
for option in --cache=c --names=gbk --sibling=x --skip-build --part-of-word; do
	run tagextract $option Tag_1 src
	expect_rc 2
done
run tagextract --patch=src --json Tag_1 src
expect_rc 2
run tagextract --patch=src --manifest=m Tag_1 src
expect_rc 2
run tagextract --regex 'a(' src
expect_rc 2
expect_err 'a('
run tagextract --prefer klingon Tag_1 src
expect_rc 2
run tagextract Tag_1 src a b
expect_rc 2
run tagextract --port -n Tag_1 src src src a b
expect_rc 2
run tagextract -n "-$(printf '\001')" Tag_1 src
expect_rc 2
expect_err 'unknown option -\x01'
run tagextract --help
expect_rc 0
expect_out 'Usage: tagextract'

# --include adds to --ext too, not the default patterns to both
mkdir -p kinds/Pkg
for name in a.c b.md Pkg/c.asl; do echo Tag_1 >kinds/$name; done
run tagextract -n -e md --include 'Pkg/*.asl' Tag_1 kinds
expect_rc 0
expect_out '2 of 2'
run tagextract -n -e md -x ./Pkg/ -x b.md Tag_1 kinds
expect_rc 3
# A source that is not there, or is neither a file nor a folder.
run tagextract -n Tag_1 absent
expect_rc 1
expect_err 'absent: '
run tagextract Tag_1 absent.c .
expect_rc 1
expect_err 'absent.c: '
[ -n "${RUNNER:-}" ] || {
	mkfifo fifo
	run tagextract -n Tag_1 fifo
	expect_rc 3
}
