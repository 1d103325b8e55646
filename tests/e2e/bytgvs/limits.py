# SPDX-License-Identifier: MIT
"""OUT: an image in which a GOP driver's text is in thousands of programs, by their headers, none of which is a driver."""
import struct
import sys

HEADERS = 20000
image = bytearray(b"\x5a" * (1 << 20))
pe = HEADERS * 8 + 64
image[pe : pe + 512] = bytes(512)
image[pe : pe + 8] = b"PE\0\0\x64\x86\1\0"
struct.pack_into("<HH", image, pe + 20, 112, 0)
struct.pack_into("<H", image, pe + 24, 0x20B)
struct.pack_into("<I", image, pe + 24 + 60, 512 << 10)  # bytes of headers
struct.pack_into("<II", image, pe + 24 + 112 + 16, 256 << 10, 512 << 10)  # a section's bytes, and where
for i in range(HEADERS):
    image[i * 8 : i * 8 + 2] = b"MZ"
    struct.pack_into("<I", image, i * 8 + 60, pe - i * 8)
text = "Intel(R) GOP Driver\0".encode("utf-16-le")
image[pe + 1024 : pe + 1024 + len(text)] = text
with open(sys.argv[1], "wb") as f:
    f.write(image)
