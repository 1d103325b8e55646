#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutants.py FOLDER TESTS [COUNT [SEED [TARGET...]]]: how much do the tests notice? Changes one comparison,
constant or bound of the .c files below FOLDER at a time (a seeded sample of COUNT places), builds, and runs the
tests whose names fit the regular expression TESTS. A mutant is killed when a test fails or does not end; one that
does not compile does not count. Survivors are printed with their place. Works on a copy of the tree below
$TMPDIR, built with the address and undefined behaviour sanitizers (as script/test asan does): a read past the end of
a text is a failing test; other flags than these are taken from $MUTANTS_FLAGS. TARGETs are what is built (all, by
default).

    tests/bench/mutants.py tools/tagextract '(unit|e2e).tagextract' 300 1 tagextract test_tagextract_scan ...
"""
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

TOKEN = re.compile(r"""
    /\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | ^[ \t]*\#(?:\\\n|[^\n])* |
    (?P<op><<=?|>>=?|->|<=|>=|==|!=|&&|\|\||<|>) | (?P<number>\b(?:0[xX][0-9A-Fa-f]+|[0-9]+)[uUlL]*\b)""",
                   re.X | re.S | re.M)
SANITIZE = "-fsanitize=address,undefined -fno-sanitize-recover=all"
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}


def places(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    for m in TOKEN.finditer(text):
        if m["op"] in OTHER:
            yield path, m.start(), m["op"], OTHER[m["op"]]
        elif m["number"]:
            digits = m["number"].rstrip("uUlL")
            value = int(digits, 16 if digits[:2] in ("0x", "0X") else 8 if digits[0] == "0" and len(digits) > 1 else 10)
            yield path, m.start(), m["number"], str(value + 1) + m["number"][len(digits):]


def run(command, seconds, **more):
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=seconds,
                              check=False, **more).returncode
    except subprocess.TimeoutExpired:
        return -1


def main():
    folder, tests = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    work = tempfile.mkdtemp()
    tree, build = os.path.join(work, "tree"), os.path.join(work, "build")
    subprocess.run(["git", "clone", "-q", ".", tree], check=True)
    subprocess.run(["cmake", "-G", "Ninja", "-S", tree, "-B", build, "-DCMAKE_BUILD_TYPE=Debug",
                    "-DCMAKE_C_FLAGS=" + os.environ.get("MUTANTS_FLAGS", SANITIZE)],
                   stdout=subprocess.DEVNULL, check=True)
    make = ["ninja", "-C", build] + sys.argv[5:]
    check = ["ctest", "--test-dir", build, "-R", tests, "--stop-on-failure", "--timeout"]
    subprocess.run(make, stdout=subprocess.DEVNULL, check=True)
    start = time.monotonic()
    if run(check + ["1200"], 3600) != 0:
        sys.exit("the tests fail already")
    check.append(str(30 + int(10 * (time.monotonic() - start))))
    files = sorted(os.path.join(d, n) for d, _, names in os.walk(os.path.join(tree, folder)) for n in names
                   if n.endswith(".c"))
    every = [p for path in files for p in places(path)]
    rng.shuffle(every)
    killed = survived = 0
    folders = {}  # of the files: [killed, all]
    for path, at, old, new in every:
        if killed + survived == count:
            break
        with open(path, encoding="utf-8") as f:
            text = f.read()
        with open(path, "w", encoding="utf-8") as f:
            f.write(text[:at] + new + text[at + len(old):])
        if run(make, 600) == 0:
            part = folders.setdefault(os.path.relpath(os.path.dirname(path), tree), [0, 0])
            part[1] += 1
            if run(check, 900) != 0:
                killed += 1
                part[0] += 1
            else:
                survived += 1
                line = text.count("\n", 0, at) + 1
                print(f"survived: {os.path.relpath(path, tree)}:{line}: {old} -> {new}: "
                      f"{text.splitlines()[line - 1].strip()}", flush=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        if (killed + survived) % 10 == 0:
            print(f"{killed} of {killed + survived} killed", flush=True)
    for part, (dead, every_one) in sorted(folders.items()):
        print(f"{part}: {dead} of {every_one}")
    print(f"{folder}: {killed} of {killed + survived} killed ({100 * killed / max(killed + survived, 1):.1f} %), "
          f"{len(every)} places")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
