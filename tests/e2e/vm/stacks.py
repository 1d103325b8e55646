# SPDX-License-Identifier: MIT
"""Random stacks of block devices as a shell script that knows the right answers."""
import random

DISKS = ["sdb", "sdc", "sdd", "sde", "sdf", "sdg"]
MB = 2048  # sectors


class Stack:
    def __init__(self, rng, number):
        self.rng = rng
        self.number = number
        self.lines = []
        self.undo = []
        self.count = 0
        self.lost = []

    def name(self, kind):
        self.count += 1
        return f"s{self.number}{kind}{self.count}"

    def do(self, line, undo=None):
        if "dmsetup create" in line:
            line += "; dmsetup mknodes"  # there is no udev to do it
        self.lines.append(line)
        if undo:
            self.undo.insert(0, undo)

    def crypt(self, dev):
        name = self.name("c")
        self.do(f"dmsetup create {name} -u CRYPT-PLAIN-{name} --table "
                f"\"0 $(blockdev --getsz {dev}) crypt aes-xts-plain64 $key 0 {dev} 0\"",
                f"dmsetup remove {name}")
        return f"/dev/mapper/{name}"

    def linear(self, devs):
        name = self.name("l")
        rows = []
        start = 0
        for dev in devs:
            rows.append(f"{start} {32 * MB} linear {dev} 0")
            start += 32 * MB
        table = "\\n".join(rows)
        self.do(f"printf '{table}\\n' | dmsetup create {name} -u LVM-{name}", f"dmsetup remove {name}")
        return f"/dev/mapper/{name}"

    def snapshot(self, dev):
        name = self.name("o")
        self.do(f"dmsetup create {name} --table \"0 $(blockdev --getsz {dev}) snapshot-origin {dev}\"",
                f"dmsetup remove {name}")
        return f"/dev/mapper/{name}"

    def md(self, devs):
        level = {1: "linear", 2: self.rng.choice(["0", "1"]), 3: "5"}[len(devs)]
        number = 100 + self.number
        force = "--force" if len(devs) == 1 else ""
        level = "1" if len(devs) == 1 else level
        self.do(f"mdadm -q --create /dev/md{number} --run --assume-clean {force} --metadata=1.2 "
                f"--level={level} --raid-devices={len(devs)} {' '.join(devs)} 2>/dev/null",
                f"mdadm -q --stop /dev/md{number}; mdadm -q --zero-superblock {' '.join(devs)}")
        if len(devs) > 1 and level in ("1", "5") and self.rng.random() < 0.5:
            leg = self.rng.choice(devs)
            self.lost.append(leg)
            self.do(f"mdadm -q /dev/md{number} --fail {leg} 2>/dev/null; "
                    f"mdadm -q /dev/md{number} --remove {leg} 2>/dev/null")
        return f"/dev/md{number}"

    def loop(self, dev):
        point = f"/mnt/{self.name('p')}"
        slot = 10 + self.number
        self.do(f"mkfs.ext4 -q -F {dev}; mkdir -p {point}; mount -t ext4 {dev} {point}", f"umount {point}")
        self.do(f"truncate -s 7M {point}/image; mknod /dev/loop{slot} b 7 {slot}; losetup /dev/loop{slot} {point}/image",
                f"losetup -d /dev/loop{slot}")
        return f"/dev/loop{slot}"

    def mount(self, devs):
        point = f"/mnt/s{self.number}"
        self.do(f"mkdir -p {point}")
        if len(devs) > 1:
            self.do(f"mkfs.btrfs -q -f -m raid1 -d single {' '.join(devs)} >/dev/null 2>&1; "
                    f"btrfs device scan >/dev/null; "
                    f"mount -t btrfs {devs[0]} {point}", f"umount {point}")
        else:
            self.do(f"mkfs.ext4 -q -F {devs[0]}; mount -t ext4 {devs[0]} {point}", f"umount {point}")
        if self.rng.random() < 0.4:
            over = f"/mnt/v{self.number}"
            self.do(f"mkdir -p {over} {point}/low {point}/up {point}/work; mount -t overlay ov{self.number} "
                    f"-o lowerdir={point}/low,upperdir={point}/up,workdir={point}/work {over}",
                    f"umount {over}")
            return over
        if self.rng.random() < 0.4:
            bind = f"/mnt/b {self.number}"
            self.do(f"mkdir -p '{bind}' {point}/deep; mount --bind {point}/deep '{bind}'", f"umount '{bind}'")
            return bind
        return point


def one(rng, number):
    s = Stack(rng, number)
    kind = rng.choice(["single", "pair", "triple", "btrfs"])
    # The guest cut partitions 1 to 3 of 64 MiB, the btrfs ones need more room than the others.
    pool = rng.sample(DISKS, {"single": 1, "pair": 2, "triple": 3, "btrfs": 2}[kind])
    devs = [f"/dev/{d}{1 if kind == 'btrfs' else rng.choice([2, 3])}" for d in pool]
    if kind == "btrfs":
        if rng.random() < 0.7:
            devs = [s.crypt(d) if rng.random() < 0.6 else d for d in devs]
    else:
        dev = s.md(devs) if len(devs) == 3 or rng.random() < 0.5 else s.linear(devs)
        for _ in range(rng.randint(0, 3)):
            layer = rng.choice(["crypt", "snapshot", "loop", "crypt"])
            if layer == "loop" and s.count > 0 and any("losetup" in x for x in s.lines):
                layer = "crypt"
            dev = {"crypt": s.crypt, "snapshot": s.snapshot, "loop": s.loop}[layer](dev)
        devs = [dev]
    path = s.mount(devs)
    lines = [f"# stack {number}: {kind}"] + s.lines
    lost = {leg.split("/")[-1].rstrip("0123456789") for leg in s.lost}
    disks = sorted(d for d in pool if d not in lost)
    lines.append(f"expect_disks stack{number} '{path}' '{' '.join(disks)}'")
    lines.append(f"expect_status stack{number} '{path}' {5 if lost else 0}")
    lines.append(f"expect_used stack{number} '{' '.join(disks)}'")
    return "\n".join(lines + s.undo) + "\n"


def script(seed, count):
    rng = random.Random(seed)
    return "\n".join(one(rng, n) for n in range(count))
