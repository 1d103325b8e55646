# SPDX-License-Identifier: MIT
# Files in a packed .tar: each is judged by what is in itself, and read to its own end.
command -v python3 >/dev/null || lacks python3
command -v xz >/dev/null || lacks xz
pack() { python3 "$SRC/tests/e2e/bytgvs/tar.py" "$@" || fail "cannot build: $*"; }
helper make_sample_ifwi image.bin 512
run bytgvs -o image image.bin
python3 "$SRC/tests/e2e/bytgvs/dell.py" plain image.bin dell.bin || fail 'no dell.bin'
python3 "$SRC/tests/e2e/bytgvs/pfat.py" image.bin . || fail 'no plain.bin'
mv plain.bin pfat.bin
# an Insyde update, and a Dell one that cannot be opened
{ printf '$_IFLASH_BIOSIMG\20\0\0\0\10\0\0\0' && head -c 16 /dev/zero; } >insyde.bin
printf 'PFS.HDR.' | cat - image.bin >closed.bin
printf 'PFS.HDR.' >mark.bin
gzip -nk dell.bin pfat.bin insyde.bin closed.bin mark.bin
xz -k image.bin

is_whole() {
	run bytgvs --list "$1"
	expect_rc 0
	expect_out 'GOP driver 7.2.1011, x64'
	expect_out 'VBT VALLEYVIEW, BDB 191'
	if grep -q "NOT WHOLE" out; then fail "$1: not whole"; fi
	[ "$(grep -c ^GOP out)" -eq 1 ] || fail "$1: more than one GOP driver"
}

# A container that interrupts what it holds, after one that does not, and beside a whole image.
for order in 'ustar=insyde.bin.gz ustar=closed.bin.gz' 'ustar=closed.bin.gz ustar=insyde.bin.gz'; do
	# shellcheck disable=SC2086 # words
	pack closed.tgz $order
	run bytgvs --list closed.tgz
	expect_rc 1
	expect_out 'NOT WHOLE, it is in an update container'
	expect_out 'Insyde update'
	expect_out 'Dell update (PFS), which interrupts what it holds'
done
for order in 'ustar=mark.bin.gz ustar=image.bin.xz' 'ustar=image.bin.xz ustar=mark.bin.gz'; do
	# shellcheck disable=SC2086 # words
	pack beside.tgz $order
	is_whole beside.tgz
	expect_out 'Dell update (PFS), which interrupts what it holds'
done
# and so where they are not packed, in a .tar that is or is not
for order in 'ustar=mark.bin ustar=image.bin' 'ustar=image.bin ustar=mark.bin'; do
	# shellcheck disable=SC2086 # words
	pack plain.tgz $order
	gzip -dc plain.tgz >plain.tar
	for file in plain.tgz plain.tar; do
		is_whole "$file"
		expect_out 'Dell update (PFS), which interrupts what it holds'
	done
done
pack closed.tgz ustar=insyde.bin ustar=closed.bin
run bytgvs --list closed.tgz
expect_rc 1
expect_out 'NOT WHOLE, it is in an update container'
# each is opened, packed or not
for members in 'dell.bin.gz ustar=pfat.bin.gz' 'pfat.bin.gz ustar=dell.bin.gz' \
	'insyde.bin.gz ustar=dell.bin.gz ustar=pfat.bin.gz' 'insyde.bin ustar=dell.bin ustar=pfat.bin'; do
	# shellcheck disable=SC2086 # words
	pack opened.tgz ustar=$members
	run bytgvs --list opened.tgz
	expect_rc 0
	expect_out 'AMI BIOS Guard (PFAT) update, opened'
	expect_out 'Dell update (PFS), opened'
done
# What is packed ends with its file, although its stream declares more.
{ printf '\004\042\115\030\140\160\163\0\0\100\200' && cat image.bin; } >block.lz4
pack short.tgz short=block.lz4 ustar=image/image_gop-7.2.1011-x64.efi \
	ustar=image/image_vbt-VALLEYVIEW.bin
is_whole short.tgz
expect_out 'lz4 stream is cut short'

# Headers of other kinds; the files after a damaged one are not lost in silence.
for kind in v7 base256 link worn sparse; do
	pack "$kind.tgz" ustar=mark.bin.gz "$kind=image.bin.xz"
	is_whole "$kind.tgz"
	grep -q 'of the .tar is damaged' out && fail "$kind: a note of damage"
done
# what is after a sparse file
pack after.tgz sparse=mark.bin.gz ustar=image.bin.xz
is_whole after.tgz
pack torn.tgz ustar=mark.bin torn=image.bin.xz
run bytgvs --list torn.tgz
expect_rc 3
expect_out 'header of the .tar is damaged'
