# SPDX-License-Identifier: MIT
"""Puts a firmware image into a Dell update as platomav/BIOSUtilities (dell_pfs_extract.py) reads it.

    dell.py KIND IMAGE OUT

KIND, how the image is stored:
    plain    one entry of the update program's packed section
    blocks   BIOS Guard blocks of a volume in an entry, in another order than in the image
    nested   a packed section in an entry of a packed section, in blocks
    bare     a volume without an update program
    pkg      plain in a ThinOS package: header, xz of a .tar, signature
    pkg-cab  blocks, the program in a cabinet in the .tar of a package
    entry    a VBT as it is, in a volume
    bad-sum  blocks, the volume's CRC wrong
    bad-bit  plain, a bit of the packed section changed
    cut      plain, the last third missing
"""
import io
import lzma
import random
import struct
import sys
import tarfile
import zlib

MARK = bytes.fromhex("EEAA761BECBB20F1E651")
FOOT = bytes.fromhex("EEAAEE8F491BE8AE143790")
BLOCK = 0x10000
FIRMWARE, UTILITIES = 0xAA, 0xBB


def with_xor(data):
    total = 0
    for byte in data:
        total ^= byte
    return data + bytes([total])


def section(kind, body):
    packed = zlib.compress(body)
    size = struct.pack("<I", len(packed))
    return with_xor(size + bytes([kind]) + MARK) + packed + with_xor(size + FOOT)


def entry(name, data, sign=b"", meta=b"", version=1):
    head = bytes([name]) * 16 + struct.pack("<I4s4HQ", version, b"NNN ", 1, 2, 3, 0, 0)
    head += struct.pack("<IIII", len(data), len(sign), len(meta), 0)
    return head + bytes(16 if version == 1 else 32) + data + sign + meta


def volume(entries, good=True):
    body = b"".join(entries)
    crc = ~zlib.crc32(body) & 0xFFFFFFFF
    return (b"PFS.HDR." + struct.pack("<II", 1, len(body)) + body +
            struct.pack("<II", len(body), crc if good else crc ^ 0x12345678) + b"PFS.FTR.")


def block(image, place):
    """BIOS Guard: header, script (I0 = place, I2 = size), data; the signature is the entry's."""
    data = image[place:place + BLOCK]
    script = struct.pack("<HHQ", 0x51, 0, 0) + struct.pack("<I", place)
    script += struct.pack("<HHQ", 0x51, 2, 0) + struct.pack("<I", len(data)) + bytes(16)
    head = struct.pack("<HH16sIHHIIIII", 2, 0, b"DELL".ljust(16, b"\0"), 1, 2, 0, len(script),
                       len(data), 1, 0, 0)
    meta = struct.pack("<IIIIIIB", 0xFF000000 + place, 0, place, len(data), 0, 0, 0)
    return entry(7, head + script + data, bytes(0x20C), meta, version=2)


def blocks(image, good=True):
    parts = [block(image, place) for place in range(0, len(image), BLOCK)]
    random.Random(1).shuffle(parts)
    return volume(parts, good)


def firmware(data):
    """The main volume: a name, the firmware, and something else."""
    return volume([entry(1, b"name of the board".ljust(64)), entry(2, data, bytes(256)),
                   entry(3, bytes(5000), version=2)])


def program(*sections):
    """An update program; it has the mark as a constant in its code."""
    code = b"MZ" + bytes(3000) + MARK + b"\0\x78\x9C" + bytes(1000)
    return code + b"".join(sections) + b"signature of the program".ljust(100)


def cabinet(data):
    """One stored file."""
    blocks = [data[at:at + 0x8000] for at in range(0, len(data), 0x8000)]
    files = struct.pack("<IIHHHH", len(data), 0, 0, 0x5A21, 0, 0x20) + b"update.exe\0"
    body = b"".join(struct.pack("<IHH", 0, len(b), len(b)) + b for b in blocks)
    at = 36 + 8 + len(files)
    head = struct.pack("<4sIIIIIBBHHHHH", b"MSCF", 0, at + len(body), 0, 44, 0, 3, 1, 1, 1, 0, 7, 0)
    return head + struct.pack("<IHH", at, len(blocks), 0) + files + body


def package(data):
    """platomav/BIOSUtilities: u32 size of the xz stream at 0x10, the stream at 0x30."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, content in (("note.txt", b"of no use\n" * 99), ("dir/firmware", data)):
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    packed = lzma.compress(out.getvalue())
    head = struct.pack("<I12sI", 0x00551372, bytes(range(12)), len(packed)).ljust(0x30, b"\1")
    return head + packed + random.Random(5).randbytes(700)


def main(kind, source, target):
    with open(source, "rb") as f:
        image = f.read()
    utilities = section(UTILITIES, volume([entry(9, b"readme" * 100)]))
    data = {"plain": image, "bare": image, "bad-bit": image, "cut": image, "pkg": image,
            "pkg-cab": blocks(image),
            "entry": image, "blocks": blocks(image), "bad-sum": blocks(image, good=False),
            "nested": section(FIRMWARE, firmware(blocks(image)))}[kind]
    out = bytearray(firmware(data) if kind == "bare" else volume([entry(1, data)]) if kind == "entry" else
                    program(section(FIRMWARE, firmware(data)), utilities))
    if kind.startswith("pkg"):
        out = package(cabinet(out) if kind == "pkg-cab" else bytes(out))
    if kind == "bad-bit":
        out[len(out) // 2] ^= 0x10
    with open(target, "wb") as f:
        f.write(out[:len(out) * 2 // 3] if kind == "cut" else out)


main(*sys.argv[1:])
