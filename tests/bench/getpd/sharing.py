#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sharing.py GETPD [--seed N] [--count N]: is what shares blocks with something in use ever called free?

Made-up machines as those of faults.py, and a truth of blocks: each device is some blocks of a disk or of a
file, each use takes some of them. A device is in use when a use that is not its own lower layer takes one
of its blocks. Extended and overlapping partitions, loops on devices and on one file, disks with two names,
uses without a claim (threads, exports, other namespaces), nodes and attributes that are missing, odd names.
--check is asked about every disk, partition and loop, with the right --serial and --size too, and with
such as differ in one byte."""
import collections
import json
import random
import shutil
import subprocess
import sys
import tempfile
import os

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from faults import BUSES, Tree, judged  # noqa: E402

POINTS = ["/m", "/two words", "/\u6302\u8f7d\u70b9", "/line\nfeed", "/tab\there", "/back\\slash", "/040"]
ESCAPES = str.maketrans({" ": "\\040", "\n": "\\012", "\t": "\\011", "\\": "\\134"})


class Machine(Tree):
    def __init__(self, rng, root):
        super().__init__(rng, root)
        self.blocks = {}    # device -> [(disk or file, first, end)]
        self.lost = {}      # device -> the same of what is lost when it is overwritten
        self.uses = []      # (blocks, name of the layer that uses them or None, why)
        self.chains = {}    # device -> names of itself and the layers below it
        self.external = {}
        self.serials = {}
        self.sizes = {}
        self.numbers_of = {}
        self.nodeless = set()
        self.sizeless = set()
        self.unknown = self.gone = False
        self.points = []
        self.kinds = collections.Counter()
        self.next_pid = 200
        self.text("proc/self/mountinfo", "")
        self.link("proc/self/ns/mnt", "mnt:[1]")

    def add(self, name, numbers, blocks, below, external, lost=None):
        self.blocks[name] = blocks
        self.lost[name] = lost or blocks
        self.chains[name] = {name} | below
        self.external[name] = external
        self.numbers_of[name] = numbers

    def resize(self, place, name, start, size):
        self.text(f"sys/devices/{place}/{name}/size", f"{size}\n")
        self.text(f"sys/devices/{place}/{name}/start", f"{start}\n")
        self.sizes[name] = size * 512

    def odd_disk(self, index):
        rng = self.rng
        bus = rng.choice(["usb", "usb", "mmc", "ata"])
        name = f"mmcblk{index}" if bus == "mmc" else f"sd{'abcdefgh'[index]}"
        place = f"{BUSES[bus]}-{index}/block"
        numbers = self.block(name, place)
        self.link(f"sys/block/{name}", f"../devices/{place}/{name}")
        serial = f"SER{index}{rng.randrange(10 ** 6)}"
        self.text(f"sys/devices/{place}/{name}/device/serial", serial + "\n")
        self.add(name, numbers, [(name, 0, 100000)], set(), bus != "ata")
        self.resize(place, name, 0, 100000)
        self.serials[name] = serial
        place += "/" + name
        table = rng.choice(["none", "plain", "extended", "hybrid"])
        rows = {"none": [], "plain": [(1, 100, 10000, None), (2, 20000, 10000, None)],
                "extended": [(1, 100, 10000, None), (2, 20000, 2, 60000), (5, 21000, 9000, None),
                             (6, 40000, 9000, None)],
                "hybrid": [(1, 100, 30000, None), (2, 30099, 10000, None), (3, 50000, 100, None)]}[table]
        if rows:
            self.kinds[table] += 1
        for number, start, size, true_size in rows:
            part = f"{name}{'p' if bus == 'mmc' else ''}{number}"
            numbers = self.block(part, place)
            self.text(f"sys/devices/{place}/{part}/partition", f"{number}\n")
            self.resize(place, part, start, size)
            self.add(part, numbers, [(name, start, start + size)], set(), bus != "ata",
                     [(name, start, start + (true_size or size))])
            self.serials[part] = serial
        return name

    def twin(self, name):
        """The same disk by another path."""
        for each in (name, name + "x"):
            if each != name:
                numbers = self.block(each, "pci0/usb9/host9")
                self.link(f"sys/block/{each}", f"../devices/pci0/usb9/host9/{each}")
                self.add(each, numbers, self.blocks[name], set(), True)
                self.resize("pci0/usb9/host9", each, 0, 100000)
                self.serials[each] = self.serials[name]
            self.text(f"sys/class/block/{each}/device/wwid", f"naa.{name}\n")
        self.kinds["two paths"] += 1

    def loop(self, index, below):
        name = f"loop{index}"
        numbers = self.block(name, "virtual/block")
        self.link(f"sys/block/{name}", f"../devices/virtual/block/{name}")
        if below in self.blocks:
            blocks, file, external = self.blocks[below], f"/dev/{below}", self.external[below]
            self.add(name, numbers, blocks, self.chains[below], external, self.lost[below])
            self.serials[name] = self.serials.get(below)
            if below in self.nodeless:
                self.nodeless.add(name)
            self.kinds["loop on device"] += 1
        else:
            blocks, file = [(below, 0, 1)], below
            self.add(name, numbers, blocks, set(), True)
        self.sizes[name] = 100000 * 512
        self.text(f"sys/devices/virtual/block/{name}/loop/backing_file", file + "\n")
        self.uses.append((blocks, name, f"held by {name}"))

    def process(self, thread):
        self.next_pid += 2
        where = f"proc/{self.next_pid}"
        self.folder(where + "/fd")
        self.text(where + "/comm", "x\n")
        if thread:
            self.folder(f"{where}/task/{self.next_pid}/fd")
            where += f"/task/{self.next_pid + 1}"
        return where

    def use(self, index):
        rng = self.rng
        name = rng.choice(sorted(self.blocks))
        kind = rng.choice(["mount", "swap", "namespace", "thread", "process", "nvmet", "gadget", "target", "dm",
                           "bcache", "member", "fstab", "log", "off"])
        self.kinds[kind] += 1
        node = f"/dev/{name}"
        if kind == "mount":
            point = rng.choice(POINTS) + str(index)
            on_disk = all(device in self.serials for device, _, _ in self.blocks[name])
            self.lines.append(f"{index + 10} 1 {self.numbers_of[name]} / {point.translate(ESCAPES)} rw - vfat {node} rw")
            self.points += [point] if on_disk else []  # --all tells what is on disks
        elif kind == "log":
            self.lines.append(f"{index + 10} 1 250:9999 / /log{index} rw - xfs /dev/sdz9 rw,logdev={node}")
            self.points.append(f"/log{index}")
            self.gone = True  # the disk below it
        elif kind == "swap":
            self.swaps.append(f"{node} partition 1 0 -2")
            self.points += [node] if all(device in self.serials for device, _, _ in self.blocks[name]) else []
        elif kind == "namespace":
            where = self.process(False)
            self.link(where + "/ns/mnt", f"mnt:[{index + 5}]")
            self.text(where + "/mountinfo", f"9 1 {self.numbers_of[name]} / /in rw - exfat /dev/x rw\n")
        elif kind in ("thread", "process"):
            self.link(f"{self.process(kind == 'thread')}/fd/5", node)
        elif kind in ("nvmet", "gadget", "target", "off"):
            place = {"nvmet": f"nvmet/subsystems/s{index}/namespaces/1/device_path",
                     "off": f"nvmet/subsystems/s{index}/namespaces/1/device_path",
                     "gadget": f"usb_gadget/g{index}/functions/mass_storage.0/lun.0/file",
                     "target": f"target/core/iblock_{index}/x/udev_path"}[kind]
            self.text("sys/kernel/config/" + place, node + "\n")
            if kind == "off":
                self.text("sys/kernel/config/" + os.path.dirname(place) + "/enable", "0\n")
                return
        elif kind == "dm":
            numbers = self.block(f"dm-{index}", "virtual/block")
            self.text(f"sys/devices/virtual/block/dm-{index}/dm/name", f"v{index}\n")
            self.link(f"sys/devices/virtual/block/dm-{index}/slaves/{name}", "../../x")
            self.link(f"sys/class/block/{name}/holders/dm-{index}", "../../x")
        elif kind == "bcache":
            self.folder(f"sys/class/block/{name}/bcache")
        elif kind == "member":
            self.text(f"run/udev/data/b{self.numbers_of[name]}", "E:ID_FS_TYPE=mpath_member\n")
        elif kind == "fstab":
            self.fstab.append(f"{node} /boot/efi vfat noauto 0 0")
        self.uses.append((self.blocks[name], None, kind))

    def damage(self):
        rng = self.rng
        kind = rng.choice(["none", "none", "node", "size", "swaps", "zvol", "ublk", "automount"])
        self.kinds[kind] += 1
        name = rng.choice(sorted(n for n in self.blocks if not n.startswith("loop")))
        if kind == "node":
            os.unlink(f"{self.root}/dev/{name}")
            self.nodeless.add(name)
        elif kind == "size":
            os.unlink(f"{self.root}/sys/class/block/{name}/size")
            self.sizeless.add(name)
        elif kind == "swaps":
            self.swaps.append("(unreachable) file 1 0 0")
            self.unknown = True
        elif kind in ("zvol", "ublk"):
            device = {"zvol": "zd0", "ublk": "ublkb0"}[kind]
            numbers = self.block(device, "virtual/block")
            self.lines.append(f"999 1 {numbers} / /odd rw - ext4 /dev/{device} rw")
            self.points.append("/odd")
            self.unknown = True
        elif kind == "automount":
            self.lines.append("999 1 0:99 / /odd rw - autofs systemd-1 rw")
            self.points.append("/odd")
            self.unknown = True

    def build(self):
        rng = self.rng
        names = [self.odd_disk(i) for i in range(rng.randint(1, 4))]
        if rng.random() < 0.2:
            whole = [n for n in names if n.startswith("sd") and not any(
                p.startswith(n) and p != n for p in self.blocks)]
            if whole:
                self.twin(whole[0])
        self.damage()
        for index in range(rng.randint(0, 3)):
            below = [n for n in sorted(self.blocks) if n not in self.sizeless]
            self.loop(index, rng.choice(below + ["/home/a.img", "/home/a.img ", "/home/\u955c\u50cf"]))
        for index in range(rng.choice([0, 0, 1, 1, 2, 3])):
            self.use(index)
        self.text("proc/self/mountinfo", "".join(line + "\n" for line in ["1 0 0:1 / / rw - " + rng.choice(["tmpfs", "nfs"]) + " x rw"] + self.lines))
        if self.swaps:
            self.text("proc/swaps", "Filename Type Size Used Priority\n" + "\n".join(self.swaps) + "\n")
        if self.fstab:
            self.text("etc/fstab", "\n".join(self.fstab) + "\n")

    def overlap(self, a, b):
        return any(x == y and p < s and r < q for x, p, q in a for y, r, s in b)

    def truth(self, name):
        """(why it is in use, whether something cannot be seen, internal)."""
        chain = self.chains[name]
        why = [reason for blocks, owner, reason in self.uses
               if owner not in chain and self.overlap(blocks, self.lost[name])]
        if name in self.sizeless:
            why.append("no size")
        blind = any(n in self.nodeless and self.overlap(self.blocks[n], self.lost[name]) and
                    not n.startswith("loop") for n in self.blocks)
        return why, self.unknown or blind, not self.external[name]


class Judge:
    def __init__(self, program):
        self.program = program
        self.counts = collections.Counter()
        self.wrong = []

    def ask(self, machine, *words):
        run = subprocess.run([self.program, "--sys-root", machine.root, "--json", *words],
                             capture_output=True, check=False)
        try:
            return run.returncode, json.loads(run.stdout or b"{}")
        except ValueError:
            return -1, {"reasons": run.stdout[:200]}

    def verdict(self, machine, seed, name, want, *words):
        status, got = self.ask(machine, "--check", name, *words)
        self.counts["verdicts"] += 1
        self.counts["right"] += status == want
        self.counts["really free"] += want == 0
        self.counts["told free"] += want == 0 and status == 0
        self.counts["falsely free"] += want != 0 and status == 0
        if status != want:
            self.wrong.append(f"seed {seed} {name} {' '.join(words)}: {status}, wanted {want}: "
                              f"{machine.truth(name)} {got.get('reasons')}")

    def one(self, seed, keep):
        root = tempfile.mkdtemp(prefix="share")
        machine = Machine(random.Random(seed), root)
        machine.build()
        for name in sorted(machine.blocks):
            why, unseen, internal = machine.truth(name)
            self.verdict(machine, seed, name, 1 if why or internal else 5 if unseen else 0)
            serial, size = machine.serials.get(name), machine.sizes[name]
            for wrong in (size - 1, size + 1):
                self.verdict(machine, seed, name, 1, "--size", str(wrong))
            if serial:
                alone = sum(machine.serials.get(n) == serial and "x" in n for n in machine.blocks) == 0
                if alone:
                    self.verdict(machine, seed, name, 1 if why else 5 if unseen else 0, "--serial", serial,
                                 "--size", str(size))
                at = random.Random(seed).randrange(len(serial))
                for other in (serial[:-1], serial + "0", serial[:at] + "x" + serial[at + 1:], serial + " "):
                    self.verdict(machine, seed, name, 1, "--serial", other)
        status, got = self.ask(machine, "--all")
        names = {v["query"] for v in got.get("volumes", [])}
        for point in machine.points:
            if point not in names:
                self.counts["left out"] += 1
                self.wrong.append(f"seed {seed}: --all leaves out {point!r}")
        if (machine.unknown or machine.gone) and status != 5:
            self.counts["left out"] += 1
            self.wrong.append(f"seed {seed}: --all ends with {status}")
        self.counts.update({"fault " + k: n for k, n in machine.kinds.items()})
        if keep:
            print(root)
        else:
            shutil.rmtree(root)


def main():
    options, judge = judged(Judge, 200)
    counts = judge.counts
    print(f"| {options.count} machines with shared blocks, seeds from {options.seed} | figure |\n| --- | --- |")
    kinds = ", ".join(f"{k[6:]} {n}" for k, n in sorted(counts.items()) if k.startswith("fault "))
    print(f"| sharing and faults | {kinds} |")
    print(f"| verdicts that are right | {counts['right']} of {counts['verdicts']} |")
    print(f"| free devices reported free | {counts['told free']} of {counts['really free']} |")
    print(f"| used ones reported free | {counts['falsely free']} |")
    print(f"| left out of `--all` | {counts['left out']} |")
    sys.exit(1 if counts["falsely free"] or counts["left out"] or
             counts["told free"] < 0.95 * counts["really free"] else 0)


if __name__ == "__main__":
    main()
