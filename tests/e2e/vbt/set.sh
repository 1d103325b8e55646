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
for wrong in 12.boot_mode_x=65536 12.nothing=1 12.boot_mode_x=1,12.boot_mode_y 2.child_device_count=2; do
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
run bytgvs --set 12.boot_mode_x -o x "$data/plain.vbt"
expect_rc 2
run bytgvs --edit - -o x - <"$data/plain.vbt"
expect_rc 2
expect_err 'only once'
run bytgvs --set 12.boot_mode_x=1 --show -o x "$data/plain.vbt"
expect_rc 2
run bytgvs --set 12.boot_mode_x=1 -o x.vbt "$SRC/tests/data/fuzz/gop/x64.efi"
expect_rc 3

# --edit: the document of --show, unchanged, changes nothing; changed, it changes that.
for table in "$data"/*.vbt; do
	tool bytgvs --show --json "$table" >same.json
	run bytgvs --edit same.json -o same.vbt --force "$table"
	expect_rc 0
	[ ! -s out ] || fail "$table: differences"
	cmp "$table" same.vbt
done
# a table whose size leaves out a byte of the last block, as some vendors' do
{
	printf '$VBT LEFT OUT       \144\0\060\0\115\0\0\0\060\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'
	printf 'BIOS_DATA_BLOCK \237\0\026\0\036\0\050\001\0\043\071\001\0\252'
} >short.vbt
tool bytgvs --show --json short.vbt >short.json
grep -q '"cut": true' short.json || fail 'no block is cut short'
run bytgvs --edit short.json -o same.vbt --force short.vbt
expect_rc 0
cmp same.vbt short.vbt || fail 'the document of a table with a cut block changed it'

tool bytgvs --show --json "$data/mipi.vbt" >old.json
sed 's/"boot_mode_x": [0-9]*/"boot_mode_x": 1920/; s/"delay_us": 20000/"delay_us": 21000/;
	s/"dithering": false/"dithering": true/; s/"name": "RGB888"/"name": "RGB565"/' old.json >new.json
run bytgvs --edit new.json --set 12.boot_mode_y=1080 -o edited.vbt "$data/mipi.vbt"
expect_rc 0
expect_out '12.boot_mode_x: 0 -> 1920'
expect_out '12.boot_mode_y: 0 -> 1080'
tool bytgvs --show --json edited.vbt >now.json
for line in '"boot_mode_x": 1920' '"boot_mode_y": 1080'; do
	grep -q "$line" now.json || fail "not written: $line"
done
# a document in UTF-16, as PowerShell's ">" writes it
if command -v iconv >/dev/null; then
	{ printf '\377\376' && iconv -f UTF-8 -t UTF-16LE new.json; } >wide.json
	run bytgvs --edit wide.json -o wide.vbt "$data/mipi.vbt"
	expect_rc 0
fi
# what is no such document, or tells of another table
printf '{"vbts": [' >cut.json
run bytgvs --edit cut.json -o never.vbt "$data/plain.vbt"
expect_rc 1
expect_err 'not JSON: line 1'
run bytgvs --edit old.json -o never.vbt "$data/plain.vbt"
expect_rc 1
expect_err 'another platform, version or size'
sed 's/"boot_mode_x"/"boot_mode_z"/' old.json >unknown.json
run bytgvs --edit unknown.json -o never.vbt "$data/mipi.vbt"
expect_rc 1
expect_err '12.boot_mode_z: this table'
sed 's/"bytes": "[0-9a-f]*"/"bytes": ""/' old.json >empty.json
run bytgvs --edit empty.json -o never.vbt "$data/mipi.vbt"
expect_rc 1
expect_err 'expected 4 bytes in hex'
# a name that is made of the bytes, and yes for a number: no edit is passed over
sed 's/"name": "port A/"name": "port C/' old.json >renamed.json
cmp -s old.json renamed.json && fail 'nothing to rename'
run bytgvs --edit renamed.json -o never.vbt "$data/mipi.vbt"
expect_rc 1
expect_err 'only the bytes can be changed'
sed 's/"pwm_hz": [0-9]*/"pwm_hz": true/' old.json >yes.json
run bytgvs --edit yes.json -o never.vbt "$data/mipi.vbt"
expect_rc 1
expect_err 'not a value of it'
# a block's size and place are not fields
for key in size offset; do
	command -v python3 >/dev/null || continue
	python3 -c 'import json, sys
table = json.load(open("old.json"))
table["vbts"][0]["blocks"][1][sys.argv[1]] += 1
json.dump(table, open("moved.json", "w"))' "$key"
	run bytgvs --edit moved.json -o never.vbt "$data/mipi.vbt"
	expect_rc 1
	expect_err 'not its offset or size'
done
# nor is the index of an entry: the values would be another's
for key in slot panel; do
	command -v python3 >/dev/null || continue
	python3 -c 'import json, sys
table = json.load(open("old.json"))
for group in (g for b in table["vbts"][0]["blocks"] for g in b.values() if isinstance(g, list)):
    if isinstance(group[0], dict) and sys.argv[1] in group[0] and len(group) > 1:
        group[0][sys.argv[1]] = group[1][sys.argv[1]]
        break
json.dump(table, open("moved.json", "w"))' "$key"
	run bytgvs --edit moved.json -o never.vbt "$data/mipi.vbt"
	expect_rc 1
	expect_err 'two entries have this index'
done
# nor can an entry be taken out; the blocks of a part of a document are changed, the others are named
if command -v python3 >/dev/null; then
	for at in 0 -1; do
		python3 -c 'import json, sys
table = json.load(open("old.json"))
groups = [g for b in table["vbts"][0]["blocks"] for g in b.values() if isinstance(g, list)]
for n, group in enumerate(groups):
    entry = group.pop(int(sys.argv[1]))
    json.dump(table, open(f"taken{n}.json", "w"))
    group.insert(len(group) if sys.argv[1] == "-1" else 0, entry)' "$at"
		for document in taken*.json; do
			run bytgvs --edit "$document" -o never.vbt "$data/mipi.vbt"
			expect_rc 1
			expect_err 'entries cannot be taken out'
		done
	done
	python3 -c 'import json
table = json.load(open("old.json"))
for n, group in enumerate(g for b in table["vbts"][0]["blocks"] for g in b.values() if isinstance(g, list)):
    whole = group[:]
    group[:] = [0] * len(whole)
    json.dump(table, open(f"number{n}.json", "w"))
    group[:] = whole'
	for document in number*.json; do
		run bytgvs --edit "$document" -o never.vbt "$data/mipi.vbt"
		expect_rc 1
		expect_err 'not an entry as --show --json prints it'
	done
	python3 -c 'import json
table = json.load(open("new.json"))["vbts"][0]
table["blocks"] = [{"id": b["id"], "boot_mode_x": b["boot_mode_x"]} for b in table["blocks"] if b["id"] == 12]
json.dump(table, open("part.json", "w"))'
	run bytgvs --edit part.json -o part.vbt "$data/mipi.vbt"
	expect_rc 0
	expect_out '12.boot_mode_x: 0 -> 1920'
	expect_err 'blocks that are not in it stay as they are: 254, 1, 2, '
fi
[ ! -e never.vbt ] || fail 'written all the same'

# out of an image, changed, and into it again
cat "$data/plain.vbt" >image
run bytgvs --set 12.boot_mode_x=640 -o changed.vbt image
expect_rc 0
run bytgvs --replace-vbt changed.vbt -o image.new image
expect_rc 0
run bytgvs --show --json image.new
expect_out '"boot_mode_x": 640'
