# SPDX-License-Identifier: MIT
# Deflate64 in a .zip, as Windows Explorer writes for files over 2 GB: from 7-Zip, and from a writer in Python of what
# 7-Zip does not write (fields of 64 bits, data descriptors, numbers that lie).
command -v python3 >/dev/null || lacks python3
cat >make.py <<'END'
import struct, zlib
def deflate64(data, run):
    """data in one block of fixed codes, then its last byte run times more as one match of length code 285"""
    bits = []
    def value(v, n):  # extra bits: lowest first
        bits.extend(v >> i & 1 for i in range(n))
    def code(v, n):  # a code: highest first
        bits.extend(v >> i & 1 for i in reversed(range(n)))
    value(1, 1)
    value(1, 2)
    for b in data:
        code(*((0x30 + b, 8) if b < 144 else (0x190 + b - 144, 9)))
    if run:
        code(0xC5, 8)
        value(run - 3, 16)
        code(0, 5)
    code(0, 7)
    bits += [0] * (-len(bits) % 8)
    return bytes(sum(bit << i for i, bit in enumerate(bits[at:at + 8])) for at in range(0, len(bits), 8))
class Zip:
    def __init__(self, before=b""):
        self.before, self.out, self.central, self.count = before, b"", b"", 0
    def add(self, name, data, run=0, flags=0, method=9, packed=None, size=None, crc=None, at=None, wide=False,
            local_extra=b"", local_size=None, local_method=None, more=b""):
        body = deflate64(data, run) + more if method == 9 else data
        whole = data + data[-1:] * run
        packed = len(body) if packed is None else packed
        size = len(whole) if size is None else size
        crc = zlib.crc32(whole) if crc is None else crc
        at = len(self.out) if at is None else at
        def numbers(size):
            return (0, 0, 0) if flags & 8 else (crc, 0xFFFFFFFF, 0xFFFFFFFF) if wide else (crc, packed, size)
        if wide:
            local_extra += struct.pack("<2H2Q", 1, 16, size, packed)
        self.out += struct.pack("<4s5H3L2H", b"PK\3\4", 45, flags, method if local_method is None else local_method, 0,
                                0x5A21, *numbers(size if local_size is None else local_size), len(name), len(local_extra))
        self.out += name + local_extra + body
        if flags & 8:
            self.out += struct.pack("<4s3L", b"PK\7\x08", crc, packed, size)
        extra = struct.pack("<2H3Q", 1, 24, size, packed, at) if wide else b""
        full = 0xFFFFFFFF
        self.central += struct.pack("<4s6H3L5H2L", b"PK\1\2", 3 << 8 | 45, 45, flags, method, 0, 0x5A21, crc,
                                    full if wide else packed, full if wide else size, len(name), len(extra), 0, 0, 0,
                                    0o100640 << 16, full if wide else at)
        self.central += name + extra
        self.count += 1
        return self
    def save(self, path):
        end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, self.count, self.count, len(self.central), len(self.out), 0)
        with open(path, "wb") as f:
            f.write(self.before + self.out + self.central + end)
text = b"firmware " * 9
gbk = "说明/主板固件更新步骤.txt".encode("gbk")
Zip().add(b"long", text, 65538).save("one.zip")
(Zip().add(b"a", text, method=0).add(b"sub/b", text, 300).add(b"c", b"\xFF\x90" * 70).add(gbk, text, 9)
 .add(b"wide", text, 7, wide=True).add(b"later", text, 70, flags=8, local_extra=b"\xFE\xCA\4\0more")
 .add(b"z", b"end", method=0).save("many.zip"))
Zip(b"MZ" + bytes(500)).add(b"first", text).add(b"second", text, 40).save("program.zip")
bad = {
    "crc": dict(crc=1), "longer": dict(size=82), "shorter": dict(size=80), "huge": dict(size=1 << 40, wide=True),
    "packed": dict(packed=40), "after": dict(more=b"x"), "next": dict(packed=130), "end": dict(packed=99999),
    "headers": dict(local_size=80), "kept": dict(local_method=0), "empty": dict(size=0, crc=0),
    "wrapped": dict(packed=(1 << 64) - 9, wide=True),
}
bad["stored"] = dict(method=0, packed=81, size=70)
for name, lie in bad.items():
    Zip().add(b"good", text).add(name.encode(), text, **lie).add(b"last", text, 5).save(f"bad-{name}.zip")
