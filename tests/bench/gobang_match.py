# SPDX-License-Identifier: MIT
"""gobang_match.py ENGINE ENGINE [--games N] [--ms N] [--side N] [--rule MASK] [--openings FILE]
[--sgf FOLDER]

Games between two programs that speak the Gomocup protocol, each opening with both colours: those of a file (a
line is one, of points as H8), else random stones around the middle. The referee knows the rules freestyle (0) and exactly five (1) by itself. A program that breaks them, ends or does
not answer in ten times its time loses. Prints games won, lost and drawn by the first one.
"""
import argparse
import os
import random
import select
import shlex
import subprocess
import sys
import time

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Lost(Exception):
    """The program is at fault."""


class Engine:
    def __init__(self, command, args):
        self.args = args
        self.rest = b""
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def say(self, *lines):
        try:
            self.process.stdin.write("".join(line + "\r\n" for line in lines).encode())
            self.process.stdin.flush()
        except OSError as error:
            raise Lost("it has ended") from error

    def hear(self):
        """The next line that is an answer."""
        end = time.time() + 10 * self.args.ms / 1000 + 10
        while True:
            line, newline, rest = self.rest.partition(b"\n")
            if newline:
                self.rest = rest
                text = line.decode("ascii", "replace").strip()
                if text and text.split()[0] not in ("MESSAGE", "DEBUG"):
                    return text
                continue
            if not select.select([self.process.stdout], [], [], max(0, end - time.time()))[0]:
                raise Lost("no answer")
            part = os.read(self.process.stdout.fileno(), 65536)
            if not part:
                raise Lost("it has ended")
            self.rest += part

    def new_game(self):
        self.say(f"START {self.args.side}")
        answer = self.hear()
        if answer != "OK":
            raise Lost(answer)
        self.say(f"INFO rule {self.args.rule}", f"INFO timeout_turn {self.args.ms}", "INFO timeout_match 0",
                 "INFO time_left 2147483647", "INFO max_memory 367001600", "INFO game_type 1")

    def first(self, stones):
        """Its move after an opening, of which the last stone is the other side's."""
        own = len(stones) % 2
        self.say("BOARD", *(f"{x},{y},{1 if i % 2 == own else 2}" for i, (x, y) in enumerate(stones)), "DONE")
        return self.move()

    def next(self, other):
        self.say(f"TURN {other[0]},{other[1]}")
        return self.move()

    def move(self):
        answer = self.hear()
        try:
            x, y = (int(word) for word in answer.split(","))
        except ValueError:
            raise Lost(answer) from None
        return x, y

    def end(self):
        try:
            self.say("END")
            self.process.wait(5)
        except (Lost, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


def wins(stones, rule):
    """Does the last stone make a five?"""
    mine = set(stones[(len(stones) - 1) % 2::2])
    x, y = stones[-1]
    for dx, dy in DIRECTIONS:
        run = 1
        for way in (1, -1):
            step = 1
            while (x + way * step * dx, y + way * step * dy) in mine:
                run += 1
                step += 1
        if run == 5 or (run > 5 and rule == 0):
            return True
    return False


def openings(path, side):
    """Those of a file, as points."""
    with open(path, encoding="ascii") as file:
        lines = [line.split() for line in file if line.strip() and not line.startswith("#")]
    return [[(ord(word[0]) - 65, side - int(word[1:])) for word in words] for words in lines]


def opening(rng, args):
    """Stones around the middle, none of which makes a five."""
    stones, middle = [], args.side // 2
    for _ in range(rng.randint(3, 6)):
        while True:
            at = (middle + rng.randint(-3, 3), middle + rng.randint(-3, 3))
            if at not in stones:
                break
        stones.append(at)
    return stones


def game(first, second, stones, args):
    """Played on from an opening; the first one moves next. +1: it won, -1: it lost, 0: a draw."""
    stones = list(stones)
    players, begun = (first, second), [False, False]
    for number in range(args.side ** 2 - len(stones)):
        turn = number % 2
        player = players[turn]
        try:
            if not begun[turn]:
                player.new_game()
                at = player.first(stones)
                begun[turn] = True
            else:
                at = player.next(stones[-1])
            if at in stones or not all(0 <= v < args.side for v in at):
                raise Lost(f"no empty point: {at}")
        except Lost as reason:
            print(f"{player.process.args[0]}: {reason}", file=sys.stderr)
            player.process.kill()
            player.process.wait()
            return (1 if turn else -1), stones
        stones.append(at)
        if wins(stones, args.rule):
            return (-1 if turn else 1), stones
    return 0, stones


def save(folder, number, result, stones, args):
    text = "".join(f";{'BW'[i % 2]}[{chr(97 + x)}{chr(97 + y)}]" for i, (x, y) in enumerate(stones))
    with open(os.path.join(folder, f"game{number:04}.sgf"), "w", encoding="ascii") as file:
        file.write(f"(;FF[4]GM[4]SZ[{args.side}]C[{result}]\n{text}\n)\n")


def match(args):
    rng = random.Random(args.seed)
    engines = [Engine(args.a, args), Engine(args.b, args)]
    book = openings(args.openings, args.side) if args.openings else None
    score = {1: 0, -1: 0, 0: 0}
    for number in range(args.games):
        if number % 2 == 0:
            stones = book[number // 2 % len(book)] if book else opening(rng, args)
        swap = number % 2
        result, moves = game(engines[swap], engines[1 - swap], stones, args)
        result = -result if swap else result
        score[result] += 1
        if args.sgf:
            save(args.sgf, number, result, moves, args)
        if args.verbose:
            print(f"{number + 1}: {score[1]}-{score[-1]}-{score[0]}, {len(moves)} stones", flush=True)
        for i, engine in enumerate(engines):
            if engine.process.poll() is not None:
                engines[i] = Engine((args.a, args.b)[i], args)
    for engine in engines:
        engine.end()
    print(f"{score[1]}-{score[-1]}-{score[0]}")
    return score


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--ms", type=int, default=200)
    parser.add_argument("--side", type=int, default=15)
    parser.add_argument("--rule", type=int, choices=(0, 1), default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--openings")
    parser.add_argument("--sgf")
    parser.add_argument("--verbose", action="store_true")
    match(parser.parse_args())


if __name__ == "__main__":
    main()
