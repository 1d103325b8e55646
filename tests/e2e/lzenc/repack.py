# SPDX-License-Identifier: MIT
"""Firmware images for --repack, and a second reader that judges what came of them.

    repack.py build OUT            an image whose LZMA sections were made with little effort
    repack.py sign IN OUT          the same in a signed capsule
    repack.py seeds DIR            small images in the short form of tests/fuzz/fw/fuzz_repack.c
    repack.py judge BEFORE AFTER   same files at the same places, holding the same, sums right; prints
                                   the bytes that are free in the volume: before, after
The builder and the reader never use the tool.
"""
import lzma
import os
import struct
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "vbt"))
from protected import PAD, ffs, guid, section, short_form, volume  # noqa: E402

LZMA = "EE4E5898-3914-4259-9D6E-DC7BD79403CF"
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


def write_seeds(folder):
    small = lzma_section(sections(1, 1500))
    kinds = {
        "one": [ffs(NAME % 1, 7, small)],
        "pad": [ffs(NAME % 1, 7, small, checksum=True), ffs(PAD, 0xF0, b"\xFF" * 40), raw(2)],
        "crc": [ffs(NAME % 1, 7, crc_section(small), checksum=True), raw(2)],
        "more": [ffs(NAME % 1, 7, padded(small) + section(0x15, b"U\0\0\0")), ffs(NAME % 2, 7, small)],
        "inner": [ffs(NAME % 1, 11, lzma_section(section(0x17, volume(0x2000, [ffs(NAME % 2, 7, small)]))))],
    }
    for name, files in kinds.items():
        with open(os.path.join(folder, name), "wb") as out:
            out.write(short_form(volume(0x2000, files), 0))


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


if __name__ == "__main__":
    {"build": build, "judge": judge, "sign": sign, "seeds": write_seeds}[sys.argv[1]](*sys.argv[2:])
