#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gen-icon.py OUTPUT.ico: the icon of the Windows programs, a chip with a screen on it.

The format: https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
"""
import struct
import sys

CHIP, LEG, SCREEN, TEXT, NONE = (0x3A, 0x3F, 0x4B, 255), (0xB8, 0xBE, 0xC8, 255), (0x12, 0x5E, 0x8A, 255), (0xF2, 0xF2, 0xF2, 255), (0, 0, 0, 0)


def colour(x, y):
    """Of a point in a square of 16 by 16."""
    if 3 <= x < 13 and 3 <= y < 13:
        if 5 <= x < 11 and 5 <= y < 11:
            return TEXT if (int(x), int(y)) in {(6, 7), (7, 8), (6, 9), (8, 9), (9, 9)} else SCREEN
        return CHIP
    across = 3 <= x < 13 and int(x) % 2 == 0 and 1 <= y < 15
    down = 3 <= y < 13 and int(y) % 2 == 0 and 1 <= x < 15
    return LEG if across or down else NONE


def image(size):
    rows = []
    for y in reversed(range(size)):
        for x in range(size):
            red, green, blue, alpha = colour((x + 0.5) * 16 / size, (y + 0.5) * 16 / size)
            rows.append(bytes((blue, green, red, alpha)))
    mask = bytes((size + 31) // 32 * 4 * size)
    return struct.pack("<IiiHHIIiiII", 40, size, size * 2, 1, 32, 0, 0, 0, 0, 0, 0) + b"".join(rows) + mask


sizes = (16, 32, 48)
images = [image(size) for size in sizes]
at = 6 + 16 * len(sizes)
with open(sys.argv[1], "wb") as f:
    f.write(struct.pack("<HHH", 0, 1, len(sizes)))
    for size, data in zip(sizes, images):
        f.write(struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(data), at))
        at += len(data)
    for data in images:
        f.write(data)
