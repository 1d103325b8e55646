# SPDX-License-Identifier: MIT
# A plain copy delivers the same bytes, whatever they are.
printf 'name,\344\270\255\346\226\207\r\n1,\345\200\274\r\n' >utf8.csv
printf 'name,\326\320\316\304\r\n1,\326\265\r\n' >gbk.csv
printf 'a\rb\nc\r\nd\032' >ends.txt
printf '\211PNG\r\n\032\n\000\000\000\rIHDR' >binary.png
printf '\346\263\250\351\207\212\346\263\250\351\207\212\346\263\250\351\207\212\346\263\250\351\207\212 \377 x\n' >damaged.txt
: >empty.txt
for f in utf8.csv gbk.csv ends.txt binary.png damaged.txt empty.txt; do
	run txtcopy $f copy.$f
	expect_rc 0
	cmp $f copy.$f || fail "$f changed"
done
run txtcopy utf8.csv copy.utf8.csv
expect_rc 1
expect_err exists
run txtcopy --force gbk.csv copy.utf8.csv
expect_rc 0
cmp gbk.csv copy.utf8.csv || fail "not replaced"
run txtcopy utf8.csv utf8.csv
expect_rc 1
expect_err same
run txtcopy --strict damaged.txt strict.txt
expect_rc 1
[ ! -e strict.txt ] || fail "--strict wrote a damaged text"
run txtcopy nothing.txt x.txt
expect_rc 1
expect_err nothing.txt
