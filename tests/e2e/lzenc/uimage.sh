# SPDX-License-Identifier: MIT
# U-Boot's images of the old form with LZMA in them: listed, tested and decoded; checksums count.
# And EFI's sections of the customized compression type.
command -v python3 >/dev/null || lacks python3
seq 1 5000 >body
tool lzenc -q --for=uboot body body.lzma
python3 - <<'EOF'
import struct, zlib
data = open("body.lzma", "rb").read()

def image(name, data, comp=3, kind=2, spoil=0, more=b"", claimed=None):
    size = len(data) if claimed is None else claimed
    head = [0x27051956, 0, 1, size, 0x80000000, 0x80000000, zlib.crc32(data) ^ spoil]
    tail = bytes([5, 2, kind, comp]) + b"Linux".ljust(32, b"\0")
    head[1] = zlib.crc32(struct.pack(">7I", *head) + tail)
    open(name, "wb").write(struct.pack(">7I", *head) + tail + data + more)

image("good.img", data)
image("padded.img", data, more=b"\xff" * 100)
image("spoilt.img", data, spoil=1)
image("short.img", data, claimed=len(data) + 1)
image("gzip.img", b"no such data", comp=1)

def section(name, size, kind, stated):
    head = b"\1" + struct.pack("<IB", stated, kind)
    open(name, "wb").write(struct.pack("<I", len(data) + 9)[:3] + head + data[:size])

body = len(open("body", "rb").read())
section("type2.sec", None, 2, body)
section("type1.sec", None, 1, body)
section("other.sec", None, 2, body + 1)
section("cut.sec", 1000, 2, body)
EOF
for sec in type1 other cut; do
	run lzenc -d $sec.sec none
	expect_rc 5
	[ ! -e none ] || fail "$sec: something came out"
done
run lzenc -l type2.sec
expect_rc 0
expect_out 'section'
run lzenc -d type2.sec type2
expect_rc 0
cmp body type2 || fail 'the customized type'
run lzenc -l good.img
expect_rc 0
expect_out 'uimage'
run lzenc --json -l good.img
expect_rc 0
valid_json lzenc
grep -q '"offset": *64' out || fail "the stream's place: $(cat out)"
run lzenc -t good.img
expect_rc 0
run lzenc -d good.img back
expect_rc 0
cmp body back || fail 'other bytes come out'
run lzenc -d padded.img back2
expect_rc 0
expect_err '100 bytes follow the image'
cmp body back2 || fail 'other bytes come out of a padded image'
for bad in spoilt short; do
	want=CRC
	[ $bad = spoilt ] || want='cut short by 1 bytes'
	run lzenc -d $bad.img none
	expect_rc 5
	expect_err "$want"
	[ ! -e none ] || fail "$bad: something came out"
done
run lzenc -t gzip.img
expect_rc 5
