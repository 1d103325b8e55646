# SPDX-License-Identifier: MIT
"""Puts a firmware image into cabinets, as Microsoft's [MS-CAB] and [MS-MCI] describe them.

    cab.py IMAGE FOLDER

makes KIND.cab of each KIND: stored, mszip: two files before the image, one folder; folders: the
files in a folder of their own, with reserved bytes everywhere; sum: a bit of a stored block is
another; zip: one of a packed block is; cut: half of it; lzx: by a method that is not unpacked.
"""
import struct
import sys
import zlib

BLOCK = 0x8000


def checksum(data, value=0):
    whole = len(data) & ~3
    for word in struct.unpack(f"<{whole // 4}I", data[:whole]):
        value ^= word
    return value ^ int.from_bytes(data[whole:], "big")


def blocks(data, method, reserve):
    """CFDATA of one folder."""
    out = []
    for at in range(0, len(data), BLOCK):
        plain = packed = data[at:at + BLOCK]
        if method == 1:
            z = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=data[max(0, at - BLOCK):at])
            packed = b"CK" + z.compress(plain) + z.flush()
        sizes = struct.pack("<HH", len(packed), len(plain))
        value = checksum(sizes, checksum(packed))
        out.append(struct.pack("<I", value) + sizes + bytes(reserve) + packed)
    return out


def cabinet(folders, method, reserve=0):
    """folders: lists of (name, data)."""
    bodies = [blocks(b"".join(d for _, d in files), method, reserve) for files in folders]
    head = 36 + (4 + reserve if reserve else 0)
    listed = []
    for number, files in enumerate(folders):
        off = 0
        for name, data in files:
            listed.append(struct.pack("<IIHHHH", len(data), off, number, 0x5A21, 0, 0x20) + name + b"\0")
            off += len(data)
    files_at = head + len(folders) * (8 + reserve)
    at = files_at + len(b"".join(listed))
    entries = b""
    for body in bodies:
        entries += struct.pack("<IHH", at, len(body), method) + bytes(reserve)
        at += len(b"".join(body))
    out = struct.pack("<4sIIIIIBBHHHHH", b"MSCF", 0, at, 0, files_at, 0, 3, 1, len(folders),
                      len(listed), 4 if reserve else 0, 7, 0)
    if reserve:
        out += struct.pack("<HBB", reserve, reserve, reserve) + bytes(reserve)
    return out + entries + b"".join(listed) + b"".join(b"".join(b) for b in bodies)


def flipped(data, back):
    out = bytearray(data)
    out[-back] ^= 0x10
    return bytes(out)


def main(source, folder):
    with open(source, "rb") as f:
        image = f.read()
    words = [(b"firmware.metainfo.xml", b"<component/>\n" * 99), (b"empty.txt", b"")]
    both = [words + [(b"firmware.bin", image)]]
    stored = cabinet(both, 0)
    zipped = cabinet(both, 1)
    kinds = {
        "stored": stored,
        "mszip": zipped,
        "folders": cabinet([words, [(b"firmware.bin", image)]], 1, 9),
        "sum": flipped(stored, 100),
        "zip": flipped(zipped, 100),
        "cut": zipped[:len(zipped) // 2],
        "lzx": cabinet([words], 3 | 15 << 8),
    }
    for kind, data in kinds.items():
        with open(f"{folder}/{kind}.cab", "wb") as f:
            f.write(data)


main(*sys.argv[1:])
