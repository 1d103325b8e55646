# SPDX-License-Identifier: MIT
"""gobang_openings.py PROGRAM COUNT: openings of five stones on 15x15 that level 4 finds even, a line each, for
gobang_match.py. What is even depends on level 4: gobang_openings.txt is from an earlier one and stays as it is, so that
matches can be compared; the present one makes another file with the same seed."""
import random
import subprocess
import sys

SIDE = 15
EVEN = 15  # the value for either side, at most
STONES = 5


def main():
    program, count = sys.argv[1], int(sys.argv[2])
    rng = random.Random(15)
    engine = subprocess.Popen([program, "--engine", "--nodes=30000"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True)
    engine.stdin.write(f"START {SIDE}\n")
    seen = set()
    print(f"# Even openings: {STONES} stones in turn, made by gobang_openings.py")
    while count > 0:
        stones = [(7, 7)]
        while len(stones) < STONES:
            at = (7 + rng.randint(-3, 3), 7 + rng.randint(-3, 3))
            if at not in stones:
                stones.append(at)
        key = (frozenset(stones[0::2]), frozenset(stones[1::2]))
        if key in seen:
            continue
        seen.add(key)
        lines = [f"{x},{y},{1 if i % 2 else 2}" for i, (x, y) in enumerate(stones)]
        engine.stdin.write("\n".join(["BOARD", *lines, "DONE"]) + "\n")
        engine.stdin.flush()
        value = None
        for line in engine.stdout:
            words = line.split()
            if words[0] == "MESSAGE":
                value = int(words[4])
            elif "," in words[0]:
                break
        if abs(value) <= EVEN:
            print(" ".join(chr(65 + x) + str(SIDE - y) for x, y in stones), flush=True)
            count -= 1
    engine.stdin.close()


main()
