# SPDX-License-Identifier: MIT
"""A made-up bench: boards on adapters that are plugged in and pulled out; each port is a pty.

A port says what it is in its first bytes, written before anybody can have it open, as an adapter
does whose board is powered by it."""
import os
import pty
import shutil
import tty

HUB = "pci0000:00/0000:00:14.0/usb1"


class Bench:
    names = [f"ttyUSB{i}" for i in range(12)]

    def __init__(self, root):
        self.root = root
        shutil.rmtree(root, ignore_errors=True)
        for folder in ("sys/class/tty", "dev", "sys/devices/" + HUB):
            os.makedirs(f"{root}/{folder}")
        self.masters = {}  # name of a port -> its far end

    def command(self, spc, words):
        return [spc, "--sys-root", self.root, *words]

    def adapter(self, socket, vid, pid, serial):
        place = f"{self.root}/sys/devices/{HUB}/1-{socket}"
        shutil.rmtree(place, ignore_errors=True)
        os.makedirs(place)
        for name, value in (("idVendor", vid), ("idProduct", pid), ("serial", serial)):
            if value:
                with open(f"{place}/{name}", "w") as out:
                    out.write(value + "\n")

    def port(self, name, socket, channel, first):
        """The port appears; first: the bytes it begins with."""
        master, slave = pty.openpty()
        tty.setraw(slave)
        path = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(master, False)
        where = f"{HUB}/1-{socket}/1-{socket}:1.{channel}"
        folder = f"{self.root}/sys/devices/{where}/{name}/tty/{name}"
        os.makedirs(folder)
        with open(f"{self.root}/sys/devices/{where}/bInterfaceNumber", "w") as out:
            out.write(f"{channel:02d}\n")
        os.write(master, first)
        os.symlink(path, f"{self.root}/dev/{name}")
        os.symlink(f"../../devices/{where}/{name}/tty/{name}", f"{self.root}/sys/class/tty/{name}")
        self.masters[name] = master
        return master

    def pull(self, name):
        os.unlink(f"{self.root}/sys/class/tty/{name}")
        os.unlink(f"{self.root}/dev/{name}")
        os.close(self.masters.pop(name))

    def close(self):
        for name in list(self.masters):
            self.pull(name)
