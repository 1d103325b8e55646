# SPDX-License-Identifier: MIT
"""readme.py linux|windows README TRANSLATION: runs the commands in the code blocks of README and compares.
readme.py manual linux|windows PAGE...: runs those of the EXAMPLES of manual pages, in a copy of ./files for each page.

A line "$ command" is run by sh in the current folder; the lines after it are what it prints. "..." in
a line stands for any text, a line of it for any lines, and seconds and milliseconds (0.128, +32 ms)
for any. Nothing after a command means that it prints nothing that matters: only its exit status,
which is 0 everywhere, counts. The translation has the same blocks. At most five commands are not run; each has its
reason here, as have those that are for Linux alone.

Of a command of the manual only the exit status counts: 0, or as STATUS has it. Again at most
five are not run, but for those that are for the other system. On Windows ttyUSB0 is COM7.
"""
import fcntl
import os
import pty
import re
import select
import shutil
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

# The same for the manual.
MANUAL_NOT_RUN = {
    "2048ai --browser": "plays on a page in the network; the tests of the group browsers do it with one of their own",
    "ln -s /usr/bin/scmail": "changes the system; script/try-installed does it in systems made for that",
    "set sendmail=": "a line of .muttrc; the README has it as a command",
    "(setq ": "a line for Emacs",
}
WINDOWS_ONLY = ("getpd c:", "spc COM4")
MANUAL_LINUX_ONLY = (
    "getpd /home", "getpd --raw /home", "getpd --check /dev/sdb", "git config", "spc --wait=10c4", "spc 0403:6011",
    "gobang match",  # its other program is a script
)
# Nothing is protected in the sample, no game was finished, the tables differ.
STATUS = {"bytgvs --protected": 3, "2048ai --scores": 3, "bytgvs --diff": 5}
# Too long as they are: what is put in the place of what.
SHORTER = {
    "--games=100 --nodes=200000": "--games=1 --nodes=200", "match --ms=300": "match --games=1 --ms=10",
    "--analyze=game000000.2048": "--analyze=game000000.2048 --nodes=50",
}
# Of other packages, which need not be here.
OTHERS = ("jq", "sb", "rb", "git")
MANUAL_PLAYED = {
    "2048ai --play": b"q", "gobang --engine": None, "gobang match": None, "gobang --replay": None, "gobang": b"q",
    "spc --json": None, "spc 0403:6011": None, "spc ttyUSB0 --send \"sb": None, "spc ttyUSB0 --send \"loady": None,
    "spc COM7 --send \"sb": None, "spc COM7 --send \"loady": None, "spc COM4": b"\x1dq",
    "spc": b"\r\x1dq",
}
# Commands that run while another one does.
WHILE = {"spc --attach ttyUSB0": "spc ttyUSB0 --share", "spc --attach COM7": "spc COM7 --share"}


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


def plain(text):
    return text.replace(r"\-", "-").replace(r"\(aq", "'").replace(r"\(dq", '"').replace(r"\e", "\\")


def examples(name):
    """The commands in the EXAMPLES of a manual page: literal lines up to two blanks, and tags in bold."""
    section = re.search(r"^\.SH EXAMPLES\n(.*?)(?=^\.SH |\Z)", open(name, encoding="utf-8").read(), re.M | re.S)[1]
    literal, before = False, None
    for line in section.split("\n"):
        if line in (".nf", ".EX", ".fi", ".EE"):
            literal = line in (".nf", ".EX")
        elif literal:
            yield plain(re.split(r" {2,}", line)[0])
        elif before == ".TP":
            words = line.removeprefix(".B ")
            yield plain(re.sub(r'"((?:[^"]|"")*)"', lambda m: m[1].replace('""', '"'), words))
        before = line


def run(command, expected, status=0):
    shown = subprocess.run(
        ["timeout", "120", "sh", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        check=False,
    )
    text = shown.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
    if shown.returncode != status:
        return f"exit status {shown.returncode}: {text[-500:]}"
    if expected and not matches(expected, text.rstrip("\n").split("\n")):
        return "it printed something else"
    return None


def play(command, key, meanwhile=None):
    """meanwhile: a command to run once that one has begun."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    game = subprocess.Popen(["sh", "-c", command], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    start = pressed = time.monotonic()
    seen = b""
    fault = None
    try:
        while time.monotonic() < start + 60:
            if select.select([ours], [], [], 0.5)[0]:
                part = os.read(ours, 65536)
                if not part:
                    break
                seen += part
            if seen and meanwhile is not None:
                fault = run(meanwhile, [])
                meanwhile = None
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
    return fault if status == 0 and seen else f"exit status {status}: {seen[-500:]!r}"


def run_example(command):
    for long, short in SHORTER.items():
        command = command.replace(long, short)
    first = next((start for start in WHILE if command.startswith(start)), None)
    if first is not None:
        return play(WHILE[first], b"\x1dq", command)
    key = next((key for start, key in MANUAL_PLAYED.items() if command.startswith(start)), None)
    if key is not None:
        return play(command, key)
    return run(command, [], next((status for start, status in STATUS.items() if command.startswith(start)), 0))


def manual(system, pages):
    top, bad, count, left_out = os.getcwd(), 0, 0, 0
    for page in pages:
        folder = f"{top}/of-{os.path.basename(page)}"
        shutil.copytree(f"{top}/files", folder, symlinks=True)
        os.chdir(folder)
        commands = list(examples(page))
        if not commands:
            print(f"{page}: no examples")
            bad += 1
        for command in commands:
            if command.startswith(WINDOWS_ONLY if system == "linux" else MANUAL_LINUX_ONLY):
                continue
            if system == "windows" and command == "spc":  # its first port may be this machine's console
                continue
            if system == "windows":
                command = command.replace("ttyUSB0", "COM7")
            if command.startswith(tuple(MANUAL_NOT_RUN)):
                left_out += 1
                continue
            if any(re.search(rf"\b{other}\b", command) and shutil.which(other) is None for other in OTHERS):
                continue
            count += 1
            begun = time.monotonic()
            what = run_example(command)
            print(f"{time.monotonic() - begun:7.1f} s  {command}", file=sys.stderr)
            if what is not None:
                print(f"{os.path.basename(page)}: {command}\n  {what}")
                bad += 1
    print(f"{count} commands of the manual were run, {bad} failed; not run: {left_out}")
    return bad != 0 or count == 0 or left_out > 5


def main():
    system = sys.argv[1]
    if system == "manual":
        return manual(sys.argv[2], sys.argv[3:])
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
