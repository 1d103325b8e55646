#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gathers real source lines for training and for judging: gather_lines.py OUT.tsv SOURCE...

A SOURCE is a folder or a tar file. Each line that is UTF-8 and not ASCII becomes one row
"split<TAB>project/path<TAB>line". The split is "held" for a third of the folders (chosen by a hash
of project and folder) and "train" for the rest: lines of one folder, and so texts that were
copied within it, never stand on both sides. A line that occurs on both sides is dropped from
"held". At most 20 lines of a file, 40 of a project in one script, and 3 lines with the same words
that are not ASCII are kept, so that no project and no author is most of a set. Lines whose text was
already garbled are left out.
"""
import hashlib
import os
import re
import sys
import tarfile

from mojibake import is_mojibake

MOST_OF_FILE = 20
MOST_OF_PROJECT = 40
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


def script_of(line):
    """Of its first letter that is not ASCII."""
    for c in filter(str.isalpha, line):
        for end, name in ((0x80, None), (0x370, "latin"), (0x400, "greek"), (0x530, "cyrillic"), (0x2000, "other"),
                          (0x3040, "latin"), (0x3100, "kana"), (0xAC00, "han"), (0xD7A4, "hangul"), (1 << 21, "other")):
            if ord(c) < end:
                break
        if name:
            return name
    return "symbol"


def words_of(line):
    """What is not ASCII, if it is a name or a word; else the line."""
    found = re.findall("[^\0-\x7f]{2,}", line) or re.findall("[A-Za-z]*[^\W\0-\x7f]+[A-Za-z]*", line)
    return " ".join(found) or line


def lines_of(data):
    if data.isascii() or b"\0" in data:
        return
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return
    for line in text.split("\n"):
        line = line.rstrip("\r")
        if line.isascii() or len(line) > 400 or "\t\t\t\t\t\t\t\t" in line:
            continue
        if "\ufeff" in line or "\ufffd" in line or "\r" in line or any(0x7F <= ord(c) < 0xA0 for c in line):
            continue
        if not is_mojibake(line):
            yield line


def project_of(source):
    """The package of a tar file, which has several; or the folder."""
    return re.sub(r"_\d.*", "", os.path.basename(source.rstrip("/")))


def main():
    rows = []
    copies = {}
    of_project = {}
    for source in sys.argv[2:]:
        project = project_of(source)
        try:
            files = [(name, list(lines_of(data))) for name, data in files_of(source)]
        except (OSError, EOFError, tarfile.TarError) as e:
            print("%s: %s" % (source, e), file=sys.stderr)
            continue
        files.sort(key=lambda f: hashlib.sha256(f[0].encode("utf-8", "replace")).digest())
        for name, lines in files:
            folder = project + "/" + os.path.dirname(name)
            held = hashlib.sha256(folder.encode("utf-8", "replace")).digest()[0] < 85
            kept = 0
            for line in lines:
                key = project, script_of(line)
                words = words_of(line)
                copies[words] = copies.get(words, 0) + 1
                if copies[words] > MOST_COPIES or of_project.get(key, 0) == MOST_OF_PROJECT:
                    continue
                of_project[key] = of_project.get(key, 0) + 1
                rows.append(("held" if held else "train", project + "/" + name, line))
                kept += 1
                if kept == MOST_OF_FILE:
                    break
    trained = {line for split, _, line in rows if split == "train"}
    with open(sys.argv[1], "w", encoding="utf-8", errors="replace") as out:
        for split, name, line in rows:
            if split == "train" or line not in trained:
                out.write("%s\t%s\t%s\n" % (split, name.replace("\t", " "), line.replace("\t", "    ")))


main()
