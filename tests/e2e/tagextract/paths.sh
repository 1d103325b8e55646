# SPDX-License-Identifier: MIT
# Tags in files of Chinese names below paths of more than 260 characters, with CR LF.
part=一个很长的文件夹名字_0123456789_abcdefghijklmnopqrstuvwxyz
deep=src
for i in 1 2 3 4 5 6; do deep=$deep/$part$i; done
mkdir -p "$deep"
printf 'int x;\r\n// \326\320\316\304Tag_1\326\320\316\304\r\n' >"$deep/文件.C"
printf '// Tag_11\r\n' >src/b.c
run tagextract Tag_1 src dst
expect_rc 0
expect_out '文件.C: Tag_1 2'
cmp "$deep/文件.C" "dst${deep#src}/文件.C" || fail "not copied as it is"
[ ! -e dst/b.c ] || fail "a longer word was taken"
run tagextract --json -n Tag_1 src
expect_rc 0
expect_out '"line": 2'
