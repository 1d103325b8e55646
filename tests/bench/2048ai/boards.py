#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""boards.py 2048AI [RUNS]: what one answer costs with the network in the program, start and end of the process
included: CPU time (least to largest of RUNS, 5 if not given) and resident memory of --board, as a table in Markdown.
Later stages of the network are unpacked when a board can lead there."""
import os
import subprocess
import sys

BOARDS = (("64107300a210c000", "up to 4096"), ("eda21c8b73214211", "16384 and all below: every stage"))


def run(program, board):
    """CPU seconds and peak KiB of one answer."""
    child = subprocess.Popen([program, "--board=" + board, "--quiet"], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        sys.exit(f"boards.py: {board}: status {status}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print("| board | CPU time | memory |\n|---|---|---|")
    for board, words in BOARDS:
        seconds, peaks = zip(*(run(sys.argv[1], board) for _ in range(runs)))
        print(f"| {board} ({words}) | {min(seconds):.2f} to {max(seconds):.2f} s | {max(peaks) / 1024:.0f} MB |")


if __name__ == "__main__":
    main()
