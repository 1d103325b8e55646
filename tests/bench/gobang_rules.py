# SPDX-License-Identifier: MIT
"""gobang_rules.py [COUNT [SEED]]: a referee of its own, from the rules of renju (RIF) and caro as they are written,
against the tiny engine's: who has won, and what black may not play. COUNT positions of each kind: random stones, and
shapes of threes, fours and long rows put through one point. Builds common/gobang with cc (or $CC)."""
import ctypes
import os
import random
import subprocess
import sys
import tempfile

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FREESTYLE, EXACT, RENJU, CARO, CARO_EXACT = range(5)
EMPTY, BLACK, WHITE, WALL = range(4)
STRIDE = 32
STEPS = (1, STRIDE, STRIDE + 1, STRIDE - 1)
NEAR = 5

# ---- the referee -----------------------------------------------------------------------------------------------


def new_board(side):
    return [EMPTY if 6 <= i % STRIDE < 6 + side and 6 <= i // STRIDE < 6 + side else WALL
            for i in range(STRIDE * (side + 12))]


def place(x, y):
    return (y + 6) * STRIDE + x + 6


def row(board, at, step, colour):
    """The first and last point of the row of colour that at is part of; the stone need not be there."""
    first = last = at
    while board[first - step] == colour:
        first -= step
    while board[last + step] == colour:
        last += step
    return first, last


def has_won(board, at, rule):
    colour = board[at]
    for step in STEPS:
        first, last = row(board, at, step, colour)
        length = (last - first) // step + 1
        if length < 5:
            continue
        if rule == FREESTYLE or (rule == RENJU and colour == WHITE) or length == 5 and rule < CARO:
            return True
        # Piskvork's text: five "must not be blocked by opponent at both ends"; its border blocks nothing
        # with 9, "exactly five" as well, more do not win
        shut = {board[first - step], board[last + step]} == {3 - colour}
        if (rule == CARO and (length > 5 or not shut)) or (rule == CARO_EXACT and length == 5 and not shut):
            return True
    return False


def makes_five(board, at, step):
    first, last = row(board, at, step, BLACK)
    return (last - first) // step + 1 == 5


def fours(board, at, step):
    """The fours that the stone on at is part of: the other four of each exact five that one more stone makes."""
    found = set()
    for distance in range(-4, 5):
        more = at + distance * step
        if board[more] != EMPTY:
            continue
        first, last = row(board, more, step, BLACK)
        if (last - first) // step + 1 == 5 and first <= at <= last:
            found.add(frozenset(p for p in range(first, last + 1, step) if p != more))
    return found


def straight_four(board, at, step):
    """Is the stone on at part of four in a row that a stone at either end makes an exact five?"""
    first, last = row(board, at, step, BLACK)
    if (last - first) // step + 1 != 4:
        return False
    return all(board[end] == EMPTY and makes_five(board, end, step) for end in (first - step, last + step))


def is_three(board, at, step):
    """May one more stone, on a point that is allowed, make a straight four with the stone on at?"""
    for distance in range(-4, 5):
        more = at + distance * step
        if board[more] != EMPTY:
            continue
        board[more] = BLACK
        first, last = row(board, at, step, BLACK)
        straight = first <= more <= last and straight_four(board, at, step) and \
            not any(makes_five(board, more, other) for other in STEPS)
        board[more] = EMPTY
        if straight and not forbidden(board, more):
            return True
    return False


def forbidden(board, at):
    """May black not play to the empty point?"""
    board[at] = BLACK
    try:
        if any(makes_five(board, at, step) for step in STEPS):
            return False
        lengths = [(row(board, at, step, BLACK)[1] - row(board, at, step, BLACK)[0]) // step + 1 for step in STEPS]
        if max(lengths) > 5:
            return True
        count = [len(fours(board, at, step)) for step in STEPS]
        if sum(count) >= 2:
            return True
        return sum(1 for step, four in zip(STEPS, count) if four == 0 and is_three(board, at, step)) >= 2
    finally:
        board[at] = EMPTY


# ---- the engine ------------------------------------------------------------------------------------------------


def build(folder):
    path = os.path.join(folder, "tiny.so")
    room = os.path.join(TOP, "common", "gobang")
    sources = [os.path.join(room, name) for name in sorted(os.listdir(room)) if name.endswith(".c")]
    with open(os.path.join(folder, "size.c"), "w", encoding="ascii") as file:
        file.write('#include "biosbelt/gobang_tiny.h"\n'
                   "unsigned tiny_size(void) { return sizeof(struct gobang_tiny); }\n"
                   "unsigned tiny_at(unsigned x, unsigned y) { return GOBANG_AT(x, y); }\n")
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-I", os.path.join(TOP, "include"), "-o", path,
                    os.path.join(folder, "size.c"), *sources], check=True)
    lib = ctypes.CDLL(path)
    lib.gobang_tiny_wins.restype = lib.gobang_tiny_forbidden.restype = ctypes.c_bool
    for call in (lib.gobang_tiny_clear, lib.gobang_tiny_set):
        call.argtypes = [ctypes.c_char_p] + [ctypes.c_uint8] * (2 if call is lib.gobang_tiny_clear else 3)
    lib.gobang_tiny_wins.argtypes = [ctypes.c_char_p, ctypes.c_uint16]
    lib.gobang_tiny_forbidden.argtypes = [ctypes.c_char_p, ctypes.c_uint16, ctypes.c_bool]
    return lib


