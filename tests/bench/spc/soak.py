#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A long day at the bench: soak.py SPC SECONDS [BYTES_PER_SECOND].

The far end of a pty sends bytes of every value at the pace of a line (300,000 a second: 3 Mbaud), in
bursts; spc logs them raw in files of 64 MB. The files are compared with what was sent as they are
finished, and removed. 86400 seconds are the day."""
import hashlib
import os
import pty
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tty

PART = 64 << 20


def files():
    """The parts so far, in order."""
    names = [n for n in os.listdir(".") if n.startswith("soak")]
    return sorted(names, key=lambda n: int(n[5:-4]) if "-" in n else 1)


class Reader:
    def __init__(self):
        self.hash = hashlib.sha256()
        self.count = 0

    def take(self, name):
        with open(name, "rb") as part:
            for block in iter(lambda: part.read(1 << 20), b""):
                self.hash.update(block)
                self.count += len(block)
        os.unlink(name)


def main():
    spc, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2])
    pace = int(sys.argv[3]) if len(sys.argv) > 3 else 300000
    os.chdir(tempfile.mkdtemp(prefix="spc-soak-"))
    master, slave = pty.openpty()
    tty.setraw(slave)
    process = subprocess.Popen(
        [spc, os.ttyname(slave), "-p", "builtin", "--log=soak.log", "--log-split=64M", "--quiet"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        env=dict(os.environ, XDG_CONFIG_HOME=os.getcwd() + "/config"))
    while not os.path.exists("soak.log"):
        time.sleep(0.01)
    sent = hashlib.sha256()
    reader = Reader()
    rng = random.Random(1)
    noise = rng.randbytes(1 << 20) + bytes(range(256))
    total, start = 0, time.monotonic()
    while time.monotonic() - start < seconds:
        at = rng.randrange(len(noise) - 65536)
        block = noise[at:at + rng.randrange(1, 65536)]
        sent.update(block)
        total += len(block)
        while block:
            block = block[os.write(master, block):]
        wait = total / pace - (time.monotonic() - start)
        if wait > 0:
            time.sleep(wait)
        if process.poll() is not None:
            sys.exit(f"spc ended with {process.returncode} after {total} bytes")
        for name in files()[:-1]:
            reader.take(name)
    end = time.monotonic() + 30
    while reader.count + sum(os.path.getsize(n) for n in files()) < total:
        if time.monotonic() > end:
            break
        time.sleep(0.05)
    process.kill()  # what was received is in the file all the same
    process.wait()
    for name in files():
        reader.take(name)
    shutil.rmtree(os.getcwd())
    if reader.count != total or reader.hash.digest() != sent.digest():
        sys.exit(f"sent {total} bytes, the log has {reader.count}"
                 f"{'' if reader.count != total else ', but others'}")
    print(f"{total} bytes in {time.monotonic() - start:.0f} s, every one in the log")


main()
