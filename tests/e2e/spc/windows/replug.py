# SPDX-License-Identifier: MIT
"""The replugs of ../replug.py under Wine: replug.py RUNNER SPC.EXE PLUG.EXE COUNT [SEED].

Wine knows the ports COM30 to COM41 by links in this folder, which were there when its server began. A plug
leads the link to a new pty and puts the device and its row of SERIALCOMM into the registry; a pull takes all
away again, as the system does. What only Windows tells, the place of a socket, Wine does not have: twins
have numbers that Windows makes up, which name the socket."""
import os
import pty
import subprocess
import sys
import tty

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from bench_of_boards import Bench  # noqa: E402
import replug  # noqa: E402

NAMES = [f"COM{i}" for i in range(30, 42)]


class Plugs:
    """The program that changes the registry: one start for all, unless Wine drops it on a busy machine."""

    def __init__(self, runner, program):
        self.words = [runner, program]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def say(self, *words):
        for _ in range(4):
            try:
                self.process.stdin.write("\t".join(words).encode() + b"\n")
                self.process.stdin.flush()
                if self.process.stdout.readline().startswith(b"ok"):
                    return
            except BrokenPipeError:
                pass
            self.process.wait()
            self.start()  # to say the same twice changes nothing
        sys.exit("the registry was not changed")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class WindowsBench(Bench):
    names = NAMES
    runner = plugs = None

    def __init__(self, root):  # pylint: disable=super-init-not-called
        self.root = root
        self.masters = {}
        self.adapters = {}  # socket -> numbers
        self.instances = {}  # name of a port -> what it is in the registry

    def command(self, spc, words):
        return [self.runner, spc, *words]

    def adapter(self, socket, vid, pid, serial):
        self.adapters[socket] = (vid, pid, serial)

    def instance(self, socket, channel):
        vid, pid, serial = self.adapters[socket]
        if vid == "0403":
            letter = "ABCD"[channel] if pid == "6011" else "A"
            return f"FTDIBUS\\VID_{vid}+PID_{pid}+{serial}{letter}\\0000"
        return f"USB\\VID_{vid}&PID_{pid}\\6&2C3A&0&{socket}"

    def port(self, name, socket, channel, first):
        master, slave = pty.openpty()
        tty.setraw(slave)
        path = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(master, False)
        os.write(master, first)
        link = name.lower()
        os.symlink(path, link + ".new")
        os.rename(link + ".new", link)
        self.masters[name] = master
        self.instances[name] = self.instance(socket, channel)
        self.plugs.say("+", self.instances[name], name, f"USB Serial Port ({name})")
        return master

    def pull(self, name):
        self.plugs.say("-", self.instances.pop(name), name)
        os.unlink(name.lower())
        os.close(self.masters.pop(name))


def main():
    runner, spc, program, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    WindowsBench.runner = runner
    WindowsBench.plugs = Plugs(runner, program)
    for name in NAMES:  # what Wine made of them at its start
        WindowsBench.plugs.say("-", "ROOT\\NOTHING", name)
    replug.play((replug.roaming, replug.twins, replug.channels), spc, count, seed, WindowsBench)
    WindowsBench.plugs.close()
    print(f"{3 * count} replugs: no other board, no lost byte")


main()
