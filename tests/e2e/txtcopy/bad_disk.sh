# SPDX-License-Identifier: MIT
# A disk that keeps another byte than it was given: what takes the place of a text is read back and compared with it.
lib=$BIN/../tests/fail_alloc.so
[ -f "$lib" ] || skip 'no library that changes written bytes: glibc without sanitizers has it'

# bad BYTE ARG...: of the output that byte is another.
bad() {
	byte=$1
	shift
	rc=0
	FAIL_BYTE=$byte LD_PRELOAD=$lib "$BIN/txtcopy" "$@" >out 2>err || rc=$?
}

# in every encoding more than one block of 64 KB
i=0
while [ $i -lt 2000 ]; do
	printf 'line %d: \347\232\204\344\270\255\346\226\207 of the firmware\n' $i
	i=$((i + 1))
done >old.txt
for to in gb18030 utf-16le big5; do
	run txtcopy --to $to old.txt $to.txt
	expect_rc 0
	size=$(wc -c <$to.txt)
	for byte in 0 1 30 65535 65536 65537 $((size - 2)) $((size - 1)); do
		cp old.txt place.txt
		bad "$byte" -i --to $to place.txt
		[ $rc -eq 1 ] || fail "$to, byte $byte of $size: status $rc"
		cmp place.txt old.txt
	done
	# a digit for another one
	bad 5 -i --to $to place.txt
	expect_err 'output does not read back as the same text'
	# no byte is behind the end
	bad "$size" -i --to $to place.txt
	expect_rc 0
	cmp place.txt $to.txt
done
# One of two bytes that stand for a similar character.
printf 'a \302\267 b\n' >place.txt
cp place.txt old.txt
run txtcopy --to gb2312 place.txt alike.txt
bad 2 -i --to gb2312 place.txt
[ $rc -eq 1 ] || fail "a similar letter: status $rc"
cmp place.txt old.txt
run txtcopy -i --to gb2312 place.txt
expect_rc 0
cmp place.txt alike.txt
