#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""port.py TAGEXTRACT OLD NEW [BLOCKS [SEED]]: plants tagged blocks in a copy of the source tree OLD, carries
them to NEW with --port, and checks every block: its text is in the result as it was planted, or it is marked
as a conflict. At least half of the blocks go into files that NEW changed, a quarter within ten lines of a
change. Then the result is audited against NEW. Works below $TMPDIR; the same seed gives the same blocks."""
import difflib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

TAG = "Tag_PORT"
OPEN = {".c": "// ", ".h": "// ", ".asl": "// ", ".vfr": "// ", ".inf": "# ", ".dsc": "# ", ".fdf": "# ",
        ".dec": "# ", ".py": "# ", ".nasm": "; ", ".uni": "// "}


def files(tree, kinds=OPEN):  # by their endings
    for folder, folders, names in os.walk(tree):
        folders[:] = sorted(f for f in folders if f != ".git")
        for name in sorted(names):
            path = os.path.join(folder, name)
            if os.path.splitext(name)[1].lower() in kinds and not os.path.islink(path):
                yield os.path.relpath(path, tree)


def read(path):
    with open(path, "rb") as f:
        return f.read()


def changes(old, new):
    """Numbers of lines of old, from 0, before or at which something changed."""
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return [i for op, i, *_ in matcher.get_opcodes() if op != "equal"]


def plant(rng, path, lines, at, number, replace):
    """Puts a block before lines[at], or around it with a change in it. Returns the block's lines."""
    start = OPEN[os.path.splitext(path)[1].lower()].encode()
    end = b"\r\n" if lines[at].endswith(b"\r\n") else b"\n"
    block = [start + f"{TAG} >>> block {number}".encode() + end, start + f"planted {number}".encode() + end]
    if replace:
        block.append(start + b"was: " + lines[at].strip() + end)
    block.append(start + f"{TAG} <<<".encode() + end)
    lines[at:at + replace] = block
    return block


def main():
    tool, old, new = sys.argv[1:4]
    want = int(sys.argv[4]) if len(sys.argv) > 4 else 400
    rng = random.Random(int(sys.argv[5]) if len(sys.argv) > 5 else 1)
    work = tempfile.mkdtemp()
    mine, dest = os.path.join(work, "mine"), os.path.join(work, "dest")
    shutil.copytree(old, mine, symlinks=True)
    both = [p for p in files(old) if os.path.isfile(os.path.join(new, p))]
    touched = [p for p in both if read(os.path.join(old, p)) != read(os.path.join(new, p))]
    chosen = rng.sample(touched, min(len(touched), want // 2))
    chosen += rng.sample(sorted(set(both) - set(chosen)), want - len(chosen))
    blocks, near = {}, 0
    for number, path in enumerate(chosen):
        lines = read(os.path.join(old, path)).splitlines(keepends=True)
        at = rng.randrange(len(lines)) if lines else 0
        spots = changes(lines, read(os.path.join(new, path)).splitlines(keepends=True)) \
            if path in touched and number < want // 2 and number % 5 < 3 else []
        if spots:
            at = min(max(rng.choice(spots) + rng.randint(-10, 10), 0), len(lines) - 1)
            near += 1
        if not lines or not lines[at].endswith(b"\n"):
            continue
        blocks[path] = plant(rng, path, lines, at, number, number % 3 == 0)
        with open(os.path.join(mine, path), "wb") as f:
            f.write(b"".join(lines))
    run = subprocess.run([tool, "--port", "--json", TAG, old, mine, new, dest], stdout=subprocess.PIPE, check=False)
    report = json.loads(run.stdout)
    state = {}
    for b in report["blocks"]:
        state.setdefault(b["path"], []).append(b)
    carried = wrong = replaced = 0
    for path, block in blocks.items():
        got = state.pop(path, [])
        text = read(os.path.join(dest, path))
        there = b"".join(block) in text or b"".join(block).replace(b"\r\n", b"\n") in text.replace(b"\r\n", b"\n")
        marked = text.count(b"<<<<<<< MINE")
        fine = len(got) == 1 and there and (got[0]["state"] == "carried") == (marked == 0)
        if not fine:
            wrong += 1
            print("wrong:", path, [g["state"] for g in got], there, marked)
        carried += fine and got[0]["state"] == "carried"
        replaced += fine and got[0]["state"] == "conflict" and b"was: " in b"".join(block)
    open_files = sorted({b["path"] for b in report["blocks"] if b["state"] == "conflict"})
    audit = subprocess.run([tool, "--audit", new, TAG, dest] + [a for p in open_files for a in ("-x", p)],
                           stdout=subprocess.PIPE, check=False)
    print(f"{len(blocks)} blocks, {sum(p in set(touched) for p in blocks)} in files that changed, {near} near a change; "
          f"{carried} carried ({100 * carried / len(blocks):.1f} %), {len(blocks) - carried - wrong} conflicts "
          f"({replaced} of blocks that replace a line), "
          f"{wrong} wrong, {len(state)} unexpected files")
    print("audit, files with conflicts left out:", audit.returncode, audit.stdout.decode().strip().split("\n")[-2])
    shutil.rmtree(work)
    return 1 if wrong or state else 0


if __name__ == "__main__":
    sys.exit(main())
