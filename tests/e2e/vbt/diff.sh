# SPDX-License-Identifier: MIT
# --diff tells fields and blocks apart; its status says whether anything differs.
data=$SRC/tests/data/fuzz/vbt

run bytgvs --diff "$data/plain.vbt" "$data/plain.vbt"
expect_rc 0
[ ! -s out ] || fail "equal VBTs differ"

run bytgvs --diff "$data/plain.vbt" "$data/mipi.vbt"
expect_rc 5
expect_out 'bdb_version: 191 -> 256'
expect_out 'block 53, MIPI sequences: only in the second one'
expect_out '52.panels[0].colour_format: (absent) -> RGB888 (4)'
grep -q bytes_outside out && fail 'a block that one of them lacks is reported twice'

if [ -z "${RUNNER:-}" ] && [ -c /dev/full ]; then
	rc=0
	tool bytgvs --diff "$data/plain.vbt" "$data/mipi.vbt" >/dev/full 2>err || rc=$?
	expect_rc 1
fi
run bytgvs --diff --json "$data/plain.vbt" "$data/mipi.vbt"
expect_rc 5
expect_out '"differences":'
expect_out '"path": "52.panels[0].colour_format"'

# Bytes that belong to no field and to no block: the rest of the header, and the last block a second time.
{ head -c 32 "$data/plain.vbt"; printf '\1\2\3\4'; tail -c +37 "$data/plain.vbt"; } >aim.vbt
run bytgvs --diff "$data/plain.vbt" aim.vbt
expect_rc 5
expect_out 'bytes_outside_blocks: '
expect_out 'of which 4 differ'
run bytgvs --diff --json "$data/plain.vbt" aim.vbt
expect_rc 5
expect_out '"field": "bytes_outside_blocks"'

# A table full of empty blocks takes no longer than others.
if command -v python3 >/dev/null; then
	python3 - <<'X'
import struct

for name, first in ("low.vbt", 3), ("high.vbt", 103):
    blocks = b"".join(struct.pack("<BH", first + i % 50, 0) for i in range(21000))
    bdb = b"BIOS_DATA_BLOCK " + struct.pack("<HHH", 200, 22, 22 + len(blocks)) + blocks
    head = struct.pack("<20sHHHBBI16x", b"$VBT TEST".ljust(20), 100, 48, 48 + len(bdb), 0, 0, 48)
    with open(name, "wb") as f:
        f.write(head + bdb)
X
	run bytgvs --diff low.vbt high.vbt
	expect_rc 5
	expect_out 'block 103: only in the second one'
fi

run bytgvs --diff "$data/plain.vbt"
expect_rc 2
run bytgvs --diff "$data/plain.vbt" "$SRC/tests/data/fuzz/gop/x64.efi"
expect_rc 3
