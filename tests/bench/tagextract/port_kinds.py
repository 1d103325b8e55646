#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""port_kinds.py TAGEXTRACT OLD NEW [COUNT [SEED]]: plants tagged changes of ten kinds in a copy of the source tree
OLD, carries them to NEW by tagextract --port, by git merge-file and by diff and patch, and holds each against the
truth. Half of them are within five lines of a change that NEW made.

Right: what was put in is there as it was planted, between the nearest lines that both releases have (as
difflib or as git diff sees it), what was replaced
is gone, and all else is NEW's, byte for byte. Refused: the change is marked as a conflict, or named as one whose file is
gone, or rejected. Wrong: anything else. Works below $TMPDIR; the same seed plants the same.
"""
import bisect
import difflib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from port import OPEN as PORT_OPEN, TAG, files, read

OPEN = {**PORT_OPEN, ".dts": "// ", ".mk": "# "}
KINDS = ["insert", "insert many", "replace", "replace many", "remove", "wrap", "one line", "first line", "last line",
         "two places"]


def write(path, data):
    with open(path, "wb") as f:
        f.write(data)


class Planted:
    """Edits of one file: (line of old from 0, lines that go, lines that come), in their order."""

    def __init__(self, rng, path, number, kind, old, at):
        self.path, self.number, self.kind = path, number, kind
        self.mark = OPEN[os.path.splitext(path)[1].lower()].encode()
        self.end = b"\r\n" if old[0].endswith(b"\r\n") else b"\n"
        self.edits = getattr(self, kind.replace(" ", "_"))(rng, old, at)

    def line(self, text):
        return self.mark + f"{text} planted {self.number}".encode() + self.end

    def block(self, *lines):
        return [self.line(TAG + " >>>"), *lines, self.line(TAG + " <<<")]

    def was(self, old, at, count):
        return [self.mark + b"was: " + line.strip() + f" ({self.number}.{i})".encode() + self.end
                for i, line in enumerate(old[at:at + count])]

    def insert(self, _rng, _old, at):
        return [(at, 0, self.block(self.line("new")))]

    def insert_many(self, rng, _old, at):
        return [(at, 0, self.block(*[self.line(f"new {i}") for i in range(rng.randint(5, 30))]))]

    def replace(self, _rng, old, at):
        return [(at, 1, self.block(*self.was(old, at, 1), self.line("new")))]

    def replace_many(self, rng, old, at):
        count = min(rng.randint(2, 6), len(old) - at)
        return [(at, count, self.block(*self.was(old, at, count), self.line("new")))]

    def remove(self, rng, old, at):
        count = min(rng.randint(1, 3), len(old) - at)
        return [(at, count, self.block())]

    def wrap(self, rng, old, at):
        count = min(rng.randint(1, 5), len(old) - at)
        return [(at, 0, [self.line(TAG + " >>>")]), (at + count, 0, [self.line(TAG + " <<<")])]

    def one_line(self, _rng, old, at):
        return [(at, 1, [old[at].rstrip(b"\r\n") + b" " + self.line(TAG)])]

    def first_line(self, _rng, _old, _at):
        return [(0, 0, self.block(self.line("new")))]

    def last_line(self, _rng, old, _at):
        return [(len(old), 0, self.block(self.line("new")))]

    def two_places(self, rng, old, at):
        other = min(at + rng.randint(3, 40), len(old))
        return [(at, 0, self.block(self.line("new"))), (other, 0, self.block(self.line("newer")))]

    def apply(self, old):
        out, done = [], 0
        for at, count, lines in self.edits:
            out += old[done:at] + lines
            done = at + count
        return out + old[done:]

    def judge(self, old, new, result, same):
        """Is result NEW with these edits, and nothing else? same: the lines of old that new has, and where."""
        came = [line for _, _, lines in self.edits for line in lines]
        got = [line for line in result if line in set(came)]
        if got != came:
            return False
        keys = sorted(same)
        gone = set()
        for at, count, _ in self.edits:
            places = [same.get(i) for i in range(at, at + count)]
            if None in places or places != list(range(places[0], places[0] + count) if count else []):
                return False
            gone.update(places)
        rest, where, i = [], [], 0
        for line in result:
            if i < len(came) and line == came[i]:
                where.append(len(rest))
                i += 1
            else:
                rest.append(line)
        if rest != [line for i, line in enumerate(new) if i not in gone]:
            return False
        first = 0
        for at, count, lines in self.edits:
            k = bisect.bisect_left(keys, at)
            low = same[keys[k - 1]] + 1 if k > 0 else 0
            k = bisect.bisect_left(keys, at + count)
            high = same[keys[k]] if k < len(keys) else len(new)
            low -= sum(g < low for g in gone)
            high -= sum(g < high for g in gone)
            if len(set(where[first:first + len(lines)])) > 1 or not low <= where[first] <= high:
                return False
            first += len(lines)
        return True


def plant(rng, old_tree, new_tree, mine, count):
    both = [p for p in files(old_tree, OPEN) if os.path.isfile(os.path.join(new_tree, p))]
    touched = [p for p in both if read(os.path.join(old_tree, p)) != read(os.path.join(new_tree, p))]
    gone = [p for p in files(old_tree, OPEN) if not os.path.exists(os.path.join(new_tree, p))]
    chosen = rng.sample(touched, min(len(touched), count * 8 // 10))
    chosen += rng.sample(gone, min(len(gone), count // 10))
    chosen += rng.sample(sorted(set(both) - set(chosen)), max(count - len(chosen), 0))
    planted = []
    for number, path in enumerate(chosen):
        old = read(os.path.join(old_tree, path)).splitlines(keepends=True)
        if len(old) < 3 or any(not line.endswith(b"\n") or b"\0" in line for line in old):
            continue
        at = rng.randrange(len(old))
        if path in touched and number % 2 == 0:
            new = read(os.path.join(new_tree, path)).splitlines(keepends=True)
            spots = [i for op, i, *_ in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
                     if op != "equal"]
            at = min(max(rng.choice(spots) + rng.randint(-5, 5), 0), len(old) - 1) if spots else at
        p = Planted(rng, path, number, KINDS[number % len(KINDS)], old, at)
        write(os.path.join(mine, path), b"".join(p.apply(old)))
        planted.append(p)
    return planted


def same_lines(old, new):
    """Lines that both have, as difflib sees it and as git diff does: of blank lines and the like they may disagree."""
    same = {}
    for a, b, size in difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        same.update((a + i, b + i) for i in range(size))
    yield same
    with tempfile.TemporaryDirectory() as work:
        paths = [os.path.join(work, "old"), os.path.join(work, "new")]
        write(paths[0], b"".join(old))
        write(paths[1], b"".join(new))
        diff = subprocess.run(["git", "diff", "--no-index", "--text", "-U0", *paths], stdout=subprocess.PIPE,
                              check=False).stdout
    same, a, b = {}, 0, 0
    for m in re.finditer(rb"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", diff, re.M):
        count, came = int(m[2] or 1), int(m[4] or 1)
        at = int(m[1]) - (count > 0)
        same.update((a + i, b + i) for i in range(at - a))
        b += at - a + came
        a = at + count
    same.update((a + i, b + i) for i in range(len(old) - a))
    yield same


def by_git(old, mine, new, work):
    r = subprocess.run(["git", "merge-file", "-p", mine, old, new], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                       check=False)
    return (None if r.returncode else r.stdout.splitlines(keepends=True))


def by_patch(old, mine, new, work):
    diff = subprocess.run(["diff", "-u", old, mine], stdout=subprocess.PIPE, check=False).stdout
    out = os.path.join(work, "patched")
    r = subprocess.run(["patch", "-s", "--binary", "-r", "-", "-o", out, new], input=diff, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
    return read(out).splitlines(keepends=True) if r.returncode == 0 else None


def main():
    tool, old_tree, new_tree = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 60
    rng = random.Random(int(sys.argv[5]) if len(sys.argv) > 5 else 1)
    work = tempfile.mkdtemp()
    mine, dest = os.path.join(work, "mine"), os.path.join(work, "dest")
    shutil.copytree(old_tree, mine, symlinks=True)
    planted = plant(rng, old_tree, new_tree, mine, count)
    run = subprocess.run([tool, "--port", "--json", TAG, old_tree, mine, new_tree, dest], stdout=subprocess.PIPE,
                         check=False)
    state, target = {}, {}
    for b in json.loads(run.stdout)["blocks"]:
        state.setdefault(b["path"], set()).add(b["state"])
        target[b["path"]] = b.get("moved", b["path"])  # it followed a file that moved
    table = {}
    for p in planted:
        at = {tree: os.path.join(tree, p.path) for tree in (old_tree, mine, new_tree)}
        old = read(at[old_tree]).splitlines(keepends=True)
        new_file = os.path.join(new_tree, target.get(p.path, p.path))
        new = read(new_file).splitlines(keepends=True) if os.path.isfile(new_file) else None
        same = list(same_lines(old, new)) if new is not None else []
        results = {}
        if not state.get(p.path, set()) <= {"carried", "present"} or p.path not in state:
            results["tagextract"] = None if p.path in state else []
        else:
            results["tagextract"] = read(os.path.join(dest, target[p.path])).splitlines(keepends=True)
        for name, how in (("git merge-file", by_git), ("diff, patch", by_patch)):
            results[name] = how(at[old_tree], at[mine], at[new_tree], work) if os.path.isfile(at[new_tree]) else None
        for name, result in results.items():
            fate = "refused" if result is None else \
                "right" if new is not None and any(p.judge(old, new, result, s) for s in same) else "wrong"
            table.setdefault(name, []).append((fate, p))
    for name, rows in table.items():
        fates = [fate for fate, _ in rows]
        print(f"{name}: {fates.count('right')} right, {fates.count('refused')} refused, {fates.count('wrong')} wrong "
              f"of {len(rows)}")
        for fate, p in rows:
            if fate == "wrong" or (fate == "refused" and "-v" in sys.argv):
                print("  ", fate, p.kind, p.path, [(a, c) for a, c, _ in p.edits], *state.get(p.path, []))
    shutil.rmtree(work)
    return any(fate == "wrong" for fate, _ in table["tagextract"])


if __name__ == "__main__":
    sys.exit(main())
