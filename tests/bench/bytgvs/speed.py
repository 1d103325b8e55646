#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""speed.py BYTGVS ROUNDS IMAGE...: processor time and peak memory of bytgvs --list and of UEFIExtract's report (Debian
uefitool-cli) in turn, as a table in Markdown: medians of the rounds and of their ratios. An image may be an .xz."""
import lzma
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from measure import cost, median, pairs, table  # noqa: E402


def report(image):
    shutil.rmtree(image + ".report.txt", ignore_errors=True)
    return cost(["UEFIExtract", image, "report"], allowed=range(256))


def row(tool, rounds, path, folder):
    image = os.path.join(folder, "image")
    with (lzma.open if path.endswith(".xz") else open)(path, "rb") as src, open(image, "wb") as out:
        shutil.copyfileobj(src, out)
    runs = pairs(lambda: cost([tool, "--list", image], allowed=(0, 1, 3)), lambda: report(image), rounds)
    ours, theirs = zip(*runs)
    return (os.path.basename(path).removesuffix(".xz"), f"{os.path.getsize(image) / (1 << 20):.0f} MiB",
            f"{median(r.cpu for r in ours):.3f} s", f"{median(r.cpu for r in theirs):.3f} s",
            f"{median(a.cpu / b.cpu for a, b in runs):.2f}",
            f"{max(r.peak for r in ours):.1f}", f"{max(r.peak for r in theirs):.1f}")


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        table(("image", "size", "bytgvs", "UEFIExtract", "ratio", "peak MiB", "UEFIExtract's"),
              (row(sys.argv[1], int(sys.argv[2]), path, folder) for path in sys.argv[3:]))


main()
