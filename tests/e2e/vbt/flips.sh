# SPDX-License-Identifier: MIT
# A changed byte in a table of what is verified, or in what a digest covers, is never passed over: each byte of the
# tables of every sound kind of image.
command -v python3 >/dev/null || lacks python3
python3 "$SRC/tests/e2e/vbt/protected.py" small "$SRC/tests/data/fuzz/vbt/plain.vbt" || fail 'the images cannot be built'
helper bytgvs_flips small/* >quiet || fail 'the images cannot be read'
python3 "$SRC/tests/e2e/vbt/protected.py" quiet quiet >faults || fail "$(cat faults)"
