# SPDX-License-Identifier: MIT
# --repack on an image that repack.py built and judges.
command -v python3 >/dev/null || lacks python3
helper_py() { python3 "$SRC/tests/e2e/lzenc/repack.py" "$@"; }
helper_py build bios.fd || fail 'the image cannot be built'

run lzenc --repack --dry-run --json bios.fd
expect_rc 0
told=$(sed -n 's/^  "freed": \([0-9]*\),$/\1/p' out)
expect_out '"reason": ' # the section that is not the last of its file
run lzenc --repack bios.fd -o small.fd
expect_rc 0
expect_out 'bytes freed'
expect_out 'holds the same'
helper_py judge bios.fd small.fd >free || fail 'the result is another image'
read -r before after <free
[ "$((after - before))" = "$told" ] || fail "freed $((after - before)), told $told"
[ "$told" -ge 500 ] || fail "only $told bytes"

# once more there is no gain, and nothing is written
run lzenc --repack small.fd -o again.fd
expect_rc 3
[ ! -e again.fd ] || fail 'written for nothing'
# what a person may get wrong
run lzenc --repack bios.fd -o small.fd
expect_rc 1
expect_err 'exists'
run lzenc --repack --force bios.fd -o bios.fd
expect_rc 2
run lzenc --repack bios.fd
expect_rc 2
run lzenc --repack --best bios.fd -o x.fd
expect_rc 2
run lzenc --dry-run bios.fd x.7z
expect_rc 2
printf 'no image' >text
run lzenc --repack text -o x.fd
expect_rc 3
tool lzenc -q --repack bios.fd -o - >piped.fd
cmp small.fd piped.fd || fail 'another result in a pipe'

# a signed capsule stays as it is, unless the user insists
helper_py sign bios.fd signed.cap
run lzenc --repack signed.cap -o small.cap
expect_rc 3
expect_out 'signed'
[ ! -e small.cap ] || fail 'written although it is signed'
run lzenc --repack --ignore-signature signed.cap -o small.cap
expect_rc 0
tail -c +2049 small.cap >small2.fd
cmp small.fd small2.fd || fail 'another image in the capsule'
# and keeps nothing else from being repacked
cat bios.fd signed.cap bios.fd >mixed.bin
run lzenc --repack mixed.bin -o mixed.out
expect_rc 0
expect_out 'signed'
cat small.fd signed.cap small.fd | cmp - mixed.out || fail 'beside a signed part'

# a volume that is damaged is left alone, with the reason
cp bios.fd bad.fd
printf '\125' | dd of=bad.fd bs=1 seek=50 conv=notrunc 2>/dev/null
run lzenc --repack bad.fd -o bad.out
expect_rc 3
expect_out 'its container is damaged'
[ ! -e bad.out ] || fail 'a damaged volume was written'

# a part that another reaches into is left alone, not the whole image refused
helper_py overlap over.fd
run lzenc --repack over.fd -o over.out
expect_rc 3
expect_out 'another part reaches into it'
[ ! -e over.out ] || fail 'written for nothing'

# so is a stream of which it is not known what readers see in it
helper_py either either.fd
run lzenc --repack either.fd -o either.out
expect_rc 3
expect_out 'left as it is: it decodes as Tiano and as EFI'
run lzenc --repack --dry-run --json either.fd
expect_rc 3
expect_out '"reason": "it decodes as Tiano and as EFI"'

# damage: left alone, no crash
for at in 300 9000; do
	cp bios.fd bad.fd
	printf '\125\252\125' | dd of=bad.fd bs=1 seek="$at" conv=notrunc 2>/dev/null
	rm -f bad.out
	run lzenc --repack bad.fd -o bad.out
	case $rc in 0 | 1 | 3) ;; *) fail "status $rc for damage at $at" ;; esac
	[ "$rc" -eq 0 ] || [ ! -e bad.out ] || fail 'a refused result was written'
done
