# SPDX-License-Identifier: MIT
"""What the programs that make tables of docs/benchmarks.md share: the cost of a command, and tables in Markdown."""
import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple


class Cost(NamedTuple):
    """One run of a command: seconds of wall time and of processor time (user and system), peak MiB."""
    wall: float
    cpu: float
    peak: float


def cost(args, allowed=(0,), **popen):
    """Runs ARGS, whose status must be allowed, with its output thrown away unless POPEN says where it goes."""
    for name in ("stdin", "stdout", "stderr"):
        popen.setdefault(name, subprocess.DEVNULL)
    with tempfile.NamedTemporaryFile() as peak:
        # GNU time for the memory alone: the kernel counts this interpreter's own for a child that it starts.
        begin = time.monotonic()
        with subprocess.Popen(["/usr/bin/time", "-q", "-o", peak.name, "-f", "%M", *args], **popen) as child:
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - begin
        if child.returncode not in allowed:
            sys.exit(f"{' '.join(args)}: status {child.returncode}")
        return Cost(wall, used.ru_utime + used.ru_stime, int(peak.read()) / 1024)


def pairs(ours, theirs, rounds):
    """Costs of two commands that run in turn, ROUNDS times: functions that return a Cost."""
    return [(ours(), theirs()) for _ in range(rounds)]


def median(values):
    return statistics.median(list(values))


def table(head, rows):
    """Prints a table; rows may come one by one, as they are measured."""
    print("| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|", flush=True)
    for row in rows:
        print("| " + " | ".join(str(field) for field in row) + " |", flush=True)
