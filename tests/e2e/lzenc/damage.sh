# SPDX-License-Identifier: MIT
# Damaged, unsupported and too large inputs: one message, their own status, nothing left behind.
i=0
while [ $i -lt 200 ]; do
	printf 'line %d of a text\n' $i
	i=$((i + 1))
done >in
tool lzenc -q in a.7z
tool lzenc -q in a.lzma
size=$(wc -c <a.7z)
head -c $((size - 1)) a.7z >cut.7z
run lzenc -t cut.7z
expect_rc 5
head -c 60 a.lzma >cut.lzma
run lzenc -d cut.lzma made
expect_rc 5
[ ! -e made ] || fail 'a partial output is left'
[ "$(ls | grep -c '^made')" -eq 0 ] || fail 'a temporary file is left'
printf 'no archive' >no.7z
run lzenc -t no.7z
expect_rc 5
expect_err 'no compressed file'
# lc8, and the end is missing
printf '\010\000\000\001\000\005\000\000\000\000\000\000\000\000\000\000\000\000' >wide.lzma
run lzenc -t wide.lzma
expect_rc 5
expect_err 'end early'
# a dictionary of 4 GiB - 1 and an unknown size
printf '\135\377\377\377\377\377\377\377\377\377\377\377\377\000\000\000\000\000' >big.lzma
run lzenc -t big.lzma
expect_rc 7
run lzenc -d --max-size=100 a.lzma made
expect_rc 7
[ ! -e made ] || fail 'output over the limit is left'
run lzenc -d --max-size=100 a.7z dir
expect_rc 7
[ ! -e dir ] || fail 'the folder of a file over the limit is left'
mkdir -p t/u kept
cp in t/u/in
tool lzenc -q t/u/in deep.7z
run lzenc -d --max-size=100 deep.7z kept
expect_rc 7
[ -d kept ] || fail 'a folder that was there is gone'
[ -z "$(ls kept)" ] || fail 'folders of a file over the limit are left'
tool lzenc -q -d deep.7z kept
cmp in kept/t/u/in || fail 'content in folders'
# padding behind a stream is accepted and told
{ cat a.lzma; printf '\377\377\377'; } >pad.lzma
run lzenc -d pad.lzma made
expect_rc 0
expect_err '3 bytes of padding follow'
{
	cat a.7z
	printf '\0\0\0'
} >padded.7z
run lzenc -t padded.7z
expect_rc 0
expect_err '3 bytes follow the archive'
cmp in made || fail 'content of a padded stream'
run lzenc -d a.lzma made
expect_rc 1
expect_err exists
# damage takes the files after it in its block along: they are counted, and are in the archive
mkdir block
for i in 1 2 3 4; do
	awk -v seed=$i 'BEGIN { srand(seed); while (n++ < 3000) printf "%.0f\n", 1e9 * rand() }' >block/$i
done
tool lzenc -q block block.7z
size=$(wc -c <block.7z)
printf '\0\0\0\0' | dd of=block.7z bs=1 seek=$((size / 4)) conv=notrunc 2>/dev/null
run lzenc -d block.7z got
expect_rc 5
expect_err 'more files of the same block cannot be read'
run lzenc -d block.7z -o got2 block/4
expect_rc 5
expect_err '1 more file of the same block cannot be read'
# a small file that becomes a huge one is told of while it happens
if [ -z "${RUNNER:-}" ]; then
	head -c 80000000 /dev/zero | tool lzenc -q -1 --format=lzma - zeros.lzma
	run lzenc -t zeros.lzma
	expect_rc 0
	expect_err 'more than 1000 times its size'
	head -c 80000000 /dev/zero | tool lzenc -q -1 - zeros.7z
	run lzenc -t zeros.7z
	expect_rc 0
	expect_err 'more than 1000 times its size'
	run lzenc -d --max-size=1M zeros.7z dir
	expect_rc 7
fi
