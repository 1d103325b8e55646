#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""strength.py PROGRAM FOLDER [LARGE] [--games=N] [--only=WORD]: whole games of the players by their seeds, a row of
Markdown each: none is left out, intervals of 95 %.

FOLDER keeps the finished games of each row: a run that is stopped goes on from there. LARGE is the file of the large
network (git show a47cfae:data/2048ai.net); without it its rows are left out. --games plays the first N games of each
row only, --only the rows whose name has that word. All rows with all games take about seven hours of a processor,
--games=40 an hour and a half.

The same program plays the same games on every processor of one kind (x86-64 with AVX2, or without), so all games of a
row differ from an earlier table only when the player does. A few games say little: 40 of "large, 750 nodes" have
645,537 +- 51,181 points, 120 have 571,327 +- 32,080."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from measure import table  # noqa: E402

# name, arguments, games, needs the large network
ROWS = (
    ("in the program, 750 nodes", ["--nodes=750", "--seed=81001"], 400, False),
    ("large, 750 nodes", ["--nodes=750", "--seed=20481"], 400, True),
    ("large, 18,000 nodes", ["--nodes=18000", "--seed=20481"], 708, True),
    ("large, 18,000 nodes, other seed", ["--nodes=18000", "--seed=30481"], 738, True),
    ("large, 125,000 nodes", ["--nodes=125000", "--seed=20481"], 60, True),
    ("expectimax, 25,000 nodes", ["--player=expectimax", "--nodes=25000", "--seed=20481"], 36, False),
    ("expectimax, 200,000 nodes", ["--player=expectimax", "--nodes=200000", "--seed=20481"], 100, False),
    ("minimax, 60,000 nodes", ["--player=minimax", "--nodes=60000", "--seed=20481"], 100, False),
    ("minimax, 220,000 nodes", ["--player=minimax", "--nodes=220000", "--seed=20481"], 100, False),
    ("3x3, 20,000 nodes", ["--size=3", "--nodes=20000", "--seed=20481"], 100, False),
    ("5x5, 300 nodes", ["--size=5", "--nodes=300", "--seed=20481"], 20, False),
)


def share(result, tile):
    """How many games have the tile, with its interval; empty where none has it."""
    for line in result["tiles"]:
        if line["tile"] == tile:
            return "%.1f %% (%.1f to %.1f)" % (100 * line["games"] / result["games"], 100 * line["low"], 100 * line["high"])
    return ""


def play(program, folder, large, row, games):
    name, arguments, _, needs = row
    # a row with fewer games has settings of its own
    state = os.path.join(folder, "%s-%d.state" % (name.replace(" ", "-").replace(",", ""), games))
    command = [program, "--auto", "--json", "--threads=1", "--games=%d" % games, "--state=" + state] + arguments
    if needs:
        command.append("--data=" + large)
    run = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    result = json.loads(run.stdout)
    return (name, "%.3f ms" % (result["cpu_us"] / 1000 / result["moves"]), result["games"],
            "%s +- %s" % (format(round(result["average"]), ","), format(round(result["half_width_95"]), ",")),
            *(share(result, tile) for tile in (2048, 8192, 16384, 32768)))


def main():
    plain = [word for word in sys.argv[1:] if not word.startswith("--")]
    options = dict(word[2:].split("=", 1) for word in sys.argv[1:] if word.startswith("--"))
    if len(plain) not in (2, 3):
        sys.exit(__doc__)
    program, folder = plain[:2]
    os.makedirs(folder, exist_ok=True)
    chosen = [row for row in ROWS if options.get("only", "") in row[0] and (len(plain) == 3 or not row[3])]
    table(("player", "CPU a move", "games", "average", "2048", "8192", "16384", "32768"),
          (play(program, folder, plain[-1], row, min(row[2], int(options.get("games", row[2])))) for row in chosen))


if __name__ == "__main__":
    main()
