#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""faults.py GETPD [--seed N] [--count N]: random stacks of block devices with random faults.

Each stack is a made-up tree of /sys, /proc and /dev. The right answers follow from how the stack
was built; getpd's own reading has no part in them. Counted are: answers that are wholly right, volumes
left out of --all without a word, and disks that --check calls free although they are not.
"""
import argparse
import collections
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

BUSES = {"usb": "pci0/usb1/1-1/host0/target0", "ata": "pci0/ata1/host1/target1", "nvme": "pci0/nvme/nvme0",
         "virtio": "pci0/virtio1", "mmc": "platform/mmc_host/mmc0"}


class Device:
    """A block device; disks, gone and unknown say what it stands on."""

    def __init__(self, name, numbers, disks=(), gone=(), unknown=False, parts=()):
        self.name, self.numbers = name, numbers
        self.disks, self.gone, self.unknown = set(disks), set(gone), unknown
        self.below = {name}  # every device that is in use when this one is
        self.below.update(*[p.below for p in parts])


class Tree:
    def __init__(self, rng, root):
        self.rng, self.root = rng, root
        self.minor = 0
        self.mounts = []   # (point, Device-like truth)
        self.lines = []
        self.used = set()  # devices that something uses
        self.members = set()
        self.faults = set()
        self.disks = []
        self.alive = {}
        self.swaps = []
        self.fstab = []
        self.nodeless = set()
        self.opened = []
        self.offline = set()
        self.hidden = False  # something unknown is somewhere
        self.text("proc/self/mountinfo", "")
        self.folder("sys/class/block")
        self.folder("sys/dev/block")
        self.folder("sys/block")
        self.folder("dev")

    def folder(self, path):
        os.makedirs(f"{self.root}/{path}", exist_ok=True)

    def text(self, path, text):
        self.folder(os.path.dirname(path))
        with open(f"{self.root}/{path}", "w", encoding="utf-8") as f:
            f.write(text)

    def link(self, path, target):
        self.folder(os.path.dirname(path))
        os.symlink(target, f"{self.root}/{path}")

    def numbers(self):
        self.minor += 1
        return f"250:{self.minor}"

    def block(self, name, place, size=100000):
        numbers = self.numbers()
        self.text(f"sys/devices/{place}/{name}/dev", numbers + "\n")
        self.text(f"sys/devices/{place}/{name}/size", f"{size}\n")
        self.link(f"sys/class/block/{name}", f"../../devices/{place}/{name}")
        self.link(f"sys/dev/block/{numbers}", f"../../devices/{place}/{name}")
        self.text(f"dev/{name}", "")
        return numbers

    def disk(self, index):
        bus = self.rng.choice(list(BUSES))
        name = {"nvme": f"nvme{index}n1", "mmc": f"mmcblk{index}", "virtio": f"vd{'abcdefghij'[index]}"}.get(
            bus, f"sd{'abcdefghij'[index]}")
        place = f"{BUSES[bus]}-{index}/block"
        numbers = self.block(name, place)
        self.link(f"sys/block/{name}", f"../devices/{place}/{name}")
        self.text(f"sys/devices/{place}/{name}/device/serial", f"SER{index}\n")
        if name.startswith("sd") and self.rng.random() < 0.07:
            self.text(f"sys/devices/{place}/{name}/device/state", "offline\n")
            self.offline.add(name)
            self.faults.add("offline")
        disk = Device(name, numbers, [name])
        disk.external = bus in ("usb", "mmc")
        disk.children = []
        disk.place = f"{place}/{name}"
        self.disks.append(disk)
        self.alive[name] = disk
        sep = "p" if name[-1].isdigit() else ""
        for number in range(1, 1 + self.rng.randint(0, 3)):
            part = f"{name}{sep}{number}"
            numbers = self.block(part, disk.place, 20000)
            self.text(f"sys/devices/{disk.place}/{part}/partition", f"{number}\n")
            disk.children.append(Device(part, numbers, [name], parts=[disk]))
        return disk

    def take(self):
        """An unused disk without partitions or an unused partition, or None."""
        free = [d for d in self.disks if not d.children and d.name not in self.used]
        free += [p for d in self.disks for p in d.children if p.name not in self.used]
        if not free:
            return None
        leaf = self.rng.choice(free)
        self.used.add(leaf.name)
        return leaf

    def pull(self, leaf):
        """The disk of a leaf vanishes from /sys while something stands on it."""
        name = next(iter(leaf.disks))
        disk = self.alive.get(name)
        if disk is None or any(p.name in self.used and p is not leaf for p in disk.children):
            return False
        for d in [disk] + disk.children:
            os.unlink(f"{self.root}/sys/class/block/{d.name}")
            os.unlink(f"{self.root}/sys/dev/block/{d.numbers}")
            os.unlink(f"{self.root}/dev/{d.name}")
        os.unlink(f"{self.root}/sys/block/{disk.name}")
        shutil.rmtree(f"{self.root}/sys/devices/{disk.place}")
        self.disks.remove(disk)
        del self.alive[name]
        leaf.disks, leaf.gone = set(), {leaf.name}
        self.faults.add("pulled")
        return True

    def stack(self, name, parts, **attributes):
        place = "virtual/block"
        numbers = self.block(name, place)
        for key, value in attributes.items():
            self.text(f"sys/devices/{place}/{name}/{key.replace('__', '/')}", value + "\n")
        for part in parts:
            self.link(f"sys/devices/{place}/{name}/slaves/{part.name}", "../../nowhere")
            if os.path.exists(f"{self.root}/sys/class/block/{part.name}/dev"):
                self.link(f"sys/class/block/{part.name}/holders/{name}", "../../nowhere")
        made = Device(name, numbers, set().union(*[p.disks for p in parts]),
                      set().union(*[p.gone for p in parts]), any(p.unknown for p in parts), parts)
        return made

    def several(self, most):
        out = [self.take() for _ in range(self.rng.randint(1, most))]
        out = [leaf for leaf in out if leaf]
        for leaf in out[1:]:
            if self.rng.random() < 0.35:
                self.pull(leaf)
        if len(out) > 1 and self.rng.random() < 0.1:
            self.pull(out[0])
        return out

    def layered(self, index):
        parts = self.several(3)
        if not parts:
            return None
        kind = self.rng.choice(["plain", "md", "lvm", "crypt", "mpath", "bcache"])
        degraded = False
        if kind == "plain" or (kind == "bcache" and len(parts) > 2):
            made = parts[0]
            for other in parts[1:]:
                self.used.discard(other.name)
        elif kind == "md":
            degraded = self.rng.random() < 0.4
            made = self.stack(f"md{index}", parts, md__level="raid1", md__degraded=str(int(degraded)))
            if degraded:
                self.faults.add("degraded")
        elif kind == "bcache":
            made = self.stack(f"bcache{index}", parts)
        else:
            uuid = {"lvm": "LVM-x", "crypt": "CRYPT-LUKS2-x", "mpath": "mpath-x"}[kind]
            made = self.stack(f"dm-{index}", parts, dm__uuid=uuid, dm__name=f"{kind}{index}")
        made.degraded = degraded
        if self.rng.random() < 0.3:
            up = self.stack(f"dm-{index + 50}", [made], dm__uuid="CRYPT-y", dm__name=f"c{index}")
            up.degraded = degraded
            made = up
        return made

    def mount(self, point, fstype, source, numbers, truth, options="rw"):
        identity = len(self.lines) + 10
        parent = 10 if self.lines else 1
        self.lines.append(f"{identity} {parent} {numbers} / {point} rw - {fstype} {source} {options}")
        self.mounts.append((point, truth))
        if truth.unknown:
            self.hidden = True

    def volume(self, index):
        rng = self.rng
        kind = rng.choice(["block"] * 4 + ["btrfs", "xfslog", "journal", "overlay", "autofs", "swap", "loop",
                                           "namespace", "member", "stacked", "ubi", "btrfsroot"])
        point = f"/m{index}" if index else "/"
        if index == 0:
            kind = "block"
        if kind in ("block", "loop", "overlay", "stacked"):
            made = self.layered(index)
            if made is None:
                return
            self.mount(point, "ext4", f"/dev/{made.name}", made.numbers, made)
            self.text(f"sys/fs/ext4/{made.name}/x", "")
            self.text(f"proc/fs/jbd2/{made.name}-8/info", "")
            if kind == "loop":
                loop = self.stack(f"loop{index}", [])
                loop = Device(loop.name, loop.numbers, made.disks, made.gone, made.unknown, [made])
                loop.degraded = made.degraded
                self.text(f"sys/class/block/{loop.name}/loop/backing_file", f"{point.rstrip('/')}/image\n")
                self.mount(f"/loop{index}", "vfat", f"/dev/{loop.name}", loop.numbers, loop)
            elif kind == "stacked":
                self.mount(f"/crypt{index}", "ecryptfs", f"{point.rstrip('/')}/.private", f"0:{900 + index}", made)
            elif kind == "overlay":
                hidden = rng.random() < 0.5
                layer = "relative/layer" if hidden else f"{point.rstrip('/')}/up"
                truth = Device("ov", "", made.disks, made.gone, made.unknown or hidden, [made])
                truth.degraded = made.degraded
                self.mount(f"/ov{index}", "overlay", "ov", f"0:{700 + index}", truth,
                           f"rw,lowerdir={point.rstrip('/')}/low,upperdir={layer}")
                if hidden:
                    self.faults.add("hidden layer")
        elif kind in ("btrfs", "btrfsroot"):
            parts = self.several(3)
            if not parts or (kind == "btrfsroot" and os.path.isdir(f"{self.root}/sys/fs/btrfs")):
                for p in parts:
                    if p.name in self.used and p.disks:
                        self.used.discard(p.name)
                return
            uuid = f"00000000-0000-0000-0000-{index:012d}"
            truth = Device("btrfs", "", set().union(*[p.disks for p in parts]),
                           set().union(*[p.gone for p in parts]), False, parts)
            for p in parts:
                self.link(f"sys/fs/btrfs/{uuid}/devices/{p.name}", "../../nowhere")
            source = f"/dev/{parts[0].name}"
            if kind == "btrfsroot":
                source = "/dev/root"
                self.faults.add("/dev/root")
                self.mount(point, "btrfs", source, f"0:{600 + index}", truth)
                return
            self.mount(point, "btrfs", source, f"0:{600 + index}", truth)
        elif kind in ("xfslog", "journal"):
            data, log = self.take(), self.take()
            if not data or not log:
                self.used.discard(data.name if data else None)
                return
            if self.rng.random() < 0.3:
                self.pull(log if kind == "xfslog" else data)
            truth = Device("fs", "", data.disks | log.disks, data.gone | log.gone, False, [data, log])
            self.faults.add(kind)
            if kind == "xfslog":
                self.mount(point, "xfs", f"/dev/{data.name}", data.numbers, truth, f"rw,logdev=/dev/{log.name},noquota")
            else:
                self.mount(point, "ext4", f"/dev/{data.name}", data.numbers, truth)
                self.text(f"proc/fs/jbd2/{log.name}/info", "")
                self.text(f"sys/fs/ext4/{data.name}/journal_task", f"{7000 + index}\n")
                self.text(f"proc/{7000 + index}/comm", f"jbd2/{log.name}\n")
                self.folder(f"proc/{7000 + index}/fd")
        elif kind == "autofs":
            leaf = self.take() if rng.random() < 0.6 else None
            truth = leaf or Device("auto", "", unknown=True)
            if leaf:
                self.fstab.append(f"/dev/{leaf.name} {point} vfat x-systemd.automount 0 0")
            self.mount(point, "autofs", "systemd-1", f"0:{500 + index}", truth)
            self.faults.add("automount")
        elif kind == "swap":
            leaf = self.take()
            if leaf:
                self.swaps.append(f"/dev/{leaf.name} partition 1 0 -2")
                self.mounts.append((f"/dev/{leaf.name}", leaf))
        elif kind == "namespace":
            leaf = self.take()
            if leaf:
                self.text(f"sys/fs/{rng.choice(['ext4', 'xfs', 'f2fs'])}/{leaf.name}/x", "")
                self.faults.add("namespace")
        elif kind == "member":
            leaf = self.take()
            if leaf:
                self.text(f"run/udev/data/b{leaf.numbers}",
                          f"E:ID_FS_TYPE={rng.choice(['LVM2_member', 'linux_raid_member', 'crypto_LUKS', 'zfs_member', 'bcache'])}\n")
                self.faults.add("member")
        elif kind == "ubi":
            name = f"mtdblock{index}"
            numbers = self.block(name, "virtual/block")
            self.text(f"sys/class/ubi/ubi{index}/mtd_num", f"{index}\n")
            self.mount(point, "ubifs", f"ubi{index}:root", f"0:{400 + index}", Device(name, numbers, [name]))
            self.faults.add("ubi")

    def faulty(self, truth):
        return bool(truth.gone or truth.unknown or getattr(truth, "degraded", False) or truth.disks & self.offline)

    def finish(self):
        """What is left: nodes that are missing, a process that has a disk open."""
        for disk in list(self.disks):
            devices = [disk] + disk.children
            if self.rng.random() < 0.06:
                os.unlink(f"{self.root}/dev/{disk.name}")
                self.nodeless.add(disk.name)
                self.faults.add("no node")
            elif self.rng.random() < 0.06:
                name = self.rng.choice(devices).name
                self.link(f"proc/{100 + len(self.nodeless) + len(self.opened)}/fd/3", f"/dev/{name}")
                self.opened.append(name)
                self.used.add(name)
                self.faults.add("open")
        self.text("proc/self/mountinfo", "\n".join(self.lines) + "\n")
        if self.swaps:
            self.text("proc/swaps", "Filename Type Size Used Priority\n" + "\n".join(self.swaps) + "\n")
        if self.fstab:
            self.text("etc/fstab", "\n".join(self.fstab) + "\n")


class Judge:
    def __init__(self, program):
        self.program = program
        self.counts = collections.Counter()
        self.kinds = collections.Counter()
        self.wrong = []

    def ask(self, tree, *words):
        run = subprocess.run([self.program, "--sys-root", tree.root, "--json", *words], capture_output=True, text=True)
        return run.returncode, json.loads(run.stdout or "{}")

    def volume(self, tree, seed, point, truth):
        status, got = self.ask(tree, "--", point)
        disks = {d["name"] for d in got.get("disks", [])}
        gone = {n["name"] for n in got.get("nodes", []) if n["kind"] == "missing"}
        complete = got.get("complete")
        want = 5 if tree.faulty(truth) else 0
        right = (status, disks, gone, complete) == (want, truth.disks, truth.gone, not truth.unknown)
        self.counts["volumes"] += 1
        self.counts["volumes right"] += right
        if not right:
            self.wrong.append(f"seed {seed} {point}: status {status} {disks} {gone} complete {complete}; "
                              f"wanted {want} {truth.disks} {truth.gone} {not truth.unknown}")

    def listed(self, tree, seed):
        status, got = self.ask(tree, "--all")
        names = {v["query"] for v in got.get("volumes", [])}
        for point, truth in tree.mounts:
            if point not in names:
                self.counts["left out"] += 1
                self.wrong.append(f"seed {seed} --all: {point} is left out")
        bad = any(tree.faulty(t) for _, t in tree.mounts) or bool(tree.offline & set(tree.alive))
        if bad != (status == 5):
            self.counts["silent"] += 1
            self.wrong.append(f"seed {seed} --all: status {status}, faults {bad}")

    def check(self, tree, seed, disk):
        status, got = self.ask(tree, "--check", disk.name)
        names = {disk.name} | {p.name for p in disk.children}
        used = bool(names & tree.used) or any(disk.name in t.disks for _, t in tree.mounts)
        unseen = tree.hidden or disk.name in tree.nodeless | tree.offline
        want = 1 if used or not disk.external else 5 if unseen else 0
        self.counts["checks"] += 1
        self.counts["checks right"] += status == want
        self.counts["really free"] += want == 0
        self.counts["told free"] += want == 0 and status == 0
        if status == 0 and want != 0:
            self.counts["false free"] += 1
        if status != want:
            self.wrong.append(f"seed {seed} --check {disk.name}: {status} {got.get('reasons')}; wanted {want}")

    def one(self, seed, keep):
        root = tempfile.mkdtemp(prefix="stack")
        tree = Tree(random.Random(seed), root)
        for index in range(tree.rng.randint(3, 8)):
            tree.disk(index)
        for index in range(tree.rng.randint(1, 6)):
            tree.volume(index)
        tree.finish()
        for point, truth in tree.mounts:
            if not point.startswith("/dev/"):
                self.volume(tree, seed, point, truth)
        self.listed(tree, seed)
        for disk in tree.disks:
            self.check(tree, seed, disk)
        self.kinds.update(tree.faults)
        if keep:
            print(root)
        else:
            shutil.rmtree(root)


def judged(kind, count):
    """The options of the command line, and a judge of that kind after one() for each seed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("getpd")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    judge = kind(options.getpd)
    for seed in range(options.seed, options.seed + options.count):
        judge.one(seed, options.keep)
    for line in judge.wrong[:40]:
        print(line)
    return options, judge


def main():
    options, judge = judged(Judge, 500)
    counts = judge.counts
    print(f"| {options.count} stacks with faults, seeds from {options.seed} | figure |\n| --- | --- |")
    print("| faults |", ", ".join(f"{kind} {n}" for kind, n in sorted(judge.kinds.items())), "|")
    print(f"| answers wholly right | {counts['volumes right']} of {counts['volumes']} |")
    print(f"| volumes left out without a word | {counts['left out'] + counts['silent']} |")
    print(f"| verdicts of `--check` that are right | {counts['checks right']} of {counts['checks']} |")
    print(f"| free disks reported free | {counts['told free']} of {counts['really free']} |")
    print(f"| used ones reported free | {counts['false free']} |")
    good = (counts["left out"] + counts["silent"] + counts["false free"] == 0 and
            counts["volumes right"] >= 0.99 * counts["volumes"] and
            counts["told free"] >= 0.95 * counts["really free"])
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
