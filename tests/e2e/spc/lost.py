# SPDX-License-Identifier: MIT
"""Bytes that may get lost without a word: lost.py SPC, in an empty folder.

What a window sent before it closed, the steps of a script, a log that is deleted, halves of characters."""
import os
import pty
import socket
import subprocess
import sys
import threading
import time
import tty

SPC = sys.argv[1]
started = []


def wait_for(what, true):
    end = time.monotonic() + 30
    while not true():
        if time.monotonic() > end:
            sys.exit(f"waited in vain for {what}")
        time.sleep(0.01)


def check(what, true):
    if not true:
        sys.exit(what)


class Board:
    """The far end of a pty; link: a name that leads to it."""

    def __init__(self, link=None):
        self.far, self.near = pty.openpty()
        tty.setraw(self.near)
        self.name = os.ttyname(self.near)
        self.got = b""
        if link is not None:
            os.symlink(self.name, link + ".new")
            os.rename(link + ".new", link)

    def send(self, data):
        while data:
            data = data[os.write(self.far, data):]

    def listen(self):
        def read():
            try:
                while True:
                    self.got += os.read(self.far, 4096)
            except OSError:
                pass
        threading.Thread(target=read, daemon=True).start()

    def pull(self):
        os.close(self.near)
        os.close(self.far)


def start(board, *args):
    """The terminal, once it has the port open."""
    name = board if isinstance(board, str) else board.name
    child = subprocess.Popen([SPC, "-p", "builtin", name, *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
    started.append(child)
    is_open(child, os.path.realpath(name))
    return child


def is_open(child, device):
    folder = f"/proc/{child.pid}/fd"
    wait_for("an open port", lambda: device in [os.path.realpath(f"{folder}/{n}") for n in os.listdir(folder)])


def file_is(path, data):
    def same():
        with open(path, "rb") as file:
            return file.read() == data
    wait_for(f"{path} to be {data!r}", lambda: os.path.exists(path) and same())


def window_that_closes():
    """What it sent arrives, though the board talks to a window that is closed by then."""
    board = Board()
    board.listen()
    host = start(board, "--share=" + os.path.abspath("socket"))
    wait_for("the socket", lambda: os.path.exists("socket"))
    threading.Thread(target=host.stdout.read, daemon=True).start()
    for n in range(1, 4):
        window = socket.socket(socket.AF_UNIX)
        window.connect("socket")
        window.sendall(b"x" * 60000)
        window.close()
        for _ in range(50):
            board.send(b"the board talks\r\n")
            time.sleep(0.002)
        wait_for("what a closed window sent", lambda: len(board.got) == n * 60000)


def end_of_the_shared():
    """A window that is writing gets the last bytes of the port that is not shared any more."""
    door = socket.socket(socket.AF_UNIX)
    door.bind("door")
    door.listen()
    window = subprocess.Popen([SPC, "--attach", os.path.abspath("door"), "--log=attached.log"],
                              stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    started.append(window)
    peer = door.accept()[0]
    peer.setblocking(False)
    window.send_signal(19)
    sent = 0
    try:
        while True:
            sent += peer.send(b"y" * 4096)
    except BlockingIOError:
        pass
    window.stdin.write(b"typed\r")
    window.stdin.flush()
    peer.close()
    window.send_signal(18)
    window.stdin.close()
    check("an attached window ends well", window.wait(20) == 1)
    check("the last bytes are not in its log", os.path.getsize("attached.log") == sent)


def steps_not_sent():
    """A script is done when all was sent."""
    for more in ([], ["--relaunch"]):
        board = Board()
        child = start(board, *more, "--expect", "go", "--send", "x" * 100000)
        board.send(b"go")
        time.sleep(0.5)
        board.pull()
        check("the port went away before all was sent, and that is success", child.wait(20) == 1)
    board = Board()
    board.listen()
    child = start(board, "--expect", "go", *["--send", "x" * 120000] * 12)
    board.send(b"go")
    check("more than may wait was not sent, and that is success", child.wait(20) == 1)


def input_beside_a_file():
    """Standard input waits while a file is sent."""
    board = Board()
    board.listen()
    with open("lines", "wb") as file:
        file.write(b"line\n" * 20)
    child = subprocess.Popen([SPC, board.name, "--send-file=lines", "--line-delay=20", "--expect", "end"],
                             stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    started.append(child)
    wait_for("the file", lambda: board.got.startswith(b"line\r"))
    child.stdin.write(b"typed")
    child.stdin.close()
    wait_for("standard input", lambda: board.got == b"line\r" * 20 + b"typed")


def deleted_log():
    """It goes on in a new file, and is not written into nothing."""
    board = Board()
    child = start(board, "--log=deleted.log", "--expect", "end")
    board.send(b"one\n")
    file_is("deleted.log", b"one\n")
    os.unlink("deleted.log")
    board.send(b"two\n")
    file_is("deleted.log", b"two\n")
    # A file that somebody put in its place is not ours.
    os.rename("deleted.log", "renamed.log")
    board.send(b"three\n")
    file_is("renamed.log", b"two\nthree\n")
    with open("deleted.log", "w") as file:
        file.write("theirs")
    os.unlink("renamed.log")
    board.send(b"end")
    check("bytes that went into no file are success", child.wait(20) == 1)
    check("and it is not said", b"could not be written: 3\n" in child.stderr.read())
    file_is("deleted.log", b"theirs")


def shortened_log():
    """A line that moves to the file of its boot leaves no hole in one that was emptied meanwhile."""
    board = Board()
    child = start(board, "--log=short.log", "--log-split=boot", "--boot=BIOS", "--expect", "end")
    board.send(b"x" * 3000 + b"\n")
    file_is("short.log", b"x" * 3000 + b"\n")
    os.truncate("short.log", 0)
    board.send(b"BI")
    file_is("short.log", b"BI")
    board.send(b"OS end")
    check("it fails", child.wait(20) == 0)
    file_is("short.log", b"BI")
    file_is("short-2.log", b"BIOS end")


def halves():
    """Half a character or escape sequence does not join the next boot, and is not lost."""
    board = Board("./port")
    child = start("./port", "--encoding=gbk", "--log=half.log", "--log-form=text", "--relaunch", "--expect", "end", "--stay")
    board.send(b"end\xb9")
    file_is("half.log", b"end")
    board.pull()
    board = Board("./port")
    is_open(child, board.name)
    board.send(b"\xb9\xcc\xbc\xfe\033[3")
    wait_for("the second boot", lambda: os.path.getsize("half.log") >= 12)
    board.pull()
    board = Board("./port")
    is_open(child, board.name)
    board.send(b"BIOS")
    file_is("half.log", "end\ufffd固件BIOS".encode())
    child.kill()
    board = Board()
    child = start(board, "--log=cut.log", "--log-form=text", "--expect", "end")
    board.send(b"end\xe5\x9b")
    check("it fails", child.wait(20) == 0)
    file_is("cut.log", b"end\xe5\x9b")


try:
    for case in (window_that_closes, end_of_the_shared, steps_not_sent, input_beside_a_file, deleted_log, shortened_log, halves):
        case()
finally:
    for child in started:
        child.kill()
