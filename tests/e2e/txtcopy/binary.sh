# SPDX-License-Identifier: MIT
# What looks binary is refused when it is named itself, and copied as it is where it stands in a
# folder, so that a converted tree is whole; --binary says otherwise. Nothing of it is ever changed.
mkdir -p tree/sub
printf '/* \320\336\270\304\301\313\264\256\277\332\307\375\266\257\265\304\327\242\312\315 */\n' >tree/a.c
printf '\211PNG\r\n\032\n\000\000\000\rIHDR' >tree/sub/logo.png
head -c 256 /dev/zero | tr '\0' '\377' >tree/flash.bin
printf 'plain\n' >tree/b.txt
: >tree/empty
run txtcopy --to utf-8 -r tree made
expect_rc 0
for f in sub/logo.png flash.bin b.txt empty; do
	cmp -s "tree/$f" "made/$f" || fail "$f did not come as it is"
done
printf '/* \344\277\256\346\224\271' | cmp -s -n 9 - made/a.c || fail "a text was not converted"
run txtcopy --verbose --to utf-8 -r --force tree made
expect_err 'flash.bin: looks binary (has runs of FF bytes), copied as it is'
run txtcopy --to utf-8 tree/flash.bin one.bin
expect_rc 1
expect_err 'looks binary (has runs of FF bytes)'
[ ! -e one.bin ] || fail "a single binary was copied"
# A few bytes that may be a text: its encodings are named, unless it can hardly be another symbol.
printf ' * \251' >short.txt
run txtcopy --to utf-8 short.txt one.txt
expect_rc 1
expect_err 'short.txt: is too short to tell text from data, could be windows-1252, '
[ ! -e one.txt ] || fail "a short piece was converted"
printf ' * \251\n' >short.txt
run txtcopy --to utf-8 short.txt one.txt
expect_rc 0
printf ' * \302\251\n' | cmp -s - one.txt || fail "a copyright sign alone"
run txtcopy --to utf-8 --binary=copy tree/flash.bin one.bin
expect_rc 0
cmp -s tree/flash.bin one.bin || fail "--binary=copy changed bytes"
run txtcopy --to utf-8 --binary=skip -r tree skip
expect_rc 0
[ ! -e skip/flash.bin ] && [ ! -e skip/sub ] && [ -e skip/a.c ] || fail "--binary=skip"
run txtcopy --to utf-8 --binary=refuse -r tree refuse
expect_rc 1
expect_err 'flash.bin: looks binary'
[ ! -e refuse/flash.bin ] && [ -e refuse/b.txt ] || fail "--binary=refuse"
# In place a binary keeps its bytes and its time.
touch -t 202001010000 tree/flash.bin
cp -p tree/flash.bin before.bin
run txtcopy --to utf-8 -i -r tree
expect_rc 0
cmp -s tree/flash.bin before.bin && [ ! tree/flash.bin -nt before.bin ] || fail "a binary was touched"
# --from is the user's word: then it is converted.
run txtcopy --from cp437 --to utf-8 tree/flash.bin word.txt
expect_rc 0
run txtcopy --json --to utf-8 --binary=skip tree/flash.bin skipped.bin
expect_rc 0
expect_out '"skipped": true'
# --strict copies no binary without a word either, where nothing is converted.
run txtcopy --strict tree/flash.bin strict.bin
expect_rc 1
expect_err 'looks binary (has runs of FF bytes)'
[ ! -e strict.bin ] || fail "--strict copied a binary"
run txtcopy --strict --binary=copy tree/flash.bin strict.bin
expect_rc 0
cmp -s tree/flash.bin strict.bin || fail "--strict --binary=copy"
run txtcopy --strict --binary=skip -r tree strict
expect_rc 0
[ ! -e strict/flash.bin ] && [ ! -e strict/sub ] && [ -e strict/a.c ] || fail "--strict --binary=skip"
run txtcopy --strict -r --force tree strict
expect_rc 0
cmp -s tree/flash.bin strict/flash.bin || fail "--strict in a folder"
run txtcopy --binary=ignore a b
expect_rc 2
# --encodings: what is not in the list is not considered, and what fits none is refused.
printf 'int x; // \326\320\n' >lone.c
run txtcopy --encodings=gbk,big5 --to utf-8 lone.c lone.out
expect_rc 0
printf 'int x; // \344\270\255\n' | cmp -s - lone.out || fail "--encodings=gbk,big5"
run txtcopy --encodings=gbk,big5 --detect lone.c
expect_out 'lone.c: GB18030'
grep -q 'windows-1252' out && fail "an encoding that is not in the list"
printf '// un caf\351 noir\n' >cafe.txt
run txtcopy --encodings=gbk --to utf-8 cafe.txt cafe.out
expect_rc 1
[ ! -e cafe.out ] || fail "converted from no encoding of the list"
run txtcopy --encodings=windows-1252 --to utf-8 cafe.txt cafe.out
expect_rc 0
run txtcopy --encodings=gbk,nonsense --to utf-8 cafe.txt x
expect_rc 2
expect_err nonsense
run txtcopy --encodings= --to utf-8 cafe.txt x
expect_rc 2
