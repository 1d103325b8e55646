#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long an answer takes: speed.py GETPD [ROUNDS] [PATH] [DISK].

getpd runs in turn with findmnt and lsblk, which together give the part of its answer that they know, on
this machine; alone on a made-up one of 24 disks, 72 partitions, 40 loops and 400 mounts. Times are of whole
processes, from the start to the end, medians; that of a program which does nothing (true) stands beside
them. System calls are counted by strace where it may trace."""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

DISKS, PARTS, LOOPS, MOUNTS = 24, 3, 40, 400


def text(path, words):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="ascii") as out:
        out.write(words + "\n")


def block(root, name, numbers, place):
    text(f"{root}/sys/devices/{place}{name}/dev", numbers)
    text(f"{root}/sys/devices/{place}{name}/size", "2048000")
    for folder, link in (("class/block", name), ("dev/block", numbers)):
        os.makedirs(f"{root}/sys/{folder}", exist_ok=True)
        os.symlink(f"../../devices/{place}{name}", f"{root}/sys/{folder}/{link}")


def machine(root):
    """Many disks, the root on the first; the last one is free and on USB."""
    for i in range(DISKS):
        place = "pci/usb1/host0/" if i == DISKS - 1 else f"pci/nvme/nvme{i}/"
        name = f"sd{chr(ord('a') + i)}"
        block(root, name, f"8:{16 * i}", place)
        text(f"{root}/sys/devices/{place}{name}/device/serial", f"SERIAL{i}")
        os.makedirs(f"{root}/sys/block", exist_ok=True)
        os.symlink(f"../devices/{place}{name}", f"{root}/sys/block/{name}")
        for part in range(1, PARTS + 1):
            block(root, f"{name}{part}", f"8:{16 * i + part}", f"{place}{name}/")
            text(f"{root}/sys/devices/{place}{name}/{name}{part}/partition", str(part))
            text(f"{root}/dev/{name}{part}", "")
        text(f"{root}/dev/{name}", "")
    for i in range(LOOPS):
        block(root, f"loop{i}", f"7:{i}", "virtual/")
    rows = ["1 0 8:1 / / rw - ext4 /dev/sda1 rw"]
    rows += [f"{i} 1 0:{i} / /run/user/{i} rw - tmpfs tmpfs rw" for i in range(10, MOUNTS)]
    text(f"{root}/proc/self/mountinfo", "\n".join(rows))


def run(words):
    with open(os.devnull, "w", encoding="ascii") as null:
        start = time.perf_counter()
        code = subprocess.call(words, stdin=null, stdout=null, stderr=null)
        return time.perf_counter() - start, code


def calls(words):
    """System calls of one run, or "-"."""
    with tempfile.NamedTemporaryFile() as counts:
        subprocess.call(["strace", "-f", "-c", "-o", counts.name, *words],
                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        rows = counts.read().decode().split("\n")
    totals = [row.split()[3] for row in rows if row.endswith(" total")]
    return totals[0] if totals else "-"


def show(rows, rounds):
    """rows: (what, [commands run one after another], statuses allowed)."""
    times = {what: [] for what, _, _ in rows}
    for _ in range(rounds):
        for what, commands, allowed in rows:
            total = 0.0
            for words in commands:
                took, code = run(words)
                if allowed and code not in allowed:
                    sys.exit(f"{' '.join(words)}: status {code}")
                total += took
            times[what].append(total * 1000)
    print("| what | ms, median | slowest tenth from | system calls |\n| --- | --- | --- | --- |")
    for what, commands, _ in rows:
        tenth = sorted(times[what])[rounds * 9 // 10]
        counted = "-" if shutil.which("strace") is None else " + ".join(calls(words) for words in commands)
        print(f"| {what} | {statistics.median(times[what]):.2f} | {tenth:.2f} | {counted} |")


def main():
    getpd = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 101
    path = sys.argv[3] if len(sys.argv) > 3 else os.getcwd()
    disk = sys.argv[4] if len(sys.argv) > 4 else sorted(os.listdir("/sys/block"))[-1]
    with tempfile.TemporaryDirectory(prefix="getpd-speed-") as root:
        machine(root)
        rows = [("a program that does nothing (true)", [["/bin/true"]], (0,)),
                ("getpd PATH", [[getpd, path]], (0, 5))]
        if shutil.which("findmnt") and shutil.which("lsblk"):
            source = subprocess.run(["findmnt", "-nvo", "SOURCE", "-T", path], capture_output=True,
                                    text=True, check=False).stdout.strip()
            rows += [("findmnt -T PATH, lsblk -s of its source",
                      [["findmnt", "-nvo", "SOURCE", "-T", path],
                       ["lsblk", "-sno", "NAME,TYPE,SIZE,MODEL,SERIAL", source]], None)]
            rows += [("getpd --all", [[getpd, "--all"]], (0, 5)), ("lsblk", [["lsblk"]], None)]
        rows += [(f"getpd --check {disk}", [[getpd, "--check", disk]], (0, 1, 5)),
                 ("the made-up machine: getpd /", [[getpd, "--sys-root", root, "/"]], (0,)),
                 ("the made-up machine: getpd --all", [[getpd, "--sys-root", root, "--all"]], (0, 5)),
                 ("the made-up machine: getpd --check of the free disk",
                  [[getpd, "--sys-root", root, "--check", f"sd{chr(ord('a') + DISKS - 1)}"]], (0,))]
        show(rows, rounds)


main()
