#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ask.py ANSWER COMMAND...: runs a command at a terminal of its own and types ANSWER when it asks for a
password. Prints what the terminal showed; ends with the command's status."""
import os
import pty
import sys

pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[2], sys.argv[2:])
shown = b""
answered = False
while True:
    try:
        piece = os.read(fd, 4096)
    except OSError:
        break
    if not piece:
        break
    shown += piece
    if not answered and b"Password" in shown:
        answered = True
        os.write(fd, sys.argv[1].encode() + b"\n")
sys.stdout.buffer.write(shown)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
