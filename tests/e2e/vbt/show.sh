# SPDX-License-Identifier: MIT
# --show prints what stands in a bare VBT and in one inside a video BIOS.
data=$SRC/tests/data/fuzz

run bytgvs --show "$data/vbt/pointers.vbt"
expect_rc 0
expect_out 'VBT "VALLEYVIEW", version 100, 2436 bytes, checksum ok'
expect_out 'Block 42, LFP data'
expect_out '"SAMPLE"'
expect_out 'eDP (30918)'
expect_out '(15 more panels: --verbose shows all)'

run bytgvs --show --verbose "$data/vbt/mipi.vbt"
expect_rc 0
expect_out 'panel 2, sequence assert reset'
expect_out 'panel 15'

run bytgvs --show "$data/optrom/legacy.rom"
expect_rc 0
expect_out 'BDB version 155'
expect_out '0xae0'

run bytgvs --show --json "$data/vbt/plain.vbt"
expect_rc 0
expect_out '"platform": "VALLEYVIEW"'
expect_out '"pwm_hz": 200'

run bytgvs --show "$data/gop/x64.efi"
expect_rc 3
expect_err 'no VBT in it'
run bytgvs --show nothing-here
expect_rc 1
