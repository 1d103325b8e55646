# SPDX-License-Identifier: MIT
# Dell's update files: the packed sections, volumes and BIOS Guard blocks are opened, what is inside
# is found whole, and nothing inside is replaced.
command -v python3 >/dev/null || lacks python3
pack() { python3 "$SRC/tests/e2e/bytgvs/dell.py" "$@" || fail "cannot build: $*"; }
helper make_sample_ifwi image.bin 512
run bytgvs -o image image.bin
expect_rc 0

for kind in plain blocks nested bare; do
	pack "$kind" image.bin "$kind.bin"
	run bytgvs -o "$kind" "$kind.bin"
	expect_rc 0
	expect_out 'GOP driver 7.2.1011, x64'
	expect_out 'VBT VALLEYVIEW, BDB 191'
	expect_out 'Dell update (PFS), opened to be read; to change anything in it: unpack it first'
	for part in gop-7.2.1011-x64.efi vbt-VALLEYVIEW.bin; do
		cmp "image/image_$part" "$kind/${kind}_$part" || fail "$kind: $part differs"
	done
	[ "$(ls "$kind" | wc -l)" -eq 2 ] || fail "$kind: more than two finds: $(ls "$kind")"
	run bytgvs --list --json "$kind.bin"
	expect_rc 0
	expect_out '"damage": []'

	run bytgvs --protected "$kind.bin"
	expect_out 'update container'
	run bytgvs --replace-vbt "image/image_vbt-VALLEYVIEW.bin" "$kind.bin" -o swapped.bin
	expect_rc 1
	expect_err 'unpack it first'
	[ ! -e swapped.bin ] || fail "$kind: a refused result was written"
	# consent does not help where nothing can be packed again
	[ "$kind" = bare ] || {
		run bytgvs --replace-vbt "image/image_vbt-VALLEYVIEW.bin" --ignore-signature \
			"$kind.bin" -o swapped.bin
		expect_rc 1
		expect_err 'unpack it first'
		[ ! -e swapped.bin ] || fail "$kind: a refused result was written"
	}
done
# What is not packed is in a volume with a sum.
pack entry image/image_vbt-VALLEYVIEW.bin entry.bin
run bytgvs --set 12.boot_mode_x=800 image/image_vbt-VALLEYVIEW.bin -o other.bin
for consent in --quiet --ignore-signature; do
	run bytgvs --replace-vbt other.bin $consent entry.bin -o swapped.bin
	expect_rc 1
	expect_err 'in an update container (Dell update (PFS)), whose parts are signed: unpack it first'
done
# In a package for ThinOS, whose xz stream holds a .tar; in that may be a cabinet.
for kind in pkg pkg-cab; do
	pack "$kind" image.bin "$kind.bin"
	run bytgvs -o "$kind" "$kind.bin"
	expect_rc 0
	expect_out 'Dell update (PFS), opened to be read; to change anything in it: unpack it first'
	for part in gop-7.2.1011-x64.efi vbt-VALLEYVIEW.bin; do
		cmp "image/image_$part" "$kind/${kind}_$part" || fail "$kind: $part differs"
	done
	[ "$(ls "$kind" | wc -l)" -eq 2 ] || fail "$kind: more than two finds: $(ls "$kind")"
	run bytgvs --list --json "$kind.bin"
	expect_out '"damage": []'
	run bytgvs --protected "$kind.bin"
	expect_rc 1
	expect_err 'packed with xz: unpack it first'
	run bytgvs --replace-vbt image/image_vbt-VALLEYVIEW.bin "$kind.bin" -o swapped.bin
	expect_rc 1
	expect_err 'packed with xz: unpack it first'
done
head -c 40000 pkg.bin >pkg-cut.bin
run bytgvs --list pkg-cut.bin
expect_rc 1
expect_out 'xz stream is cut short'
run bytgvs --list nested.bin
expect_out 'section@'
expect_out '(firmware)/zlib/pfs@0/entry@'
expect_out '/blocks/'

# Damage is reported; what a stream of LZMA proves to be right is whole all the same.
pack bad-sum image.bin bad-sum.bin
run bytgvs --list bad-sum.bin
expect_rc 0
expect_out 'its CRC32 is wrong'
for kind in bad-bit cut; do
	pack "$kind" image.bin "$kind.bin"
	run bytgvs --list "$kind.bin"
	expect_out 'zlib stream is'
done
