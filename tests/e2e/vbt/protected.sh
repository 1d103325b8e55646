# SPDX-License-Identifier: MIT
# --protected and --replace-vbt on an image of every kind of check, judged by protected.py, which
# built the images and computes every digest its own way.
command -v python3 >/dev/null || skip 'python3 is not installed'
helper_py() { python3 "$SRC/tests/e2e/vbt/protected.py" "$@"; }
old=$SRC/tests/data/fuzz/vbt/plain.vbt
mkdir images
helper_py build images "$old" || fail 'the images cannot be built'
helper_py new "$old" new.vbt

count=0
helper_py list >all
# Under Wine each fourth: what is judged there is the same code, and its start takes ten times as long.
awk -v each="${RUNNER:+4}" 'each == "" || NR % each == 1' all >kinds
while read -r kind status covers swap seen; do
	image=images/$kind.bin
	run bytgvs --protected --json "$image"
	expect_rc "$status"
	[ "$covers" = - ] || expect_out "\"kind\": \"$covers\""
	helper_py judge "$kind" "$old" "$image" || fail "$kind: the builder disagrees with itself"

	helper_py flip "$old" "$image" flipped.bin
	run bytgvs --protected flipped.bin
	case $seen in
	seen) expect_rc 1 && expect_out '  fails  ' ;;
	*) [ "$rc" -ne 1 ] || fail "$kind: a change was seen that nothing can see" ;;
	esac

	run bytgvs --replace-vbt new.vbt "$image" -o swapped.bin
	expect_rc "$swap"
	if [ "$swap" -eq 0 ]; then
		helper_py judge "$kind" "$old" swapped.bin || fail "$kind: a digest is wrong"
		run bytgvs --protected swapped.bin
		expect_rc 0
		run bytgvs --show swapped.bin
		expect_out '"OTHER1"'
		# and back: the image of the beginning
		run bytgvs -q --replace-vbt "$old" swapped.bin -o back.bin
		expect_rc 0
		cmp "$image" back.bin || fail "$kind: the way back is not exact"
	else
		expect_err '--ignore-signature'
		[ ! -e swapped.bin ] || fail "$kind: a refused result was written"
		run bytgvs --replace-vbt new.vbt "$image" --ignore-signature -o swapped.bin
		expect_rc 0
		expect_out 'no longer valid'
	fi
	rm -f swapped.bin back.bin flipped.bin
	count=$((count + 1))
done <kinds
[ "$count" -ge 20 ] || fail "only $count kinds"

# A packed component: the new stream has the length of the old one or the header tells its own, and
# its digest is right.
for kind in slim-packed slim-lz4; do
	run bytgvs --replace-vbt new.vbt "images/$kind.bin" -o swapped.bin
	expect_rc 0
	expect_out 'sbl stream at 0x0 packed again'
	expect_out 'Slim Bootloader hash store'
	helper_py judge "$kind" "$old" swapped.bin || fail "$kind: the digest is wrong"
	run bytgvs --protected swapped.bin
	expect_rc 0
	run bytgvs --show swapped.bin
	expect_out '"OTHER1"'
	rm -f swapped.bin
done

# Apple's CRC of a packed volume is kept right on the way.
helper_py packed-volume "$old" volume.bin || fail 'the image cannot be built'
helper_py judge-packed-volume volume.bin || fail 'the builder disagrees with itself'
run bytgvs --replace-vbt new.vbt volume.bin -o swapped.bin
expect_rc 0
helper_py judge-packed-volume swapped.bin || fail 'the CRC of a packed volume is wrong'
rm -f swapped.bin

# Each place is judged by itself: one refusal refuses all, unless --which chose another one.
second=$(helper_py twice "$old" twice.bin) || fail 'the image cannot be built'
run bytgvs --replace-vbt new.vbt twice.bin -o swapped.bin
expect_rc 1
expect_err 'Boot Guard IBB'
[ ! -e swapped.bin ] || fail 'a refused result was written'
run bytgvs --replace-vbt new.vbt --which "$second" twice.bin -o swapped.bin
expect_rc 0
expect_out 'no known check covers the change'

# Extraction names what has to be unpacked first, and does not call it damaged.
for kind in pfat iflash dell capsule capsule-toshiba capsule-lenovo; do
	run bytgvs --list "images/$kind.bin"
	expect_rc 0
	expect_out 'unpack it first'
	case $(cat out) in *Damage*) fail "$kind: called damaged" ;; esac
done

# What is not firmware, and what cannot be read.
run bytgvs --protected "$old"
expect_rc 3
run bytgvs --protected nothing-here
expect_rc 1
run bytgvs --protected twice.bin twice.bin
expect_rc 2
tool bytgvs --protected - <twice.bin >out || fail 'an image on standard input'
expect_out 'Boot Guard IBB, part 1 of 2'

# The new table may come by a pipe, but not the image too.
image=images/ami2.bin
run bytgvs --replace-vbt - "$image" -o piped.bin <new.vbt
expect_rc 0
run bytgvs --replace-vbt new.vbt "$image" -o named.bin
cmp piped.bin named.bin || fail 'the table of standard input makes a difference'
run bytgvs --replace-vbt - - -o twice.bin <new.vbt
expect_rc 2
expect_err 'only once'
