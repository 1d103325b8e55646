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
# more changed parts than their digests are looked for
helper make_sample_ifwi one.bin 256
run bytgvs -o parts one.bin
python3 - parts/*_vbt-* <<'P' || fail 'cannot build'
import struct
import sys
SIZE = 65000
def vbt(marks):
    v = bytearray(sample + marks)
    struct.pack_into("<H", v, 24, SIZE)
    v[26] = 0
    v[26] = -sum(v) & 255
    return v
sample = open(sys.argv[1], "rb").read()
sample = sample[:struct.unpack_from("<H", sample, 24)[0]]
marks = (b"$VBT " * SIZE)[:SIZE - len(sample)]
filler = bytes((i * 7 + (i >> 8) * 13) & 255 for i in range(65536))
open("many.bin", "wb").write(filler + vbt(marks) + filler)
open("other.vbt", "wb").write(vbt(bytes(b ^ (i % 97 == 0) for i, b in enumerate(marks))))
P
run bytgvs --replace-vbt other.vbt -o swapped many.bin
expect_rc 1
expect_err 'the image has more than could be read'
[ ! -e swapped ] || fail written
