# SPDX-License-Identifier: MIT
# Another file takes the place of one while it is read: in the search a FIFO, and what was opened is read to its
# end; in the copy and the archive it is an error.
lib=$BIN/../tests/fail_alloc.so
[ -f "$lib" ] || skip "no library for it: glibc without sanitizers has it"
mkdir swapped
big() {
	yes '// a line of words that fills the file' | head -c 400000
	echo '// Tag_1'
}
big >swapped/big.c
mkfifo swapped/big.c.other
rc=0
FAIL_SWAP=/big.c LD_PRELOAD=$lib timeout 10 "$BIN/tagextract" -n Tag_1 swapped >out 2>err || rc=$?
expect_rc 1
expect_err 'big.c: was changed after its tags were found'
expect_out 'big.c: Tag_1 10257'
[ -p swapped/big.c ] || fail 'nothing took the place'
rm swapped/big.c
for how in copied --archive=swapped.7z --archive=swapped.zip; do
	echo '// Tag_1' >swapped/a.c
	echo '// Tag_1 another' >swapped/a.c.other
	rc=0
	FAIL_SWAP=/a.c LD_PRELOAD=$lib "$BIN/tagextract" Tag_1 swapped "$how" >out 2>err || rc=$?
	expect_rc 1
	expect_err 'a.c: was changed after its tags were found'
	[ ! -e copied/a.c ] || fail 'copied all the same'
done
# --sync: a copy of an earlier run that cannot be read now is not one that was changed since.
rm -r swapped
mkdir -p synced
echo '// Tag_1' | tee synced/a.c >synced/b.c
run tagextract Tag_1 synced copies
expect_rc 0
rm synced/a.c
for sync in --sync --quiet; do
	rc=0
	FAIL_READ=/copies/a.c LD_PRELOAD=$lib "$BIN/tagextract" $sync Tag_1 synced copies >out 2>err || rc=$?
	[ $sync = --quiet ] || { expect_rc 1 && expect_err 'copies/a.c: cannot read'; }
	grep -q a.c copies.tagextract || fail "$sync: forgotten"
done
expect_rc 0
run tagextract --sync Tag_1 synced copies
expect_rc 0
[ ! -e copies/a.c ] || fail 'not removed'
