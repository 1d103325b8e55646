#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""peers.py BYTGVS IMAGE...: how many distinct finds bytgvs writes of each image, and how many of them are in a file that
UEFIExtract (Debian uefitool-cli) unpacks, byte for byte. A table in Markdown: the images where one lacks something, and
the sum of all. An image may be an .xz."""
import lzma
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from measure import table  # noqa: E402


def files(top):
    found = []
    for folder, _, names in os.walk(top):
        for name in names:
            with open(os.path.join(folder, name), "rb") as part:
                found.append(part.read())
    return found


def run(*args):
    return subprocess.run(args, capture_output=True, check=False).returncode


def compared(tool, path):
    """Name, finds, those that the peer has, and its status."""
    with tempfile.TemporaryDirectory() as folder:
        image, out = os.path.join(folder, "image"), os.path.join(folder, "out")
        with (lzma.open if path.endswith(".xz") else open)(path, "rb") as src, open(image, "wb") as dst:
            shutil.copyfileobj(src, dst)
        run(tool, "-q", "-o", out, image)
        status = run("UEFIExtract", image, "unpack")
        finds, parts = set(files(out)), files(image + ".dump")
        has = sum(any(find in part for part in parts) for find in finds)
        return os.path.basename(path).removesuffix(".xz"), len(finds), has, "ended by a signal" if status < 0 else status


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    rows = [compared(sys.argv[1], path) for path in sys.argv[2:]]
    table(("image", "bytgvs", "UEFIExtract", "its status"),
          [row for row in rows if row[1] != row[2]] +
          [(f"all {len(rows)}", sum(row[1] for row in rows), sum(row[2] for row in rows), "")])


main()
