# SPDX-License-Identifier: MIT
"""Images with every kind of check that --protected knows, and a second implementation of the checks.

    protected.py prepare VBT     writes images of every kind, changed ones and the table new.vbt into the current
                                 folder, and prints the runs of the tool for tests/e2e/many.c
    protected.py verdict VBT OUT ERR   judges what the runs printed and wrote; documents go to ./documents
    protected.py small VBT           writes small images of the sound kinds into ./small
    protected.py quiet FILE          judges what tests/e2e/vbt/flips.c printed about them
    protected.py twice VBT OUT       an image with two copies, the first one under Boot Guard
    protected.py seeds DIR VBT       small images in the short form of tests/fuzz/fw/fuzz_protect.c

A builder lays the image out and notes each digest: algorithm, ranges in order, place. It never uses
the tool. Signatures are filler: nobody here verifies them.
"""
import hashlib
import io
import lzma
import os
import struct
import sys
import uuid
import zipfile
import zlib

MIB = 1 << 20
PART = 1 << 17  # a volume; a flash has two: the least that all layouts fit into
FFS1 = "7A9354D9-0468-444A-81CE-0BF617D890DF"
FFS2 = "8C8CE578-8A3D-4F1C-9935-896185C32DD3"
DXE_CORE = "D6A2CB7F-6A18-4E2F-B43B-9920A733700A"
VTF = "1BA0062E-C779-4582-8566-336AE8F78F09"
AMI = "CBC91F44-A4BC-4A5B-8696-703451D0B053"
PHOENIX = "389CC6F2-1EA8-467B-AB8A-78E769AE2A15"
VBT_FILE = "878AC2CC-5343-46F2-B563-51F89DAF56BA"
LZMA = "EE4E5898-3914-4259-9D6E-DC7BD79403CF"
SIGNED = "A7717414-C616-4977-9420-844712A735BF"
HP = "9780ADF1-7950-4E7D-B2C6-C5A0361B5C51"
OBB = "F57757FC-2603-404F-AAE2-34C6232388E8"
PAD = "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"
SHA256 = 0x0B
TOP = 1 << 32


def guid(text):
    return uuid.UUID(text).bytes_le


def section(kind, body):
    return struct.pack("<I", 4 + len(body) | kind << 24) + body


def ffs(name, kind, body, checksum=False):
    head = bytearray(guid(name) + struct.pack("<BBBB", 0, 0xAA, kind, 0x40 if checksum else 0))
    head += struct.pack("<I", 24 + len(body))[:3] + b"\xF8"
    if checksum:
        head[17] = -sum(body) & 0xFF
    head[16] = -(sum(head) - head[17] - head[23]) & 0xFF
    return bytes(head) + body


def row(files):
    out = b""
    for f in files:
        out += b"\xFF" * (-len(out) % 8) + f
    return out


