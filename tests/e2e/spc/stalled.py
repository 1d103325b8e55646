#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""stalled.py SPC: while the screen of the builtin terminal takes nothing, the port is read and logged all the same, keys,
signals and a hang-up end it, and what waited is shown afterwards, up to a limit."""
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
import tty

LIMIT_S = 60


class Spc:
    """spc at a pty for the board, with its screen at another pty, or in a pipe."""

    def __init__(self, log, pipe=False):
        self.log = log
        self.board, self.line = pty.openpty()
        tty.setraw(self.line)
        self.keys, slave = pty.openpty()
        self.shown, out = os.pipe() if pipe else (self.keys, slave)
        self.run = subprocess.Popen(
            [sys.argv[1], os.ttyname(self.line), "--program=builtin", f"--log={log}"], stdin=slave, stdout=out,
            stderr=subprocess.DEVNULL if pipe else slave, env={**os.environ, "TERM": "xterm"}, start_new_session=True)
        os.close(slave)
        if pipe:
            os.close(out)
        until(lambda: os.path.exists(log), "the log was not begun")

    def send(self, data):
        done = threading.Event()

        def write():
            at = 0
            while at < len(data):
                at += os.write(self.board, data[at:at + 4096])
            done.set()
        threading.Thread(target=write, daemon=True).start()
        return done

    def logged(self, data, what):
        until(lambda: os.path.getsize(self.log) >= len(data), f"{what}: the log stopped")
        with open(self.log, "rb") as f:
            same(f.read(), data, f"{what}: the log")

    def show(self):
        """All that is shown from now on, until the end."""
        self.text = bytearray()

        def read():
            try:
                while piece := os.read(self.shown, 65536):
                    self.text += piece
            except OSError:
                pass
        self.reader = threading.Thread(target=read, daemon=True)
        self.reader.start()

    def ends(self, wanted, what):
        try:
            status = self.run.wait(LIMIT_S)
        except subprocess.TimeoutExpired:
            self.run.kill()
            sys.exit(f"{what}: it did not end")
        if status != wanted:
            sys.exit(f"{what}: status {status}, not {wanted}")


def until(what, otherwise):
    end = time.monotonic() + LIMIT_S
    while not what():
        if time.monotonic() > end:
            sys.exit(otherwise)
        time.sleep(0.02)


def same(got, wanted, what):
    if bytes(got) != wanted:
        at = next((n for n, (a, b) in enumerate(zip(got, wanted)) if a != b), min(len(got), len(wanted)))
        sys.exit(f"{what}: {len(got)} bytes, of {len(wanted)} the first {at} are right")


def lines(count, name):
    return b"".join(b"%s %08d\r\n" % (name, n) for n in range(count))


def stopped(log, pipe=False):
    spc = Spc(log, pipe)
    data = lines(30000, b"early")
    spc.send(data)
    spc.logged(data, log)
    return spc, data


def main():
    # A pause is made up for, byte by byte.
    spc, data = stopped("pipe.log", pipe=True)
    spc.show()
    until(lambda: len(spc.text) >= len(data), "the pipe did not get all")
    same(spc.text, data, "the pipe")
    os.write(spc.keys, b"\x1dq")
    spc.ends(0, "pipe")

    # Of more than is kept the screen says what it lacks.
    spc, data = stopped("long.log")
    data += lines(500000, b"later")
    spc.send(data[len(lines(30000, b"early")):])
    spc.logged(data, "long.log")
    spc.show()
    until(lambda: b"left out" in spc.text, "the screen does not say what it lacks")
    spc.send(b"and on\r\n").wait(LIMIT_S)
    until(lambda: b"and on" in spc.text, "the screen does not go on")
    os.write(spc.keys, b"\x1dq")
    spc.ends(0, "long")
    spc.reader.join(LIMIT_S)
    parts = re.split(rb"\r\nspc: [^\r]*?(\d+) bytes[^\r]*left out[^\r]*\r\n", spc.text)
    shown = parts[0][parts[0].find(b"early"):]
    if len(parts) != 3 or not data.startswith(shown) or len(shown) + int(parts[1]) != len(data):
        sys.exit(f"of {len(data)} bytes {len(shown)} were shown, {parts[1:]} left out")

    # Each end is an end in this state, too.
    spc, data = stopped("quit.log")
    os.write(spc.keys, b"\x1dq")
    spc.ends(1, "quit")
    spc.logged(data, "quit")
    spc, data = stopped("pipe_quit.log", pipe=True)
    os.write(spc.keys, b"\x1dq")
    spc.ends(1, "quit, pipe")
    spc, data = stopped("term.log")
    spc.run.send_signal(signal.SIGTERM)
    spc.ends(-signal.SIGTERM, "SIGTERM")
    spc.logged(data, "term")
    spc, data = stopped("hang.log")
    os.close(spc.keys)
    spc.ends(1, "hang-up")
    spc.logged(data, "hang-up")


main()
