# SPDX-License-Identifier: MIT
# --set changes fields of a VBT and nothing else; the checksum is right again.
data=$SRC/tests/data/fuzz/vbt

run bytgvs --set '12.boot_mode_x=1280,42.panels[2].name=A,B' --set '2.devices[0].dvo_port=DP-B' \
	-o new.vbt "$data/plain.vbt"
expect_rc 0
expect_out '12.boot_mode_x: 0 -> 1280'
expect_out '42.panels[2].name: "SAMPLE" -> "A,B"'
expect_out '(7)'
run bytgvs --diff --json "$data/plain.vbt" new.vbt
expect_rc 5
[ "$(grep -o '"path"' out | wc -l)" -eq 3 ] || fail 'other fields differ too'
# a second opinion on the checksum
od -An -v -tu1 new.vbt | awk '{ for (i = 1; i <= NF; i++) s += $i } END { exit s % 256 != 0 }' ||
	fail 'the bytes do not add up to 0'

# what is refused writes nothing
for wrong in 12.boot_mode_x=65536 12.nothing=1 12.boot_mode_x 2.child_device_count=2; do
	run bytgvs --set "$wrong" -o never.vbt "$data/plain.vbt"
	expect_rc 1
	[ -s err ] || fail "$wrong: no reason"
	[ ! -e never.vbt ] || fail "$wrong: written"
done
run bytgvs --set 12.boot_mode_x=1 -o new.vbt "$data/plain.vbt"
expect_rc 1
expect_err 'exists already'
run bytgvs --set 12.boot_mode_x=1 -o new.vbt --force "$data/plain.vbt"
expect_rc 0
run bytgvs --set 12.boot_mode_x=1 -o new.vbt --force new.vbt
expect_rc 2
expect_err 'never changed in place'
run bytgvs --set 12.boot_mode_x=1 "$data/plain.vbt"
expect_rc 2
run bytgvs --set 12.boot_mode_x=1 -o - "$data/plain.vbt"
expect_rc 2
run bytgvs --set 12.boot_mode_x=1 --show -o x "$data/plain.vbt"
expect_rc 2
run bytgvs --set 12.boot_mode_x=1 -o x.vbt "$SRC/tests/data/fuzz/gop/x64.efi"
expect_rc 3

# out of an image, changed, and into it again
cat "$data/plain.vbt" >image
run bytgvs --set 12.boot_mode_x=640 -o changed.vbt image
expect_rc 0
run bytgvs --replace-vbt changed.vbt -o image.new image
expect_rc 0
run bytgvs --show --json image.new
expect_out '"boot_mode_x": 640'
