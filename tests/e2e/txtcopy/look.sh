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
run txtcopy --to utf-8 mixed.c no.c
expect_rc 1
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
: >many.txt
i=0
while [ $i -lt 150 ]; do
	printf 'abcdefgh \303\244\303\244\303\244 x\377y\n' >>many.txt
	i=$((i + 1))
done
run txtcopy --check many.txt
expect_rc 1
[ "$(grep -c 'are not UTF-8' out)" = 100 ] || fail "not the first 100 places"
expect_err '50 more places'
run txtcopy --check --all-places many.txt
[ "$(grep -c 'are not UTF-8' out)" = 150 ] || fail "not all places"
printf '\377\376a\000\r\000\n\000b\000\n\000c\000\r\000' >marked.txt
run txtcopy --detect --json marked.txt
expect_out '"lf": 1,'
expect_out '"crlf": 1,'
expect_out '"cr": 1,'
run txtcopy --detect marked.txt
expect_out 'UTF-16LE with BOM, certain, line ends mixed'
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
