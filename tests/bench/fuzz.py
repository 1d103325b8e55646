#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fuzz.py FOLDER SECONDS [TARGET...]: runs libFuzzer targets (cmake --preset fuzz; FOLDER is build/fuzz/fuzz) from their
saved inputs, each for so many seconds, and prints a table in Markdown: inputs run, CPU time of one, and crashes, leaks and
hangs (an input of more than 20 s, or more than 2 GiB)."""
import os
import re
import subprocess
import sys
import tempfile

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import cost, table  # noqa: E402


def row(folder, target, seconds):
    with tempfile.TemporaryDirectory() as found, tempfile.TemporaryFile() as log:
        seeds = os.path.join(TOP, "tests/data/fuzz", target)
        spent = cost([os.path.join(folder, "fuzz_" + target), f"-max_total_time={seconds}", "-seed=1", "-entropic=0", "-max_len=262144",
                      "-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1", found, *([seeds] if os.path.isdir(seeds) else [])],
                     allowed=range(-64, 256), stderr=log, cwd=found)
        log.seek(0)
        shown = log.read().decode("utf-8", "replace")
        bad = [name for name in os.listdir(found) if re.match("crash-|leak-|timeout-|oom-", name)]
    done = re.search(r"number_of_executed_units: (\d+)", shown)
    inputs = int(done[1]) if done else 0
    failed = re.search(r"^SUMMARY: (.*)", shown, re.M) if bad or not done else None
    return f"`{target}`", f"{inputs:,}", f"{spent.cpu / max(inputs, 1) * 1000:.3f} ms", failed[1] if failed else len(bad)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder, seconds = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    os.environ.setdefault("ASAN_OPTIONS", "quarantine_size_mb=1:thread_local_quarantine_size_kb=64:malloc_context_size=0:max_malloc_fill_size=0")  # as script/fuzz
    targets = sys.argv[3:] or sorted(name[5:] for name in os.listdir(folder) if name.startswith("fuzz_"))
    table(("target", "inputs", "CPU an input", "crashes, leaks, hangs"), (row(folder, target, seconds) for target in targets))


main()
