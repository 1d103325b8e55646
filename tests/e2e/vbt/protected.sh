# SPDX-License-Identifier: MIT
# --protected and --replace-vbt on an image of every kind of check, judged by protected.py, which
# built the images and computes every digest its own way. The runs for the kinds are one process.
command -v python3 >/dev/null || lacks python3
helper_py() { python3 "$SRC/tests/e2e/vbt/protected.py" "$@"; }
cp "$SRC/tests/data/fuzz/vbt/plain.vbt" old.vbt
helper_py prepare old.vbt >runs || fail 'the images cannot be built'
helper bytgvs_many runs >many.out 2>many.err || fail "the runs: $(tail -3 many.err)"
mkdir -p "$SCRATCH/.documents/bytgvs"
ln -s "$SCRATCH/.documents/bytgvs" documents
helper_py verdict old.vbt many.out many.err >faults || fail "$(cat faults)"

# The program itself: each of its ends.
run bytgvs --protected flipped/ami1.bin
expect_rc 1
expect_out '  fails  '
run bytgvs --replace-vbt new.vbt images/bg10ibb.bin -o refused.bin
expect_rc 1
expect_err '--ignore-signature'
[ ! -e refused.bin ] || fail 'a refused result was written'

# Of two copies with digests that hold over either, each is one by itself.
cat images/phoenix.bin images/phoenix.bin >pair.bin
size=$(wc -c <images/phoenix.bin)
for off in $(grep -abo '[$]VBT' pair.bin | cut -d: -f1); do
	run bytgvs --replace-vbt new.vbt --which="$off" --force pair.bin -o pair-new.bin
	expect_rc 0
	expect_out 'SHA-256 recomputed'
	for copy in 'head -c' 'tail -c'; do
		$copy "$size" pair-new.bin >one.bin
		run bytgvs --protected one.bin
		expect_rc 0
	done
done

# Another image behind it is none of its, though it begins with the same volume.
cat images/phoenix-capsule.bin images/bg10ibb.bin >pair.bin
run bytgvs --replace-vbt new.vbt --which="$(grep -abo '[$]VBT' pair.bin | head -1 | cut -d: -f1)" --force \
	pair.bin -o pair-new.bin
expect_rc 0
head -c "$(wc -c <images/phoenix-capsule.bin)" pair-new.bin >one.bin
run bytgvs --protected one.bin
expect_rc 0

# And what is signed in the second is so whatever is before it.
for pair in 'lenovo lenovo' 'vboot-ro vboot-ro' 'ami1 bg10post'; do
	cat "images/${pair% *}.bin" "images/${pair#* }.bin" >pair.bin
	run bytgvs --replace-vbt new.vbt pair.bin -o pair-none.bin \
		--which="$(grep -abo '[$]VBT' pair.bin | tail -1 | cut -d: -f1)"
	expect_rc 1
	expect_err '--ignore-signature'
done

# Nor are a table's addresses and offsets counted in another image: one with a FIT, of the same volumes, of no known end.
for case in 'head 0 ami2 bg10' 'head 0 ami3 bg10' 'head 0 insyde bg10' 'tail 0 signed ami1' 'tail 0 signed phoenix' \
	'tail 0 phoenix signed phoenix' 'tail 0 bg10 signed phoenix-capsule' 'head 1 ami2-packed bg10' \
	'tail 1 apple phoenix-packed' 'head 1 ami-in-ibb slim' 'tail 1 signed bg10post' 'tail 1 cbfs-two vboot-ro-alien'; do
	read -r end status kinds <<-EOF
		$case
	EOF
	: >pair.bin
	for kind in $kinds; do cat "images/$kind.bin" >>pair.bin; done
	run bytgvs --replace-vbt new.vbt pair.bin -o pair-new.bin --force \
		--which="$(grep -abo '[$]VBT' pair.bin | cut -d: -f1 | "$end" -n 1)"
	expect_rc "$status"
	[ "$status" = 0 ] || continue
	if [ "$end" = head ]; then kind=${kinds%% *}; fi
	"$end" -c "$(wc -c <"images/$kind.bin")" pair-new.bin >one.bin
	run bytgvs --protected one.bin
	expect_rc 0
done

# A digest that is wrong already shows nothing of the image that its table is of, and one that fits two volumes does not
# show which.
for case in 'head ami-wrong bg10' 'head ../flipped/insyde bg10' 'tail bg10 ../flipped/ami1' \
	'tail bg10 ../flipped/phoenix' 'tail lenovo ../flipped/lenovo' 'head ../flipped/ami2 bg10' 'tail ifwi bg10post' \
	'tail ami1 txe ../flipped/phoenix-capsule' 'tail ifwi ../flipped/phoenix-capsule' 'tail ifwi ../flipped/bg10post'; do
	read -r end kinds <<-EOF
		$case
	EOF
	: >pair.bin
	for kind in $kinds; do cat "images/$kind.bin" >>pair.bin; done
	run bytgvs --replace-vbt new.vbt pair.bin -o pair-none.bin \
		--which="$(grep -abo '[$]VBT' pair.bin | cut -d: -f1 | "$end" -n 1)"
	expect_rc 1
	expect_err '--ignore-signature'
	run bytgvs --protected pair.bin
	case $case in
	*'ifwi bg10post') expect_out 'right for several volumes' ;;
	*ifwi*) expect_out 'of which image in the file it is, is not known' ;;
	*) expect_out '  fails  ' ;;
	esac
done

# All of a line in Chinese.
run bytgvs --lang=zh --protected images/uimage.bin
expect_rc 0
expect_out '其头部'
expect_out '其数据'

# A destroyed name of a file: its table is not found.
cp images/ami1.bin torn.bin
printf '\0' | dd of=torn.bin bs=1 seek=$((0x2004D)) conv=notrunc 2>/dev/null
run bytgvs --protected torn.bin
expect_rc 1
expect_out 'damaged places: 1'
run bytgvs --replace-vbt new.vbt torn.bin -o torn-new.bin
expect_rc 1
expect_err 'in a table that is not known'
cp images/fit-skipped.bin torn.bin
printf '\0' | dd of=torn.bin bs=1 seek=$((0x2004D)) conv=notrunc 2>/dev/null
run bytgvs --replace-vbt new.vbt torn.bin -o torn-new.bin
expect_rc 0
expect_out 'a table in it may be missed'

# What is not firmware, and what cannot be read.
run bytgvs --protected old.vbt
expect_rc 3
run bytgvs --protected nothing-here
expect_rc 1
run bytgvs --protected images/twice.bin images/twice.bin
expect_rc 2
tool bytgvs --protected - <images/twice.bin >out || fail 'an image on standard input'
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
