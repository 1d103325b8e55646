# SPDX-License-Identifier: MIT
# AMI's BIOS Guard containers: the blocks are opened, what is inside is found whole, and nothing inside
# is replaced. Hostile ones end in a report.
command -v python3 >/dev/null || lacks python3
helper make_sample_ifwi image.bin 512
python3 "$SRC/tests/e2e/bytgvs/pfat.py" image.bin . || fail 'cannot build'
run bytgvs -o image image.bin
expect_rc 0

# extracts KIND [DAMAGE]: both parts, and nothing else, byte for byte
extracts() {
	run bytgvs -o "$1" "$1.bin"
	expect_rc 0
	expect_out 'GOP driver 7.2.1011, x64'
	expect_out 'VBT VALLEYVIEW, BDB 191'
	expect_out 'AMI BIOS Guard (PFAT) update, opened to be read'
	for part in gop-7.2.1011-x64.efi vbt-VALLEYVIEW.bin; do
		cmp "image/image_$part" "$1/$1_$part" || fail "$1: $part differs"
	done
	[ "$(ls "$1" | wc -l)" -eq 2 ] || fail "$1: more than two finds: $(ls "$1")"
	if [ $# -gt 1 ]; then
		expect_out "$2"
	elif grep -q '^Damage:' out; then
		fail "$1: a sound container is called damaged"
	fi
}

for kind in plain rsa3k unknown nested after tail capsule packed few; do
	extracts "$kind"
done
extracts many 'pfat stream is cut short'
extracts line 'a line of the flash configuration is damaged'
for kind in size script larger lesser wild scripted marked wiped rest; do
	extracts "$kind" 'the header of a BIOS Guard block is damaged'
	expect_out 'pfat stream is damaged'
done
extracts cut 'pfat stream is cut short'

run bytgvs --list nested.bin
expect_out 'pfat@0/blocks/component (ALL)/pfat@0/blocks/component (FV_BB)/volume@'
run bytgvs --list --json plain.bin
expect_rc 0
expect_out '"damage": []'

# a volume that begins in the last block and goes on after it
run bytgvs --list astride.bin
expect_out 'VBT VALLEYVIEW, BDB 191'
expect_rc 0
expect_out 'lzma stream is cut short'

# named, not opened
run bytgvs --list header.bin
expect_rc 3
expect_out 'which interrupts what it holds: unpack it first'

run bytgvs --protected plain.bin
expect_out 'update container'
run bytgvs --protected packed.bin
expect_rc 1
expect_err 'packed with gzip: unpack it first'
run bytgvs --protected alone.bin
expect_rc 1
expect_err 'packed with lzma: unpack it first'
for kind in plain nested tail packed alone; do
	run bytgvs --replace-vbt image/image_vbt-VALLEYVIEW.bin --ignore-signature "$kind.bin" -o swapped.bin
	expect_rc 1
	expect_err 'unpack it first'
	[ ! -e swapped.bin ] || fail "$kind: a refused result was written"
done
run bytgvs --replace-vbt image/image_vbt-VALLEYVIEW.bin plain.bin -o swapped.bin
expect_rc 1
expect_err 'unpack it first'
run lzenc --repack plain.bin -o smaller.bin
expect_rc 3
[ ! -e smaller.bin ] || fail 'packed again inside a container'
