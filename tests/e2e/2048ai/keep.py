# SPDX-License-Identifier: MIT
"""The record of --play: whatever ends the program, and however many run at once."""
import os
import re
import signal
import subprocess
import tempfile

from screen import PROGRAM, Game, record, scores

BY_HAND = "asda" * 6


def home():
    return tempfile.mkdtemp(dir=os.environ["SCRATCH"])


def ends():
    for end in (signal.SIGHUP, signal.SIGTERM, "terminal closed", "q"):
        place = home()
        game = Game(place, "--seed=1")
        game.play(BY_HAND)
        if end == "q":
            game.keys("q")
        elif end == "terminal closed":
            game.close_terminal()
        else:
            game.kill(end)
        assert os.WIFEXITED(game.status()), end
        assert record(place) > 0, end


def kill_at_once():
    place = home()
    game = Game(place, "--seed=1")
    game.play(BY_HAND)
    game.kill(signal.SIGKILL)
    game.status()
    assert record(place) > 0


def two_games():
    place = home()
    first, second = Game(place, "--seed=1"), Game(place, "--seed=2")
    first.keys_at_once(BY_HAND + "q")
    first.status()
    high = record(place)
    second.keys_at_once("awawq")
    second.status()
    assert record(place) == high > 0


def help_does_not_count():
    for keys in ("    ", "iasdasd", "p"):
        place = home()
        game = Game(place, "--seed=3", "--depth=1")
        game.keys(keys, 0.3)
        game.keys("q")
        game.status()
        assert record(place) == 0, keys


def keys_do_not_lag():
    moves = "asdas"
    patient = Game(home(), "--seed=3")
    drawn = 0
    for key in moves:
        patient.keys_at_once(key)
        drawn += len(patient.rested())
    hasty = Game(home(), "--seed=3")
    hasty.keys_at_once(moves + "q")
    hasty.status()
    # the same moves; whoever waits is shown each of them slide, seven frames instead of two
    assert len(hasty.rest) < drawn * 0.7, (len(hasty.rest), drawn)
    patient.keys("q")
    patient.status()


def goes_on(how):
    place = home()
    game = Game(place, "--seed=1")
    game.play(BY_HAND)
    if how == "terminal closed":
        game.close_terminal()
    elif how == "q":
        game.keys("q")
    else:
        game.kill(how)
    game.status()
    again = Game(place, first=b"goes on")
    points, moves = again.shown()
    assert points == record(place) > 0 and moves > 4, (how, points, moves)
    again.keys_at_once("uq")  # what was before the stop can be taken back
    again.status()
    last = Game(place)
    assert last.shown()[1] == moves - 1
    last.keys("q")
    last.status()
    assert scores(place)["games"] == []
    return place


def game_is_kept():
    for how in (signal.SIGKILL, signal.SIGHUP, "terminal closed", "q"):
        place = goes_on(how)
    names = os.listdir(os.path.join(place, ".config/biosbelt"))
    assert sum(name.endswith(".lock") for name in names) == 2, names  # of the game and of the record
    new = Game(place, "--new")
    assert new.shown() == (0, 0)
    new.keys_at_once(BY_HAND + "xq")
    new.status()
    first, second = scores(place)["games"]  # best first
    assert not first["over"] and not second["over"]
    assert sorted((first["own"], second["own"])) == [False, True]  # one was undone
    assert Game(place).shown() == (0, 0)


def replays_are_kept():
    place = home()
    # the game ends after one move
    game = Game(place, play="--play=2 2 8 16  32 64 128 256  512 1024 2048 4096  8 16 32 64")
    game.keys_at_once("aq")
    game.status()
    if not scores(place)["games"]:  # the new tile left another move
        game = Game(place)
        game.keys_at_once("wasdwasdxq")
        game.status()
    table = scores(place)
    (only,) = table["games"]
    assert not only["own"]
    assert record(place) == 0
    path = os.path.join(table["folder"], only["file"])
    replay = subprocess.run([PROGRAM, "--replay", path], stdout=subprocess.PIPE, check=True).stdout
    assert b"4096" in replay and b"1 left, score 4" in replay, replay
    analysis = subprocess.run([PROGRAM, "--analyze", path, "--depth=1"], stdout=subprocess.PIPE, check=True).stdout
    assert b"%d move" % only["moves"] in analysis


def both_games_are_kept():
    place = home()
    first, second = Game(place, "--seed=1"), Game(place, "--seed=2")
    first.play(BY_HAND)
    second.play("awaw")
    for game in (first, second):
        game.kill(signal.SIGKILL)
        game.status()
    again, other = Game(place), Game(place)
    assert again.shown() != other.shown() and again.shown()[1] > 0 and other.shown()[1] > 0
    for game in (again, other):
        game.keys("q")
        game.status()


def damage_is_set_aside():
    place = goes_on("q")
    folder = os.path.join(place, ".config/biosbelt")
    with open(os.path.join(folder, "2048-running-1.2048"), "a", encoding="ascii") as file:
        file.write("X")
    with open(os.path.join(folder, "2048-scores.csv"), "w", encoding="ascii") as file:
        file.write("nonsense")
    game = Game(place, first=b"set aside")
    assert game.shown() == (0, 0)
    game.keys_at_once(BY_HAND + "xq")
    game.status()
    assert len(scores(place)["games"]) == 1
    for name in ("2048-running-1.2048", "2048-scores.csv"):
        assert os.path.exists(os.path.join(folder, name + ".damaged")), name


def the_end_is_shown_after_the_list_of_keys():
    game = Game(home(), play="--play=2 4 2 4  4 2 4 2  2 4 2 4  4 2 4 2", first=b"over")
    game.play("")
    game.keys_at_once("z")
    game.wait(b"Game")
    game.keys_at_once("q")
    assert game.status() == 0


def a_remark_goes_with_its_board():
    for key, *size in (("u",), ("n",), ("n", "--size=3")):
        place = home()
        game = Game(place, *size)
        game.keys_at_once(BY_HAND + "q")
        game.status()
        game = Game(place, *size, first=b"begins another.")
        where = re.search(r"(\x1b\[\d+;\d+H)[^H]*Your last game", game.first).group(1)
        game.keys_at_once(key)
        game.wait(where.encode() + b"\x1b[0m  ")
        game.keys_at_once("q")
        game.status()


def trouble_is_told():
    place = home()
    with open(os.path.join(place, ".config"), "w", encoding="ascii") as file:
        file.write("in the way")
    game = Game(place, first=b"cannot be kept")
    game.keys_at_once("q")
    assert os.WEXITSTATUS(game.status()) == 1
    assert b"cannot be kept" in game.rest and os.path.join(place, ".config").encode() in game.rest, game.rest


TESTS = (ends, kill_at_once, two_games, help_does_not_count, keys_do_not_lag, game_is_kept, replays_are_kept,
         both_games_are_kept, damage_is_set_aside,
         the_end_is_shown_after_the_list_of_keys, a_remark_goes_with_its_board, trouble_is_told)
for test in TESTS:
    test()
    print("passed", test.__name__)
