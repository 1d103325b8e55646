# SPDX-License-Identifier: MIT
"""Puts a firmware image into AMI BIOS Guard containers as platomav/BIOSUtilities
(ami_pfat_extract.py) reads them.

    pfat.py IMAGE FOLDER [BYTES-OF-A-BLOCK]

makes KIND.bin of each KIND, how the image is stored:
    plain    three components of small blocks, RSA-2048
    rsa3k    the same, RSA-3072, blocks of another size, an index of the flash order
    unknown  signatures of a kind that is not known; no signatures in the last component
    nested   a container as a component of another, after an empty component
    after    the container of the second half follows that of the first one
    tail     the second half of the image follows the container of the first half as it is
    capsule  plain, in a capsule
    packed   plain, in a .gz
    alone    the image itself, in a .lzma
    astride  a volume with a VBT begins in the last block and goes on after the container
    few, many, line   the text's counts are too low, too high; a line is not one
    size, script   a size in the header of the last block but one is wild
    larger, lesser, wild, scripted, marked, wiped   the header of an early block is damaged: a size is
             too large, too small, beyond the end, the script's; the mark; all of it is zeros
    rest     the size of the first of two containers' last block is wild
    header   the size in the container's header is
    cut      plain, the last block and a half missing
"""
import gzip
import lzma
import struct
import sys

TITLE = b"AMI_BIOS_GUARD_FLASH_CONFIGURATIONS"
PLATFORM = b"BAYTRAIL".ljust(16, b"\0")
SIZE = int(sys.argv[3]) if len(sys.argv) > 3 else 0x3000
KEYS = {1: 256, 2: 384, 3: 384, 9: 256}


def block(data, key, script=16):
    """Header, script, data; signature with a key of a kind, 0: none."""
    head = struct.pack("<HH16sIHHIIIII", 2, 0, PLATFORM, 1 if key else 0, 2, 0, script, len(data),
                       0, 0, 0)
    code = struct.pack("<Q", 1).ljust(script - 8, b"\x51") + struct.pack("<Q", 0xFF)
    if not key:
        return head + code + data
    size = KEYS[key]
    return head + code + data + struct.pack("<II", key, key) + b"\xA5" * (2 * size + 4)


def container(parts, key=1, size=None, lines=None, title=TITLE):
    """parts: (name, data, kind of key); lines: others than those that are right."""
    size = size or SIZE
    text = [title]
    body = b""
    for i, (name, data, own) in enumerate(parts):
        pieces = [data[at:at + size] for at in range(0, len(data), size)]
        text.append(b"%d /%s %d ;%s" % (i % 2, name[:1].upper(), len(pieces), name))
        body += b"".join(block(piece, own if own is not None else key) for piece in pieces)
    text[1:] = lines if lines else text[1:]
    text = b"\r\n".join(text) + b"\r\n"
    return struct.pack("<II8sB", 17 + len(text), 0xD814, b"_AMIPFAT", 0x63) + text + body


def thirds(image):
    a, b = len(image) // 3, len(image) * 2 // 3
    return [(b"FV_MAIN", image[:a], None), (b"NVRAM", image[a:b], None), (b"FV_BB", image[b:], None)]


def many(image):
    return container(thirds(image), lines=[b"1 /P 900 ;FV_MAIN", b"1 /N 4000000000 ;NVRAM"])


def wild(image, field):
    """A size in the header of the last block but one."""
    out = bytearray(container(thirds(image)))
    struct.pack_into("<I", out, out.rindex(PLATFORM) - 4 + field, 0x7FFFFFFF)
    return bytes(out) + block(b"rest", 1)


def early(image, off, value):
    """Bytes of the header of the fourth block."""
    out = bytearray(container(thirds(image)))
    at = 0
    for _ in range(4):
        at = out.index(PLATFORM, at + 1)
    out[at - 4 + off:at - 4 + off + len(value)] = value
    return bytes(out)


def rest(image):
    """The block's 0x204 bytes of signature go with it."""
    first = bytearray(container([(b"one", image[:len(image) // 2], None)]))
    struct.pack_into("<I", first, first.rindex(PLATFORM) - 4 + 0x20, 0x7FFFFFFF)
    return bytes(first) + container([(b"two", image, None)])


def astride(image):
    """The first 40 bytes of the volume's header end the last block; its free space holds a VBT."""
    mark = image.index(b"_FVH")
    bdb = struct.pack("<16sHHH", b"BIOS_DATA_BLOCK ", 191, 22, 200).ljust(200, b"\0")
    vbt = struct.pack("<20sHHHBBI", b"$VBT ASTRIDE", 100, 48, 248, 0, 0, 48).ljust(48, b"\0") + bdb
    end = mark - 40 + struct.unpack_from("<Q", image, mark - 8)[0] - 0x400
    rest = image[mark:end] + vbt + image[end + len(vbt):]
    return container([(b"FV", image[:mark], 0)], size=len(image)) + rest


def capsule(body):
    head = bytes.fromhex("BD86663B760D3040B70EB5519E2FC5A0") + struct.pack("<III", 0x50, 0,
                                                                           0x50 + len(body))
    return head.ljust(0x50, b"\0") + body


def main(source, folder, *_):
    with open(source, "rb") as f:
        image = f.read()
    half = len(image) // 2
    whole = container(thirds(image))
    kinds = {
        "plain": whole,
        "rsa3k": container(thirds(image), 3, 0x777, title=TITLE + b"II000200000001"),
        "unknown": container(thirds(image)[:2] + [(b"FV_BB", image[2 * len(image) // 3:], 0)],
                                     9),
        "nested": container([(b"EC", b"", None), (b"ALL", container(thirds(image), 2, 900),
                                                          None)]),
        "after": container([(b"one", image[:half], None)]) + container(
            [(b"two", image[half:], None)]),
        "tail": container([(b"one", image[:half], None)]) + image[half:],
        "astride": astride(image),
        "capsule": capsule(whole),
        "packed": gzip.compress(whole, mtime=0),
        "alone": lzma.compress(image, format=lzma.FORMAT_ALONE),
        "few": container(thirds(image), lines=[b"1 /P 1 ;FV_MAIN"]),
        "many": many(image),
        "line": container(thirds(image), lines=[b"1 /P x ;\x1b[2J", b"1 /P 2 ;FV_MAIN"]),
        "size": wild(image, 0x20),
        "script": wild(image, 0x1C),
        "larger": early(image, 0x20, struct.pack("<I", SIZE * 3)),
        "lesser": early(image, 0x20, struct.pack("<I", SIZE // 8)),
        "wild": early(image, 0x20, struct.pack("<I", 0x80000000)),
        "scripted": early(image, 0x1C, struct.pack("<I", 0x80000000)),
        "marked": early(image, 2, b"\x40"),
        "wiped": early(image, 0, bytes(0x30)),
        "rest": rest(image),
        "header": struct.pack("<I", 0xFFFFFFF0) + whole[4:],
        "cut": whole[:-(SIZE + 0x400)],
    }
    for kind, data in kinds.items():
        with open(f"{folder}/{kind}.bin", "wb") as f:
            f.write(data)


main(*sys.argv[1:])
