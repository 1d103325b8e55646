# SPDX-License-Identifier: MIT
"""gobang_wins.py PROGRAM PROVE SOURCE RULE COUNT [SEED]: positions with a win by force of 7 to 19 plies, a line each as
gobang_prove reads them. PROGRAM (gobang) finds them, SOURCE says where: random stones around the middle, or own
games; PROVE (gobang_prove) has proved every one. After each fourth comes a position without such a win: the same
with a stone of the other side where the win began, as PROVE says as well."""
import random
import subprocess
import sys

SIDE = 15
MASKS = {"freestyle": 0, "renju": 4}


class Engine:
    def __init__(self, program, rule):
        self.process = subprocess.Popen([program, "--engine", "--nodes=20000"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.say(f"START {SIDE}", f"INFO rule {MASKS[rule]}")
        self.process.stdout.readline()

    def say(self, *lines):
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()

    def think(self, black, white):
        """Value for the side to move, and its move."""
        own, other = (black, white) if len(black) == len(white) else (white, black)
        self.say("BOARD", *(f"{x},{y},1" for x, y in own), *(f"{x},{y},2" for x, y in other), "DONE")
        value = 0
        for line in self.process.stdout:
            words = line.split()
            if words[0] == "MESSAGE":
                value = int(words[4])
            elif "," in words[0]:
                x, y = words[0].split(",")
                return value, (int(x), int(y))
            else:
                return 0, None


def letters(stones):
    return "".join(chr(97 + x) + chr(97 + y) for x, y in sorted(stones)) or "-"


def prove(program, rule, colour, plies, black, white):
    """Plies of the win, 0 for none, None when it is not known."""
    line = f"{rule} {colour} {plies} {letters(black)} {letters(white)}"
    try:
        answer = subprocess.run([program], input=line + "\n", capture_output=True, text=True, timeout=10, check=True)
    except subprocess.TimeoutExpired:
        return None
    words = answer.stdout.split()
    return {"win": lambda: int(words[1]), "none": lambda: 0}.get(words[0], lambda: None)()


def has_five(stones):
    for x, y in stones:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all((x + i * dx, y + i * dy) in stones for i in range(5)):
                return True
    return False


def random_position(rng):
    points = [(x, y) for x in range(3, 12) for y in range(3, 12)]
    stones = rng.sample(points, rng.randint(9, 20))
    return stones[0::2], stones[1::2]


def own_positions(engine, rng):
    """All positions of a game that begins at random."""
    stones = rng.sample([(x, y) for x in range(5, 10) for y in range(5, 10)], 4)
    black, white = stones[0::2], stones[1::2]
    while len(black) + len(white) < 60 and not has_five(black) and not has_five(white):
        yield list(black), list(white)
        _, move = engine.think(black, white)
        if move is None:
            return
        (black if len(black) == len(white) else white).append(move)


def candidates(source, engine, rng):
    while True:
        if source == "random":
            yield random_position(rng)
        else:
            found = list(own_positions(engine, rng))
            yield from rng.sample(found, min(8, len(found)))


def main():
    program, prover, source, rule, count = sys.argv[1:5] + [int(sys.argv[5])]
    rng = random.Random(int(sys.argv[6]) if len(sys.argv) > 6 else 5)
    engine = Engine(program, rule)
    wins = 0
    without = 0
    for black, white in candidates(source, engine, rng):
        if has_five(black) or has_five(white):
            continue
        colour = "black" if len(black) == len(white) else "white"
        value, move = engine.think(black, white)
        if value < 29900 or value > 30000 - 7:
            continue
        plies = prove(prover, rule, colour, 19, black, white)
        if plies is None or plies < 7:
            continue
        print(f"{rule} {colour} {plies} {letters(black)} {letters(white)}", flush=True)
        wins += 1
        if without < wins // 4:
            (white if colour == "black" else black).append(move)
            if prove(prover, rule, colour, 13, black, white) == 0:
                print(f"{rule} {colour} 0 {letters(black)} {letters(white)}", flush=True)
                without += 1
        if wins >= count and without >= wins // 4:
            return


main()
