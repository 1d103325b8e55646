#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""strength.py PROGRAM FOLDER [LARGE] [--games=N] [--only=WORD]: plays the tables of strength of
docs/benchmarks.md again, with their seeds, and prints them as rows of Markdown.

FOLDER keeps the finished games of each row: a run that is stopped goes on from there. LARGE is the
file of the large network (git show a47cfae:data/2048ai.net); without it its rows are left out.
--games plays the first N games of each row only, --only the rows whose name has that word. All
rows with all games take about seven hours of a processor, --games=40 an hour and a half.

The same program plays the same games on every processor of one kind (x86-64 with AVX2, or
without), so all games of a row differ from the table only when the player does. The first few of a row may
by luck: 40 games of "large, 750 nodes" have 645,537 +- 51,181 points, 120 have 571,327 +- 32,080."""
import json
import os
import subprocess
import sys

# name, arguments, games, needs the large network, average in the table (points, +-)
ROWS = (
    ("in the program, 750 nodes", ["--nodes=750", "--seed=60607"], 213, False, (511172, 28555)),
    ("large, 750 nodes", ["--nodes=750", "--seed=20481"], 400, True, (567350, 18985)),
    ("large, 18,000 nodes", ["--nodes=18000", "--seed=20481"], 400, True, (590740, 20228)),
    ("large, 18,000 nodes, other seed", ["--nodes=18000", "--seed=30481"], 738, True, (589841, 14235)),
    ("large, 125,000 nodes", ["--nodes=125000", "--seed=20481"], 60, True, (587675, 49473)),
    ("expectimax, 25,000 nodes", ["--player=expectimax", "--nodes=25000", "--seed=20481"], 36, False,
     (144234, 24999)),
    ("expectimax, 200,000 nodes", ["--player=expectimax", "--nodes=200000", "--seed=20481"], 100, False,
     (254057, 19311)),
    ("minimax, 60,000 nodes", ["--player=minimax", "--nodes=60000", "--seed=20481"], 100, False, (38588, 4077)),
    ("minimax, 220,000 nodes", ["--player=minimax", "--nodes=220000", "--seed=20481"], 100, False, (45064, 3812)),
)


def share(document, tile):
    for line in document["tiles"]:
        if line["tile"] == tile:
            return "%.1f %% (%.1f to %.1f)" % (100 * line["games"] / document["games"], 100 * line["low"],
                                               100 * line["high"])
    return ""


def play(program, folder, large, row, games):
    name, arguments, _, needs, (points, width) = row
    # a row with fewer games has settings of its own
    state = os.path.join(folder, "%s-%d.state" % (name.replace(" ", "-").replace(",", ""), games))
    command = [program, "--auto", "--json", "--games=%d" % games, "--state=" + state] + arguments
    if needs:
        command.append("--data=" + large)
    run = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    told = json.loads(run.stdout)
    low, high = told["average"] - told["half_width_95"], told["average"] + told["half_width_95"]
    inside = low <= points + width and high >= points - width
    return "| %s | %.3f ms | %d | %.0f +- %.0f | %s | %s | %s | %d +- %d: %s |" % (
        name, told["cpu_us"] / 1000 / told["moves"], told["games"], told["average"], told["half_width_95"],
        share(told, 8192), share(told, 16384), share(told, 32768), points, width,
        "agrees" if inside else "DIFFERS")


def main():
    plain = [word for word in sys.argv[1:] if not word.startswith("--")]
    options = dict(word[2:].split("=", 1) for word in sys.argv[1:] if word.startswith("--"))
    if len(plain) not in (2, 3):
        sys.exit(__doc__)
    program, folder = plain[:2]
    os.makedirs(folder, exist_ok=True)
    print("| player | CPU a move | games | average (95 %) | 8192 | 16384 | 32768 | in the table |")
    print("|---|---|---|---|---|---|---|---|")
    for row in ROWS:
        if (row[3] and len(plain) < 3) or options.get("only", "") not in row[0]:
            continue
        games = min(row[2], int(options.get("games", row[2])))
        print(play(program, folder, plain[2] if row[3] else None, row, games), flush=True)


if __name__ == "__main__":
    main()
