#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""boards.py 2048AI [RUNS]: what one answer costs with the network in the program, start and end of the process
included: CPU time (least to largest of RUNS, 5 if not given) and resident memory of --board, as a table in Markdown.
Later stages of the network are unpacked when a board can lead there."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from measure import cost, table  # noqa: E402

BOARDS = (("64107300a210c000", "up to 4096"), ("eda21c8b73214211", "16384 and all below: every stage"))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    answers = ((f"{board} ({words})", [cost([sys.argv[1], "--board=" + board, "--quiet"]) for _ in range(runs)])
               for board, words in BOARDS)
    table(("board", "CPU time", "memory"),
          ((what, f"{min(r.cpu for r in seen):.2f} to {max(r.cpu for r in seen):.2f} s", f"{max(r.peak for r in seen):.0f} MB")
           for what, seen in answers))


if __name__ == "__main__":
    main()
