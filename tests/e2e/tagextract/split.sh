# SPDX-License-Identifier: MIT
# --split: a folder, archive or patch for each tag, and a table.
mkdir -p src/p base/p
echo '// Tag_1' >src/p/a.c
echo '// Tag_2' >src/p/b.c
echo '// Tag_1 Tag_2' >src/p/both.c
echo '// old' >base/p/a.c
run tagextract --split Tag_1,Tag_2,Tag_3 src dst
expect_rc 0
[ -f dst/Tag_1/p/a.c ] && [ -f dst/Tag_1/p/both.c ] && [ ! -e dst/Tag_1/p/b.c ] || fail "$(find dst)"
[ -f dst/Tag_2/p/b.c ] && [ -f dst/Tag_2/p/both.c ] && [ ! -e dst/Tag_3 ] || fail "$(find dst)"
expect_out 'Tag_1'
expect_out '2 tags in 3 files'
run tagextract --split --archive=x.7z Tag_1,Tag_2,Tag_3,Xag_1,Tag_12 src
expect_rc 0
expect_out '2 tags in 3 files'
[ ! -e x-Tag_3.7z ] && [ ! -e x.7z ] || fail "$(ls)"
for tag in 1 2; do # as the copies
	run lzenc -d "x-Tag_$tag.7z" "got$tag"
	expect_rc 0
	diff -r "got$tag" "dst/Tag_$tag" || fail "Tag_$tag: other files"
done
run tagextract --split --patch=base Tag_1,Tag_2 src patches
expect_rc 0
grep -q '^+// Tag_1$' patches/Tag_1.patch || fail "no patch"
grep -q 'b/p/b.c' patches/Tag_2.patch && ! grep -q 'b/p/a.c' patches/Tag_2.patch || fail "other files"
run tagextract --split --patch=base Tag_1,Tag_2 src patches
expect_rc 1
expect_err 'exists already'
# Two tags that would share a name.
echo '// A/B A:B' >src/p/c.c
run tagextract --split --archive=y.7z A/B,A:B src
expect_rc 2
expect_err 'A/B and A:B would have the same name'
# No tag leads out of the folder.
echo '// .. ' >src/p/dots.c
run tagextract --split .. src deep/out
expect_rc 0
[ -f deep/out/__/p/dots.c ] || fail "$(find deep)"
run tagextract --split -r Tag_1 src
expect_rc 2
# What an earlier run copied goes, also when nothing has the tag any more.
rm -rf src dst
mkdir src
echo '// Tag_1' >src/a.c
echo '// Tag_2' >src/b.c
run tagextract --split Tag_1,Tag_2 src dst
expect_rc 0
echo '// none' >src/b.c
run tagextract --split --sync Tag_1,Tag_2 src dst
expect_rc 0
[ -f dst/Tag_1/a.c ] || fail "$(find dst)"
[ ! -e dst/Tag_2/b.c ] && [ ! -e dst/Tag_2.tagextract ] || fail "a leftover stays: $(find dst)"
