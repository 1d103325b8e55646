# SPDX-License-Identifier: MIT
# docs/formats/vbt-fields.md says what the program decodes, field by field and version by version.
command -v python3 >/dev/null || lacks python3
fields=$SRC/tests/e2e/vbt/fields.py
[ -z "${RUNNER:-}" ] || skip 'too many runs for Wine'
python3 "$fields" "$BIN/bytgvs" >now.md || fail 'the table cannot be made'
diff "$SRC/docs/formats/vbt-fields.md" now.md ||
	fail 'docs/formats/vbt-fields.md is old: make it anew with tests/e2e/vbt/fields.py'

python3 "$fields" "$BIN/bytgvs" values || fail 'a value is wrong'

# Bytes that no field covers are shown, with their count; zeros between fields are padding.
python3 "$fields" - vbt all.vbt 264
run bytgvs --show all.vbt
expect_rc 0
expect_out 'not decoded at +0x352, 50 bytes: 01 01'
expect_out '1.62, 8.1 Gbps (257)'
run bytgvs --show --json all.vbt
expect_out '"offset": 850'
