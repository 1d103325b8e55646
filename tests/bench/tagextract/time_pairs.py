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
pattern = "Tag_SC0[1-9]\\b"
pairs("--regex / rg", [tool, "-q", "-n", "-e", exts, "-r", pattern, "tree"],
      ["rg", "-l", "-uu"] + globs + [pattern, "tree"])
several = ["Tag_SC01", "EIP123456", "IB10820145", "MyChange", "LGE_CHANGE"]
pairs("five unlike tags / rg -e ...", [tool, "-q", "-n", "-e", exts, ",".join(several), "tree"],
      ["rg", "-lw", "-uu"] + globs + [w for t in several for w in ("-e", t)] + ["tree"])
with open("large.c", "wb") as f:
    line = b"  Status = gBS->LocateProtocol (&gEfiProtocolGuid, NULL, (VOID **)&Protocol); // a line\r\n"
    for _ in range(315000000 // (len(line) * 1000)):
        f.write(line * 999 + b"  /* a comment of its own */\r\n")
    f.write(b"// Tag_SC01\r\n")
pairs("a file of 315 MB / rg", [tool, "-q", "-n", "Tag_SC01", "large.c"], ["rg", "-lw", "Tag_SC01", "large.c"])
peak = subprocess.run([tool, "-q", "-n", "Tag_SC01", "large.c"], stdout=subprocess.DEVNULL, check=False) and \
    subprocess.run(["/usr/bin/time", "-f", "%M", tool, "-q", "-n", "Tag_SC01", "large.c"],
                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False).stderr.decode().strip()
print(f"a file of 315 MB: {peak} KB of memory")
quoted = " ".join(f"'{g}'" for g in globs)
pairs("scan and copy / rg | xargs cp", [tool, "-q", "-f", "-e", exts, "Tag_SC01", "tree", "out-ours"],
      f"cd tree && rg -l0w -uu {quoted} Tag_SC01 | xargs -0 cp --parents -p -t ../out-theirs", True)
