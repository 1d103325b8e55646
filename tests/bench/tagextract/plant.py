#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plant.py TREE OUT TRUTH [SEED]: copies the source tree TREE to OUT, plants the tag Tag_SC01 and
decoys in some of its files and adds the awkward ones (Chinese text beside the tag in four encodings,
capital extensions, zero bytes, UTF-16 without a mark), and writes the list of the files that must be
found to TRUTH, one relative path a line. The same seed gives the same tree."""
import os
import random
import shutil
import sys

TAG = "Tag_SC01"
EXTS = (".c", ".h", ".bat", ".xml", ".txt", ".asl", ".inf", ".dsc", ".fdf", ".asm", ".uni", ".vfr", ".vfi")
CHANGE = "修改"  # "change"


def comment(path, text):
    ext = os.path.splitext(path)[1].lower()
    if ext in (".inf", ".dsc", ".fdf"):
        return f"# {text}\r\n"
    if ext == ".asm":
        return f"; {text}\r\n"
    if ext == ".bat":
        return f"rem {text}\r\n"
    if ext == ".xml":
        return f"<!-- {text} -->\r\n"
    return f"// {text}\r\n"


def append(path, data):
    with open(path, "ab") as f:
        f.write(data)


def plant(rng, out, files):
    """Tags 80 files of the tree at a random line and gives 30 others a decoy."""
    chosen = rng.sample(files, 110)
    for n, rel in enumerate(chosen):
        path = os.path.join(out, rel)
        with open(path, "rb") as f:
            lines = f.read().split(b"\n")
        word = TAG if n < 80 else (TAG + "1", "x" + TAG, TAG + "_Stairs")[n % 3]
        if n % 5 == 0 and n < 80:
            word = f"[-start-160421-{TAG}-add]//"
        lines.insert(rng.randrange(len(lines)), comment(rel, word).encode().rstrip(b"\n"))
        with open(path, "wb") as f:
            f.write(b"\n".join(lines))
    return chosen[:80]


def awkward(out):
    """Files that other search tools miss. Returns those that hold the tag."""
    base = os.path.join(out, "Awkward")
    os.makedirs(os.path.join(base, "中文 目录"))
    chinese = "// 这个文件的注释是中文，用来说明修改的原因。\r\n"
    found = {
        "utf8.c": f"{chinese}// {CHANGE}{TAG}{CHANGE}\r\n".encode("utf-8"),
        "gbk.c": f"{chinese}// {CHANGE}{TAG}{CHANGE}\r\n".encode("gb18030"),
        # the character before the tag ends in a byte that is a letter
        "gbk-trail.c": f"{chinese}// 修改丄{TAG}\r\n".encode("gb18030"),
        "sjis.c": f"// このファイルは修正されました。\r\n// 修正{TAG}修正\r\n".encode("cp932"),
        "utf16.uni": f"\ufeff{chinese}// {CHANGE}{TAG}{CHANGE}\r\n".encode("utf-16-le"),
        "utf16be.uni": f"\ufeff{chinese}// {CHANGE}{TAG}{CHANGE}\r\n".encode("utf-16-be"),
        "utf16-plain.uni": f"// {TAG}\r\n#langdef en-US \"English\"\r\n".encode("utf-16-le"),
        "CAPITAL.C": f"// {TAG}\r\n".encode(),
        "MODULE.INF": f"# {TAG}\r\n".encode(),
        "zero-before.c": b"\0\0// " + TAG.encode() + b"\r\n",
        "zero-after.c": b"// " + TAG.encode() + b"\r\n\0\0\0",
        "no-newline.c": b"// " + TAG.encode(),
        "中文 目录/说明.txt": f"{CHANGE} {TAG}\r\n".encode("gb18030"),
        "late.c": b"// filler\r\n" * 40000 + f"// {TAG}\r\n".encode(),
    }
    decoys = {
        "decoy16.uni": f"\ufeff// {TAG}1\r\n".encode("utf-16-le"),
        "decoy-glued.c": f"// {CHANGE}x{TAG}\r\n".encode("gb18030"),
        "decoy.bin": TAG.encode(),
        "decoy-case.c": TAG.lower().encode(),
    }
    for name, data in {**found, **decoys}.items():
        append(os.path.join(base, name), data)
    return [f"Awkward/{name}" for name in found]


def main():
    tree, out, truth = sys.argv[1:4]
    rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    shutil.copytree(tree, out, symlinks=True)
    files = []
    for folder, names, leaves in os.walk(out):
        names.sort()
        for leaf in sorted(leaves):
            path = os.path.join(folder, leaf)
            if leaf.lower().endswith(EXTS) and not os.path.islink(path):
                with open(path, "rb") as f:
                    data = f.read()
                if TAG.encode() not in data and b"\0" not in data:
                    files.append(os.path.relpath(path, out))
    found = plant(rng, out, files) + awkward(out)
    with open(truth, "w", encoding="utf-8") as f:
        f.write("".join(f"{name}\n" for name in sorted(found)))


main()