class Tiny:
    def __init__(self, lib):
        self.lib = lib
        self.state = ctypes.create_string_buffer(lib.tiny_size())

    def set(self, side, rule, stones):
        self.lib.gobang_tiny_clear(self.state, side, rule)
        for (x, y), colour in stones.items():
            self.lib.gobang_tiny_set(self.state, x, y, colour)

    def wins(self, at):
        return self.lib.gobang_tiny_wins(self.state, self.lib.tiny_at(*at))

    def forbidden(self, at, sure):
        return self.lib.gobang_tiny_forbidden(self.state, self.lib.tiny_at(*at), sure)


# ---- positions -------------------------------------------------------------------------------------------------

# Black's stones (X), white's (O) and empty points along a line; one of the dots or X is the point in question.
SHAPES = ("..XXX..", ".X.XX.", "..XX.X.", "OXX.X.", ".XXX.X.", ".XXX.XX", "XX.XX.XX", "X.XXX.X", "XXX...XXX", ".XX..XX.",
          "OX.XX..", ".XXX.O", "X.XX.X", ".X.X.X.X.", "XXX.XXX", "OXXXX.", "OXXXXXO", ".XXXXXO", "XXXXXX", "OXX.XXO",
          "O.XXX.O", "X..XX..X", ".XX.X..X.", "..XXX.X..", "XX..XX..X", "OXXXXXX", ".OOOOO.", "XOOOOOX", "OOOOOO")


def random_position(rng, side):
    stones, density = {}, rng.uniform(0.05, 0.8)
    bias = rng.uniform(0.3, 0.8)
    cx, cy = rng.randrange(side), rng.randrange(side)
    for x in range(max(0, cx - NEAR), min(side, cx + NEAR + 1)):
        for y in range(max(0, cy - NEAR), min(side, cy + NEAR + 1)):
            if (x, y) != (cx, cy) and rng.random() < density:
                stones[x, y] = BLACK if rng.random() < bias else WHITE
    return (cx, cy), stones


def built_position(rng, side):
    """Shapes through one point in two to four directions, often crossed by others, and some noise."""
    stones = {}
    cx, cy = rng.randrange(side), rng.randrange(side)
    centres = [(cx, cy)]
    for number in range(rng.randint(2, 6)):
        dx, dy = rng.choice(((1, 0), (0, 1), (1, 1), (-1, 1)))
        shape = rng.choice(SHAPES)[::rng.choice((1, -1))]
        x, y = centres[0] if number < 3 else rng.choice(centres)
        middle = rng.randrange(len(shape))
        for i, what in enumerate(shape):
            at = (x + (i - middle) * dx, y + (i - middle) * dy)
            if not all(0 <= v < side for v in at) or at in stones:
                continue
            if what != ".":
                stones[at] = BLACK if what == "X" else WHITE
            elif rng.random() < 0.5:
                centres.append(at)
    for _ in range(rng.choice((0, 0, 2, 6))):
        stones.setdefault((rng.randrange(side), rng.randrange(side)), rng.choice((BLACK, WHITE)))
    stones.pop((cx, cy), None)
    return (cx, cy), stones


def show(side, at, stones):
    for y in range(side):
        print(" ".join("*" if (x, y) == at else ".XO"[stones.get((x, y), 0)] for x in range(side)))


def check(tiny, side, at, stones, tally):
    board = new_board(side)
    for (x, y), colour in stones.items():
        board[place(x, y)] = colour
    faults = []
    point = place(*at)
    tiny.set(side, RENJU, stones)
    truth, sure, perhaps = forbidden(board, point), tiny.forbidden(at, True), tiny.forbidden(at, False)
    tally["forbidden"] += truth
    tally["sure"] += sure
    tally["perhaps"] += perhaps
    if sure and not truth or truth and not perhaps:
        faults.append(f"forbidden: {truth}, sure {sure}, perhaps {perhaps}")
    for colour in (BLACK, WHITE):
        for rule in range(5):
            board[point] = colour
            tiny.set(side, rule, {**stones, at: colour})
            won = has_won(board, point, rule)
            tally["won"] += won
            if tiny.wins(at) != won:
                faults.append(f"rule {rule}, colour {colour}: won {won}")
    if faults:
        show(side, at, stones)
        print(*faults, sep="\n", flush=True)
    return len(faults)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    with tempfile.TemporaryDirectory() as folder:
        tiny = Tiny(build(folder))
        bad = 0
        for make in (random_position, built_position):
            tally = {"forbidden": 0, "sure": 0, "perhaps": 0, "won": 0}
            for _ in range(count):
                side = rng.choice((15, 15, 15, 20, 7))
                bad += check(tiny, side, *make(rng, side), tally)
                if bad > 20:
                    sys.exit("too many")
            print(f"{make.__name__}: {count} positions,", ", ".join(f"{v} {k}" for k, v in tally.items()))
    sys.exit(f"{bad} faults" if bad else 0)


main()
