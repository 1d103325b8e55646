# SPDX-License-Identifier: MIT
"""board.py LINK: a pseudo-terminal that says what a board with EDK2 says as it boots; LINK leads to it.
It boots when somebody listens, and again. To a line that it gets it answers "login: "; "sb FILE" and "loady" send and
take a file by YMODEM, with the programs of lrzsz, after which U-Boot's "=> " comes. It ends when its standard input does."""
import os
import pty
import select
import subprocess
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
    (0.20, "login: "),
)


def listened(ours):
    poll = select.poll()
    poll.register(ours, 0)
    return not poll.poll(0)  # else everybody has hung up


def transfer(ours, command):
    with subprocess.Popen(command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as program:
        data = None
        while data != b"":
            ready = select.select([ours, program.stdout], [], [], 30)[0]
            if ours in ready:
                program.stdin.write(os.read(ours, 4096))
            if program.stdout in ready:
                data = program.stdout.read(1024)
                os.write(ours, data)
            elif not ready:
                program.kill()


def answer(ours, line):
    command = None
    if line.endswith(b"sb dmesg.txt"):  # before it may be what is left of a transfer
        command = ["sb", "-q", "log.txt"]
    elif line.endswith(b"loady"):
        command = ["rb", "-q", "-y"]
    if command is not None:
        os.set_blocking(ours, True)
        transfer(ours, command)
        os.set_blocking(ours, False)
    os.write(ours, b"login: " if command is None else b"\r\n=> ")


def main():
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    os.symlink(os.ttyname(theirs), sys.argv[1])
    os.close(theirs)
    os.set_blocking(ours, False)
    step = 0
    got = b""
    while not select.select([sys.stdin], [], [], BOOT[step][0])[0]:
        if not listened(ours):
            step = 0
            continue
        try:
            if select.select([ours], [], [], 0)[0]:
                got += os.read(ours, 4096)
            while b"\r" in got:
                line, got = got.split(b"\r", 1)
                answer(ours, line)
                got = b""  # of a transfer, too
            os.write(ours, BOOT[step][1].encode() + b"\r\n")
        except OSError:  # nobody reads, or has just hung up
            pass
        step = (step + 1) % len(BOOT)


main()
