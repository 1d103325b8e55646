# SPDX-License-Identifier: MIT
"""Times tagextract and its peers in turn in the current folder (made by compare.sh) and prints the
median ratios of CPU and wall time."""
import os
import resource
import shutil
import statistics
import subprocess
import time

tool, runs = os.environ["TOOL"], int(os.environ["RUNS"])
globs = os.environ["ARGS"].split()
exts = os.environ["GLOBS"]


def measure(command, shell=False):
    for folder in ("out-ours", "out-theirs"):
        shutil.rmtree(folder, ignore_errors=True)
    os.makedirs("out-theirs")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run(command, shell=shell, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def pairs(name, ours, theirs, shell=False):
    measure(ours), measure(theirs, shell)
    cpu, wall = [], []
    for _ in range(runs):
        a, b = measure(ours), measure(theirs, shell)
        cpu.append(a[0] / b[0])
        wall.append(a[1] / b[1])
    print(f"{name}: CPU {statistics.median(cpu):.2f}, wall {statistics.median(wall):.2f} "
          f"(medians of {runs} pairs)")


rg = ["rg", "-lw", "-uu"] + globs + ["Tag_SC01", "tree"]
scan = [tool, "-q", "-n", "-e", exts, "Tag_SC01", "tree"]
pairs("scan, all threads / rg", scan, rg)
pairs("scan, 1 thread / rg -j1", scan + ["-j1"], rg + ["-j1"])
pairs("repeat scan with --cache / rg", scan + ["--cache", "cache.bin"], rg)
quoted = " ".join(f"'{g}'" for g in globs)
pairs("scan and copy / rg | xargs cp", [tool, "-q", "-f", "-e", exts, "Tag_SC01", "tree", "out-ours"],
      f"cd tree && rg -l0w -uu {quoted} Tag_SC01 | xargs -0 cp --parents -p -t ../out-theirs", True)
