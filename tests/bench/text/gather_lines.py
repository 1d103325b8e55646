#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gathers real source lines for training and for judging: gather_lines.py OUT.tsv SOURCE...

A SOURCE is a folder or a tar file. Each line that is UTF-8 and not ASCII becomes one row
"split<TAB>project/path<TAB>line". The split is "held" for a third of the folders (chosen by a hash
of project and folder) and "train" for the rest: lines of one folder, and so texts that were
copied within it, never stand on both sides. A line that occurs on both sides is dropped from
"held". At most 20 lines of a file and 3 copies of a line are kept.
"""
import hashlib
import os
import sys
import tarfile

MOST_OF_FILE = 20
MOST_COPIES = 3


def files_of(source):
    if os.path.isdir(source):
        for base, dirs, names in os.walk(source):
            dirs.sort()
            for name in sorted(names):
                path = os.path.join(base, name)
                if os.path.isfile(path) and not os.path.islink(path) and os.path.getsize(path) < 4 << 20:
                    with open(path, "rb") as f:
                        yield os.path.relpath(path, source), f.read()
        return
    with tarfile.open(source) as tar:
        for member in tar:
            if member.isfile() and member.size < 4 << 20:
                yield member.name, tar.extractfile(member).read()


def main():
    rows = []
    copies = {}
    for source in sys.argv[2:]:
        project = os.path.basename(source.rstrip("/"))
        for name, data in files_of(source):
            if data.isascii() or b"\0" in data:
                continue
            try:
                text = data.decode("utf-8")
            except UnicodeDecodeError:
                continue
            folder = project + "/" + os.path.dirname(name)
            held = hashlib.sha256(folder.encode()).digest()[0] < 85
            kept = 0
            for line in text.split("\n"):
                line = line.rstrip("\r")
                if line.isascii() or len(line) > 400 or "\t\t\t\t\t\t\t\t" in line:
                    continue
                if "\ufeff" in line or "\ufffd" in line or "\r" in line or any(0x7F <= ord(c) < 0xA0 for c in line):
                    continue
                copies[line] = copies.get(line, 0) + 1
                if copies[line] > MOST_COPIES:
                    continue
                rows.append(("held" if held else "train", project + "/" + name, line))
                kept += 1
                if kept == MOST_OF_FILE:
                    break
    trained = {line for split, _, line in rows if split == "train"}
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        for split, name, line in rows:
            if split == "train" or line not in trained:
                out.write("%s\t%s\t%s\n" % (split, name, line.replace("\t", "    ")))


main()
