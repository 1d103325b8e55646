#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes sets of what is no text, as make_sets.py does: make_binaries.py OUT [SEED [IMAGE...]].

Tables as firmware and programs hold them, pieces of the machine's own programs and libraries, of
what is compressed, of pictures and fonts, and of the IMAGEs (firmware, plain or .xz). The only
right answer is to leave the bytes alone. Pieces that are ASCII or valid UTF-8 are left out.
"""
import glob
import gzip
import lzma
import math
import os
import random
import struct
import sys
import uuid
import zlib

SIZES = (6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 4096)


class Sets:
    def __init__(self, out, seed):
        self.r = random.Random(seed)
        self.out = out
        self.counts = {}

    def put(self, name, data):
        if data.isascii():
            return
        try:
            data.decode("utf-8")
            return
        except UnicodeDecodeError:
            pass
        folder = os.path.join(self.out, name)
        os.makedirs(folder, exist_ok=True)
        n = self.counts.get(name, 0)
        self.counts[name] = n + 1
        with open(os.path.join(folder, "%05d.in" % n), "wb") as f:
            f.write(data)

    def numbers(self):
        """Numbers of 16 and 32 bits: random in a range, rising unevenly, of few values, with flags."""
        for size in SIZES:
            for _ in range(12):
                for width, code in ((2, "H"), (4, "I")):
                    n = size // width
                    if n == 0:
                        continue
                    end = self.r.choice("<<>")
                    top = (1 << 8 * width) - 1
                    low = self.r.randrange(top)
                    span = self.r.choice((16, 256, 4096, 65535, top)) % (top - low + 1) + 1
                    step = self.r.choice((3, 16, 100, 1000, 40000))
                    rising = low
                    rows = [[low + self.r.randrange(span) for _ in range(n)], [], []]
                    for _ in range(n):
                        rising = (rising + self.r.randrange(step)) & top
                        rows[1].append(rising)
                    few = [self.r.randrange(top) for _ in range(4)]
                    rows[2] = [self.r.choice(few) for _ in range(n)]
                    for row in rows:
                        self.put("numbers", struct.pack("%s%d%s" % (end, n, code), *[v & top for v in row]))

    def curves(self):
        """Sine, gamma and sum tables, samples, bits of fonts, boxes of ciphers, case tables."""
        for size in SIZES:
            for _ in range(6):
                r = self.r
                step = r.uniform(.005, .6)
                at = r.uniform(0, 6)
                amp = r.randrange(40, 128)
                self.put("curves", bytes(int(128 + amp * .99 * math.sin(at + i * step)) for i in range(size)))
                self.put("curves", b"".join(struct.pack("<h", int(amp * 250 * math.sin(at + i * step)))
                                            for i in range(size // 2)))
                gamma = r.uniform(.4, 2.6)
                self.put("curves", bytes(int(255 * (i / size) ** gamma) for i in range(size)))
                noise = [int(r.gauss(128, amp / 4)) & 0xFF for _ in range(size)]
                self.put("curves", bytes(noise))
                self.put("curves", b"".join(struct.pack("<I", zlib.crc32(bytes([i & 0xFF, r.randrange(4)])))
                                            for i in range(size // 4)))
                row = [r.choice((0x18, 0x3C, 0x66, 0xC3, 0xFF, 0x81, 0x7E, 0xE7, 0xDB, 0x99)) for _ in range(8)]
                self.put("curves", bytes(r.choice(row) for _ in range(size)))
                box = list(range(256))
                r.shuffle(box)
                self.put("curves", bytes((box * 16)[:size]))
                first = r.choice((0xE0, 0xC0, 0x100, 0x390, 0x410, 0x430, 0x531, 0x3041, 0x30A1, 0x4E00, 0xAC00))
                gap = r.choice((32, -32, 1, 80, 96))
                end = r.choice("<>")
                units = []
                for i in range(size // 4):
                    units += [first + i, first + i + gap]
                self.put("curves", b"".join(struct.pack(end + "H", u & 0xFFFF) for u in units))

    def records(self):
        """GUIDs, microcode and VBT like headers, PCI devices, register settings, timings."""
        for size in SIZES:
            for _ in range(12):
                r = self.r
                self.put("records", b"".join(uuid.UUID(int=r.getrandbits(128), version=4).bytes_le
                                             for _ in range(max(1, size // 16))))
                vendor = r.choice((0x8086, 0x1022, 0x10DE, 0x1B21, 0x10EC))
                self.put("records", b"".join(struct.pack("<HH", vendor, r.randrange(65536))
                                             for _ in range(max(1, size // 4))))
                self.put("records", b"".join(struct.pack("<BB", r.randrange(256), r.randrange(256) | 0x80)
                                             for _ in range(max(1, size // 2))))
                block = b""
                while len(block) < size:
                    n = r.randrange(3, 40)
                    block += struct.pack("<BH", r.randrange(1, 60), n) + bytes(
                        r.choice((1, 2, 4, 8, 16, 32, 64, 128, 255, r.randrange(1, 256))) for _ in range(n))
                self.put("records", block[:size])
                self.put("records", b"".join(struct.pack("<HHHH", r.randrange(1, 400) * 10, r.randrange(1, 5000),
                                                         r.randrange(1, 3000), r.randrange(256) << 8 | 0x81)
                                             for _ in range(max(1, size // 8))))
                name = "".join(r.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ_ ") for _ in range(r.randrange(3, 9)))
                self.put("records", name.encode() + bytes(r.randrange(1, 256) for _ in range(size)))
                self.put("records", bytes(r.randrange(256) for _ in range(size)))
                self.put("records", bytes(r.randrange(1, 256) for _ in range(size)))
                self.put("records", bytes(r.randrange(32, 256) for _ in range(size)))
                self.put("records", bytes(r.randrange(128, 256) for _ in range(size)))

    def pieces(self, name, paths, each):
        for path in paths:
            try:
                with open(path, "rb") as f:
                    data = f.read(1 << 20)
                if path.endswith(".xz"):
                    data = lzma.decompress(data)
            except (OSError, lzma.LZMAError):
                continue
            if len(data) < 8192:
                continue
            for _ in range(each):
                size = self.r.choice(SIZES[2:])
                # Most blocks have NUL, which tells enough: rather the others.
                for _ in range(20):
                    at = self.r.randrange(len(data) - size + 1)
                    block = data[at:at + size]
                    if b"\0" not in block and not block.isascii():
                        break
                self.put(name, block)

    def packed(self, paths, each):
        for path in paths:
            try:
                with open(path, "rb") as f:
                    data = f.read(1 << 20)
            except OSError:
                continue
            for whole in (gzip.compress(data), lzma.compress(data), zlib.compress(data)[2:]):
                for _ in range(each):
                    size = min(self.r.choice(SIZES), len(whole))
                    at = self.r.randrange(len(whole) - size + 1)
                    self.put("packed", whole[at:at + size])


def some(r, pattern, n):
    paths = sorted(p for p in glob.glob(pattern) if os.path.isfile(p))
    r.shuffle(paths)
    return paths[:n]


def main():
    s = Sets(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    s.numbers()
    s.curves()
    s.records()
    s.pieces("programs", some(s.r, "/usr/bin/*", 150) + some(s.r, "/usr/lib/x86_64-linux-gnu/*.so*", 150), 4)
    s.pieces("pictures", some(s.r, "/usr/share/icons/*/*/*/*.png", 60) + some(s.r, "/usr/share/pixmaps/*", 20) +
             some(s.r, "/usr/share/locale/*/LC_MESSAGES/*.mo", 30) + some(s.r, "/usr/share/fonts/*/*/*.[ot]tf", 40) +
             some(s.r, "/usr/lib/python3/dist-packages/*/__pycache__/*.pyc", 40) +
             some(s.r, "/usr/lib/x86_64-linux-gnu/*.a", 40), 4)
    s.packed(some(s.r, "/usr/share/doc/*/copyright", 60), 4)
    s.pieces("images", sys.argv[3:], 60)


main()
