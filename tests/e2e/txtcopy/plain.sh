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
expect_err 'copy.utf8.csv: exists'
run txtcopy utf8.csv nowhere/copy.csv
expect_rc 1
expect_err 'nowhere/copy.csv: '
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
# Pipes: a plain copy, one that is converted, and one of unknown encoding.
for f in utf8.csv gbk.csv ends.txt binary.png empty.txt; do
	run txtcopy - - <$f
	expect_rc 0
	cmp $f out || fail "$f changed in a pipe"
done
run txtcopy --from gbk --to utf-8 - - <gbk.csv
expect_rc 0
cmp utf8.csv out || fail "a pipe is not converted"
run txtcopy --from ascii --to utf-16 - - <gbk.csv
expect_rc 1
[ ! -s out ] || fail "something of a refused text was written"
# Over 16 MB go through a temporary file; none stays behind.
mkdir tmp
i=0
: >big.txt
while [ $i -lt 18 ]; do
	printf '%1048573s\326\320\n' line >>big.txt
	i=$((i + 1))
done
TMPDIR=$PWD/tmp TEMP=$PWD/tmp
export TMPDIR TEMP
run txtcopy - - <big.txt
expect_rc 0
cmp big.txt out || fail "a large pipe changed"
[ -z "$(find tmp -name "*biosbelt*")" ] || fail "a temporary file stayed"
# --exclude leaves out files and folders; --backup keeps what is replaced, not what replaces.
mkdir -p tree/keep tree/skip
cp utf8.csv tree/keep/a.csv
cp utf8.csv tree/keep/a.bak
cp utf8.csv tree/skip/b.csv
run txtcopy -r --exclude '*.bak' --exclude skip tree copied
expect_rc 0
[ -f copied/keep/a.csv ] || fail "not copied"
[ ! -e copied/keep/a.bak ] || fail "--exclude of a file"
[ ! -e copied/skip ] || fail "--exclude of a folder"
printf 'old\n' >target.txt
run txtcopy --force --backup utf8.csv target.txt
expect_rc 0
[ "$(cat target.txt.bak)" = old ] || fail "the backup is not what was there"
cmp utf8.csv target.txt || fail "not replaced"