def volume(size, files, system=FFS2, last=None):
    """last: a file that ends where the volume ends, after a pad file."""
    head = bytearray(16) + guid(system) + struct.pack("<Q4sIHHHBB", size, b"_FVH", 0x0004FEFF, 0x48,
                                                       0, 0, 0, 2)
    head += struct.pack("<IIII", size // 4096, 4096, 0, 0)
    struct.pack_into("<H", head, 50, -sum(struct.unpack("<36H", head)) & 0xFFFF)
    body = bytes(head) + row(files)
    if last is not None:
        body += b"\xFF" * (-len(body) % 8)
        body += ffs(PAD, 0xF0, b"\xFF" * (size - len(body) - 24 - len(last))) + last
    assert len(body) <= size
    return body + b"\xFF" * (size - len(body))


class Image:
    def __init__(self, data, base=0):
        self.data = bytearray(data)
        self.base = base  # bytes before the flash: a capsule's header
        self.digests = []  # (algorithm, [(offset, size)], place, reversed)

    def off(self, address):
        return len(self.data) - (TOP - address)

    def digest(self, alg, ranges):
        h = hashlib.new(alg)
        for off, size in ranges:
            h.update(self.data[off:off + size])
        return h.digest()

    def compute(self, d):
        alg, ranges, place, turned = d
        if alg == "crc32":
            return struct.pack("<I", zlib.crc32(b"".join(self.data[o:o + n] for o, n in ranges)))
        if alg == "crc32be":
            return struct.pack(">I", zlib.crc32(b"".join(self.data[o:o + n] for o, n in ranges)))
        if alg == "crc32be0":  # its own place counts as zeros
            copy = bytearray(self.data)
            copy[place:place + 4] = bytes(4)
            return struct.pack(">I", zlib.crc32(b"".join(copy[o:o + n] for o, n in ranges)))
        if alg == "sum8":
            return bytes([-sum(sum(self.data[o:o + n]) for o, n in ranges) & 0xFF])
        if alg == "header16":  # sum of a volume header's words
            o, n = ranges[0]
            words = struct.unpack("<%dH" % (n // 2), self.data[o:o + n])
            own = struct.unpack_from("<H", self.data, place)[0]
            return struct.pack("<H", (own - sum(words)) & 0xFFFF)
        out = self.digest(alg, ranges)
        return out[::-1] if turned else out

    def add(self, alg, ranges, place, turned=False):
        d = (alg, ranges, place, turned)
        self.digests.append(d)
        value = self.compute(d)
        self.data[place:place + len(value)] = value

    def wrong(self):
        return [d for d in self.digests
                if self.data[d[2]:d[2] + len(self.compute(d))] != self.compute(d)]


def find(data, what, start=0):
    at = data.find(what, start)
    assert at >= 0
    return at


def hash_field(alg, size):
    return struct.pack("<HH", alg, size) + b"\xFF" * size


def bpm1(post=False, pmda=0, segments=(), ibb_alg=SHA256):
    ibbs = b"__IBBS__\x10" + bytes(3) + struct.pack("<IQQIIQQ", 0, 0, 0, 0, 0, 0, 0)
    ibbs += hash_field(SHA256, 32) if post else struct.pack("<HH", 0x10, 32) + bytes(32)
    ibbs += struct.pack("<I", 0xFFFFFFF0) + hash_field(ibb_alg, 32)
    ibbs += bytes([len(segments)])
    for base, size, flags in segments:
        ibbs += struct.pack("<HHII", 0, flags, base, size)
    out = b"__ACBP__\x10\0\1\1\1\0\0\0" + ibbs
    if pmda:
        entry = struct.pack("<II", TOP - 2 * PART, PART)
        entry += b"\xFF" * 32 if pmda == 1 else hash_field(SHA256, 32)
        out += b"__PMDA__\x10" + struct.pack("<HII", 10 + len(entry), pmda, 1) + entry
    return out + b"__PMSG__\x10" + bytes(range(200))


def bpm2(segments=(), pmda=False, obb=False, algs=(SHA256,), post=False):
    body = struct.pack("<BBBBIQQIIQQ", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    body += hash_field(SHA256, 32) if post else struct.pack("<HH", 0x10, 0)
    body += struct.pack("<I", 0xFFFFFFF0)
    hashes = b"".join(hash_field(a, {0x0C: 48, 0x0B: 32, 0x04: 20, 0x0D: 64, 0x12: 32}[a])
                      for a in algs)
    body += struct.pack("<HH", len(hashes), len(algs)) + hashes
    body += hash_field(SHA256, 32) if obb else struct.pack("<HH", 0x10, 0)
    body += bytes(3) + bytes([len(segments)])
    for base, size, flags in segments:
        body += struct.pack("<HHII", 0, flags, base, size)
    elements = b"__IBBS__" + struct.pack("<BBH", 0x20, 0, 12 + len(body)) + body
    elements += b"__TXTS__" + struct.pack("<BBH", 0x20, 0, 12 + 20) + bytes(20)
    if pmda:
        entry = struct.pack("<IIIHH", 1, TOP - 2 * PART, PART, 52, 3) + hash_field(SHA256, 32)
        body = struct.pack("<HHII", 0, 12 + len(entry), 3, 1) + entry
        elements += b"__PMDA__" + struct.pack("<BBH", 0x20, 0, 12 + len(body)) + body
    end = 20 + len(elements)
    head = b"__ACBP__" + struct.pack("<BBHHBBBBH", 0x21, 0, 20, end + 12, 1, 1, 1, 0, 0)
    return head + elements + b"__PMSG__" + struct.pack("<BBH", 0x20, 0, 0) + bytes(range(200))


def flash(vbt, hashes=None, blob=b"", size=0, checksum=False):
    """Volume at 2 MiB below the top with DXE core and VBT; volume with hash file, blob, VTF."""
    size = size or 2 * PART
    core = ffs(DXE_CORE, 5, section(0x10, b"MZ" + bytes(400)))
    table = ffs(VBT_FILE, 2, section(0x19, vbt))
    first = volume(PART, [core, table])
    files = [hashes] if hashes is not None else []
    files.append(ffs("11111111-2222-3333-4444-555555555555", 1, blob, checksum))
    last = ffs(VTF, 1, bytes(0x100 - 24 - 0x20) + bytes(0x20))
    return Image(b"\xFF" * (size - 2 * PART) + first + volume(PART, files, last=last))


def fit_blob(policy=None, module=None, checksum_valid=True):
    """FIT at 0, key manifest at 0x400, policy at 0x1000; addresses are put in later."""
    blob = bytearray(b"\xFF" * 0x2000)
    entries = [(0, module, 7)] if module else []
    if policy is not None:
        key = b"__KEYM__\x10\1\1\1" + struct.pack("<HH", SHA256, 32) + bytes(32) + bytes(range(200))
        blob[0x400:0x400 + len(key)] = key
        blob[0x1000:0x1000 + len(policy)] = policy
        entries += [(0x400, len(key), 0x0B), (0x1000, len(policy), 0x0C)]
    return blob, entries


def put_fit(image, entries, at):
    """The table at `at`; entries are (offset in the blob or address, bytes, type)."""
    base = TOP - len(image.data) + at
    count = 1 + len(entries)
    table = struct.pack("<8sIHBB", b"_FIT_   ", count, 0x0100, 0x80, 0)
    for off, size, kind in entries:
        address = size[0] if isinstance(size, tuple) else base + off
        length = size[1] if isinstance(size, tuple) else size
        table += struct.pack("<QIHBB", address, (length + 15) // 16, 0x0100, kind, 0)
    image.data[at:at + len(table)] = table
    struct.pack_into("<I", image.data, len(image.data) - 0x40, base)


def seal_fit(image, at, count):
    image.add("sum8", [(at, 15), (at + 16, count * 16 - 16)], at + 15)


def boot_guard(vbt, policy, size=0, hashes=None, module=None):
    blob, entries = fit_blob(policy, module)
    image = flash(vbt, hashes, bytes(blob), size)
    at = find(image.data, bytes(blob[:0x400]) + b"__KEYM__" if policy else bytes(blob[:0x400]),
              len(image.data) - PART)
    put_fit(image, entries, at)
    image.fit, image.fit_count = at, 1 + len(entries)
    image.policy = at + 0x1000
    return image


def blank_hash(image, start, alg=SHA256, size=32):
    return find(image.data, hash_field(alg, size), start) + 4


# ---- the kinds: each gives an Image ----

def ami1(vbt, **more):
    body = bytes(32) + struct.pack("<I", PART)
    image = flash(vbt, ffs(AMI, 2, section(0x19, body), True), **more)
    at = find(image.data, guid(AMI)) + 28
    image.add("sha256", [(len(image.data) - 2 * PART, PART)], at)
    fix_file(image, at - 28)
    return image


def fix_file(image, off):
    """The checksum of a file's body, which a digest in it changes."""
    size = int.from_bytes(image.data[off + 20:off + 23], "little")
    image.add("sum8", [(off + 24, size - 24)], off + 17)


def ami2(vbt):
    body = bytes(32) + struct.pack("<II", TOP - 2 * PART, PART) + b"\xFF" * 40
    image = flash(vbt, ffs(AMI, 2, section(0x19, body)))
    image.add("sha256", [(0, PART)], find(image.data, guid(AMI)) + 28)
    return image


def ami3(vbt):
    quarter = PART // 4
    bases = [TOP - 2 * PART + quarter * i for i in (1, 0, 2)]  # in another order than the addresses
    body = bytes(32) + struct.pack("<8I", *bases, quarter, quarter, quarter,
                                   TOP - 2 * PART + 3 * quarter, quarter) + bytes(48)
    image = flash(vbt, ffs(AMI, 2, section(0x19, body)))
    image.add("sha256", [(quarter, quarter), (0, quarter), (2 * quarter, quarter),
                         (3 * quarter, quarter)], find(image.data, guid(AMI)) + 28)
    return image


def phoenix(vbt):
    body = b"$HASHTBL" + struct.pack("<I", 2) + bytes(32) + struct.pack("<II", 0, PART)
    body += b"\xFF" * 40
    image = flash(vbt, ffs(PHOENIX, 2, body))
    image.add("sha256", [(0, PART)], find(image.data, b"$HASHTBL") + 12)
    return image


def insyde(vbt, attributes=0):
    entry = bytes(32) + struct.pack("<QQI", 0, PART, attributes) + bytes(32)
    free = bytes(32) + struct.pack("<QQI", PART, 0x1000, 1) + b"\x11" * 32  # modifiable
    store = struct.pack("<4sIIIBBBBQ", b"HFDM", 28 + 168, 28, 0x54, 0, 3, 0, 0, TOP - 2 * PART - 4096)
    store = bytearray(store + entry + free)
    store[19] = -sum(store[:28]) & 0xFF
    plain = flash(vbt)
    image = Image(plain.data[:PART] + store + b"\xFF" * (4096 - len(store)) + plain.data[PART:])
    image.add("sha256", [(0, PART)], PART + 28 + 52)
    return image


def bg10(vbt):
    """The IBB is elsewhere: the VBT may change."""
    image = boot_guard(vbt, bpm1(segments=[(0xFFFF0000, 0x1000, 0), (TOP - 2 * PART, 0x1000, 1),
                                           (0xFFFFF000, 0x1000, 0)]))
    end = len(image.data)
    seal_fit(image, image.fit, image.fit_count)
    image.add("sha256", [(end - 0x10000, 0x1000), (end - 0x1000, 0x1000)],
              blank_hash(image, image.policy))
    return image


def bg10post(vbt):
    image = boot_guard(vbt, bpm1(post=True, segments=[(0xFFFFF000, 0x1000, 0)]))
    seal_fit(image, image.fit, image.fit_count)
    post = blank_hash(image, image.policy)
    image.add("sha256", [(0, PART)], post)
    image.add("sha256", [(len(image.data) - 0x1000, 0x1000)], blank_hash(image, post))
    return image


def post_region(policy, place):
    """Under a flash descriptor: a main volume with the VBT and a backup without it; the post-IBB digest is of the one
    at that place."""
    def make(vbt):
        inner = boot_guard(vbt, policy(post=True, segments=[(0xFFFFF000, 0x1000, 0)]))
        core, table = noisy_core(), ffs(VBT_FILE, 2, section(0x19, vbt))
        start = descriptor(3 * PART)
        image = Image(start + volume(PART, [core, table]) + volume(PART, [core]) + inner.data[PART:])
        seal_fit(image, inner.fit + len(start) + PART, inner.fit_count)
        post = blank_hash(image, inner.policy + len(start) + PART)
        image.add("sha256", [(len(start) + place * PART, PART)], post)
        image.add("sha256", [(len(image.data) - 0x1000, 0x1000)], blank_hash(image, post))
        return image
    return make


def bg10pmda(vbt, version):
    image = boot_guard(vbt, bpm1(pmda=version, segments=[(0xFFFFF000, 0x1000, 0)]))
    seal_fit(image, image.fit, image.fit_count)
    image.add("sha256", [(len(image.data) - 0x1000, 0x1000)], blank_hash(image, image.policy))
    at = find(image.data, b"__PMDA__", image.policy) + (27 if version == 1 else 31)
    image.add("sha256", [(0, PART)], at)
    return image


def bg10ibb(vbt, alg=SHA256, name="sha256"):
    """The top comes first: order of the list, not of addresses."""
    image = boot_guard(vbt, bpm1(segments=[(0xFFFFF000, 0x1000, 0), (TOP - 2 * PART, PART, 0)],
                                 ibb_alg=alg))
    end = len(image.data)
    seal_fit(image, image.fit, image.fit_count)
    image.add(name, [(end - 0x1000, 0x1000), (0, PART)], blank_hash(image, image.policy, alg))
    return image


def bg21(vbt):
    image = boot_guard(vbt, bpm2(segments=[(0xFFFF0000, 0x1000, 0), (0xFFFFF000, 0x1000, 0)],
                                 algs=(SHA256, 0x0C)))
    end = len(image.data)
    ranges = [(end - 0x10000, 0x1000), (end - 0x1000, 0x1000)]
    seal_fit(image, image.fit, image.fit_count)
    image.add("sha256", ranges, blank_hash(image, image.policy))
    image.add("sha384", ranges, blank_hash(image, image.policy, 0x0C, 48))
    return image


def bg21pmda(vbt):
    image = boot_guard(vbt, bpm2(segments=[(0xFFFFF000, 0x1000, 0)], pmda=True))
    seal_fit(image, image.fit, image.fit_count)
    image.add("sha256", [(len(image.data) - 0x1000, 0x1000)], blank_hash(image, image.policy))
    image.add("sha256", [(0, PART)], blank_hash(image, image.policy))
    return image


def bg21ibb(vbt):
    image = boot_guard(vbt, bpm2(segments=[(0xFFFFF000, 0x1000, 0), (TOP - 2 * PART, PART, 0)]))
    seal_fit(image, image.fit, image.fit_count)
    image.add("sha256", [(len(image.data) - 0x1000, 0x1000), (0, PART)],
              blank_hash(image, image.policy))
    return image


def bg21obb(vbt):
    image = boot_guard(vbt, bpm2(segments=[(0xFFFFF000, 0x1000, 0)], obb=True))
    seal_fit(image, image.fit, image.fit_count)
    image.add("sha256", [(len(image.data) - 0x1000, 0x1000)], blank_hash(image, image.policy))
    image.data[blank_hash(image, image.policy)] = 1
    return image


def fit_module(vbt):
    """No Boot Guard: a startup module that goes into PCR 0 covers the VBT."""
    image = boot_guard(vbt, None, module=(TOP - 2 * PART, PART))
    seal_fit(image, image.fit, image.fit_count)
    return image


def low32(vbt):
    """32 MiB: a policy names a range below the 16 MiB that addresses reach."""
    image = boot_guard(vbt, bpm1(segments=[(0xFFFFF000, 0x1000, 0), (TOP - 24 * MIB, 0x1000, 0)]),
                       size=32 * MIB)
    seal_fit(image, image.fit, image.fit_count)
    image.data[blank_hash(image, image.policy)] = 1
    return image


def hide_top(image):
    """The volume top file gets another name."""
    at = find(image.data, guid(VTF))
    image.data[at:at + 16] = guid("33333333-4444-5555-6666-777777777777")
    head = image.data[at:at + 24]
    image.data[at + 16] = (head[16] - sum(head) + head[17] + head[23]) & 0xFF


def bg10_inside(vbt):
    """Bytes before and after the flash, no volume top file: pointer and table alone give the end."""
    inner = bg10ibb(vbt)
    hide_top(inner)
    image = Image(b"\x5A" * 0x58 + inner.data + b"\xA5" * 0x1004)
    for alg, ranges, place, turned in inner.digests:
        image.add(alg, [(o + 0x58, n) for o, n in ranges], place + 0x58, turned)
    return image


def bg10_lost(vbt):
    """The FIT is gone: what the policy covers cannot be known."""
    image = bg10(vbt)
    image.digests = image.digests[1:]
    image.data[image.fit:image.fit + 16] = bytes(16)
    return image


def bg10_code(vbt):
    """A program that reads policies: an id and an element's, compared a few instructions apart."""
    image = bg10(vbt)
    code = bytes.fromhex("48b8") + b"__ACBP__" + bytes.fromhex("4839010f859b0000004883c11449b8") + b"__IBBS__"
    at = image.policy + 0x400
    assert image.data.find(b"__ACBP__", image.policy + 1) < 0 and len(set(image.data[at:at + len(code)])) == 1
    image.data[at:at + len(code)] = code
    return image


def bg10_unread(vbt, version=9):
    """Manufacturer's data of another layout; with version 0 a policy without a boot block."""
    policy = bpm1(pmda=2, segments=[(0xFFFFF000, 0x1000, 0)])
    image = boot_guard(vbt, policy)
    seal_fit(image, image.fit, image.fit_count)
    if version == 0:
        at = find(image.data, b"__IBBS__", image.policy)
        image.data[at:at + 8] = b"__ABCD__"
    else:
        at = find(image.data, b"__PMDA__", image.policy)
        struct.pack_into("<I", image.data, at + 11, version)
    return image


def bg10_empty(vbt):
    """A digest, and no segment that it is of."""
    image = boot_guard(vbt, bpm1(segments=[(TOP - 2 * PART, 0x1000, 1)]))
    seal_fit(image, image.fit, image.fit_count)
    image.data[blank_hash(image, image.policy)] = 1
    return image


def fit_cse(vbt):
    """The engine's digest of the boot block, by a FIT entry of type 0x10 and kind 8."""
    image = boot_guard(vbt, None, module=(0xFFFFF000, 32))
    entry = image.fit + 16
    image.data[entry + 11] = 8
    image.data[entry + 14] = 0x10
    seal_fit(image, image.fit, image.fit_count)
    return image


def ami_in_ibb(vbt):
    """The hash file can be recomputed, and Boot Guard covers the hash file."""
    body = bytes(32) + struct.pack("<II", TOP - 2 * PART, PART) + b"\xFF" * 40
    image = boot_guard(vbt, bpm1(segments=[(TOP - PART, 0x1000, 0)]),
                       hashes=ffs(AMI, 2, section(0x19, body)))
    seal_fit(image, image.fit, image.fit_count)
    image.add("sha256", [(0, PART)], find(image.data, guid(AMI)) + 28)
    image.add("sha256", [(PART, 0x1000)], blank_hash(image, image.policy))
    return image


def ami_wrong(vbt):
    image = ami2(vbt)
    image.data[image.digests[0][2]] ^= 1
    image.digests = []
    return image


def ami_twice(vbt):
    """A digest over the volume with the VBT, and one over the first digest."""
    body = bytes(32) + struct.pack("<II", TOP - 2 * PART, PART) + b"\xFF" * 40
    one = ffs(AMI, 2, section(0x19, body))
    table = b"$HASHTBL" + struct.pack("<I", 1) + bytes(32) + struct.pack("<II", PART + 0x48, 0x80)
    image = flash(vbt, row([one, ffs(PHOENIX, 2, table)]))
    assert find(image.data, guid(AMI)) == PART + 0x48
    image.add("sha256", [(0, PART)], find(image.data, guid(AMI)) + 28)
    image.add("sha256", [(PART + 0x48, 0x80)], find(image.data, b"$HASHTBL") + 12)
    return image


def descriptor(size):
    """Of a flash whose BIOS region follows it (4096 bytes)."""
    out = bytearray(b"\xFF" * 4096)
    struct.pack_into("<IIII", out, 16, 0x0FF0A55A, 0x00040003, 0x00060005, 0)
    struct.pack_into("<III", out, 0x40, 0, 1 | (size // 4096) << 16, 0x7FFF)
    return bytes(out)


def noisy_core():
    """Most of a volume that has it."""
    return ffs(DXE_CORE, 5, section(0x10, b"MZ" + b"".join(hashlib.sha256(bytes([i])).digest() for i in range(256))))


def backup(table, place, ranges, region=False, copies=1):
    """The main volume has copies, which differ. table: with blanks for digests, 40 bytes apart from place on."""
    def make(vbt):
        core = noisy_core()
        start = descriptor((copies + 2) * PART) if region else b""
        image = Image(start + volume(PART, [core, ffs(VBT_FILE, 2, section(0x19, vbt))]) +
                      volume(PART, [core]) * copies + flash(b"", table()).data[PART:])
        at = find(image.data, table()[:24]) + place
        for i, (off, size) in enumerate(ranges()):
            image.add("sha256", [(len(start) + off, size)], at + 40 * i)
        return image
    return make


def phoenix_table(ranges):
    body = b"$HASHTBL" + struct.pack("<I", len(ranges))
    return ffs(PHOENIX, 2, body + b"".join(bytes(32) + struct.pack("<II", *r) for r in ranges))


def phoenix_backup(count, region=False):
    ranges = lambda: [(0, PART), (PART, PART)][:count]
    return backup(lambda: phoenix_table(ranges()), 36, ranges, region)


def phoenix_blank(vbt):
    """A digest of blank bytes shows nothing of the place that its offset counts from, nor does the first volume's
    header, which is like no other."""
    blank = (2 * PART - 0x2000, 0x1000)
    image = flash(vbt, phoenix_table([blank]))
    image.add("sha256", [blank], find(image.data, b"$HASHTBL") + 12)
    image.add("crc32", [(0x48, PART - 0x48)], 8)
    image.add("header16", [(0, 0x48)], 50)
    return image


def phoenix_either(vbt):
    """An image with two backups, or one behind another: the digest holds for the first backup, but the other image's
    main volume, if it is one, was changed."""
    noise = b"".join(hashlib.sha256(bytes([i])).digest() for i in range(256))
    core = ffs(DXE_CORE, 5, section(0x10, b"MZ" + noise))
    backup = volume(PART, [core, ffs("22222222-3333-4444-5555-666666666666", 2, section(0x19, bytes(8)))])
    image = Image(volume(PART, [core, ffs(VBT_FILE, 2, section(0x19, vbt))]) + backup +
                  volume(PART, [ffs("22222222-3333-4444-5555-666666666666", 2, section(0x19, noise))]) +
                  volume(PART, [core]) + flash(b"", phoenix_table([(PART, PART)])).data[PART:])
    image.add("sha256", [(PART, PART)], find(image.data, b"$HASHTBL") + 12)
    return image


def phoenix_start(vbt):
    """Offsets count from the image's first byte, where no volume begins, although one ends as an image does."""
    gap = b"\xFF" * 0x1000
    vtf = ffs(VTF, 1, bytes(0x100 - 24))
    image = Image(gap + volume(PART, [noisy_core(), ffs(VBT_FILE, 2, section(0x19, vbt))], last=vtf) +
                  flash(b"", phoenix_table([(len(gap), PART)])).data[PART:])
    image.add("sha256", [(len(gap), PART)], find(image.data, b"$HASHTBL") + 12)
    return image


def phoenix_split(vbt):
    """A BIOS region of two copies, which end as images do: its offsets count from the first."""
    vtf = ffs(VTF, 1, bytes(0x100 - 24))
    one = volume(PART, [noisy_core(), ffs(VBT_FILE, 2, section(0x19, vbt))], last=vtf)
    image = Image(descriptor(3 * PART) + one + one + flash(b"", phoenix_table([(0, PART)])).data[PART:])
    image.add("sha256", [(4096, PART)], find(image.data, b"$HASHTBL") + 12)
    return image


def phoenix_capsule_split(vbt):
    """The same in a capsule, whose header the offsets count from."""
    inner = phoenix_split(vbt).data[4096:]
    head = guid("3B6686BD-0D76-4030-B70E-B5519E2FC5A0") + struct.pack(
        "<III", 0x50, 0, 0x50 + len(inner)) + bytes(0x50 - 28)
    image = Image(head + inner)
    image.add("sha256", [(0x50, PART)], find(image.data, b"$HASHTBL") + 12)
    return image


def phoenix_many(vbt):
    """More copies than digests can be computed from each of."""
    global PART
    kept, PART = PART, 0x4000
    ranges = [(i * PART, PART) for i in range(250)]
    image = backup(lambda: phoenix_table(ranges), 36, lambda: ranges, copies=254)(vbt)
    PART = kept
    return image


def ami1_backup(region):
    return backup(lambda: ffs(AMI, 2, section(0x19, bytes(32) + struct.pack("<I", PART))), 28, lambda: [(0, PART)],
                  region)


def flashes(build):
    """Two equal flashes, of which only their descriptors show where one ends."""
    def make(vbt):
        one = build(vbt)
        hide_top(one)
        image = Image(one.data + one.data)
        for alg, ranges, place, turned in one.digests:
            for start in (0, len(one.data)):
                image.digests.append((alg, [(o + start, n) for o, n in ranges], place + start, turned))
        return image
    return make


def hp(vbt):
    return flash(vbt, ffs(HP, 6, section(0x19, bytes(64))))


def obb(vbt):
    return flash(vbt, ffs(OBB, 2, section(0x19, bytes(range(32)))))


def lenovo(vbt, system=FFS1):
    block = bytearray(b"TCPABIOS" + bytes(13) + b"IBMSECUR")
    block += bytes(32 - len(block)) + bytes(20) + struct.pack("<II", 0, PART)
    block += bytes(238 - len(block))
    core = ffs(DXE_CORE, 5, section(0x10, b"MZ" + bytes(400)))
    first = volume(PART, [core, ffs(VBT_FILE, 2, section(0x19, vbt))], system=system)
    image = Image(first + bytes(block) + b"\xFF" * (4096 - len(block)) + flash(vbt[:0]).data[PART:])
    image.add("sha1", [(0, PART)], PART + 32)
    return image


def apple(vbt):
    image = flash(vbt)
    image.add("crc32", [(0x48, PART - 0x48)], 8)
    image.add("header16", [(0, 0x48)], 50)
    return image


def signed(vbt):
    body = guid(SIGNED) + struct.pack("<HH", 4 + 20 + 528, 3) + bytes(528) + section(0x19, vbt)
    core = ffs(DXE_CORE, 5, section(0x10, b"MZ" + bytes(400)))
    return Image(volume(PART, [core, ffs(VBT_FILE, 2, section(0x02, body))]))


def txe(vbt):
    """The VBT in the last 0x1FC00 bytes, which the engine hashes."""
    image = flash(b"", blob=bytes(64))
    end = len(image.data)
    part = section(0x19, vbt)
    assert end > 0x21000
    place = end - 0x18000
    image.data[place:place + len(part)] = part
    manifest = struct.pack("<4sIII", b"$VBM", 1, 0x400, 2) + bytes(0x400 - 16)
    image.data[end - 0x20000:end - 0x20000 + 0x400] = manifest
    image.add("sha256", [(end - 0x1FC00, 0x1FC00)], end - 0x20000 + 20, True)
    return image


def cpd(files):
    head = b"$CPD" + struct.pack("<IBBBB", len(files), 1, 1, 16, 0) + b"IBBP"
    pos = 16 + 24 * len(files)
    body = b""
    for name, data in files:
        head += name.encode().ljust(12, b"\0") + struct.pack("<III", pos + len(body), len(data), 0)
        body += data
    return head + body


def ifwi(vbt):
    met = struct.pack("<III", 0x13, 0x88, 0) + struct.pack("<II", 2, 32) + bytes(32)
    met = met[:0x34] + struct.pack("<II", 2, 32) + bytes(32)
    met += bytes(0x5C - len(met)) + struct.pack("<II", 0, 0) + bytes(0x88 - 0x64)
    ibb = flash(vbt).data[:PART]
    part = cpd([("IBBL", b"\x5A" * 256), ("IBB", bytes(ibb)), ("BPM.met", met)])
    bpdt = struct.pack("<IHBBIIQ", 0x000055AA, 1, 1, 0, 0, 0, 0)
    bpdt += struct.pack("<HHII", 4, 0, 0x1000, len(part))
    image = Image(bytes(4096) + bpdt + bytes(4096 - len(bpdt)) + part + b"\xFF" * 4096)
    at = find(image.data, b"$CPD")
    body = at + 16 + 72
    table = body + 256 + len(ibb)
    image.add("sha256", [(body, 256)], table + 0x14)
    image.add("sha256", [(body + 256, len(ibb))], table + 0x3C)
    return image


def fmap(areas, size=0):
    size = size or 2 * PART
    out = b"__FMAP__\1\1" + struct.pack("<QI32sH", 0, size, b"FLASH", len(areas))
    for off, size, name in areas:
        out += struct.pack("<II32sH", off, size, name.encode(), 0)
    return out


def cbfs_file(name, data, digest=True, kind=0x50, head=128):
    attrs = struct.pack(">II4B", 0x68736148, 44, 0, 0, 0, 2) + hashlib.sha256(data).digest()
    out = b"LARCHIVE" + struct.pack(">IIII", len(data), kind, 64 if digest else 0, head)
    out += name.encode().ljust(64 - 24, b"\0") + (attrs if digest else b"")
    return out.ljust(head, b"\0") + data


def region(files, size):
    out = b""
    for f in files:
        out += b"\xFF" * (-len(out) % 64) + f
    return out + b"\xFF" * (size - len(out))


def headers(data, start, size):
    out, pos = [], 0
    while pos + 24 < size:
        at = start + pos
        if data[at:at + 8] != b"LARCHIVE":
            pos += 64
            continue
        length, kind, _, head = struct.unpack_from(">IIII", data, at + 8)
        if kind not in (0, 0xFFFFFFFF):
            out.append((at, head))
        pos += head + length
        pos += -pos % 64
    return out


def cbfs(vbt, name="vbt.bin", self_name="FMAP"):
    """File hash, anchor of the headers, hash of the FMAP."""
    anchor = b"\xADMdtHsh\x15" + bytes([0, 0, 0, 2]) + bytes(64) + bytes(32)
    table = fmap([(0, 0x1000, self_name), (0x1000, PART, "COREBOOT")], 0x1000 + PART)
    files = region([cbfs_file(name, vbt), cbfs_file("config", b"x" * 300),
                    cbfs_file("", b"\xFF" * 64, False, 0xFFFFFFFF, 64),
                    cbfs_file("bootblock", b"\x90" * 4096 + anchor, False, 0x01, 64)], PART)
    image = Image(table.ljust(4096, b"\xFF") + files)
    data = find(image.data, name.encode()) - 24
    image.add("sha256", [(data + 128, len(vbt))], data + 64 + 12)
    at = find(image.data, b"\xADMdtHsh\x15") + 12
    image.add("sha256", headers(image.data, 0x1000, PART), at)
    image.add("sha256", [(0, len(table))], at + 32)
    return image


def vboot(vbt, counted):
    block = bytearray(b"CHROMEOS" + struct.pack("<III", 2, 1, 128) + bytes(108)) + bytearray(512)
    size = max(PART // 4, 0x4000)
    files = region([cbfs_file("vbt.bin", vbt)], size)
    struct.pack_into("<I", block, 128 + 96, 0x2000 if counted else 0)
    table = fmap([(0x1000, 0x1000, "VBLOCK_A"), (0x2000, size, "FW_MAIN_A"), (0, 0x1000, "FMAP")],
                 0x2000 + size)
    image = Image(table.ljust(4096, b"\xFF") + bytes(block).ljust(4096, b"\xFF") + files)
    data = find(image.data, b"vbt.bin") - 24
    image.add("sha256", [(data + 128, len(vbt))], data + 64 + 12)
    return image


def gsc(vbt):
    """The read-only firmware of a Chromebook: ranges in another order than their places."""
    files = region([cbfs_file("vbt.bin", vbt)], PART // 4)
    table = fmap([(0x1000, 0x1000, "RO_GSCVD"), (0x2000, PART // 4, "COREBOOT")])
    image = Image(table.ljust(4096, b"\xFF") + b"\xFF" * 4096 + files)
    ranges = [(0x2000, PART // 4), (0, 0x1000)]
    size = 152 + 8 * len(ranges)
    head = struct.pack("<I4HIIII", 0x65666135, size, 0, 0, 1, 0x5A5A4352, 0, 0, 2) + bytes(56 + 64)
    head += struct.pack("<I", len(ranges)) + b"".join(struct.pack("<II", *r) for r in ranges)
    image.data[0x1000:0x1000 + len(head)] = head
    data = find(image.data, b"vbt.bin") - 24
    image.add("sha256", [(data + 128, len(vbt))], data + 64 + 12)
    image.add("sha256", ranges, 0x1000 + 84)
    return image


def packed_volume(vbt):
    """Apple's CRC of a volume that is inside an LZMA stream."""
    core = ffs(DXE_CORE, 5, section(0x10, b"MZ" + bytes(400)))
    inner = Image(volume(PART // 4, [core, ffs(VBT_FILE, 2, section(0x19, vbt))]))
    inner.add("crc32", [(0x48, PART // 4 - 0x48)], 8)
    inner.add("header16", [(0, 0x48)], 50)
    plain = section(0x17, bytes(inner.data))
    shape = {"id": lzma.FILTER_LZMA1, "dict_size": 1 << 20}
    packed = bytearray(lzma.compress(plain, lzma.FORMAT_ALONE, filters=[shape]))
    struct.pack_into("<Q", packed, 5, len(plain))
    body = guid(LZMA) + struct.pack("<HH", 24, 1) + packed
    holder = ffs("9E21FD93-9C72-4C15-8C4B-E77F1DB2D792", 0x0B, section(0x02, body))
    return Image(volume(PART, [holder]))


def packed_table(vbt, *table):
    """A hash file that is inside an LZMA stream: over the volume with the VBT."""
    return packed_body(vbt, table[0], b"".join(
        hashlib.sha256(flash(vbt).data[:PART]).digest() if part is None else part for part in table[1:]))


def packed_body(vbt, name, body):
    file = ffs(name, 2, body if name == PHOENIX else section(0x19, body))
    plain = section(0x17, bytes(volume(0x4000, [file])))
    shape = {"id": lzma.FILTER_LZMA1, "dict_size": 1 << 20}
    packed = bytearray(lzma.compress(plain, lzma.FORMAT_ALONE, filters=[shape]))
    struct.pack_into("<Q", packed, 5, len(plain))
    body = guid(LZMA) + struct.pack("<HH", 24, 1) + packed
    return flash(vbt, ffs("9E21FD93-9C72-4C15-8C4B-E77F1DB2D792", 0x0B, section(0x02, body)))


def ami2_packed(vbt):
    return packed_table(vbt, AMI, None, struct.pack("<II", TOP - 2 * PART, PART), b"\xFF" * 40)


def phoenix_packed(vbt):
    return packed_table(vbt, PHOENIX, b"$HASHTBL" + struct.pack("<I", 1), None, struct.pack("<II", 0, PART))


def insyde_packed(vbt):
    """Over a range that begins and ends within the volume."""
    body = struct.pack("<4sIIIBBBBQ", b"HFDM", 28 + 84, 28, 0x54, 0, 2, 0, 0, TOP - 2 * PART)
    body = body[:19] + bytes([-sum(body) & 0xFF]) + body[20:] + bytes(32)
    body += struct.pack("<QQI", 0x90, PART - 0x1000, 0)
    return packed_body(vbt, "33333333-4444-5555-6666-777777777777",
                       body + hashlib.sha256(flash(vbt).data[0x90:PART - 0x1000 + 0x90]).digest())


def judge_packed_volume(path):
    data = open(path, "rb").read()
    at = find(data, guid(LZMA)) + 20
    inner = Image(lzma.LZMADecompressor(lzma.FORMAT_ALONE).decompress(data[at:])[4:])
    right = inner.compute(("crc32", [(0x48, len(inner.data) - 0x48)], 8, False))
    return 0 if right == inner.data[8:12] and sum(
        struct.unpack("<36H", inner.data[:0x48])) & 0xFFFF == 0 else 1


def slim(vbt, volume_len=0):
    """Stage 1B holds the VBT; its digest, over the unpadded part, is in stage 1A. volume_len: it is a volume of that
    length, whose end is blank like the padding."""
    size = 2 * PART
    stage = bytearray(volume(volume_len, [ffs(VBT_FILE, 2, section(0x19, vbt))])) if volume_len else \
        flash(vbt).data[:PART - 4096]
    store = b"_HS_" + struct.pack("<BBHII", 1, 16, 0, 16 + 40, 0x100)
    store += struct.pack("<IBBH", 1, 1, 0, 32) + bytes(32)
    image = Image(b"\xFF" * size)
    image.data[0:len(stage)] = stage
    if not volume_len:
        image.data[len(stage) - 1] = 0x55  # what follows is padding
    layout = b"FLMP" + struct.pack("<HHB3xI", 1, 16 + 32, 0, size)
    layout += b"SG1B" + struct.pack("<III", 0, 0, PART)
    layout += b"SG1A" + struct.pack("<III", 0, size - 0x20000, 0x20000)
    image.data[size - 0x10000:size - 0x10000 + len(layout)] = layout
    image.data[size - 0x18000:size - 0x18000 + len(store)] = store
    struct.pack_into("<I", image.data, size - 8, TOP - 0x10000)
    image.add("sha256", [(0, len(stage))], size - 0x18000 + 24)
    return image


def slim_tail(vbt):
    """Stage 1B without a length in it, which ends in zeros and is padded with zeros."""
    image = slim(vbt)
    size, length = len(image.data), 0x1000 + len(vbt) + 300
    image.data[0:PART] = (b"\x7FELF" + bytes(0xFFC) + vbt).ljust(PART, b"\0")
    image.digests = []
    image.add("sha256", [(0, length)], size - 0x18000 + 24)
    return image


def pfat(vbt):
    head = struct.pack("<II", 0x60, 0) + b"_AMIPFAT\x31AMI_BIOS_GUARD_FLASH_CONFIGURATIONS\r\n"
    return Image(head.ljust(0x60, b"\0") + flash(vbt).data)


def iflash(vbt):
    body = flash(vbt).data
    return Image(b"MZ" + bytes(510) + b"$_IFLASH_BIOSIMG"[:16] + struct.pack(
        "<II", len(body), len(body)) + body)


def dell(vbt):
    return Image(b"PFS.HDR." + struct.pack("<II", 1, 2 * PART) + flash(vbt).data + b"PFS.FTR.")


def program(vbt):
    """The image in the last section of a signed program."""
    inner = flash(vbt).data
    pe = bytearray(b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", 0x40))
    pe += b"PE\0\0" + struct.pack("<HHIIIHH", 0x8664, 1, 0, 0, 0, 240, 0x22)
    pe += struct.pack("<H", 0x20B).ljust(60, b"\0") + struct.pack("<I", 0x400)
    pe = pe.ljust(0x40 + 24 + 108, b"\0") + struct.pack("<I", 16) + bytes(4 * 8)
    pe += struct.pack("<II", 0x400 + len(inner), 0x200) + bytes(11 * 8)
    pe += b".data\0\0\0" + struct.pack("<IIII", len(inner), 0x1000, len(inner), 0x400) + bytes(16)
    certificate = struct.pack("<IHH", 0x200, 0x200, 2).ljust(0x200, b"\x5A")
    return Image(bytes(pe).ljust(0x400, b"\0") + inner + certificate)


def program_cut(vbt):
    """One that is cut short ends with its section, and the VBT after it is none of it."""
    start = section(0x19, bytes(program(vbt).data[:0x400]) + b"\x90" * 0x300)
    core = ffs(DXE_CORE, 5, section(0x10, b"MZ" + bytes(400)))
    return Image(volume(PART, [core, ffs("11111111-2222-3333-4444-555555555555", 2, start),
                               ffs(VBT_FILE, 2, section(0x19, vbt))]))


class Stream(io.BytesIO):
    """As zipfile writes to a pipe: the sizes are after the files."""
    def seekable(self):
        return False

    def tell(self):
        raise OSError


def zipped(file):
    """The image in a .zip that only stores."""
    def make(vbt):
        out = file()
        with zipfile.ZipFile(out, "w") as archive:
            with archive.open("bios.fd", "w", force_zip64=True) as member:
                member.write(flash(vbt).data)
        return Image(out.getvalue())
    return make


def zip_turned(vbt):
    """One whose offsets count from the beginning of what is before it, and whose directory has the files backwards."""
    out = io.BytesIO(b"MZ" + bytes(0x503))
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("bios.fd", bytes(flash(vbt).data))
        archive.writestr("readme.txt", b"read me")
        archive.filelist.reverse()
    return Image(out.getvalue())


def sevenzip(vbt):
    """7-Zip's, with the method Copy (DOC/7zFormat.txt)."""
    data = bytes(flash(vbt).data)
    size, crc = b"\xFF" + struct.pack("<Q", len(data)), struct.pack("<I", zlib.crc32(data))
    name = "bios.fd\0".encode("utf-16-le")
    head = b"\x01\x04\x06\0\x01\x09" + size + b"\0\x07\x0B\x01\0\x01\x01\0\x0C" + size + b"\x0A\x01" + crc + b"\0\0"
    head += b"\x05\x01\x11" + bytes([1 + len(name)]) + b"\0" + name + b"\0\0"
    start = struct.pack("<QQI", len(data), len(head), zlib.crc32(head))
    return Image(b"7z\xBC\xAF\x27\x1C\0\x04" + struct.pack("<I", zlib.crc32(start)) + start + data + head)


def cabinet(vbt):
    """One folder of stored blocks ([MS-CAB] 2; sums of 0 are not checked)."""
    data = bytes(flash(vbt).data)
    parts = [data[i:i + 0x8000] for i in range(0, len(data), 0x8000)]
    blocks = b"".join(struct.pack("<IHH", 0, len(p), len(p)) + p for p in parts)
    files = struct.pack("<IIHHHH", len(data), 0, 0, 0, 0, 0x20) + b"bios.fd\0"
    first = 36 + 8 + len(files)
    head = b"MSCF" + struct.pack("<IIIIIBBHHHHH", 0, first + len(blocks), 0, 44, 0, 3, 1, 1, 1, 0, 0, 0)
    return Image(head + struct.pack("<IHH", first, len(parts), 0) + files + blocks)


def cpio_crc(vbt):
    out = b""
    for name, data in ((b"readme\0", b"read me"), (b"bios.fd\0", bytes(flash(vbt).data)), (b"TRAILER!!!\0", b"")):
        fields = (1, 0o100644, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name), sum(data) & 0xFFFFFFFF)
        out += b"070702" + b"".join(b"%08X" % f for f in fields) + name
        out += bytes(-len(out) % 4) + data
        out += bytes(-len(out) % 4)
    return Image(out)


def rar(version):
    """Its first header, and a stored file as far as it matters here (RARLAB's technote)."""
    def make(vbt):
        data = bytes(flash(vbt).data)
        if version == 5:
            head = b"\x03\x01\0\0"
            return Image(b"Rar!\x1A\x07\x01\0" + struct.pack("<I", zlib.crc32(head)) + head + data)
        head = struct.pack("<BHHHI", 0x73, 0, 13, 0, 0)
        return Image(b"Rar!\x1A\x07\0" + struct.pack("<H", zlib.crc32(head) & 0xFFFF) + head + data)
    return make


def packed(inner):
    """What another builder makes, in an LZMA stream; its own digests are not judged."""
    def make(vbt):
        plain = section(0x19, bytes(inner(vbt).data))
        shape = {"id": lzma.FILTER_LZMA1, "dict_size": 1 << 20}
        stream = bytearray(lzma.compress(plain, lzma.FORMAT_ALONE, filters=[shape]))
        struct.pack_into("<Q", stream, 5, len(plain))
        body = guid(LZMA) + struct.pack("<HH", 24, 1) + stream
        core = ffs(DXE_CORE, 5, section(0x10, b"MZ" + bytes(400)))
        return Image(volume(PART, [core, ffs("9E21FD93-9C72-4C15-8C4B-E77F1DB2D792", 2, section(0x02, body))]))
    return make


def stray(alg, size):
    """A table of nobody's with the digest of the VBT's volume."""
    def make(vbt):
        table = b"a table of nobody's, of one entry:  " + bytes(size)
        body = ffs("44444444-5555-6666-7777-888888888888", 2, section(0x19, table))
        image = flash(vbt, hashes=body)
        place = find(image.data, table) + len(table) - size
        image.add(alg, [(0, PART)], place)
        return image
    return make


def stray_vbt(unit, turned=False, kept=32):
    """A digest of the table itself, or of its file, in no structure that is known; reversed or cut short."""
    def make(vbt):
        size = struct.unpack_from("<H", vbt, 24)[0]
        image = Image(b"\x5A" * 0x1003 + vbt[:size] + bytes(0x1000) + b"a map of nobody's" + bytes(0x2000))
        place = find(image.data, b"nobody's") + 8
        image.add("sha256", [(0x1003, size + -size % unit)], place, turned)
        if kept < 32:
            image.data[place + kept:place + 32] = bytes(32 - kept)
            image.digests.clear()
        return image
    return make


def stray_extended(vbt):
    """The digest begins after a volume's header, whose extended header is further on."""
    image = stray("sha256", 32)(vbt)
    _, _, place, _ = image.digests.pop()
    extended = ffs(PAD, 0xF0, guid(SIGNED) + struct.pack("<I", 20))
    files = [extended, ffs(DXE_CORE, 5, section(0x10, b"MZ" + bytes(400))), ffs(VBT_FILE, 2, section(0x19, vbt))]
    first = bytearray(volume(PART, files))
    struct.pack_into("<H", first, 52, 0x48 + 24)
    struct.pack_into("<H", first, 50, 0)
    struct.pack_into("<H", first, 50, -sum(struct.unpack_from("<36H", first)) & 0xFFFF)
    image.data[:PART] = first
    image.add("sha256", [(0x48, PART - 0x48)], place)
    return image


def uimage(vbt):
    """A legacy image of U-Boot (mkimage -T firmware)."""
    data = bytes(0x1234) + vbt + bytes(100)
    head = bytearray(struct.pack(">7I4B32s", 0x27051956, 0, 1, len(data), 0, 0, 0, 17, 0, 5, 0, b"vbt"))
    image = Image(b"\xFF" * 0x800 + head + data)
    image.add("crc32be", [(0x840, len(data))], 0x818)
    image.add("crc32be0", [(0x800, 64)], 0x804)
    return image


def fdt(root, more=b""):
    """A flattened tree; a node is {name: bytes or node}."""
    names = {}

    def flat(name, node):
        out = struct.pack(">I", 1) + name.encode() + bytes(4 - len(name) % 4)
        for key, value in node.items():
            if isinstance(value, bytes):
                at = names.setdefault(key, sum(len(k) + 1 for k in names))
                out += struct.pack(">III", 3, len(value), at) + value + bytes(-len(value) % 4)
        for key, value in node.items():
            if not isinstance(value, bytes):
                out += flat(key, value)
        return out + struct.pack(">I", 2)
    nodes = flat("", root) + struct.pack(">I", 9)
    strings = b"".join(k.encode() + b"\0" for k in names)
    total = 56 + len(nodes) + len(strings)
    total += -total % 4
    head = struct.pack(">10I", 0xD00DFEED, total, 56, 56 + len(nodes), 40, 17, 16, 0, len(strings),
                       len(nodes))
    return (head + bytes(16) + nodes + strings).ljust(total, b"\0") + more


def fit(algs, outside=False, signed=False):
    """A FIT of U-Boot with a VBT among its images; a digest is found by what stands in its place."""
    def make(vbt):
        hashes = {"hash-%d" % i: {"value": bytes([0xC0 + i]) * size, "algo": name.encode() + b"\0"}
                  for i, (name, size) in enumerate(algs)}
        if signed:
            hashes["signature-1"] = {"value": bytes(256), "algo": b"sha256,rsa2048\0"}
        place = {"data-offset": bytes(4), "data-size": struct.pack(">I", len(vbt))} if outside else \
            {"data": vbt}
        tree = fdt({"description": b"fit\0", "images": {
            "fw": {"data": bytes(64), "hash-1": {"algo": b"crc32\0", "value": b"\x75\x8D\x63\x36"}},
            "vbt": {**place, "type": b"firmware\0", **hashes}}}, vbt if outside else b"")
        image = Image(b"\xFF" * 0x1000 + tree + b"\xFF" * 0x2000)
        at = find(image.data, vbt[:200])
        for i, (name, size) in enumerate(algs):
            image.add("crc32be" if name == "crc32" else name, [(at, len(vbt))],
                      find(image.data, bytes([0xC0 + i]) * size))
        return image
    return make


def capsule(vbt):
    """AMI's signed capsule: the offset of the image is behind the common header."""
    inner = flash(vbt).data
    head = guid("4A3CA68B-7723-48FB-803D-578CC1FEC44D") + struct.pack(
        "<IIIH", 0x20, 0, 0x800 + len(inner), 0x800)
    return Image(head.ljust(0x800, b"\0") + inner)


def other_capsule(name, toshiba=False, head=0x50, build=flash):
    def make(vbt):
        inner = build(vbt).data
        sizes = (head + len(inner), 0) if toshiba else (0, head + len(inner))
        return Image((guid(name) + struct.pack("<III", head, *sizes)).ljust(head, b"\0") + inner)
    return make


def slim_lzma(plain, spare):
    shape = {"id": lzma.FILTER_LZMA1, "dict_size": 1 << 20}
    packed = bytearray(lzma.compress(bytes(plain), lzma.FORMAT_ALONE, filters=[shape]))
    struct.pack_into("<Q", packed, 5, len(plain))
    return slim_component(b"LZMA", bytes(packed) + bytes(spare), len(plain))


def slim_packed(vbt):
    """The payload is a packed component: its header says how long the hashed stream is."""
    noise = b"".join(hashlib.sha256(bytes([i])).digest() * 2 for i in range(256))
    return slim_payload(slim_lzma(flash(vbt).data[:PART] + noise, 64))  # a new stream may be longer


def slim_plain(vbt):
    table = ffs(VBT_FILE, 2, section(0x19, vbt))
    return volume(PART // 4, [ffs(DXE_CORE, 5, section(0x10, b"MZ" + bytes(400))), table])


def slim_tight(vbt):
    """A new stream is longer, and there is only the rest of the part for it."""
    return slim_payload(slim_lzma(slim_plain(emptied(vbt)), 0))


def emptied(vbt):
    """The same table, but for zeros where the last half of its blocks was: it packs better."""
    out = bytearray(vbt)
    half = len(out) // 2
    out[half:] = bytes(len(out) - half)
    out[26] = (out[26] - sum(out[:struct.unpack_from("<H", out, 24)[0]])) & 0xFF
    return bytes(out)


def lz4_block(data):
    """Short matches only, so that other encoders pack better."""
    def number(n):
        return b"" if n < 15 else b"\xFF" * ((n - 15) // 255) + bytes([(n - 15) % 255])

    out, start, i, seen = b"", 0, 0, {}
    while i < len(data) - 12:
        j, seen[data[i:i + 4]] = seen.get(data[i:i + 4]), i
        if j is None or i - j > 0xFFFF:
            i += 1
            continue
        n = 4
        while n < 64 and i + n < len(data) - 5 and data[i + n] == data[j + n]:
            n += 1
        out += bytes([min(i - start, 15) << 4 | min(n - 4, 15)]) + number(i - start)
        out += data[start:i] + struct.pack("<H", i - j) + number(n - 4)
        i += n
        start = i
    return out + bytes([min(len(data) - start, 15) << 4]) + number(len(data) - start) + data[start:]


def slim_lz4(vbt):
    """The same as one LZ4 block."""
    plain = slim_plain(vbt)
    return slim_payload(slim_lz4_component(plain, lz4_block(plain)))


def slim_lz4_tight(vbt):
    """Here too a new block is longer, since the old one is shorter than what most encoders make of the new content."""
    plain = slim_plain(emptied(vbt))
    return slim_payload(slim_lz4_component(plain, lz4_block(plain)))


def slim_stored(vbt):
    plain = slim_plain(vbt)
    return slim_payload(slim_component(b"LZDM", plain, len(plain)))


def slim_lz4_component(plain, block):
    """Lz4Compress writes the size before the block (slimbootloader BaseTools/Source/C/Lz4Compress)."""
    return slim_component(b"LZ4 ", struct.pack("<I", len(plain)) + block, len(plain))


def slim_component(sign, packed, size):
    """LZ_HEADER of slimbootloader's BootloaderCorePkg/Tools/CommonUtility.py: signature, two sizes, version, SVN,
    attribute."""
    return struct.pack("<4sIIHBB", sign, len(packed), size, 1, 0, 0) + packed


def lz4_unpack(block, size):
    """As LZ4_decompress_safe: all of the block, and no more than size bytes (LZ4 block format)."""
    out, pos = bytearray(), 0

    def more(n):
        nonlocal pos
        if n == 15:
            while block[pos] == 255:
                n, pos = n + 255, pos + 1
            n, pos = n + block[pos], pos + 1
        return n

    while pos < len(block):
        token = block[pos]
        pos += 1
        n = more(token >> 4)
        out += block[pos:pos + n]
        pos += n
        if pos == len(block):
            break
        back = struct.unpack_from("<H", block, pos)[0]
        pos += 2
        if not 0 < back <= len(out):
            raise ValueError("a match before the start")
        for _ in range(more(token & 15) + 4):
            out.append(out[-back])
    if pos != len(block) or len(out) != size:
        raise ValueError("another size")
    return bytes(out)


def slim_loaded(part):
    """What the boot loader gets from the component at the start of a part: LoadComponentWithCallback of
    slimbootloader's ContainerLib.c, and the decoders that it calls."""
    sign, packed, size = struct.unpack_from("<4sII", part)
    data = bytes(part[16:16 + packed])
    if len(data) != packed:
        raise ValueError("longer than its part")
    if sign == b"LZDM":
        out = data
    elif sign == b"LZ4 ":
        out = lz4_unpack(data[4:], struct.unpack_from("<I", data)[0])
    else:
        if struct.unpack_from("<Q", data, 5)[0] != size:
            raise ValueError("another size")
        out = lzma.LZMADecompressor(lzma.FORMAT_ALONE).decompress(data, size)
    if len(out) != size:
        raise ValueError("another size")
    return out


def slim_payload(part):
    size = 2 * PART
    store = b"_HS_" + struct.pack("<BBHII", 1, 16, 0, 16 + 40, 0x100)
    store += struct.pack("<IBBH", 4, 1, 0, 32) + bytes(32)
    image = Image(b"\xFF" * size)
    image.data[0:len(part)] = part
    layout = b"FLMP" + struct.pack("<HHB3xI", 1, 16 + 32, 0, size)
    layout += b"PYLD" + struct.pack("<III", 0, 0, PART)
    layout += b"SG1A" + struct.pack("<III", 0, size - 0x20000, 0x20000)
    image.data[size - 0x10000:size - 0x10000 + len(layout)] = layout
    image.data[size - 0x18000:size - 0x18000 + len(store)] = store
    struct.pack_into("<I", image.data, size - 8, TOP - 0x10000)
    image.add("sha256", [(0, len(part))], size - 0x18000 + 24)
    return image


# ---- a table that is there and cannot be read is never passed over ----

def broken(build, edit):
    """The builder's image with one edit; a digest that the edit touches is not judged."""
    def make(vbt):
        image = build(vbt)
        edit(image)
        image.digests = [d for d in image.digests if d not in image.wrong()]
        return image
    make.broken = True
    return make


def put(place, value):
    """place: of the image, an offset, or a constant and the offset after its start."""
    def edit(image):
        at = place if isinstance(place, int) else find(image.data, place[0]) + place[1]
        image.data[at:at + len(value)] = value
    return edit


def behind(first, build):
    """The builder's image behind other bytes: another image, or what a file has before one."""
    def make(vbt):
        inner = build(vbt)
        start = first()
        image = Image(start + bytes(inner.data))
        for alg, ranges, place, turned in inner.digests:
            image.digests.append((alg, [(o + len(start), n) for o, n in ranges],
                                  place + len(start), turned))
        return image
    return make


def in_capsule(head, build):
    """The builder's image behind the header of a capsule, of that length."""
    def make(vbt):
        inner = build(vbt)
        start = guid("3B6686BD-0D76-4030-B70E-B5519E2FC5A0") + struct.pack("<III", head, 0, head + len(inner.data))
        return behind(lambda: start.ljust(head, b"\0"), lambda _: inner)(vbt)
    return make


def before(build, after):
    """The builder's image before another one."""
    def make(vbt):
        image = build(vbt)
        image.data += after()
        return image
    return make


def other_slim():
    return bytes(slim(b"no table of this kind").data)


def other_cbfs():
    """A coreboot image without verified boot, whose anchor is right."""
    return bytes(cbfs(b"another file" * 9, "other.bin").data)


def other_phoenix():
    return bytes(phoenix(b"no table of this kind").data)


def ifwi_second(vbt):
    """The OBB partition stands in the second table, whose offsets count from the first."""
    part = cpd([("OBB", bytes(flash(vbt).data[:PART]))])
    first = struct.pack("<IHBBIIQHHII", 0x000055AA, 1, 1, 0, 0, 0, 0, 5, 0, 0x2000, 0x1000)
    second = struct.pack("<IHBBIIQHHII", 0x000055AA, 1, 1, 0, 0, 0, 0, 6, 0, 0x4000, len(part))
    return Image(bytes(4096) + first.ljust(0x2000, b"\0") + second.ljust(0x2000, b"\0") + part +
                 b"\xFF" * 4096)


def lenovo_later(vbt):
    """Lenovo's hash over a volume of a later file system."""
    return lenovo(vbt, FFS2)


def fit_type(kind):
    """A FIT entry of another type that covers the VBT."""
    def make(vbt):
        image = fit_module(vbt)
        image.data[image.fit + 16 + 14] = kind
        image.data[image.fit + 15] = 0
        image.digests = []
        seal_fit(image, image.fit, image.fit_count)
        return image
    return make


def cbfs_two_hashes(vbt):
    """Two hash attributes of the file, both right."""
    sha1 = struct.pack(">II4B", 0x68736148, 32, 0, 0, 0, 1) + bytes(20)
    image = Image(fmap([(0x1000, PART, "COREBOOT")]).ljust(4096, b"\xFF") +
                  region([cbfs_file("vbt.bin", vbt, head=160)], PART))
    data = find(image.data, b"vbt.bin") - 24
    image.data[data + 108:data + 140] = sha1
    image.add("sha256", [(data + 160, len(vbt))], data + 64 + 12)
    image.add("sha1", [(data + 160, len(vbt))], data + 108 + 12)
    return image


def slim_box(vbt):
    """A container of a later version around the stage."""
    image = slim(vbt)
    layout = find(image.data, b"FLMP")
    image.data[layout + 16:layout + 20] = b"PYLD"
    image.data[0:0x10] = b"PYLD" + struct.pack("<BBHIBBH", 9, 0, 16, 0x100, 0, 0, 0)
    image.digests = []
    return image


WRAPPED = {"program-cut", "sevenzip-later", "cab-later", "cpio-crc", "cpio-later", "rar4-later", "rar5-later", "capsule-packed",
           "zip-packed", "uimage-packed"}
# A changed byte cannot be seen where only a signature covers it, or nothing; the length of Slim
# Bootloader's unpacked stage, and Lenovo's place in later file systems, are only found while they fit.
UNSEEN = {"bg10", "bg10-code", "bg10-lost", "bg10-pmda9", "bg10-noblock", "bg10-empty", "bg21", "bg21obb", "fit-cse",
          "fit-module", "phoenix-either", "bg10post-backup", "bg21post-backup", "low32", "hp", "obb", "signed", "pfat", "iflash", "dell",
          "capsule", "capsule-toshiba", "capsule-lenovo", "program", "slim-tail", "insyde-free", "insyde-later", "insyde-torn",
          "insyde-cut", "fit-lost", "ami2-packed", "phoenix-packed", "insyde-packed", *(WRAPPED - {"cab-later"}),
          "fit-vab", "fit-board", "fit-skipped",
          "slim-alg", "slim-part", "slim-box", "txe-cut", "ifwi-second", "lenovo-later",
          "dell-later", "capsule-later", "program-later", "zip-later", "zip-turned", "zip-streamed",
          "stray-sha1", "stray-sha256", "stray-sha384", "stray-sha512", "stray-extended", "stray-vbt", "stray-file", "stray-turned", "stray-cut",
          "fit-md5"}

# kind: builder, --protected's status, the JSON kind that covers the VBT ("" none), swap's status
KINDS = {
    "ami1": (ami1, 0, "ami-hash", 0),
    "ami2": (ami2, 0, "ami-hash", 0),
    "ami3": (ami3, 0, "ami-hash", 0),
    "phoenix": (phoenix, 0, "phoenix-hash", 0),
    "phoenix-capsule": (in_capsule(0x50, phoenix), 0, "phoenix-hash", 0),
    "insyde": (insyde, 0, "insyde-hash", 0),
    "insyde-free": (lambda v: insyde(v, 1), 0, "insyde-hash", 0),  # modifiable, and its digest is right
    "bg10": (bg10, 0, "", 0),
    "bg10post": (bg10post, 0, "bootguard-post-ibb", 1),
    "bg10post-region": (post_region(bpm1, 0), 0, "bootguard-post-ibb", 1),
    "bg10post-backup": (post_region(bpm1, 1), 0, "bootguard-post-ibb", 0),
    "bg21post-region": (post_region(bpm2, 0), 0, "bootguard-post-ibb", 1),
    "bg21post-backup": (post_region(bpm2, 1), 0, "bootguard-post-ibb", 0),
    "bg10pmda1": (lambda v: bg10pmda(v, 1), 0, "bootguard-pmda", 1),
    "bg10pmda2": (lambda v: bg10pmda(v, 2), 0, "bootguard-pmda", 1),
    "bg10ibb": (bg10ibb, 0, "bootguard-ibb", 1),
    "bg10ibb-sm3": (lambda v: bg10ibb(v, 0x12, "sm3"), 0, "bootguard-ibb", 1),
    "bg21": (bg21, 0, "", 0),
    "bg21pmda": (bg21pmda, 0, "bootguard-pmda", 1),
    "bg21ibb": (bg21ibb, 0, "bootguard-ibb", 1),
    "bg21obb": (bg21obb, 0, "bootguard-obb", 1),
    "fit-module": (fit_module, 0, "fit-measured", 0),
    "bg10-inside": (bg10_inside, 0, "bootguard-ibb", 1),
    "bg10-lost": (bg10_lost, 0, "bootguard-policy", 1),
    "bg10-code": (bg10_code, 0, "", 0),
    "bg10-pmda9": (bg10_unread, 0, "bootguard-pmda", 1),
    "bg10-noblock": (lambda v: bg10_unread(v, 0), 0, "bootguard-ibb", 1),
    "bg10-empty": (bg10_empty, 0, "bootguard-ibb", 1),
    "fit-cse": (fit_cse, 0, "cse", 1),
    "low32": (low32, 0, "bootguard-ibb", 1),
    "ami-in-ibb": (ami_in_ibb, 0, "ami-hash", 1),
    "ami-wrong": (ami_wrong, 1, "ami-hash", 1),
    "ami-twice": (ami_twice, 0, "ami-hash", 0),
    "ami2-packed": (ami2_packed, 0, "ami-hash", 1),
    "phoenix-packed": (phoenix_packed, 0, "phoenix-hash", 1),
    "insyde-packed": (insyde_packed, 0, "insyde-hash", 1),
    "phoenix-backup": (phoenix_backup(2), 0, "phoenix-hash", 0),
    "phoenix-many": (phoenix_many, 0, "phoenix-hash", 0),
    "phoenix-either": (phoenix_either, 0, "phoenix-hash", 1),
    "phoenix-start": (phoenix_start, 0, "phoenix-hash", 0),
    "phoenix-split": (phoenix_split, 0, "phoenix-hash", 0),
    "phoenix-capsule-split": (phoenix_capsule_split, 0, "phoenix-hash", 0),
    "phoenix-region": (phoenix_backup(1, True), 0, "phoenix-hash", 0),
    "ami1-region": (ami1_backup(True), 0, "ami-hash", 0),
    "phoenix-flashes": (flashes(phoenix_backup(1, True)), 0, "phoenix-hash", 0),
    "ami1-flashes": (flashes(ami1_backup(True)), 0, "ami-hash", 0),
    "phoenix-capsule-region": (in_capsule(0x50, phoenix_backup(1, True)), 0, "phoenix-hash", 0),
    "ami1-capsules-region": (in_capsule(0x1C, in_capsule(0x800, ami1_backup(True))), 0, "ami-hash", 0),
    "bg10post-capsule-region": (in_capsule(0x800, post_region(bpm1, 0)), 0, "bootguard-post-ibb", 1),
    "hp": (hp, 0, "hp", 1),
    "obb": (obb, 0, "intel-obb", 1),
    "lenovo": (lenovo, 0, "lenovo-tcpa", 1),
    "apple": (apple, 0, "apple-crc", 0),
    "signed": (signed, 0, "signed-section", 1),
    "txe": (txe, 0, "txe", 1),
    "ifwi": (ifwi, 0, "ifwi", 1),
    "cbfs": (cbfs, 0, "cbfs-hash", 0),
    "vboot-bytes": (lambda v: vboot(v, True), 0, "vboot", 1),
    "vboot-headers": (lambda v: vboot(v, False), 0, "vboot", 1),
    "vboot-ro": (gsc, 0, "vboot-ro", 1),
    "vboot-ro-many": (broken(gsc, put(0x1000 + 148, b"\x21")), 0, "vboot-ro", 1),
    "vboot-ro-alien": (broken(gsc, put(0x1000, b"\0")), 0, "vboot-ro", 1),
    "slim": (slim, 0, "sbl-hash", 0),
    "slim-tail": (slim_tail, 0, "sbl-hash", 0),
    "slim-volume": (lambda v: slim(v, PART // 2), 0, "sbl-hash", 0),
    "capsule": (capsule, 0, "signed-capsule", 1),
    "capsule-toshiba": (other_capsule("3BE07062-1D51-45D2-832B-F093257ED461", True), 0,
                        "signed-capsule", 1),
    "capsule-lenovo": (other_capsule("25B5FE76-8243-4A5C-A9BD-7EE3246198B5"), 0,
                       "signed-capsule", 1),
    # with this size, its header would be a descriptor without a signature
    "capsule-toshiba-region": (other_capsule("3BE07062-1D51-45D2-832B-F093257ED461", True, 0x20,
                                             phoenix_backup(1, True)), 0, "signed-capsule", 1),
    "program": (program, 0, "signed-program", 1),
    "pfat": (pfat, 0, "update-container", 1),
    "iflash": (iflash, 0, "update-container", 1),
    "dell": (dell, 0, "update-container", 1),
    "insyde-later": (broken(insyde, put((b"HFDM", 17), b"\x09")), 0, "insyde-hash", 1),
    "insyde-torn": (broken(insyde, put((b"HFDM", 9), b"\x80")), 0, "insyde-hash", 1),
    "insyde-cut": (broken(insyde, put((b"HFDM", 4), b"\xFF\xFF\xFF\x7F")), 0, "insyde-hash", 1),
    "fit-long": (broken(fit_module, put((b"_FIT_   ", 8), b"\xF0\xFF\0")), 1, "fit", 1),
    "fit-lost": (broken(fit_module, put(-0x40, b"\0")), 0, "fit", 0),
    "fit-worn": (broken(fit_module, put((b"_FIT_   ", 3), b"X")), 1, "fit-measured", 0),
    "bg10-worn": (broken(bg10ibb, put((b"_FIT_   ", 3), b"X")), 1, "bootguard-ibb", 1),
    "fit-vab": (fit_type(0x1B), 0, "fit-other", 1),
    "fit-board": (fit_type(0x30), 0, "fit-other", 1),
    "fit-skipped": (fit_type(0x7F), 0, "", 0),
    "cbfs-cut": (broken(cbfs, put((b"vbt.bin", 44), b"\0\0\xFF\0")), 1, "cbfs-hash", 1),
    "cbfs-anchor": (broken(cbfs, put((b"\xADMdtHsh\x15", 11), b"\x09")), 0, "cbfs-metadata", 1),
    "cbfs-two": (cbfs_two_hashes, 0, "cbfs-hash", 0),
    "vboot-fmap2": (broken(lambda v: vboot(v, True), put((b"__FMAP__", 8), b"\2")), 0, "vboot", 1),
    "vboot-away": (broken(lambda v: vboot(v, True), put(56, b"\0\0\0\x7F")), 0, "vboot", 1),
    "vboot-keyless": (broken(lambda v: vboot(v, True), put(0x1000, b"NOCHROME")), 0, "vboot", 1),
    "slim-stored": (slim_stored, 0, "sbl-hash", 0),
    "slim-alg": (broken(slim, put((b"_HS_", 20), b"\x09")), 0, "sbl-hash", 1),
    "slim-part": (broken(slim, put((b"_HS_", 16), b"\x10")), 0, "sbl-hash", 1),
    "slim-box": (slim_box, 0, "sbl-container", 1),
    "ifwi-away": (broken(ifwi, put(4096 + 24 + 4, b"\0\0\0\x7F")), 0, "ifwi", 1),
    "slim-first": (before(slim, other_slim), 0, "sbl-hash", 0),
    "dell-later": (behind(lambda: b"MZ" + bytes(0x503), dell), 0, "update-container", 1),
    "capsule-later": (behind(lambda: b"MZ" + bytes(0x503), capsule), 0, "signed-capsule", 1),
    "program-later": (behind(lambda: b"MZ" + bytes(0x503), program), 0, "signed-program", 1),
    "program-cut": (program_cut, 0, "signed-program", 0),
    "zip-later": (behind(lambda: b"MZ" + bytes(0x503), zipped(io.BytesIO)), 0, "update-container", 1),
    "zip-turned": (zip_turned, 0, "update-container", 1),
    "zip-streamed": (behind(lambda: b"MZ" + bytes(0x503), zipped(Stream)), 0, "update-container", 1),
    "sevenzip-later": (behind(lambda: b"MZ" + bytes(0x503), sevenzip), 0, "update-container", 1),
    "cab-later": (behind(lambda: b"MZ" + bytes(0x503), cabinet), 1, "update-container", 1),
    "cpio-crc": (cpio_crc, 0, "update-container", 1),
    "cpio-later": (behind(lambda: b"MZ" + bytes(0x503), cpio_crc), 0, "update-container", 1),
    "rar4-later": (behind(lambda: b"MZ" + bytes(0x503), rar(4)), 0, "update-container", 1),
    "rar5-later": (behind(lambda: b"MZ" + bytes(0x503), rar(5)), 0, "update-container", 1),
    "capsule-packed": (packed(capsule), 0, "signed-capsule", 1),
    "zip-packed": (packed(zipped(io.BytesIO)), 0, "update-container", 1),
    "uimage-packed": (packed(uimage), 0, "uboot", 1),
    "vboot-ro-second": (behind(lambda: phoenix(bytes(0x300)).data, broken(gsc, put(0x1000, b"\0"))), 0,
                        "vboot-ro", 1),
    "vboot-ro-after": (behind(lambda: b"\xFF" * PART, broken(gsc, put(0x1000, b"\0"))), 0, "vboot-ro", 1),
    "phoenix-shifted": (behind(lambda: b"\xFF" * 0x1000, phoenix), 0, "phoenix-hash", 0),
    "phoenix-blank": (behind(other_phoenix, phoenix_blank), 0, "phoenix-hash", 0),
    "phoenix-second": (behind(other_phoenix, phoenix), 0, "phoenix-hash", 0),
    "txe-cut": (lambda v: Image(txe(v).data[:-1]), 0, "txe", 1),
    "txe-first": (before(txe, lambda: b"\x5A" * PART), 0, "txe", 1),
    "cbfs-shifted": (behind(lambda: b"\xA5" * 0x123, cbfs), 0, "cbfs-metadata", 0),
    "cbfs-second": (behind(other_cbfs, cbfs), 0, "cbfs-metadata", 0),
    "cbfs-headless": (broken(cbfs, put((b"vbt.bin", -3), b"\1")), 1, "cbfs-metadata", 1),
    "cbfs-lost": (broken(cbfs, put((b"COREBOOT", -8), b"\0\0\0\0\0\1\0\0")), 1, "cbfs-metadata",
                  1),
    "vboot-second": (behind(other_cbfs, lambda v: vboot(v, True)), 0, "vboot", 1),
    "lenovo-later": (lenovo_later, 0, "lenovo-tcpa", 1),
    "ifwi-second": (ifwi_second, 0, "ifwi", 1),
    "uimage": (uimage, 0, "uboot", 0),
    "uimage-worn": (broken(uimage, put(0x801, b"\x04")), 1, "uboot", 1),
    "fit": (fit([("crc32", 4), ("sha1", 20), ("sha256", 32)]), 0, "uboot", 0),
    "fit-outside": (fit([("sha384", 48), ("sha512", 64)], outside=True), 0, "uboot", 0),
    "fit-md5": (fit([("md5", 16)]), 0, "uboot", 1),
    "fit-signed": (fit([("sha256", 32)], signed=True), 0, "uboot", 1),
    "stray-sha1": (stray("sha1", 20), 3, "", 1),
    "stray-sha256": (stray("sha256", 32), 3, "", 1),
    "stray-sha384": (stray("sha384", 48), 3, "", 1),
    "stray-sha512": (stray("sha512", 64), 3, "", 1),
    "stray-extended": (stray_extended, 3, "", 1),
    "stray-vbt": (stray_vbt(1), 3, "", 1),
    "stray-file": (stray_vbt(512), 3, "", 1),
    "stray-turned": (stray_vbt(4096, turned=True), 3, "", 1),
    "stray-cut": (stray_vbt(1, kept=16), 3, "", 1),
    "iflash-cut": (lambda v: Image(iflash(v).data[:-4096]), 1, "update-container", 1),
}


# Judged like the others; the way back packs again, which need not give the same bytes.
PACKED = {"slim-packed": slim_packed, "slim-lz4": slim_lz4, "slim-tight": slim_tight, "slim-lz4-tight": slim_lz4_tight}


def two_copies(vbt):
    """The first copy is in the IBB, the second in a file that nothing covers."""
    other = ffs("22222222-3333-4444-5555-666666666666", 2, section(0x19, vbt))
    image = boot_guard(vbt, bpm1(segments=[(0xFFFFF000, 0x1000, 0), (TOP - 2 * PART, PART, 0)]),
                       hashes=other)
    end = len(image.data)
    seal_fit(image, image.fit, image.fit_count)
    image.add("sha256", [(end - 0x1000, 0x1000), (0, PART)], blank_hash(image, image.policy))
    return image, find(image.data, vbt[:200], PART)


def short_form(image, place):
    """As fuzz_protect reads it; None when the image is too large."""
    size = 0
    while 4096 << size < len(image):
        size += 1
    if size > 5:
        return None
    image = b"\xFF" * ((4096 << size) - len(image)) + image  # the end stays the end
    out = bytes([size, 0]) + struct.pack("<I", place)[:3]
    pos = 0
    while pos < len(image):
        if image[pos] == 0xFF:
            pos += 1
            continue
        end = image.find(b"\xFF" * 8, pos)
        end = len(image) if end < 0 else end
        end = min(end, pos + 0xFFFF)
        out += struct.pack("<I", pos)[:3] + struct.pack("<H", end - pos) + image[pos:end]
        pos = end
    return out


def write_seeds(folder, vbt):
    global PART
    for kind, entry in KINDS.items():
        for PART in (0x4000, 0x8000, 0x10000):
            try:
                image = entry[0](vbt[:0x300])
                seed = short_form(bytes(image.data), 0x300)
            except (AssertionError, struct.error, IndexError):
                continue
            if seed is not None:
                with open("%s/%s" % (folder, kind), "wb") as out:
                    out.write(seed)
                break


# Nothing else in an image proves that these are there, nor where they would be: the magic of containers and trees,
# and what only says that an image is a part of a larger one. Bytes from the place on that may be changed unnoticed.
UNPROVED = {
    "pfat": [(8, 44)], "iflash": [(0x200, 24)], "dell": [(0, 8)],
    "ami3": [(0x4084, 12)],  # within blank bytes
    "program": [(0, 0x400)],
    "slim-box": [(0, 4), (0x10010, 16)],
    "fit": [(0x1000, 4)], "fit-outside": [(0x1000, 4)], "fit-signed": [(0x1000, 4)],
}


# Whose tables are those of another kind.
ALIKE = {*WRAPPED, "phoenix-capsule-region", "ami1-capsules-region", "bg10post-capsule-region", "capsule-toshiba-region", "phoenix-backup", "phoenix-many", "phoenix-blank", "phoenix-either", "phoenix-region", "ami1-region", "phoenix-flashes", "ami1-flashes", "bg10post-region", "bg10post-backup", "bg21post-region", "bg21post-backup", "insyde-free", "bg10ibb-sm3", "bg10-code", "bg10-inside", "bg10-lost", "bg10-noblock", "bg10-pmda9", "bg10-empty", "phoenix-capsule",
         "phoenix-shifted", "phoenix-second", "cbfs-shifted", "cbfs-second", "vboot-second", "vboot-ro-second", "vboot-ro-after", "dell-later", "capsule-later", "program-later", "zip-later", "zip-turned",
         "zip-streamed", "capsule-toshiba", "capsule-lenovo", "ami-twice", "ami2-packed", "phoenix-packed", "fit-md5", "lenovo-later", "fit-board", "fit-cse"}


def write_small(vbt):
    """The sound kinds, each with the least volumes that its layout fits into."""
    global PART
    os.mkdir("small")
    for kind, (build, status, *_) in KINDS.items():
        if status != 0 or getattr(build, "broken", False) or kind in ALIKE:
            continue
        for PART in (0x4000, 0x8000, 0x10000, 0x20000):
            try:
                image = build(vbt[:0x300])
            except (AssertionError, struct.error, IndexError):
                continue
            if len(image.data) < 0x10000 or kind in ("slim", "slim-box", "txe"):
                write("small/" + kind, image.data)
            break


def judge_quiet(path):
    faults = 0
    for line in read(path).decode().replace("\\", "/").splitlines():
        image, off = line.split()
        allowed = UNPROVED.get(image.split("/")[1], [])
        if not any(start <= int(off, 16) < start + size for start, size in allowed):
            faults += 1
            print("nothing is said about a changed byte: " + line)
    return faults != 0


def large(build):
    """The same in a flash of 2 MiB."""
    def make(vbt):
        global PART
        kept, PART = PART, MIB
        image = build(vbt)
        PART = kept
        return image
    return make


KINDS["ami3-large"] = (large(ami3), 0, "ami-hash", 0)
KINDS["bg10ibb-large"] = (large(bg10ibb), 0, "bootguard-ibb", 1)
# To be unpacked first, and not called damaged.
LISTED = ("pfat", "iflash", "dell", "capsule", "capsule-toshiba", "capsule-toshiba-region", "capsule-lenovo")


def name(folder, kind):
    return "%s/%s.bin" % (folder, kind)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def swap(table, source, out, *more):
    return ("--replace-vbt", table, *more, source, "-o", out)


def runs(old, second):
    """The kind, the step and the arguments of each run."""
    for kind, (_, _, _, status) in KINDS.items():
        image, swapped = name("images", kind), name("swapped", kind)
        yield kind, "protected", ("--protected", "--json", image)
        yield kind, "flipped", ("--protected", name("flipped", kind))
        yield kind, "swap", swap("new.vbt", image, swapped)
        if status == 0:
            yield kind, "after", ("--protected", swapped)
            yield kind, "show", ("--show", swapped)
            yield kind, "back", swap(old, swapped, name("back", kind))
        else:
            yield kind, "ignore", swap("new.vbt", image, name("ignored", kind), "--ignore-signature")
    for kind in PACKED:
        yield kind, "before", ("--protected", name("images", kind))
        yield kind, "swap", swap("new.vbt", name("images", kind), name("swapped", kind))
        yield kind, "after", ("--protected", name("swapped", kind))
        yield kind, "show", ("--show", name("swapped", kind))
    yield "packed-volume", "swap", swap("new.vbt", name("images", "packed-volume"), name("swapped", "packed-volume"))
    yield "twice", "swap", swap("new.vbt", name("images", "twice"), name("swapped", "twice"))
    yield "twice", "which", swap("new.vbt", name("images", "twice"), name("ignored", "twice"), "--which", second)
    for kind in LISTED:
        yield kind, "list", ("--list", name("images", kind))


def prepare(vbt_name):
    vbt = read(vbt_name)
    for folder in ("images", "flipped", "swapped", "back", "ignored"):
        os.mkdir(folder)
    for kind, build in {**{k: entry[0] for k, entry in KINDS.items()}, **PACKED}.items():
        data = build(vbt).data
        write(name("images", kind), data)
        if kind in KINDS:
            at = data.find(vbt[:200])
            if at >= 0:  # else it is packed
                data[at + 0x400] ^= 0x20
            write(name("flipped", kind), data)
    write(name("images", "packed-volume"), packed_volume(vbt).data)
    image, second = two_copies(vbt)
    write(name("images", "twice"), image.data)
    new = bytearray(vbt)
    at = find(new, b"SAMPLE")
    new[at:at + 6] = b"OTHER1"
    new[26] = (new[26] - sum(new[:struct.unpack_from("<H", new, 24)[0]])) & 0xFF
    write("new.vbt", new)
    for _, _, args in runs(vbt_name, str(second)):
        print("\t".join(args))


def streams(path):
    """What each run printed, with its status."""
    out, lines = [], []
    for line in read(path).decode().replace("\r\n", "\n").split("\n"):
        if line.startswith("#### "):
            out.append((int(line[5:]), "\n".join(lines)))
            lines = []
        else:
            lines.append(line)
    return out


def wrong_digests(kind, vbt, path):
    """Of the kind's digests, computed here."""
    image = (PACKED.get(kind) or KINDS[kind][0])(vbt)
    image.data = bytearray(read(path))
    if kind in PACKED:  # the header says how much is hashed
        alg, ranges, place, turned = image.digests[0]
        length = 16 + struct.unpack_from("<I", image.data, 4)[0]
        image.digests = [(alg, [(0, length)], place, turned)]
    return ["%s at 0x%x over %s is wrong" % (alg, place, ranges[:3]) for alg, ranges, place, _ in image.wrong()]


def faults(kind, step, status, out, err, vbt):
    """What is wrong with a run, in words."""
    entry = KINDS.get(kind, (None, 0, "", 0))
    swapped = name("swapped", kind)
    wanted, texts = 0, []  # of stdout
    if step == "protected":
        wanted = entry[1]
        texts = ['"kind": "%s"' % entry[2]] if entry[2] else []
        yield from wrong_digests(kind, vbt, name("images", kind))
    elif step == "flipped" and kind in UNSEEN:
        if status == 1:
            yield "a change was seen that nothing can see"
        return
    elif step == "flipped":
        wanted, texts = 1, ["damaged places" if kind in ("iflash-cut", "cab-later") else "  fails  "]
    elif step == "swap" and (kind == "twice" or entry[3] != 0):
        wanted = 1
        if ("Boot Guard IBB" if kind == "twice" else "--ignore-signature") not in err:
            yield "stderr lacks the reason"
        if os.path.exists(swapped):
            yield "a refused result was written"
    elif step == "swap" and kind == "packed-volume":
        yield from ["the CRC of a packed volume is wrong"] * judge_packed_volume(swapped)
    elif step == "swap" and status == 0:
        yield from wrong_digests(kind, vbt, swapped)
        texts = ["sbl stream at 0x0 packed again", "Slim Bootloader hash store"] if kind in PACKED else []
        if kind in PACKED and read("new.vbt")[:0x400] not in slim_loaded(read(swapped)[:PART]):
            yield "the boot loader does not get the new table"
    elif step == "after":
        wanted = entry[1]  # what failed before goes on failing
    elif step == "back" and read(name("back", kind)) != read(name("images", kind)):
        yield "the way back is not exact"
    else:
        texts = {"show": ['"OTHER1"'], "ignore": ["no longer valid"], "which": ["no known check covers the change"],
                 "list": ["unpack it first"]}.get(step, [])
    if status != wanted:
        yield "exit status %d, expected %d" % (status, wanted)
    if step == "list" and "Damage" in out:
        yield "called damaged"
    for text in texts:
        if text not in out:
            yield "stdout lacks: " + text


def verdict(vbt_name, out_name, err_name):
    vbt = read(vbt_name)
    wanted = list(runs(vbt_name, "0"))
    outs, errs = streams(out_name), streams(err_name)
    if not len(wanted) == len(outs) == len(errs):
        sys.exit("%d runs, %d and %d results" % (len(wanted), len(outs), len(errs)))
    if judge_packed_volume(name("images", "packed-volume")):
        sys.exit("packed-volume: the builder disagrees with itself")
    failed = 0
    for (kind, step, args), (status, out), (_, err) in zip(wanted, outs, errs):
        if "--json" in args:
            write(os.path.join("documents", kind), out.encode())
        for fault in faults(kind, step, status, out, err, vbt):
            failed += 1
            print("%s, %s: %s\n%s\n%s" % (kind, step, fault, out, err))
    print("%d kinds, %d runs, %d faults" % (len(KINDS), len(wanted), failed))
    return failed != 0


def main(command, *args):
    if command == "seeds":
        write_seeds(args[0], read(args[1]))
        return 0
    if command == "small":
        return write_small(read(args[0]))
    if command == "quiet":
        return judge_quiet(*args)
    if command == "prepare":
        return prepare(*args)
    return verdict(*args)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
