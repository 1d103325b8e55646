#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sizes.py LZENC FILE...: the size table of lzenc against the best setting of every peer.

A row a file and comparison, as a table in Markdown, with the peer and the setting that gave the
smallest result; then the means. What is compared:
  plain   .lzma --best with 7zz and xz over lc/lp/pb and fast bytes, plzip -9, LzmaCompress
  default .7z of the default level with 7zz -mx9
  7zip    .7z --for=7zip --best with 7zz -mx9 -myx=9
  level N .7z of level N with 7zz -mxN
Needs 7zz, xz and plzip; $LZMACOMPRESS names EDK2's program, which is left out otherwise. $COMPARE
may name some of the comparisons. Every file of lzenc is decoded again by 7zz.
"""
import math
import os
import subprocess
import sys
import tempfile

CONTEXTS = [(3, 0, 2), (3, 0, 1), (3, 0, 0), (4, 0, 0), (4, 0, 1), (4, 0, 2), (2, 0, 0), (2, 0, 2),
            (1, 0, 0), (0, 0, 0), (0, 0, 2), (2, 2, 2), (1, 2, 2), (0, 2, 2), (3, 1, 1), (2, 1, 1),
            (1, 1, 1)]
NOISE = 0.9  # files that shrink by less than a tenth are not in the mean


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{command}: {done.stderr.decode(errors='replace')}")
    return done.stdout


class Bench:
    def __init__(self, lzenc, work):
        self.lzenc, self.work = lzenc, work

    def seven(self, path, *options):
        out = os.path.join(self.work, "peer.7z")
        if os.path.exists(out):
            os.remove(out)
        run("7zz", "a", "-bd", "-t7z", "-mmt2", *options, out, path)
        return out

    def stream(self, path, options):
        """Bytes of the stream alone, with the 13 bytes that .lzma has before it."""
        out = self.seven(path, "-mx9", "-mf=off", "-m0=lzma:" + options)
        for line in run("7zz", "l", "-slt", out).decode(errors="replace").splitlines():
            if line.startswith("Packed Size = ") and line[14:].strip():
                return int(line[14:]) + 13
        return 10**12

    def ours(self, path, form, *options):
        out = os.path.join(self.work, "ours." + form)
        run(self.lzenc, "-q", "-f", *options, path, out)
        with open(path, "rb") as f:
            if run("7zz", "x", "-so", out) != f.read():
                sys.exit(f"{path}: 7zz does not give it back from lzenc {' '.join(options)}")
        return os.path.getsize(out)

    def plain(self, path):
        tries = []
        for lc, lp, pb in CONTEXTS:
            for fb in (64, 273):
                setting = f"lc={lc}:lp={lp}:pb={pb}:fb={fb}"
                tries.append((self.stream(path, setting), f"7zz {setting}"))
            setting = f"preset=9e,lc={lc},lp={lp},pb={pb}"
            made = run("xz", "-c", "--format=lzma", "--lzma1=" + setting, path)
            tries.append((len(made), f"xz {setting}"))
        tries.append((len(run("plzip", "-9", "-n1", "-c", path)) - 26 + 13, "plzip -9"))
        edk2 = os.environ.get("LZMACOMPRESS")
        if edk2:
            out = os.path.join(self.work, "edk2")
            run(edk2, "-e", "-q", "-o", out, path)
            tries.append((os.path.getsize(out), "LzmaCompress"))
        best = min(tries)
        return self.ours(path, "lzma", "--format=lzma", "--best"), best[0], best[1]

    def compare(self, what, path):
        if what == "plain":
            return self.plain(path)
        if what == "default":
            ours, peer = ["--"], ["-mx9"]
        elif what == "7zip":
            ours, peer = ["--for=7zip", "--best"], ["-mx9", "-myx=9"]
        else:
            ours, peer = ["-" + what[-1]], ["-mx" + what[-1]]
        mine = self.ours(path, "7z", *ours)
        return mine, os.path.getsize(self.seven(path, *peer)), "7zz " + " ".join(peer)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    every = ["plain", "default", "7zip"] + [f"level {n}" for n in range(1, 6)]
    chosen = os.environ.get("COMPARE", "").split(",") if os.environ.get("COMPARE") else every
    ratios = {what: [] for what in chosen}
    alone = len(chosen) == 1  # then the comparison is not in the rows
    print("| file | bytes | " + "comparison | " * (not alone) + "lzenc | best peer | ratio | its setting |")
    print("|---|---|---|---|---|---|" + "---|" * (not alone))
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(sys.argv[1], work)
        for path in sys.argv[2:]:
            size = os.path.getsize(path)
            for what in chosen:
                mine, theirs, setting = bench.compare(what, path)
                print(f"| {os.path.basename(path)} | {size} | " + f"{what} | " * (not alone) + f"{mine} | {theirs} | "
                      f"{mine / theirs:.4f} | {setting} |", flush=True)
                if theirs < NOISE * size:
                    ratios[what].append(mine / theirs)
    for what, list_ in ratios.items():
        if list_:
            mean = math.exp(sum(map(math.log, list_)) / len(list_))
            print(f"\n{what}: files {len(list_)}, geometric mean {mean:.4f}, worst {max(list_):.4f}")


if __name__ == "__main__":
    main()
