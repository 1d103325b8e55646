# SPDX-License-Identifier: MIT
"""The record of --play: whatever ends the program, and however many run at once."""
import os
import signal
import tempfile

from screen import Game, record

BY_HAND = "asda" * 6


def home():
    return tempfile.mkdtemp(dir=os.environ["SCRATCH"])


def ends():
    for end in (signal.SIGHUP, signal.SIGTERM, "terminal closed", "q"):
        place = home()
        game = Game(place, "--seed=1")
        game.keys(BY_HAND, 0.03)
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
    game.keys(BY_HAND, 0.03)
    game.kill(signal.SIGKILL)
    game.status()
    assert record(place) > 0


def two_games():
    place = home()
    first, second = Game(place, "--seed=1"), Game(place, "--seed=2")
    first.keys(BY_HAND, 0.03)
    first.keys("q")
    first.status()
    high = record(place)
    second.keys("awaw")
    second.keys("q")
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
    moves = "asda" * 10
    patient = Game(home(), "--seed=3")
    drawn = len(patient.keys(moves))
    hasty = Game(home(), "--seed=3")
    hasty.keys_at_once(moves + "q")
    hasty.status()
    # the same moves; whoever waits is shown each of them slide
    assert len(hasty.rest) < drawn / 2, (len(hasty.rest), drawn)
    patient.keys("q")
    patient.status()


for test in (ends, kill_at_once, two_games, help_does_not_count, keys_do_not_lag):
    test()
    print("passed", test.__name__)
