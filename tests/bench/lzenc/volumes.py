#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""volumes.py LZENC FOLDER plain|archives|levels|best [PAIRS]: a table in Markdown, lzenc beside its peers.

The files are of Debian packages, which FOLDER keeps (fetched by apt-get download): firmware volumes as
the LZMA section of an image decodes to, boot loaders, programs, a tar of text.
  plain     bytes of .lzma beside the smallest of 7zz, xz, plzip and EDK2's LzmaCompress, and of F86
            beside its --f86. $LZMACOMPRESS names EDK2's program (tests/readers/build.sh makes it).
  archives  bytes of .7z, and of .7z for 7-Zip alone, beside 7zz.
  levels    -1 to -5 beside 7zz of that level, and the default beside 7zz -mx9: ratios of bytes, wall
            time, processor time and peak memory; medians of PAIRS (3) runs of both by turns.
  best      the same of --best beside 7zz -mx9; one pair unless PAIRS says more.
Two threads on both sides. lzenc decodes and compares what it made, as it always does.
Needs apt-get, dpkg-deb, 7zz, xz, plzip."""
import io
import lzma
import os
import re
import statistics
import sys
import tarfile
import tempfile
import time
import uuid

from table import run, unpacked

LZMA_SECTION = uuid.UUID("ee4e5898-3914-4259-9d6e-dc7bd79403cf").bytes_le  # EDK2: gLzmaCustomDecompressGuid
FILES = [  # name, package, the file or folder in it, what is taken
    ("OVMF x86-64 volume", "ovmf", "usr/share/OVMF/OVMF_CODE_4M.secboot.fd", "volume"),
    ("AAVMF AArch64 volume", "qemu-efi-aarch64", "usr/share/AAVMF/AAVMF_CODE.fd", "volume"),
    ("AAVMF ARM32 volume", "qemu-efi-arm", "usr/share/AAVMF/AAVMF32_CODE.fd", "volume"),
    ("OVMF image", "ovmf", "usr/share/OVMF/OVMF_CODE_4M.fd", "file"),
    ("U-Boot arm64", "u-boot-qemu", "usr/lib/u-boot/qemu_arm64/u-boot.bin", "file"),
    ("U-Boot x86-64", "u-boot-qemu", "usr/lib/u-boot/qemu-x86_64/u-boot.rom", "file"),
    ("shimx64.efi", "shim-unsigned", "usr/lib/shim/shimx64.efi", "file"),
    ("libcrypto.so.3", "libssl3", "usr/lib/x86_64-linux-gnu/libcrypto.so.3", "file"),
    ("SeaBIOS 256k", "seabios", "usr/share/seabios/bios-256k.bin", "file"),
    ("Perl's modules, tar", "perl-modules-5.36", "usr/share/perl", "tar"),
]
PLAIN = [("7zz", ["7zz", "a", "-bd", "-t7z", "-mmt2", "-mx9", "-m0=lzma", "-mf=off"]),
         ("7zz fb=273", ["7zz", "a", "-bd", "-t7z", "-mmt2", "-mx9", "-m0=lzma:fb=273:mc=1000", "-mf=off"]),
         ("xz", ["xz", "-9e", "--format=lzma", "-c"]), ("plzip", ["plzip", "-9", "-n2", "-c"])]


def volume(image):
    """What the largest LZMA section of an image holds (PI specification, volume 3: a GUID-defined section).
    The GUID also stands in the code of its decoder."""
    found = []
    for match in re.finditer(re.escape(LZMA_SECTION), image):
        at = match.start()
        if image[at - 8:at - 4] == b"\xff\xff\xff\x02":  # the long header, with the size in four bytes more
            start, size = at - 8, int.from_bytes(image[at - 4:at], "little")
        else:
            start, size = at - 4, int.from_bytes(image[at - 4:at - 1], "little")
        if image[start + 3] == 0x02:  # EFI_SECTION_GUID_DEFINED
            data = start + int.from_bytes(image[at + 16:at + 18], "little")
            found.append(image[data:start + size])
    return lzma.LZMADecompressor(lzma.FORMAT_ALONE).decompress(max(found, key=len))


def packed_tree(folder):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for place, folders, names in os.walk(folder):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(place, name)
                entry = tarfile.TarInfo(os.path.relpath(path, folder))
                with open(path, "rb") as f:
                    data = f.read()
                entry.size = len(data)
                tar.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def inputs(folder, work):
    """Names and paths of the files, made below work."""
    for name, package, inside, kind in FILES:
        root = unpacked(folder, package)
        if root is None or not os.path.exists(os.path.join(root, inside)):
            print(f"left out: {package} {inside}", file=sys.stderr)
            continue
        path = os.path.join(root, inside)
        if kind == "tar":
            data = packed_tree(path)
        else:
            with open(path, "rb") as f:
                data = f.read() if kind == "file" else volume(f.read())
        path = os.path.join(work, name.replace(" ", "_"))
        with open(path, "wb") as f:
            f.write(data)
        yield name, path


class Bench:
    def __init__(self, lzenc, work):
        self.lzenc, self.out, self.shown = lzenc, os.path.join(work, "o.7z"), os.path.join(work, "shown")

    def measured(self, *command):
        """Bytes, wall seconds, processor seconds and peak KiB of one run, which writes out or prints it."""
        if os.path.exists(self.out):
            os.remove(self.out)
        time.sleep(.08)  # with real-time priority others get their turn here
        start = time.monotonic()
        pid = os.fork()
        if pid == 0:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(os.open(self.shown, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 1)
            os.execvp(command[0], command)
        _, status, used = os.wait4(pid, 0)
        wall = time.monotonic() - start
        if status:
            sys.exit(f"{command}: status {status}")
        made = self.out if os.path.exists(self.out) else self.shown
        return os.path.getsize(made), wall, used.ru_utime + used.ru_stime, used.ru_maxrss

    def ours(self, path, *options):
        return self.measured(self.lzenc, "-q", "-f", "--threads=2", *options, path, self.out)

    def seven(self, path, *options):
        return self.measured("7zz", "a", "-bd", "-t7z", "-mmt2", *options, self.out, path)

    def pairs(self, path, count, ours, peer):
        rows = [[a / b for a, b in zip(self.ours(path, *ours), self.seven(path, peer))] for _ in range(count)]
        size, *others = (statistics.median(column) for column in zip(*rows))
        return f"{size:.4f} / " + " / ".join(f"{ratio:.2f}" for ratio in others)


def header(*columns):
    print("|", " | ".join(columns), "|\n" + "|---" * len(columns) + "|")


def plain(bench, files, _):
    edk2 = os.environ.get("LZMACOMPRESS")
    header("file", "bytes", "default", "--best", "smallest peer", "--best to it", "F86 --best", "EDK2 --f86", "ratio")
    for name, path in files:
        peers = [(bench.measured(*command, *([bench.out] if command[0] == "7zz" else []), path)[0], peer)
                 for peer, command in PLAIN]
        if edk2:
            peers.append((bench.measured(edk2, "-e", "-q", "-o", bench.out, path)[0], "EDK2"))
        least, who = min(peers)
        best = bench.ours(path, "--format=lzma", "--best")[0]
        f86 = bench.ours(path, "--format=f86", "--best")[0]
        theirs = bench.measured(edk2, "-e", "-q", "--f86", "-o", bench.out, path)[0] if edk2 else 0
        print("|", name, "|", os.path.getsize(path), "|", bench.ours(path, "--format=lzma")[0], "|", best, "|", least, who,
              f"| {best / least:.4f} | {f86} |", f"{theirs} | {f86 / theirs:.4f} |" if edk2 else "- | - |", flush=True)


def archives(bench, files, _):
    header("file", ".7z", "--best", "7zz -mx9", "ratios", "--for=7zip", "--best", "7zz -mx9 -myx=9", "ratios")
    for name, path in files:
        some, best, theirs = (bench.ours(path)[0], bench.ours(path, "--best")[0], bench.seven(path, "-mx9")[0])
        seven, most, wide = (bench.ours(path, "--for=7zip")[0], bench.ours(path, "--for=7zip", "--best")[0],
                             bench.seven(path, "-mx9", "-myx=9")[0])
        print(f"| {name} | {some} | {best} | {theirs} | {some / theirs:.4f}, {best / theirs:.4f} | {seven} | {most} | {wide} | "
              f"{seven / wide:.4f}, {most / wide:.4f} |", flush=True)


def levels(bench, files, count):
    header("file", "-1", "-2", "-3", "-4", "-5", "default")
    for name, path in files:
        cells = [bench.pairs(path, count or 3, [f"-{level}"], f"-mx{level}") for level in range(1, 6)]
        print(f"| {name} |", " | ".join(cells), "|", bench.pairs(path, count or 3, [], "-mx9"), "|", flush=True)


def best(bench, files, count):
    header("file", ".7z", ".lzma")
    for name, path in files:
        print(f"| {name} |", bench.pairs(path, count or 1, ["--best"], "-mx9"), "|",
              bench.pairs(path, count or 1, ["--best", "--format=lzma"], "-mx9"), "|", flush=True)


def main():
    tables = {"plain": plain, "archives": archives, "levels": levels, "best": best}
    if len(sys.argv) not in (4, 5) or sys.argv[3] not in tables:
        sys.exit(__doc__)
    folder = os.path.abspath(sys.argv[2])
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(os.path.abspath(sys.argv[1]), work)
        tables[sys.argv[3]](bench, inputs(folder, work), int(sys.argv[4]) if len(sys.argv) > 4 else 0)


if __name__ == "__main__":
    main()
