#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""paste.py SPC: more is pasted into the builtin terminal than it holds, while the board reads slowly for some time.
Every byte has to reach the board, in order."""
import os
import pty
import select
import sys
import threading
import time
import tty

SLOW_S = 24  # in which more than a megabyte is typed
SIZE = 1500000


def main():
    board, line = pty.openpty()
    tty.setraw(line)
    pid, screen = pty.fork()
    if pid == 0:
        os.execv(sys.argv[1], [sys.argv[1], os.ttyname(line), "--program=builtin"])
    text = os.read(screen, 4096)
    while b"quits" not in text:
        text += os.read(screen, 4096)
    threading.Thread(target=drop, args=(screen,), daemon=True).start()
    data = b"".join(b"%09d\r" % n for n in range(SIZE // 10))
    threading.Thread(target=paste, args=(screen, data), daemon=True).start()
    got = b""
    end = time.monotonic() + SLOW_S
    while len(got) < len(data):
        if time.monotonic() < end:
            time.sleep(0.2)
        if not select.select([board], [], [], 10)[0]:
            break
        piece = os.read(board, 500 if time.monotonic() < end else 65536)
        got += piece
        if not data.startswith(got):
            break
    os.write(screen, b"\x1dq")
    _, status = os.waitpid(pid, 0)
    if got != data or status != 0:
        same = next((n for n, (a, b) in enumerate(zip(got, data)) if a != b), min(len(got), len(data)))
        sys.exit(f"of {len(data)} bytes {same} reached the board as they were; status {status}")


def drop(fd):
    try:
        while os.read(fd, 65536):
            pass
    except OSError:
        pass


def paste(fd, data):
    while data:
        data = data[os.write(fd, data[:4096]):]


main()
