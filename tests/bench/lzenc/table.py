#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table.py LZENC FOLDER [TYPE...]: sizes of files of Debian packages by lzenc and by its peers.

FOLDER keeps the packages (fetched by apt-get download) and what is in them; run again, it needs no
network. Only files of up to 2 MB are taken, so that it ends within some minutes on an idle
processor. A row a file, as a table in Markdown:
  default  x.7z by lzenc to "7zz a -mx9"
  --best   the smaller of x.7z and x.lzma by lzenc --best to the smallest of x.7z by "7zz a -mx9
           -myx=9", x.xz by "xz -9e" and x.lz by "plzip -9"
  7zip     the same with --for=7zip, which may take BCJ2 where 7zz takes it with -myx=9 only
then the geometric means of the files of a type, as a table of its own, and the rows where lzenc is larger. 7zz decodes again what lzenc made.
Needs apt-get, dpkg-deb, 7zz, xz, plzip. TYPE: only files of these types.
"""
import glob
import math
import os
import subprocess
import sys
import tempfile

MOST = 2_000_000
PATTERNS = [  # type, package, the file in it (its first match by name, of at most MOST bytes)
    ("EFI program", "shim-unsigned", "usr/lib/shim/shimx64.efi"),
    ("EFI program", "memtest86+", "boot/memtest86+x64.efi"),
    ("EFI program", "syslinux-efi", "usr/lib/SYSLINUX.EFI/efi64/syslinux.efi"),
    ("EFI program", "fwupd-unsigned", "usr/libexec/fwupd/efi/fwupdx64.efi"),
    ("EFI program", "systemd-boot-efi", "usr/lib/systemd/boot/efi/systemd-bootx64.efi"),
    ("EFI module", "grub-efi-amd64-bin", "usr/lib/grub/x86_64-efi/zfs.mod"),
    ("EFI module", "grub-efi-amd64-bin", "usr/lib/grub/x86_64-efi/normal.mod"),
    ("boot loader", "grub-pc-bin", "usr/lib/grub/i386-pc/kernel.img"),
    ("boot loader", "u-boot-qemu", "usr/lib/u-boot/qemu_arm64/u-boot.bin"),
    ("boot loader", "u-boot-qemu", "usr/lib/u-boot/qemu_arm/u-boot.bin"),
    ("boot loader", "u-boot-qemu", "usr/lib/u-boot/qemu-riscv64/u-boot.bin"),
    ("boot loader", "u-boot-qemu", "usr/lib/u-boot/malta64el/u-boot.bin"),
    ("boot loader", "u-boot-qemu", "usr/lib/u-boot/qemu-ppce500/u-boot.bin"),
    ("BIOS", "seabios", "usr/share/seabios/bios-256k.bin"),
    ("BIOS", "opensbi", "usr/lib/riscv64-linux-gnu/opensbi/generic/fw_dynamic.bin"),
    ("option ROM", "seabios", "usr/share/seabios/vgabios-stdvga.bin"),
    ("option ROM", "ipxe-qemu", "usr/lib/ipxe/qemu/efi-virtio.rom"),
    ("option ROM", "ipxe-qemu", "usr/lib/ipxe/qemu/pxe-rtl8139.rom"),
    ("device firmware", "firmware-ath9k-htc", "lib/firmware/ath9k_htc/*.fw"),
    ("x86 program", "dash", "bin/dash"),
    ("x86 program", "grep", "bin/grep"),
    ("x86 program", "sed", "bin/sed"),
    ("x86 program", "openssh-client", "usr/bin/ssh-keygen"),
    ("x86 program", "dosfstools", "sbin/fsck.fat"),
    ("x86 library", "libc6", "lib/x86_64-linux-gnu/libresolv.so.2"),
    ("x86 library", "libpcre2-8-0", "usr/lib/x86_64-linux-gnu/libpcre2-8.so.0.*"),
    ("x86 library", "zlib1g", "lib/x86_64-linux-gnu/libz.so.1.*"),
    ("other library", "libc6-arm64-cross", "usr/aarch64-linux-gnu/lib/libm.so.6"),
    ("other library", "libc6-armhf-cross", "usr/arm-linux-gnueabihf/lib/libm.so.6"),
    ("other library", "libc6-riscv64-cross", "usr/riscv64-linux-gnu/lib/libm.so.6"),
    ("other library", "libc6-powerpc-cross", "usr/powerpc-linux-gnu/lib/libm.so.6"),
    ("x86 library", "libc6", "usr/lib/x86_64-linux-gnu/gconv/BIG5HKSCS.so"),
    ("objects", "libc6-dev", "usr/lib/x86_64-linux-gnu/libresolv.a"),
    ("objects", "zlib1g-dev", "usr/lib/x86_64-linux-gnu/libz.a"),
    ("text", "perl-modules-5.36", "usr/share/perl/5.36.0/perl5db.pl"),
    ("text", "libpython3.11-stdlib", "usr/lib/python3.11/_pydecimal.py"),
    ("text", "hunspell-en-us", "usr/share/hunspell/en_US.dic"),
    ("text", "libsqlite3-dev", "usr/include/sqlite3.h"),
    ("text", "libssl-dev", "usr/include/openssl/ssl.h"),
    ("gzip", "debian-faq", "usr/share/doc/debian/FAQ/debian-faq.en.txt.gz"),
    ("JSON", "iso-codes", "usr/share/iso-codes/json/iso_3166-2.json"),
    ("JSON", "iso-codes", "usr/share/iso-codes/json/iso_4217.json"),
    ("catalogue", "bash", "usr/share/locale/ja/LC_MESSAGES/bash.mo"),
    ("catalogue", "coreutils", "usr/share/locale/zh_CN/LC_MESSAGES/coreutils.mo"),
    ("font", "fonts-dejavu-core", "usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"),
    ("font", "grub-common", "usr/share/grub/*.pf2"),
    ("table", "tzdata", "usr/share/zoneinfo/America/New_York"),
    ("gzip", "bash", "usr/share/doc/bash/CHANGES.gz"),
    ("gzip", "dash", "usr/share/man/man1/dash.1.gz"),
    ("gzip", "bash", "usr/share/man/man1/bash.1.gz"),
]


def run(*command, cwd=None):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr.decode(errors='replace')}")
    return done.stdout


def unpacked(folder, package):
    """The folder with the package's files; None when there is no such package."""
    root = os.path.join(folder, package)
    if not os.path.isdir(root):
        with tempfile.TemporaryDirectory(dir=folder) as work:
            subprocess.run(["apt-get", "download", "-q", package], cwd=work, check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for deb in glob.glob(os.path.join(work, "*.deb")):
                run("dpkg-deb", "-x", deb, root)
    return root if os.path.isdir(root) else None


def inputs(folder, types):
    for kind, package, pattern in PATTERNS:
        if types and kind not in types:
            continue
        root = unpacked(folder, package)
        found = sorted(glob.glob(os.path.join(root, pattern))) if root else []
        found = [f for f in found if os.path.isfile(f) and 0 < os.path.getsize(f) <= MOST]
        if found:
            yield kind, os.path.realpath(found[0])
        else:
            print(f"left out: {package} {pattern}", file=sys.stderr)


class Bench:
    def __init__(self, lzenc, work):
        self.lzenc, self.work = lzenc, work

    def seven(self, path, *options):
        out = os.path.join(self.work, "peer.7z")
        if os.path.exists(out):
            os.remove(out)
        run("7zz", "a", "-bd", "-mmt1", *options, out, path)
        return os.path.getsize(out)

    def ours(self, path, form, *options):
        out = os.path.join(self.work, "ours." + form)
        run(self.lzenc, "-q", "-f", "--threads=1", *options, path, out)
        with open(path, "rb") as f:
            if run("7zz", "x", "-so", out) != f.read():
                sys.exit(f"{path}: 7zz does not give it back")
        return os.path.getsize(out)

    def row(self, path):
        peers = [(self.seven(path, "-mx9", "-myx=9"), "7zz"), (len(run("xz", "-9e", "-c", path)), "xz"),
                 (len(run("plzip", "-9", "-n1", "-c", path)), "plzip")]
        best = min(self.ours(path, form, "--best") for form in ("7z", "lzma"))
        widest = min(best, self.ours(path, "7z", "--best", "--for=7zip"))
        return self.ours(path, "7z"), self.seven(path, "-mx9"), best, widest, *min(peers)


def mean(ratios):
    return math.exp(sum(math.log(r) for r, _ in ratios) / len(ratios))


def means(kinds, *columns):
    """A row a type; a column is the files' ratios in the order of kinds."""
    print("\n| type | files | default | --best | 7zip |\n|---|---|---|---|---|")
    for kind in [*dict.fromkeys(kinds), "all"]:
        of = [[r for r, k in zip(column, kinds) if kind in (k, "all")] for column in columns]
        print(f"| {kind} | {len(of[0])} |", " | ".join(f"{mean(ratios):.4f}" for ratios in of), "|")


def tell(what, ratios):
    larger = [(r, name) for r, name in ratios if r > 1]
    print(f"{what}: files {len(ratios)}, geometric mean {mean(ratios):.4f}, worst {max(ratios)[0]:.5f}, larger {len(larger)}"
          + "".join(f"; {name} {r:.5f}" for r, name in larger))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder = os.path.abspath(sys.argv[2])
    os.makedirs(folder, exist_ok=True)
    kinds, default, best, widest = [], [], [], []
    print("| type | file | bytes | default | 7zz -mx9 | ratio | --best | 7zip | smallest peer | ratios |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(os.path.abspath(sys.argv[1]), work)
        for kind, path in inputs(folder, sys.argv[3:]):
            name = os.path.basename(path)
            a, b, c, w, d, peer = bench.row(path)
            kinds.append(kind)
            default.append((a / b, name))
            best.append((c / d, name))
            widest.append((w / d, name))
            print(f"| {kind} | {name} | {os.path.getsize(path)} | {a} | {b} | {a / b:.4f} | {c} | {w} | {d} {peer} | "
                  f"{c / d:.4f}, {w / d:.4f} |", flush=True)
    if default:
        means(kinds, default, best, widest)
        print()
        tell("default", default)
        tell("--best", best)
        tell("--best --for=7zip", widest)


if __name__ == "__main__":
    main()
