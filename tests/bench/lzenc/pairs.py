# SPDX-License-Identifier: MIT
"""pairs.py LZENC RUNS MODES FILE...: lzenc and 7zz in turn, one pair after another, and the medians
of the pairs' ratios. MODES: of 1 to 5, default, best, 7zip, lzma-best and so on, joined by commas.
Levels 1 to 5 stand beside 7zz of that level, all others beside 7zz -mx9; two threads both. One row
a file and mode: wall time, processor time and peak memory as ratios, and the least and the largest
wall time ratio. Needs 7zz. lzenc decodes and compares what it made, as it always does."""
import os
import statistics
import sys
import tempfile
import time

OURS = {
    "default": [],
    "best": ["--best"],
    "7zip": ["--for=7zip"],
    "7zip-best": ["--for=7zip", "--best"],
    "lzma": ["--format=lzma"],
    "lzma-best": ["--format=lzma", "--best"],
    "f86-best": ["--format=f86", "--best"],
}


def run(command):
    """Wall seconds, processor seconds and peak KiB of one run."""
    time.sleep(.08)  # with real-time priority others get their turn here
    null = os.open(os.devnull, os.O_RDWR)
    start = time.monotonic()
    pid = os.fork()
    if pid == 0:
        os.dup2(null, 0)
        os.dup2(null, 1)
        os.execvp(command[0], command)
    _, status, used = os.wait4(pid, 0)
    wall = time.monotonic() - start
    os.close(null)
    if status:
        sys.exit(f"{command}: status {status}")
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss


def pair(lzenc, mode, path, folder):
    out = os.path.join(folder, "o.7z")
    level = mode if mode.isdigit() else "9"
    ours = ["-" + mode] if mode.isdigit() else OURS[mode]
    results = []
    for command in ([lzenc, "-q", "-f", "--threads=2", *ours, path, out],
                    ["7zz", "a", "-bd", "-t7z", "-mmt2", "-mx" + level, out, path]):
        if os.path.exists(out):
            os.unlink(out)
        results.append(run(command))
    return [a / b for a, b in zip(*results)]


def main():
    lzenc, runs, modes = sys.argv[1], int(sys.argv[2]), sys.argv[3].split(",")
    with tempfile.TemporaryDirectory() as folder:
        for path in sys.argv[4:]:
            for mode in modes:
                pair(lzenc, mode, path, folder)
                rows = list(zip(*(pair(lzenc, mode, path, folder) for _ in range(runs))))
                wall, cpu, memory = (statistics.median(r) for r in rows)
                print(f"{os.path.basename(path)} {mode}: wall {wall:.2f} ({min(rows[0]):.2f} to "
                      f"{max(rows[0]):.2f}), processor {cpu:.2f}, memory {memory:.2f}, {runs} pairs",
                      flush=True)


main()
