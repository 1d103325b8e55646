# SPDX-License-Identifier: MIT
"""tree_pairs.py TXTCOPY PO [FILES] [RUNS]: a tree of small files copied and converted, against cp -r of it.

FILES source files of about 4 KB in GBK, with comments out of the messages of PO (po/zh_CN/*.po of this
project, say), stand in folders of 100 below $TMPDIR, which should be on a disk: the point is what a flushed
tree costs. Every round has each command once, in turn, and nothing is removed before the end: a file
system passes over places of files that have just gone. Medians are printed, and those of the ratios to
cp -r and sync -f of the same round, as a table in Markdown."""
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

tool, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
count = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
runs = int(sys.argv[4]) if len(sys.argv) > 4 else 5
ICONV = """find "$0" -type f | while read -r f; do
    iconv -f gb18030 -t utf-8 "$f" >"$f.new" && mv "$f.new" "$f"; done; sync -f "$0" """


def make_tree(top):
    with open(source, encoding="utf-8") as f:
        notes = [m for m in re.findall(r'^msgstr "(.+)"$', f.read(), re.M) if re.search("[\u4e00-\u9fff]", m)]
    for i in range(count):
        folder = os.path.join(top, f"d{i // 100}")
        os.makedirs(folder, exist_ok=True)
        text, n = "", 0
        while len(text) < 4000:
            note = notes[(i * 7 + n) % len(notes)].replace("*/", "")
            text += f"/* {note} */\nstatic int part_{i}_{n}(int value)\n{{\n\treturn value + {i * 31 + n};\n}}\n\n"
            n += 1
        with open(os.path.join(folder, f"f{i}.c"), "w", encoding="gb18030") as f:
            f.write(text)


def took(*command):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


WAYS = {
    "`cp -r`, then `sync -f`": lambda n: took("sh", "-c", 'cp -r tree "$0" && sync -f "$0"', f"cp{n}"),
    "`txtcopy -r --to utf-8` into a new tree": lambda n: took(tool, "-r", "--to", "utf-8", "tree", f"new{n}"),
    "`txtcopy -r --from gb18030 --to utf-8` into a new tree": lambda n: took(tool, "-r", "--from", "gb18030", "--to", "utf-8", "tree", f"named{n}"),
    "`txtcopy -r -i --to utf-8`": lambda n: took(tool, "-r", "-i", "--to", "utf-8", f"place{n}"),
    "`iconv` and `mv` for each file, then `sync -f`": lambda n: took("sh", "-c", ICONV, f"iconv{n}"),
}

with tempfile.TemporaryDirectory() as top:
    os.chdir(top)
    make_tree("tree")
    for n in range(runs):
        for name in (f"place{n}", f"iconv{n}"):
            subprocess.run(["cp", "-r", "tree", name], check=True)
    subprocess.run(["sync", "-f", "."], check=True)
    times = {name: [] for name in WAYS}
    for n in range(runs):
        for name, run in WAYS.items():
            times[name].append(run(n))
    base = times["`cp -r`, then `sync -f`"]
    print("| | seconds | to `cp` | CPU seconds | to `cp` |\n|---|---|---|---|---|")
    for name, rows in times.items():
        print(f"| {name} | {statistics.median(r[0] for r in rows):.2f}"
              f" | {statistics.median(r[0] / b[0] for r, b in zip(rows, base)):.2f}"
              f" | {statistics.median(r[1] for r in rows):.2f}"
              f" | {statistics.median(r[1] / b[1] for r, b in zip(rows, base)):.2f} |")
