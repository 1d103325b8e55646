# SPDX-License-Identifier: MIT
"""Firmware images for --repack, and a second reader that judges what came of them.

    repack.py build OUT            an image whose LZMA sections were made with little effort
    repack.py overlap OUT          a file found in a damaged section reaches into a sound file
    repack.py sign IN OUT          the same in a signed capsule
    repack.py seeds DIR            small images in the short form of tests/fuzz/fw/fuzz_repack.c
    repack.py cbfs OUT             a CBFS with packed files and a payload
    repack.py judge-cbfs BEFORE AFTER  the same for a CBFS, whose files follow one another
    repack.py judge BEFORE AFTER   same files at the same places, holding the same, sums right; prints
                                   the bytes that are free in the volume: before, after
The builder and the reader never use the tool.
"""
import hashlib
import lzma
import os
import struct
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "vbt"))
from protected import PAD, ffs, guid, section, short_form, volume  # noqa: E402

LZMA = "EE4E5898-3914-4259-9D6E-DC7BD79403CF"
DAMAGED = "EE4E5899" + LZMA[8:]
CRC32 = "FC1BCDB0-7D31-49AA-936A-A4600D9DD083"
NAME = "12345678-0000-0000-0000-0000000000%02X"
SIZE = 0x40000


def text(seed, size):
    words = b"firmware volume section header checksum interface protocol handle event".split()
    out, n = b"", seed
    while len(out) < size:
        n = (n * 1103515245 + 12345) & 0x7FFFFFFF
        out += words[(n >> 16) % len(words)] + b"%d " % ((n >> 8) % 50)
    return out[:size]


def packed(data):
    made = lzma.compress(data, lzma.FORMAT_ALONE,
                         filters=[{"id": lzma.FILTER_LZMA1, "preset": 0, "dict_size": 1 << 20}])
    return made[:5] + struct.pack("<Q", len(data)) + made[13:]


def guided(name, data, attributes, extra=b""):
    head = guid(name) + struct.pack("<HH", 24 + len(extra), attributes) + extra
    return section(2, head + data)


def lzma_section(data):
    return guided(LZMA, packed(data), 1)


def crc_section(data):
    return guided(CRC32, data, 2, struct.pack("<I", zlib.crc32(data)))


def raw(n):
    return ffs(NAME % n, 1, bytes([n]) * 100)


def padded(data):
    return data + b"\0" * (-len(data) % 4)


def sections(seed, size=9000):
    return padded(section(0x19, text(seed, size))) + section(0x15, "Name\0".encode("utf-16-le"))


def build(path):
    inner = volume(0x8000, [ffs(NAME % 20, 7, lzma_section(sections(9))), raw(21)])
    files = [
        ffs(NAME % 1, 7, lzma_section(sections(1))), raw(2),
        ffs(NAME % 3, 7, lzma_section(sections(2)), checksum=True),
        ffs(PAD, 0xF0, b"\xFF" * 500), raw(4),
        ffs(NAME % 5, 7, crc_section(lzma_section(sections(3))), checksum=True), raw(6),
        ffs(NAME % 7, 7, padded(lzma_section(sections(4))) + section(0x15, b"U\0\0\0")), raw(8),
        ffs(NAME % 9, 11, lzma_section(section(0x17, inner))),
    ]
    with open(path, "wb") as f:
        f.write(volume(SIZE, files))


def build_overlap(path):
    sound = lzma_section(sections(1, 1500))
    found = ffs(NAME % 3, 7, guided(DAMAGED, packed(sections(2, 1500)), 1))
    around = packed(sections(3, 1500))[:150] + found[:60]
    with open(path, "wb") as f:
        f.write(volume(0x2000, [ffs(NAME % 1, 7, guided(DAMAGED, around, 1)), ffs(NAME % 2, 7, sound)]))


def build_either(path):
    """A stream of literals of 8 bits, without a match, that decodes as Tiano and as EFI."""
    plain = section(0x19, text(1, 900))
    bits = f"{len(plain):016b}{0:05b}{10:05b}{256:09b}{0:010b}" + "".join(f"{b:08b}" for b in plain) + "0" * 128
    body = bytes(int(bits[i:i + 8].ljust(8, "0"), 2) for i in range(0, len(bits), 8))
    stream = struct.pack("<II", len(body), len(plain)) + body
    with open(path, "wb") as f:
        f.write(volume(0x2000, [ffs(NAME % 1, 7, section(1, struct.pack("<IB", len(plain), 1) + stream))]))


