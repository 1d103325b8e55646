# SPDX-License-Identifier: MIT
"""--play by the mouse, and on small terminals."""
import os
import tempfile

from screen import Game


def home():
    return tempfile.mkdtemp(dir=os.environ["SCRATCH"])


def mouse(game, x, y, end):
    """SGR mouse: cells from 1; M: the left button goes down, m: up."""
    game.keys_at_once(f"\x1b[<0;{x};{y}{end}")


def moves_of(place):
    game = Game(place)
    game.keys("q")
    game.status()
    return game.shown()


def swipes_are_arrows():
    places = home(), home()
    by_mouse = Game(places[0], "--seed=1")
    for x, y in ((4, 8), (20, 3), (40, 8), (20, 18), (14, 9), (21, 8)):  # the last is a click
        mouse(by_mouse, 20, 8, "M")
        mouse(by_mouse, x, y, "m")
    by_keys = Game(places[1], "--seed=1")
    by_keys.keys_at_once("awdsa")
    for game in (by_mouse, by_keys):
        game.keys_at_once("q")
        assert game.status() == 0
    assert moves_of(places[0]) == moves_of(places[1])
    assert moves_of(places[0])[1] >= 3


def buttons_press_keys():
    game = Game(home(), "--seed=1")
    mouse(game, 49, 6, "M")  # X
    game.wait(b"Stopped")
    mouse(game, 49, 6, "m")
    mouse(game, 49, 15, "M")
    assert game.status() == 0, "Q"


def a_small_terminal_shows_board_and_message_in_turn():
    game = Game(home(), "--coach", "--seed=1", columns=20, rows=5, first=b"2")
    game.keys_at_once("a")
    game.wait(b"Coach")
    game.wait(b"points.")  # the next part of it
    game.wait(b"\x1b[0;1m")  # and the score
    game.keys("q")
    assert game.status() == 0


def a_smaller_one_says_so():
    game = Game(home(), columns=12, rows=4, first=b"needs 20x5")
    assert "too small:" in game.first
    game.keys("q")
    assert game.status() == 0


swipes_are_arrows()
buttons_press_keys()
a_small_terminal_shows_board_and_message_in_turn()
a_smaller_one_says_so()
