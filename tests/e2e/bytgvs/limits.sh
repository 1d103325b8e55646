# SPDX-License-Identifier: MIT
# A search that a limit ended is not a search that found nothing.
command -v python3 >/dev/null || lacks python3
python3 "$SRC/tests/e2e/bytgvs/limits.py" image.bin || fail 'cannot build'
run bytgvs --list image.bin
expect_rc 1
expect_out 'a limit of depth, size, finds or work was reached'
run bytgvs --list --json image.bin
expect_rc 1
expect_out '"gop": "until a limit"'
mkdir dumps && cp image.bin dumps
run bytgvs -r --list dumps
expect_rc 1
expect_out 'image.bin: nothing; a limit was reached'
run bytgvs --show image.bin
expect_rc 1
run bytgvs --set 12.boot_mode_x=1024 -o out.vbt image.bin
expect_rc 1
