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
expect_out '4 blocks in 4 files: 3 carried, 0 there already, 1 conflicts, 0 without a file'
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
