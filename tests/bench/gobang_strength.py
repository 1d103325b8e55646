#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gobang_strength.py GOBANG FOLDER [--games=N] [--openings=FILE] [PEER=COMMAND]...: who wins, as a table.

Every row is a match of `gobang match`: each opening is played with both colours. PEER is pela, carbon or wine, a program
of the Gomocup protocol; rows of peers that are not given are left out. A match that is over is kept in FOLDER as JSON and
not played again by the same GOBANG with the same options and peer; N limits the games of each row."""
import hashlib
import json
import math
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from measure import table  # noqa: E402

NAMES = {"pela": "Pela 7.9", "carbon": "Carbon 2.3", "wine": "Wine 2018"}
ROWS = ((2, 1, 150), (3, 2, 100), (3, "pela", 200), (3, "carbon", 200), (4, 3, 60), (4, "pela", 150),
        (4, "carbon", 124), (4, "wine", 200))


def players(gobang, words, peer):
    """A hash of what a match depends on beside levels and games: the program, options with their files, the peer."""
    program = pathlib.Path(shutil.which(gobang)).read_bytes()
    parts = [program, *(word.encode() for word in words), *(pathlib.Path(word.split("=", 1)[1]).read_bytes() for word in words),
             peer.encode()]
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def played(gobang, folder, level, other, games, words, peers):
    """The result of a match, from FOLDER if it is there."""
    kept = folder / f"{level}-{other}-{games}.json"
    by = players(gobang, words, peers.get(other, ""))
    match = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    if match.get("players") != by:
        theirs = peers.get(other, f"{gobang} --engine --level={other}")
        shown = subprocess.run([gobang, "match", "-q", "--json", "--ms=100", f"--games={games}", *words,
                                f"{gobang} --engine --level={level}", theirs],
                               stdout=subprocess.PIPE, check=True).stdout
        match = {"players": by, "result": json.loads(shown)}
        kept.write_text(json.dumps(match), "utf-8")
    return match["result"]


def share(result):
    """Percent of the points, with the interval of 95 %."""
    won, drawn = result["won"], result["drawn"]
    games = won + drawn + result["lost"]
    mean = (won + drawn / 2) / games
    spread = (won + drawn / 4) / games - mean * mean
    return f"{100 * mean + 1e-9:.0f} % +- {100 * 1.96 * math.sqrt(spread / games):.0f}"


def rows(gobang, folder, most, words, peers):
    for level, other, games in ROWS:
        if isinstance(other, str) and other not in peers:
            continue
        result = played(gobang, folder, level, other, min(games, most), words, peers)
        yield [f"level {level}", NAMES.get(other, f"level {other}"), "fixed work" if level == 2 else "0.1 s",
               f"{result['won']}-{result['lost']}-{result['drawn']}", share(result)]


def main():
    options = [word for word in sys.argv[1:] if word.startswith("--")]
    operands = [word for word in sys.argv[1:] if not word.startswith("--")]
    peers = dict(word.split("=", 1) for word in operands[2:])
    most = min([1000, *(int(word[8:]) for word in options if word.startswith("--games="))])
    words = [word for word in options if word.startswith("--openings=")]
    if len(operands) < 2 or set(peers) - set(NAMES):
        sys.exit(__doc__)
    folder = pathlib.Path(operands[1])
    folder.mkdir(parents=True, exist_ok=True)
    table(["player", "opponent", "limit", "won-lost-drawn", "share"], rows(operands[0], folder, most, words, peers))


main()
