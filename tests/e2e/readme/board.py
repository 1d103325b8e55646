# SPDX-License-Identifier: MIT
"""board.py LINK: a pseudo-terminal that says what a board with EDK2 says as it boots; LINK leads to it.
It boots when somebody listens, and again. It ends when its standard input does."""
import os
import pty
import select
import sys
import tty

BOOT = (
    (0.05, "SecCoreStartupWithStack(0xFFFCC000, 0x820000)"),
    (0.04, "Loading PEIM 52C05B14-0B98-496C-BC3B-04B50211D680"),
    (0.31, "DXE IPL Entry"),
    (0.03, "Loading DXE CORE at 0x0007EA6000 EntryPoint=0x0007EBB5C8"),
    (0.58, "[Bds] Entry..."),
    (0.22, 'BdsDxe: loading Boot0001 "UEFI Shell"'),
    (0.02, 'BdsDxe: starting Boot0001 "UEFI Shell"'),
)


def listened(ours):
    poll = select.poll()
    poll.register(ours, 0)
    return not poll.poll(0)  # else everybody has hung up


def main():
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    os.symlink(os.ttyname(theirs), sys.argv[1])
    os.close(theirs)
    os.set_blocking(ours, False)
    step = 0
    while not select.select([sys.stdin], [], [], BOOT[step][0])[0]:
        if not listened(ours):
            step = 0
            continue
        try:
            os.write(ours, BOOT[step][1].encode() + b"\r\n")
        except BlockingIOError:  # nobody reads
            pass
        step = (step + 1) % len(BOOT)


main()
