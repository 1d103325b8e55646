# SPDX-License-Identifier: MIT
"""board.py LINK: a pseudo-terminal that says what a booting board says; LINK leads to it. It ends when
its standard input does."""
import os
import pty
import select
import sys
import tty

ours, theirs = pty.openpty()
tty.setraw(theirs)
os.symlink(os.ttyname(theirs), sys.argv[1])
os.set_blocking(ours, False)
while not select.select([sys.stdin], [], [], 0.3)[0]:
    try:
        os.write(ours, b"BdsDxe: starting Boot0001\r\n")
    except BlockingIOError:  # nobody reads
        pass
