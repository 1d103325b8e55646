#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""boot.py WORK: boots the image, serves the guest's wishes for hot-plug, judges its report.

The guest talks on its console: "OK name", "FAIL name: why", "INFO ...", "PLUG" and "UNPLUG" (a USB
adapter through QMP), "END". Everything it says goes to WORK/console.log.
"""
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time

LIMIT_S = 1500  # against a guest that stands still: 230 s of CPU time are 800 s beside other tests
CHECKS = 179  # fewer mean that part of the guest's work did not run


class Qmp:
    def __init__(self, path):
        self.sock = socket.socket(socket.AF_UNIX)
        for _ in range(200):
            try:
                self.sock.connect(path)
                break
            except OSError:
                time.sleep(0.1)
        self.file = self.sock.makefile("rw")
        self.file.readline()
        self.call("qmp_capabilities")

    def call(self, name, **arguments):
        self.file.write(json.dumps({"execute": name, "arguments": arguments}) + "\n")
        self.file.flush()
        while True:
            answer = json.loads(self.file.readline())
            if "return" in answer or "error" in answer:
                return answer


def command(work):
    out = ["qemu-system-x86_64", "-accel", "tcg", "-m", "768", "-smp", "1", "-nodefaults", "-no-reboot",
           "-display", "none", "-kernel", work + "/vmlinuz", "-initrd", work + "/initrd.img",
           "-append", "console=ttyS0 quiet panic=-1 no_timer_check 8250.nr_uarts=32", "-serial", "stdio",
           "-qmp", f"unix:{work}/qmp,server,nowait",
           "-chardev", "null,id=c1", "-device", "pci-serial,chardev=c1",
           "-chardev", "null,id=c4", "-chardev", "null,id=c5",
           "-device", "pci-serial-2x,chardev1=c4,chardev2=c5",
           "-device", "qemu-xhci,id=xhci", "-chardev", "null,id=c2",
           "-device", "usb-serial,chardev=c2,id=u0,always-plugged=on,serial=TWIN", "-chardev", "null,id=c3",
           "-device", "virtio-scsi-pci,id=scsi"]
    for i, letter in enumerate("abcdefgh"):
        path = f"{work}/{letter}.img"
        with open(path, "wb") as f:
            f.truncate(400 << 20)
        out += ["-drive", f"if=none,id=s{i},format=raw,file={path}",
                "-device", f"scsi-hd,drive=s{i},serial=SCSI{i},lun={i}"]
    for i, kind in enumerate(["virtio-blk-pci", "virtio-blk-pci", "nvme"]):
        path = f"{work}/v{i}.img"
        with open(path, "wb") as f:
            f.truncate(512 << 20)
        out += ["-drive", f"if=none,id=v{i},format=raw,file={path}",
                "-device", f"{kind},drive=v{i},serial=DISK{i}"]
    return out


def main():
    work = sys.argv[1]
    qemu = subprocess.Popen(command(work), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    timer = threading.Timer(LIMIT_S, qemu.kill)
    timer.start()
    qmp = Qmp(work + "/qmp")
    good = failed = 0
    ended = False
    start = time.monotonic()
    with open(work + "/console.log", "w") as log:
        for raw in qemu.stdout:
            line = raw.decode("utf-8", "replace").strip()
            log.write(f"{time.monotonic() - start:6.1f} {line}\n")
            log.flush()
            line = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line)
            if line == "PLUG":
                qmp.call("device_add", driver="usb-serial", id="u1", chardev="c3", serial="TWIN",
                         **{"always-plugged": True})
            elif line == "UNPLUG":
                qmp.call("device_del", id="u1")
            elif line.startswith("OK "):
                good += 1
            elif line.startswith("FAIL "):
                failed += 1
            if line.startswith(("OK ", "FAIL ", "INFO ")):
                print(line, flush=True)
            if line == "END":
                ended = True
                qmp.call("quit")
                break
    qemu.wait()
    timer.cancel()
    usage = os.times()
    print(f"{good} good, {failed} failed, {time.monotonic() - start:.0f} s, "
          f"{usage.children_user + usage.children_system:.0f} s of CPU time")
    if not ended:
        print("the guest did not come to its end; see console.log")
    if good + failed < CHECKS:
        print(f"only {good + failed} of {CHECKS} checks ran")
    sys.exit(0 if ended and failed == 0 and good >= CHECKS else 1)


main()