def write_seeds(folder):
    small = lzma_section(sections(1, 1500))
    kinds = {
        "one": [ffs(NAME % 1, 7, small)],
        "pad": [ffs(NAME % 1, 7, small, checksum=True), ffs(PAD, 0xF0, b"\xFF" * 40), raw(2)],
        "crc": [ffs(NAME % 1, 7, crc_section(small), checksum=True), raw(2)],
        "more": [ffs(NAME % 1, 7, padded(small) + section(0x15, b"U\0\0\0")), ffs(NAME % 2, 7, small)],
        "inner": [ffs(NAME % 1, 11, lzma_section(section(0x17, volume(0x2000, [ffs(NAME % 2, 7, small)]))))],
    }
    images = {name: volume(0x2000, files) for name, files in kinds.items()}
    images["cbfs"] = (cbfs_file("one", 0x50, packed(text(1, 900)), 900) + empty_file(0x80) +
                      cbfs_file("payload", 0x20, payload([text(2, 300), text(3, 900)])) +
                      cbfs_file("two", 0x50, packed(text(4, 900)), 900)).ljust(0x2000, b"\xFF")
    for name, image in images.items():
        with open(os.path.join(folder, name), "wb") as out:
            out.write(short_form(image, 0))


def read_sections(data):
    """The leaves of some sections, unpacked."""
    out, at = [], 0
    while at + 4 <= len(data):
        size, kind = struct.unpack_from("<I", data, at)[0] & 0xFFFFFF, data[at + 3]
        body = data[at + 4:at + size]
        assert 4 <= size <= len(data) - at
        if kind == 2 and body[:16] == guid(LZMA):
            unpacker = lzma.LZMADecompressor(lzma.FORMAT_ALONE)
            plain = unpacker.decompress(body[20:])
            assert struct.unpack_from("<Q", body, 25)[0] == len(plain)
            out += read_sections(plain)
        elif kind == 2:
            assert body[:16] == guid(CRC32)
            assert struct.unpack_from("<I", body, 20)[0] == zlib.crc32(body[24:])
            out += read_sections(body[24:])
        elif kind == 0x17:
            out += [part for _, part in read_volume(body)[0]]
        else:
            out.append((kind, bytes(body)))
        at += -(-size // 4) * 4
    return out


def read_volume(data):
    """Files as (offset, what they hold), and the bytes that are free."""
    files, at, free = [], 0x48, 0
    while at < len(data) and any(b != 0xFF for b in data[at:at + 24]):
        head, size = bytearray(data[at:at + 24]), int.from_bytes(data[at + 20:at + 23], "little")
        body = data[at + 24:at + size]
        assert 24 <= size <= len(data) - at and head[23] == 0xF8
        assert (sum(head) - head[17] - head[23]) & 0xFF == 0, f"header sum at {at:#x}"
        assert head[17] == (-sum(body) & 0xFF if head[19] & 0x40 else 0xAA), f"sum at {at:#x}"
        if head[18] == 0xF0:
            assert body == b"\xFF" * len(body)
            free += size
        elif head[18] == 1:
            files.append((at, (bytes(head), bytes(body))))
        else:
            files.append((at, (bytes(head[:16]), read_sections(body))))
        at += -(-size // 8) * 8
    assert data[at:] == b"\xFF" * (len(data) - at)
    return files, free + len(data) - at


def judge(before, after):
    with open(before, "rb") as f, open(after, "rb") as g:
        old, new = f.read(), g.read()
    assert len(old) == len(new)
    (files, free), (files_now, free_now) = read_volume(old), read_volume(new)
    assert files == files_now, "other files"
    print(free, free_now)


def sign(source, path):
    with open(source, "rb") as f:
        data = f.read()
    head = guid("4A3CA68B-7723-48FB-803D-578CC1FEC44D") + struct.pack("<III", 0x800, 0x10000,
                                                                     0x800 + len(data))
    with open(path, "wb") as f:
        f.write(head + b"\0" * (0x800 - len(head)) + data)


def cbfs_file(name, kind, data, packed_size=0):
    """With a hash; packed_size: what LZMA data unpack to."""
    attributes = struct.pack(">II4B", 0x68736148, 44, 0, 0, 0, 2) + hashlib.sha256(data).digest()
    if packed_size:
        attributes = struct.pack(">IIII", 0x42435A4C, 16, 1, packed_size) + attributes
    head = 24 + 32 + len(attributes)
    out = b"LARCHIVE" + struct.pack(">IIII", len(data), kind, 56, head)
    out += name.encode().ljust(32, b"\0") + attributes + data
    return out + b"\xFF" * (-len(out) % 64)


def empty_file(size):
    head = b"LARCHIVE" + struct.pack(">IIII", size - 28, 0xFFFFFFFF, 0, 28) + bytes(4)
    return head + b"\xFF" * (size - 28)


def payload(parts):
    """Segments of LZMA data, their table before them."""
    at, table, body = 28 * (len(parts) + 1), b"", b""
    for part in parts:
        data = packed(part)
        table += struct.pack(">4sIIQII", b"CODE", 1, at + len(body), 0x100000, len(data), len(part))
        body += data
    return table + struct.pack(">4sIIQII", b"ENTR", 0, 0, 0x100000, 0, 0) + body


def build_cbfs(path):
    files = [
        cbfs_file("one", 0x50, packed(text(1, 9000)), 9000), cbfs_file("raw", 0x50, b"raw" * 50),
        cbfs_file("payload", 0x20, payload([text(2, 6000), text(3, 9000)])),
        cbfs_file("two", 0x50, packed(text(4, 9000)), 9000), empty_file(0x800),
        cbfs_file("end", 0x50, b"end" * 50),
    ]
    with open(path, "wb") as f:
        f.write(b"".join(files).ljust(0x10000, b"\xFF"))


def segments(data):
    """What they unpack to; each lies in the payload."""
    out, at = [], 0
    while data[at:at + 4] != b"ENTR":
        _, how, off, _, size, full = struct.unpack_from(">4sIIQII", data, at)
        assert how == 1 and off + size <= len(data)
        plain = lzma.LZMADecompressor(lzma.FORMAT_ALONE).decompress(data[off:off + size])
        assert len(plain) == full
        out.append(plain)
        at += 28
    return out


def read_cbfs(data):
    """Files as (offset, name, what they hold), and the bytes that are free between them."""
    files, at, free = [], 0, 0
    while data[at:at + 8] == b"LARCHIVE":
        size, kind, attr, head = struct.unpack_from(">IIII", data, at + 8)
        body = data[at + head:at + head + size]
        if kind == 0xFFFFFFFF:
            assert body == b"\xFF" * size
            free += head + size
        else:
            end = at + attr
            while end < at + head:
                tag, length = struct.unpack_from(">II", data, end)
                if tag == 0x68736148:
                    assert hashlib.sha256(body).digest() == data[end + 12:end + 44], "hash"
                else:
                    packed_size = struct.unpack_from(">I", data, end + 12)[0]
                    plain = lzma.LZMADecompressor(lzma.FORMAT_ALONE).decompress(body)
                    assert len(plain) == packed_size
                end += length
            name = data[at + 24:at + attr].rstrip(b"\0")
            holds = segments(body) if kind == 0x20 else plain if attr + 44 < head else body
            files.append((at, name, holds))
        at += -(-(head + size) // 64) * 64
    return files, free + len(data) - at


def judge_cbfs(before, after):
    with open(before, "rb") as f, open(after, "rb") as g:
        (files, free), (files_now, free_now) = read_cbfs(f.read()), read_cbfs(g.read())
    assert len(files) == 5 and files == files_now, "other files"
    print(free, free_now)


if __name__ == "__main__":
    {"build": build, "cbfs": build_cbfs, "judge-cbfs": judge_cbfs, "judge": judge, "overlap": build_overlap,
     "either": build_either, "sign": sign, "seeds": write_seeds}[sys.argv[1]](*sys.argv[2:])
