#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs `TXTCOPY --to utf-8 IN OUT` on every file of the sets of make_sets.py, each alone.

judge_sets.py TXTCOPY SETS [SET...]. Prints for each set the shares of files that came out right,
were refused, came out wrong with a warning, and wrong without a word. LIST=1 in the environment
lists what is not right.
"""
import os
import subprocess
import sys
import tempfile


def one(tool, path, scratch):
    out = os.path.join(scratch, "out")
    p = subprocess.run([tool, "--to", "utf-8", "--force", path, out], capture_output=True)
    given = open(path, "rb").read()
    truth = path[:-3] + ".out"
    want = open(truth, "rb").read() if os.path.exists(truth) else given
    said = p.stderr.decode("utf-8", "replace").strip()
    if p.returncode != 0:
        return ("right" if not os.path.exists(truth) else "refused"), said
    got = open(out, "rb").read()
    if got == want:
        return "right", said
    return ("warned" if said else "silent"), said


def main():
    tool, sets = sys.argv[1:3]
    names = sys.argv[3:] or sorted(os.listdir(sets))
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            tally = dict.fromkeys(("right", "refused", "warned", "silent"), 0)
            files = sorted(f for f in os.listdir(os.path.join(sets, name)) if f.endswith(".in"))
            for f in files:
                verdict, said = one(tool, os.path.join(sets, name, f), scratch)
                tally[verdict] += 1
                if os.environ.get("LIST") and verdict != "right":
                    print("  %s/%s %s: %s" % (name, f, verdict, said[-150:]))
            n = len(files) or 1
            print("%-16s n %5d  " % (name, n) + "  ".join(
                "%s %6.2f" % (k, 100.0 * v / n) for k, v in tally.items()), flush=True)


main()
