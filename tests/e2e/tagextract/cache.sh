# SPDX-License-Identifier: MIT
# --cache changes speed only.
mkdir src
for i in 1 2 3 4 5; do echo "nothing $i" >src/f$i.c; done
echo Tag_1 >src/t.c
touch -t 202001010000 src/*
run tagextract -n --cache c.bin Tag_1 src
expect_rc 0
[ -s c.bin ] || fail "no cache"
cp out first
run tagextract -n --cache c.bin Tag_1 src
cmp out first || fail "the report changed"
echo 'Tag_1 now' >src/f3.c
run tagextract -n --cache c.bin Tag_1 src
expect_out '2 of 6'
printf 'garbage' >c.bin
run tagextract -n --cache c.bin Tag_1 src
expect_rc 0
expect_err 'no cache of this program'
expect_out '2 of 6'
run tagextract -n --cache c.bin nothing src
expect_rc 0
expect_out "4 of 6"
# The same words as a pattern are another question.
run tagextract -n --cache c.bin 'no.hing' src
expect_rc 3
run tagextract -n --regex --cache c.bin 'no.hing' src
expect_rc 0
expect_out "4 of 6"
# A time that was set back hides no change (Windows tells no other).
if [ -z "${RUNNER:-}" ]; then
	echo 'int a;' >src/back.c
	touch -t 200102030405 src/back.c
	run tagextract -n --cache back.bin Tag_1 src
	echo 'Tag_1 ;' | head -c 6 >src/back.c
	echo >>src/back.c
	touch -t 200102030405 src/back.c
	run tagextract -n --cache back.bin Tag_1 src
	expect_out 'back.c: Tag_1 1'
	rm src/back.c
fi
# What is no file is neither waited for nor replaced.
mkdir folder.bin
run tagextract -n --cache folder.bin Tag_1 src
expect_rc 2
expect_err 'folder.bin: not a regular file'
if [ -z "${RUNNER:-}" ]; then
	mkfifo fifo.bin
	run tagextract -n --cache fifo.bin Tag_1 src
	expect_rc 2
	[ -p fifo.bin ] || fail "the FIFO was replaced"
fi
# A cache that cannot be written hinders nothing.
run tagextract --cache no/such/folder/c.bin Tag_1 src copy
expect_rc 0
expect_err 'no/such/folder/c.bin: '
[ -f copy/t.c ] || fail "nothing copied"
