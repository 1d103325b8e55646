# SPDX-License-Identifier: MIT
"""readme.py linux|windows README TRANSLATION: runs the commands in the code blocks of README and compares.

A line "$ command" is run by sh in the current folder; the lines after it are what it prints. "..." in
a line stands for any text, a line of it for any lines, and seconds and milliseconds (0.128, +32 ms)
for any. Nothing after a command means that it prints nothing that matters: only its exit status,
which is 0 everywhere, counts. The translation has the same blocks. At most five commands are not run; each has its
reason here, as have those that are for Linux alone.
"""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

NOT_RUN = {
    "script/demo": "builds the tree again; script/test demo",
    "script/release out": "takes minutes; the group package",
    "sudo apt install": "changes the system; script/try-installed runs it in systems made for that",
    "cmake -S . -B build/here": "builds the tree again; the same as a preset with other words",
    "sudo cmake --install": "changes the system",
}
LINUX_ONLY = {
    "spc --list": "shows a port by its name on Linux",
    "spc --dry-run --program=tio": "tio is a program for Linux",
    "getpd /": "a disk by its name on Linux",
    "getpd --check /dev/sdb": "a disk by its name on Linux",
    "mkdir -p ~/.config/biosbelt": "the place of settings on Linux",
    "git config": "git send-email calls scmail by sh",
    "echo 'set sendmail=": "mutt",
    "(crontab": "cron",
}
# Programs of a person at a terminal: they get one, and the key that ends them.
PLAYED = {"2048ai --play": b"q", "gobang": b"q", "spc 0403:6001 --log": b"\x1dq", "spc 0403:6001 --share": b"\x1dq"}


def blocks(name):
    text = open(name, encoding="utf-8").read()
    return [block.split("\n")[1:-1] for block in re.findall(r"^```.*?^```", text, re.M | re.S)]


def matches(expected, lines):
    """expected: lines, among which "..." is any number of lines."""
    if not expected:
        return not lines
    if expected[0] == "...":
        return any(matches(expected[1:], lines[i:]) for i in range(len(lines) + 1))
    pattern = ".*".join(re.escape(part) for part in expected[0].split("..."))
    pattern = re.sub(r"\d+\\\.\d{3}(?!\d)", r"\\d+\\.\\d{3}", pattern)
    pattern = re.sub(r"\\\+\d+\\ ms", r"\\+\\d+ ms", pattern)
    return bool(lines) and re.fullmatch(pattern, lines[0]) is not None and matches(expected[1:], lines[1:])


def run(command, expected):
    try:
        shown = subprocess.run(
            ["sh", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120
        )
    except subprocess.TimeoutExpired:
        return "it does not end"
    text = shown.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
    if shown.returncode != 0:
        return f"exit status {shown.returncode}"
    if expected and not matches(expected, text.rstrip("\n").split("\n")):
        return "it printed something else"
    return None


def play(command, key):
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    game = subprocess.Popen(["sh", "-c", command], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    start = pressed = time.monotonic()
    seen = b""
    try:
        while time.monotonic() < start + 60:
            if select.select([ours], [], [], 0.5)[0]:
                part = os.read(ours, 65536)
                if not part:
                    break
                seen += part
            if seen and time.monotonic() > pressed + 1:
                pressed = time.monotonic()
                os.write(ours, key)
    except OSError:  # the end of the terminal
        pass
    try:
        status = game.wait(10)
    except subprocess.TimeoutExpired:
        game.kill()
        return f"it does not end by {key!r}"
    return None if status == 0 and seen else f"exit status {status}"


def main():
    system = sys.argv[1]
    readme, translation = (blocks(name) for name in sys.argv[2:4])
    if readme != translation:
        print("the code blocks of the two READMEs differ")
        return 1
    bad = count = 0
    left_out = []
    begun = time.monotonic()
    for block in readme:
        i = 0
        while i < len(block):
            command = block[i].removeprefix("$ ")
            i += 1
            expected = []
            while i < len(block) and not block[i].startswith("$ "):
                expected.append(block[i])
                i += 1
            reason = next((why for start, why in NOT_RUN.items() if command.startswith(start)), None)
            if system == "windows" and any(command.startswith(start) for start in LINUX_ONLY):
                continue
            if reason is not None:
                left_out.append(command)
                continue
            count += 1
            key = next((key for start, key in PLAYED.items() if command.startswith(start)), None)
            what = play(command, key) if key is not None and not expected else run(command, expected)
            print(f"{time.monotonic() - begun:7.1f} s  {command}", file=sys.stderr)
            if what is not None:
                print(f"$ {command}\n  {what}")
                subprocess.run(["sh", "-c", command], stdin=subprocess.DEVNULL, check=False)
                bad += 1
    if count == 0 or len(left_out) > 5:
        print(f"{count} commands were run, not run: {left_out}")
        bad += 1
    print(f"{count} commands of the README were run, {bad} were not as shown; not run: {len(left_out)}")
    return bad != 0


sys.exit(main())
