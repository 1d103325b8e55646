# SPDX-License-Identifier: MIT
"""--play --size: another board is kept, and its record, apart from those of 4x4."""
import os
import tempfile

from screen import Game


def read(place, name):
    with open(os.path.join(place, ".config/biosbelt", name), encoding="ascii") as file:
        return file.read()


def kept(place, side, message):
    game = Game(place, f"--size={side}", first=message)
    shown = game.shown()
    game.keys("q")
    assert game.status() == 0
    return shown


def is_kept(side):
    place = tempfile.mkdtemp(dir=os.environ["SCRATCH"])
    name = f"{side}x{side}.txt"
    game = Game(place, f"--size={side}", "--seed=5")
    game.play("asdwasdwasdw")
    game.close_terminal()
    game.status()
    points, moves = kept(place, side, b"goes on")
    assert points > 0 and moves > 4, (points, moves)
    assert int(read(place, "2048-best-" + name)) == points
    assert read(place, "2048-running-" + name).startswith(f"{side} ")
    assert not os.path.exists(os.path.join(place, ".config/biosbelt/2048-best.txt"))
    # the computer's points are nobody's record; undo takes the move back
    game = Game(place, f"--size={side}")
    game.keys("p", 1)
    game.keys("pu", 0.3)
    game.keys("q")
    assert game.status() == 0
    assert int(read(place, "2048-best-" + name)) == points
    # damage is set aside
    with open(os.path.join(place, ".config/biosbelt/2048-running-" + name), "a", encoding="ascii") as file:
        file.write("x")
    assert kept(place, side, b"set aside") == (0, 0)
    path = os.path.join(place, ".config/biosbelt/2048-running-" + name)
    assert os.path.exists(path + ".damaged")
    # so is what is too large to be a game; what cannot be read stays, and the new game is not kept
    os.truncate(path, 5 << 20)
    assert kept(place, side, b"set aside") == (0, 0)
    assert os.path.getsize(path + ".damaged") == 5 << 20
    os.remove(path)
    os.symlink(os.path.basename(path), path)
    game = Game(place, f"--size={side}", first=b"cannot be kept")
    game.keys("asdw")
    game.keys("q")
    assert os.WEXITSTATUS(game.status()) == 1
    assert os.readlink(path) == os.path.basename(path)


def two_at_once():
    place = tempfile.mkdtemp(dir=os.environ["SCRATCH"])
    first, second = Game(place, "--size=3"), Game(place, "--size=3", first=b"not kept")
    for game, status in ((first, 0), (second, 1)):
        game.keys("q")
        assert os.WEXITSTATUS(game.status()) == status


is_kept(3)
is_kept(5)
two_at_once()
