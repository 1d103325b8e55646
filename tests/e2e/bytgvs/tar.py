# SPDX-License-Identifier: MIT
"""Makes a packed .tar of files, each with a header of some kind.

    tar.py OUT KIND=FILE...

KIND, how the header is:
    ustar    as POSIX has it
    v7       without the word "ustar", as before POSIX
    base256  its size is in binary, as GNU tar writes large ones
    link     it is preceded by that of a link, which declares the size of what it links to
    short    its file is cut to 100000 bytes
    worn     its sum is wrong
    torn     the same in one without the word
    sparse   that of GNU tar's sparse files (tar -S), whose map goes on in two more blocks
"""
import gzip
import struct
import sys


def header(name, size, kind, type_flag=b"0"):
    out = bytearray(512)
    out[:len(name)] = name
    out[100:124] = b"0000644\0" + b"0000000\0" * 2
    out[124:148] = b"%011o\0" % size + b"00000000000\0"
    if kind == "sparse":
        out[386:482] = b"%011o\0" * 8 % tuple(range(8))
        out[482] = 1
    if kind == "base256":
        out[124:136] = b"\x80" + size.to_bytes(11, "big")
    out[148:157] = b" " * 8 + type_flag
    if kind not in ("v7", "torn"):
        out[257:265] = b"ustar\x0000"
    out[148:156] = b"%06o\0 " % (sum(out) + (kind in ("worn", "torn")))
    return bytes(out)


def more_of_map(again):
    """21 pieces of a sparse file: offset and length of each; whether another block follows."""
    return b"%011o\0" * 42 % tuple(range(42)) + bytes([again]) + bytes(7)


def main(target, *members):
    out = b""
    for i, member in enumerate(members):
        kind, path = member.split("=", 1)
        with open(path, "rb") as f:
            data = f.read()
        if kind == "short":
            data = data[:100000]
        if kind == "link":
            out += header(b"link%d" % i, len(data), kind, b"1")
        out += header(b"file%d" % i, len(data), kind, b"S" if kind == "sparse" else b"0")
        if kind == "sparse":
            out += more_of_map(1) + more_of_map(0)
        out += data + bytes(-len(data) % 512)
    with open(target, "wb") as f:
        f.write(gzip.compress(out + bytes(1024), mtime=0))


main(*sys.argv[1:])