Zip().add(b"good", text).add(b"far", text, at=1 << 30).save("bad-far.zip")
Zip().add(b"good", text).add(b"secret", text, flags=1).save("secret.zip")
# an entry whose data has a second entry in it
inner = Zip().add(b"inner", text)
outer = Zip().add(b"good", text)
start = len(outer.out) + 35
outer.add(b"outer", text, more=inner.out)
outer.add(b"inner", text, at=start + len(deflate64(text, 0))).save("bad-outer.zip")
open("long", "wb").write(text + b" " * 65538)
open("second", "wb").write(text + b" " * 40)
END
python3 make.py
# reads ZIP FILES: it is sound, and comes out in a folder
reads() {
	rm -rf tree
	run lzenc -t "$1"
	expect_rc 0
	expect_out "files $2,"
	run lzenc -d "$1" tree
	expect_rc 0
}
reads one.zip 1
cmp long tree/long || fail 'content of one.zip'
[ -n "${RUNNER:-}" ] || [ "$(stat -c %a tree/long)" = 640 ] || fail "mode $(stat -c %a tree/long)"
[ "$(stat -c %Y tree/long)" = "$(date -d '2025-01-01' +%s)" ] || fail 'time'
run lzenc -l one.zip
expect_rc 0
expect_out '65619  file'
reads program.zip 2
cmp second tree/second || fail 'content after a program'
reads many.zip 7
[ "$(wc -c <tree/c)" -eq 140 ] || fail 'c'
[ "$(wc -c <tree/later)" -eq 151 ] || fail 'later'
[ "$(wc -c <tree/wide)" -eq 88 ] || fail 'wide'
[ "$(wc -c <tree/说明/主板固件更新步骤.txt)" -eq 90 ] || fail "the name in GBK: $(ls tree)"
run lzenc -d many.zip -o some sub/b wide
expect_rc 0
[ "$(find some -type f | wc -l)" -eq 2 ] || fail "more than was named: $(find some)"
run lzenc -d --exclude=w* many.zip -o rest
expect_rc 0
[ ! -e rest/wide ] || fail 'an excluded entry'
[ -e rest/later ] || fail 'an entry after the excluded one'
run lzenc -d many.zip -o - wide
expect_rc 0
[ "$(wc -c <out)" -eq 88 ] || fail 'to stdout'
tool lzenc -q -d - piped <many.zip || fail 'from a pipe'
diff -r tree piped || fail 'content from a pipe'
run lzenc -t --max-size=9999 one.zip
expect_rc 7

# is_bad NAME STATUS TEXT: named, the others come out, nothing of it is left
is_bad() {
	rm -rf tree
	run lzenc -d "bad-$1.zip" tree
	expect_rc "$2"
	expect_err "$1: $3"
	[ "$(cat tree/good)" = "$(head -c 81 long)" ] || fail "bad-$1.zip: good"
	[ "$(find tree -type f -name "*$1*" | wc -l)" -eq 0 ] || fail "bad-$1.zip: something is left"
	run lzenc -t "bad-$1.zip"
	expect_rc "$2"
}
is_bad crc 5 'CRC is 0x'
is_bad longer 5 'stream ends before the stated size'
is_bad shorter 5 'compressed data run past the stated size'
is_bad huge 5 'stream ends before the stated size'
is_bad packed 5 'compressed data end early'
is_bad after 5 'other bytes follow the compressed data'
is_bad next 5 'its data run into the next entry or past the end'
is_bad end 5 'its data run into the next entry or past the end'
is_bad headers 5 'its two headers state different sizes'
is_bad outer 5 'its data run into the next entry or past the end'
is_bad kept 5 'compressed data run past the stated size'
is_bad empty 5 'compressed data run past the stated size'
is_bad stored 5 'compressed data run past the stated size'
for name in far wrapped; do # libarchive goes no further
	run lzenc -t bad-$name.zip
	expect_rc 5
done
run lzenc -t secret.zip
expect_rc 6
expect_err 'secret: '

command -v 7zz >/dev/null || lacks 7zz
for zip in one many; do
	7zz t $zip.zip >/dev/null || fail "7zz does not read $zip.zip"
done
mkdir -p in/sub
seq 1 60000 >in/numbers
seq 5 5 90000 >in/sub/fives
echo short >in/short
7zz a -tzip -mm=Deflate64 mixed.zip in/numbers >/dev/null
7zz a -tzip -mm=Deflate mixed.zip in/sub >/dev/null
7zz a -tzip -mm=Copy mixed.zip in/short >/dev/null
reads mixed.zip 3
diff -r in tree/in || fail 'content of mixed.zip'
7zz a -tzip -mm=Deflate64 -mx9 -psecret locked.zip in/numbers >/dev/null
run lzenc -t locked.zip
expect_rc 6
