# SPDX-License-Identifier: MIT
# Cabinets: what is inside is found whole, stored or MSZIP; nothing inside is replaced.
command -v python3 >/dev/null || lacks python3
helper make_sample_ifwi image.bin 512
python3 "$SRC/tests/e2e/bytgvs/cab.py" image.bin . || fail 'cannot build'
run bytgvs -o image image.bin
expect_rc 0

for kind in stored mszip folders; do
	run bytgvs -o "$kind" "$kind.cab"
	expect_rc 0
	expect_out 'path      cab@0/'
	for part in gop-7.2.1011-x64.efi vbt-VALLEYVIEW.bin; do
		cmp "image/image_$part" "$kind/${kind}_$part" || fail "$kind: $part differs"
	done
	[ "$(ls "$kind" | wc -l)" -eq 2 ] || fail "$kind: more than two finds: $(ls "$kind")"
	run bytgvs --list --json "$kind.cab"
	expect_rc 0
	expect_out '"damage": []'
	run bytgvs --protected "$kind.cab"
	expect_rc 1
	expect_err 'packed with cab: unpack it first'
	run bytgvs --replace-vbt image/image_vbt-VALLEYVIEW.bin "$kind.cab" -o swapped.bin
	expect_rc 1
	expect_err 'packed with cab: unpack it first'
	[ ! -e swapped.bin ] || fail "$kind: a refused result was written"
done
for kind in sum zip; do
	run bytgvs --list "$kind.cab"
	expect_rc 0
	expect_out 'cab stream is damaged'
done
run bytgvs --list cut.cab
expect_out 'cab stream is cut short'
run bytgvs --list lzx.cab
expect_rc 3
expect_out 'cabinet packed in a way that is not unpacked'
