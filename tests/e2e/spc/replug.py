# SPDX-License-Identifier: MIT
"""Replugs in any order under the builtin terminal: replug.py SPC COUNT [SEED].

The log has each boot of the board wanted, from its first byte on, and not a byte of another."""
import os
import pty
import random
import subprocess
import sys
import tempfile
import time
import tty

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bench_of_boards import Bench  # noqa: E402

SOCKETS = range(1, 9)


class Fail(Exception):
    pass


def wait_for(what, check, limit=20):
    end = time.monotonic() + limit
    while not check():
        if time.monotonic() > end:
            raise Fail(what)
        time.sleep(0.002)


class Run:
    """spc on one port of a bench; the log is read as it grows."""

    all = []

    def __init__(self, spc, bench, name, port):
        self.log = f"{name}.log"
        if os.path.exists(self.log):
            os.unlink(self.log)
        self.err = open(f"{name}.err", "wb")
        env = dict(os.environ, XDG_CONFIG_HOME=os.path.abspath(name + ".config"))
        self.process = subprocess.Popen(
            bench.command(spc, [port, "-p", "builtin", f"--log={self.log}"]),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.err, env=env)
        self.wanted = b""
        self.pulls = 0
        Run.all.append(self)

    def has_all(self):
        if self.process.poll() is not None:
            raise Fail(f"spc ended with {self.process.returncode}")
        if not os.path.exists(self.log):
            return False
        with open(self.log, "rb") as log:
            got = log.read()
        if not self.wanted.startswith(got):
            raise Fail(f"{self.log}: {got[-200:]!r} is not the end of what the board said")
        return got == self.wanted

    def sees_pull(self):
        """Nobody moves a plug before the system has told of the pull."""
        self.pulls += 1

        def seen():
            with open(self.err.name, "rb") as err:
                return err.read().count(b"is gone") == self.pulls

        wait_for("the pull", seen)

    def close(self):
        self.process.kill()
        self.process.wait()
        self.err.close()


def names(bench, count, rng):
    free = [name for name in bench.names if name not in bench.masters]
    return rng.sample(free, count)


def roaming(spc, count, rng, make=Bench):
    """A serial number of its own: found in every socket, under every name, among others."""
    bench = make(os.path.abspath("roaming"))
    bench.adapter(1, "0403", "6001", "A50285BI")
    bench.port(bench.names[0], 1, 0, b"boot 0\n")
    run = Run(spc, bench, "roaming", bench.names[0])
    run.wanted = b"boot 0\n"
    wait_for("first boot", run.has_all)
    mine = bench.names[0]
    for i in range(1, count):
        bench.pull(mine)
        run.sees_pull()
        for name in [n for n in bench.masters if rng.random() < 0.4]:
            bench.pull(name)
        sockets = rng.sample(SOCKETS, 2)
        taken = names(bench, 2, rng)
        if rng.random() < 0.5:  # another board takes the name before
            bench.adapter(10 + i, "0403", "6001", f"OTHER{i}")
            bench.port(taken[0] if rng.random() < 0.5 or mine in bench.masters else mine,
                       10 + i, 0, b"another board\n")
            taken = names(bench, 2, rng)
        if rng.random() < 0.3:
            time.sleep(rng.random() * 0.05)
        mine = taken[1]
        bench.adapter(sockets[0], "0403", "6001", "A50285BI")
        bench.port(mine, sockets[0], 0, b"boot %d\n" % i)
        run.wanted += b"boot %d\n" % i
        wait_for(f"boot {i}", run.has_all)
        os.write(bench.masters[mine], b"on\n")
        run.wanted += b"on\n"
        wait_for(f"bytes of boot {i}", run.has_all)
    bench.close()


