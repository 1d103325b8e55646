#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""vm.py BUILD: boots the virtual machine of the tests (vm.boot of the build folder) and prints, as a table in Markdown, what it
measured of spc and getpd and of the programs that it runs beside them. Its checks must all hold."""
import re
import statistics
import subprocess
import sys
import os

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import table  # noqa: E402


def times(words):
    values = sorted(float(word) for word in words.split())
    return f"median {statistics.median(values):.0f} ms ({values[0]:.0f} to {values[-1]:.0f})"


# what the machine prints, what is measured, the figure
LINES = (
    (r"INFO (\w+): (\d+) ghosts and (\d+) missed of (\d+)", lambda m: f"ports listed by {m[1]}, {m[4]} in all",
     lambda m: f"{m[2]} ghosts, {m[3]} missed"),
    (r"INFO findmnt and lsblk are right at (\d+) of (\d+) (.*)", lambda m: f"disks of {m[2]} {m[3]}",
     lambda m: f"getpd {m[2]} right, findmnt with lsblk {m[1]}"),
    (r"INFO from the device to the news in ms .*?: (.*)", lambda m: "device node to the row of `spc --watch`", lambda m: times(m[1])),
    (r"INFO from the device to the program in ms .*?: (.*)", lambda m: "device node to the program of `spc --wait`",
     lambda m: times(m[1])),
    (r"INFO sessions (.*): (\d+) replugs, (\d+) times under the other name", lambda m: f"replugs of one of two boards, {m[1]}",
     lambda m: f"{m[2]}, {m[3]} under the other name, no byte of the other board"),
)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    run = subprocess.run(["ctest", "--test-dir", sys.argv[1], "-R", "^vm.boot$", "-V"], stdout=subprocess.PIPE, encoding="utf-8",
                         errors="replace", check=False)
    failed = re.findall(r"^\d+: (?:FAIL|SKIP).*", run.stdout, re.M)
    if run.returncode or failed:
        sys.exit("\n".join(failed) or run.stdout[-2000:])
    rows = []
    for line in run.stdout.split("\n"):
        for pattern, what, figure in LINES:
            found = re.search(pattern, line)
            if found:
                rows.append((what(found), figure(found)))
    table(("in one virtual machine", "figure"), rows)


main()
