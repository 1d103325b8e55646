#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""peers.py BYTGVS IMAGE...: what bytgvs finds in each image, and whether UEFIExtract (Debian
uefitool-cli) has the same bytes in any file it unpacks. One line an image, totals at the end."""
import os
import subprocess
import sys
import tempfile


def unpacked(image, folder):
    """All bytes UEFIExtract writes, and its exit status."""
    copy = os.path.join(folder, "image")
    with open(image, "rb") as src, open(copy, "wb") as dst:
        dst.write(src.read())
    run = subprocess.run(["UEFIExtract", copy, "unpack"], capture_output=True, check=False)
    parts = []
    for top, _, names in os.walk(copy + ".dump"):
        for name in names:
            with open(os.path.join(top, name), "rb") as part:
                parts.append(part.read())
    return parts, run.returncode


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: peers.py BYTGVS IMAGE...")
    ours = theirs = 0
    for image in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out")
            status = subprocess.run([sys.argv[1], "-q", "-o", out, image], capture_output=True,
                                    check=False).returncode
            finds = []
            for name in sorted(os.listdir(out)) if os.path.isdir(out) else []:
                with open(os.path.join(out, name), "rb") as part:
                    finds.append(part.read())
            parts, code = unpacked(image, folder)
            has = sum(any(f in p for p in parts) for f in finds)
        ours += len(finds)
        theirs += has
        print(f"{os.path.basename(image)}: bytgvs {len(finds)} (status {status}), "
              f"UEFIExtract holds {has} (status {code})")
    print(f"all: bytgvs {ours}, UEFIExtract {theirs}")


main()