def twins(spc, count, rng, make=Bench):
    """Two with the factory's serial number: only the one in its socket is the one."""
    bench = make(os.path.abspath("twins"))
    for socket in (1, 2):
        bench.adapter(socket, "10c4", "ea60", "0001")
    bench.port(bench.names[0], 1, 0, b"boot 0\n")
    bench.port(bench.names[1], 2, 0, b"the twin\n")
    run = Run(spc, bench, "twins", bench.names[0])
    run.wanted = b"boot 0\n"
    wait_for("first boot", run.has_all)
    mine, twin = bench.names[0], bench.names[1]
    for i in range(1, count):
        bench.pull(mine)
        run.sees_pull()
        if rng.random() < 0.6:  # the twin moves, often to the name that is free now
            bench.pull(twin)
            socket = rng.choice((2, 3, 4))
            twin = mine if rng.random() < 0.5 else names(bench, 1, rng)[0]
            bench.adapter(socket, "10c4", "ea60", "0001")
            bench.port(twin, socket, 0, b"the twin\n")
        time.sleep(rng.random() * 0.03)
        mine = names(bench, 1, rng)[0]
        bench.adapter(1, "10c4", "ea60", "0001")
        bench.port(mine, 1, 0, b"boot %d\n" % i)
        run.wanted += b"boot %d\n" % i
        wait_for(f"boot {i}", run.has_all)
    bench.close()


def channels(spc, count, rng, make=Bench):
    """One adapter of four ports with one serial number: always its third."""
    bench = make(os.path.abspath("channels"))

    def plug(socket, boot):
        taken = names(bench, 4, rng)
        bench.adapter(socket, "0403", "6011", "FT4ABC")
        order = list(range(4))
        rng.shuffle(order)
        for channel in order:
            first = b"boot %d\n" % boot if channel == 2 else b"channel %d\n" % channel
            bench.port(taken[channel], socket, channel, first)
        return taken

    taken = plug(1, 0)
    run = Run(spc, bench, "channels", "0403:6011.C")
    run.wanted = b"boot 0\n"
    wait_for("first boot", run.has_all)
    for i in range(1, count):
        for name in rng.sample(taken, 4):
            bench.pull(name)
        run.sees_pull()
        taken = plug(rng.choice((1, 1, 2, 3)), i)
        run.wanted += b"boot %d\n" % i
        wait_for(f"boot {i}", run.has_all)
    bench.close()


def own_name(spc, count, rng):
    """A name from the user's own udev rules: the port it leads to is known by its numbers."""
    bench = Bench(os.path.abspath("own_name"))
    bench.adapter(1, "0403", "6001", "A50285BI")
    bench.port("ttyUSB0", 1, 0, b"boot 0\n")
    os.symlink("ttyUSB0", f"{bench.root}/dev/board")
    run = Run(spc, bench, "own_name", f"{bench.root}/dev/board")
    run.wanted = b"boot 0\n"
    wait_for("first boot", run.has_all)
    mine = "ttyUSB0"
    for i in range(1, count // 8 + 2):
        bench.pull(mine)
        run.sees_pull()
        mine = names(bench, 1, rng)[0]
        socket = rng.choice(SOCKETS)
        bench.adapter(socket, "0403", "6001", "A50285BI")
        bench.port(mine, socket, 0, b"boot %d\n" % i)
        run.wanted += b"boot %d\n" % i
        wait_for(f"boot {i}", run.has_all)
    bench.close()


def pty_link(spc, count, rng):
    """A link to a pty, as socat and emulators make: what it leads to now."""
    bench = Bench(os.path.abspath("pty_link"))
    keep = []  # so that the next one has another number

    def plug(i):
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.write(master, b"boot %d\n" % i)
        if os.path.lexists("link"):
            os.unlink("link")
        os.symlink(os.ttyname(slave), "link")
        os.close(slave)
        return master

    master = plug(0)
    run = Run(spc, bench, "pty_link", os.path.abspath("link"))
    run.wanted = b"boot 0\n"
    wait_for("first boot", run.has_all)
    for i in range(1, count // 8 + 2):
        if rng.random() < 0.5:
            keep.append(pty.openpty())
        os.close(master)
        run.sees_pull()
        master = plug(i)
        run.wanted += b"boot %d\n" % i
        wait_for(f"boot {i}", run.has_all)
    bench.close()


def play(kinds, spc, count, seed, *more):
    for kind in kinds:
        try:
            kind(spc, count, random.Random(seed), *more)
        except Fail as problem:
            sys.exit(f"{kind.__name__}, seed {seed}: {problem}")
        finally:
            for run in Run.all:
                run.close()


def main():
    spc, count = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        play((roaming, twins, channels, own_name, pty_link), spc, count, int(sys.argv[3]) if len(sys.argv) > 3 else 1)
        os.chdir("/")
    print(f"{3 * count + 2 * (count // 8 + 1)} replugs: no other board, no lost byte")


if __name__ == "__main__":
    main()
