# SPDX-License-Identifier: MIT
"""A board on a pty whose line is bad: noisy.py LINK SEED EVERY END COMMAND...

COMMAND is on the board: its standard input and output are the line, of which LINK is the near end.
On average one in EVERY of the bytes each way (0: none) is changed, lost or doubled. After
COMMAND the board says END. It lives until the line is closed.
"""
import os
import pty
import random
import select
import subprocess
import sys
import tty


def spoil(data, dice, every):
    out = bytearray()
    for byte in data:
        if every and dice.randrange(every) == 0:
            how = dice.randrange(3)
            out += [bytes([byte ^ 1 << dice.randrange(8)]), b"", bytes([byte, byte])][how]
        else:
            out.append(byte)
    return bytes(out)


def main():
    link, seed, every, end = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4].encode()
    dice = random.Random(seed)
    master, slave = pty.openpty()
    tty.setraw(slave)
    near = os.open(os.ttyname(slave), os.O_RDWR | os.O_NOCTTY)  # it outlives one user of the line
    os.symlink(os.ttyname(slave), link + ".new")
    os.rename(link + ".new", link)
    os.close(slave)
    board = subprocess.Popen(sys.argv[5:], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL)
    writer, reader = board.stdin.fileno(), board.stdout.fileno()
    os.set_blocking(writer, False)
    ended = False
    kept = b""  # for the board
    while True:
        waits = [master] + ([] if ended else [reader])
        ready, room, _ = select.select(waits, [writer] if kept else [], [], 60)
        if not ready and not room:
            return
        if master in ready:
            try:
                data = os.read(master, 4096)
            except OSError:
                return
            if not ended:
                kept += spoil(data, dice, every)
        if room:
            try:
                kept = kept[os.write(writer, kept):]
            except OSError:
                kept = b""
        if reader in ready:
            data = os.read(reader, 1024)
            if data:
                os.write(master, spoil(data, dice, every))
            else:
                ended = True
                kept = b""
                print("board", board.wait(), flush=True)
                os.write(master, end)


main()
