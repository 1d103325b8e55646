# SPDX-License-Identifier: MIT
# Compressed streams that others make: damage is seen wherever it is, nothing at all and frames to skip are read.
[ -z "${RUNNER:-}" ] || skip 'the streams are made natively'
for peer in bzip2 gzip lz4 xz zstd; do
	command -v $peer >/dev/null || lacks "$peer"
done
seq 1 40000 >text
tar cf text.tar text

# a changed byte: libarchive by itself sees none in a .gz, and none after the end of a .tar
flip() { # flip FILE OFFSET
	byte=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
	# shellcheck disable=SC2059 # the number is the format
	printf "\\$(printf %o $((byte ^ 4)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
for filter in gzip bzip2 xz zstd lz4; do
	for content in text text.tar; do
		$filter -c <$content >good
		size=$(wc -c <good)
		for at in $((size / 3)) $((size / 2)) $((size - 3)) $((size - 5)); do
			cp good bad.$filter
			flip bad.$filter $at
			[ $filter$content != xztext.tar ] || mv bad.xz bad.tar.xz
			run lzenc -t bad.*
			expect_rc 5
			rm bad.*
		done
	done
done

# one that holds nothing
for filter in gzip bzip2 xz zstd lz4; do
	: | $filter -c >nothing
	run lzenc -d -f nothing out
	expect_rc 0
	[ -f out ] && [ ! -s out ] || fail "nothing by $filter"
	run lzenc -l nothing
	expect_rc 0
done

# one that begins with zero bytes is no .tar
{ head -c 70000 /dev/zero; cat text; } >zeros
printf 'MZ' >short
for filter in gzip bzip2 xz zstd lz4; do
	for content in zeros short; do
		$filter -c <$content >made
		run lzenc -q -d -f made out
		expect_rc 0
		cmp out $content || fail "$content by $filter"
	done
done

# without an output the suffix goes
printf '\037\235\220\141\304\010' >ab.Z
run lzenc -d ab.Z
expect_rc 0
[ "$(cat ab)" = ab ] || fail 'a .Z'
mv ab.Z .z
run lzenc -d ./.z
expect_rc 2
expect_err 'an output is needed'

# a .zip in a stream
if command -v 7zz >/dev/null; then
	7zz a -bd x.zip text >/dev/null
	gzip -c x.zip >x.gz
	run lzenc -d x.gz folder
	expect_rc 0
	cmp folder/text text || fail 'a .zip in a .gz'
fi

# frames to skip, as pzstd writes one, and the legacy frames that Linux's images have
frame='\120\052\115\030\003\000\000\000abc'
for filter in zstd lz4 'lz4 -l'; do
	# shellcheck disable=SC2059,SC2086 # the bytes are the format; an option is a word of its own
	{ printf "$frame$frame"; $filter -c <text 2>/dev/null; } >skip
	run lzenc -q -d -f skip out
	expect_rc 0
	cmp out text || fail "frames to skip before $filter"
done
printf '\120\052\115\030\377\377\377\377abc' >skip
run lzenc -t skip
expect_rc 5

# several streams are one; what follows is told of
{ gzip -c text; gzip -c text; } >two.gz
cat text text >two
run lzenc -q -d -f two.gz out
expect_rc 0
cmp out two || fail 'two streams'
head -c 30000 two.gz >cut.gz
printf 'more' >>two.gz
run lzenc -d -f two.gz out
expect_rc 0
expect_err '4 bytes of other data follow'
cmp out two || fail 'two streams and more'
run lzenc -d cut.gz none
expect_rc 5
[ ! -e none ] || fail 'something of a .gz that is cut short'
{ gzip -c text; head -c 512 /dev/zero; } >zeros.gz
run lzenc -t zeros.gz
expect_rc 0
[ ! -s err ] || fail "zero bytes after a .gz: $(cat err)"

for filter in bzip2 lz4; do
	{ $filter -c <text; $filter -c <text; } >two.packed
	run lzenc -t two.packed
	expect_rc 0
	[ ! -s err ] || fail "two by $filter: $(cat err)"
	head -c 512 /dev/zero >>two.packed
	run lzenc -t two.packed
	expect_rc 0
	[ ! -s err ] || fail "zero bytes after two by $filter: $(cat err)"
	printf 'and more' >>two.packed
	run lzenc -t two.packed
	expect_rc 0
	expect_err ': 520 bytes of other data follow'
done
{ bzip2 -c <text; head -c 1000 /dev/zero; } | lz4 -c >inner.packed
run lzenc -t inner.packed
expect_rc 0
[ ! -s err ] || fail "zero bytes after the inner stream: $(cat err)"

# the oldest form of .tar, known by its sum alone
tar -H v7 -cf old.tar text
run lzenc -q -d old.tar old
expect_rc 0
cmp old/text text || fail 'a .tar of version 7'

# a window of 1 GiB, as zstd --long=30 writes it: a limit, neither damage nor a lack of memory
printf '\050\265\057\375\004\240\235\000\000\140\150\145\154\154\157\040\150\145\154\154\157\012\001\000\241\374\057\111\041\122\303\313' >window.zst
run lzenc -t window.zst
expect_rc 7
expect_err 'larger than 128 MiB'
run lzenc --lang=zh -t window.zst
expect_rc 7
expect_err '窗口大于 128 MiB'
