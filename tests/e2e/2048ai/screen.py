# SPDX-License-Identifier: MIT
"""2048ai --play on a pseudo-terminal: keys in, bytes out."""
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

PROGRAM = os.path.join(os.environ["BIN"], "2048ai")


class Game:
    def __init__(self, home, *args, play="--play", columns=80, rows=24, first=b"moves"):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            env = dict(os.environ, HOME=home, TERM="xterm-256color")
            env.pop("XDG_CONFIG_HOME", None)
            os.execve(PROGRAM, ["2048ai", play, *args], env)
        self.first = self.wait(first).decode("utf-8", "replace")

    def read(self, seconds):
        """What is drawn in so many seconds."""
        out, end = b"", time.time() + seconds
        while select.select([self.fd], [], [], max(0, end - time.time()))[0]:
            try:
                part = os.read(self.fd, 65536)
            except OSError:  # the program has ended
                break
            if not part or time.time() > end + 1:
                break
            out += part
        return out

    def wait(self, text, seconds=60):
        out, end = b"", time.time() + seconds
        while text not in out:
            assert time.time() < end, (text, out[-400:])
            out += self.read(0.05)
        return out

    def keys(self, keys, pause=0.2):
        """One by one; what is drawn meanwhile."""
        out = b""
        for key in keys:
            os.write(self.fd, key.encode())
            out += self.read(pause)
        return out

    def keys_at_once(self, keys):
        os.write(self.fd, keys.encode())

    def play(self, keys):
        """Until all of them were taken: the list of keys is asked for last."""
        self.keys_at_once(keys + "?")
        self.wait(b"arrows")

    def rested(self):
        """What is drawn until nothing moves but the clock."""
        out = part = b""
        while not 0 < part.count(b"H") <= 2:
            part = self.read(1.2)
            out += part
        return out

    def kill(self, number):
        os.kill(self.pid, number)

    def close_terminal(self):
        os.close(self.fd)
        self.fd = -1

    def status(self, seconds=60):
        """Its wait status once it has ended; what it drew until then is in self.rest."""
        self.rest = b""
        end = time.time() + seconds
        while True:
            if self.fd >= 0:
                self.rest += self.read(0.01)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return status
            if time.time() > end:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                raise AssertionError("it does not end")
            time.sleep(0.02)

    def shown(self):
        """Score and moves of the first screen."""
        numbers = re.search(r"Score (\d+).*?(\d+) moves", self.first, re.S)
        return int(numbers.group(1)), int(numbers.group(2))


def scores(home):
    """What --scores --json knows."""
    env = dict(os.environ, HOME=home)
    env.pop("XDG_CONFIG_HOME", None)
    run = subprocess.run([PROGRAM, "--scores", "--json"], env=env, stdout=subprocess.PIPE, check=False)
    with open("scores.json", "wb") as file:
        file.write(run.stdout)
    e2e = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    schema = os.path.join(e2e, "../../docs/schema/2048ai.json")
    subprocess.run([sys.executable, os.path.join(e2e, "json_schema.py"), schema, "scores.json"], check=True)
    return json.loads(run.stdout)


def record(home):
    with open(os.path.join(home, ".config/biosbelt/2048-best.txt"), encoding="ascii") as file:
        return int(file.read())
