# SPDX-License-Identifier: MIT
"""boot.py MACHINE APPLICATION PROGRAM WORK: boots gobang.efi or 2048.efi of WORK in QEMU with OVMF, plays ten moves
over the serial line and compares them with PROGRAM's on this machine; then a picture and the page of checks."""
import json
import os
import re
import select
import socket
import subprocess
import sys
import time

SIDE = 15
MACHINES = {
    "x64": ["qemu-system-x86_64", "-m", "256", "-bios", "/usr/share/ovmf/OVMF.fd", "-vga", "std"],
    "aa64": ["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a57", "-m", "512",
             "-bios", "/usr/share/qemu-efi-aarch64/QEMU_EFI.fd", "-device", "ramfb"],
}
PERSON = "H8 I9 G10 J7 F8 K10 E5 L4 D11 M12 C3 N6 B13 H3 I3 J3 K3 G3 A1 A15".split()


class Machine:
    def __init__(self, name, image, work):
        self.monitor_path = os.path.join(work, "monitor")
        self.process = subprocess.Popen(
            [*MACHINES[name], "-display", "none", "-net", "none", "-serial", "stdio",
             "-drive", f"format=raw,file={image},snapshot=on,if=virtio",
             "-monitor", f"unix:{self.monitor_path},server,nowait"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.seen = ""

    def read(self, seconds):
        end = time.time() + seconds
        while select.select([self.process.stdout], [], [], max(0, end - time.time()))[0]:
            part = os.read(self.process.stdout.fileno(), 65536)
            if not part:
                return
            # positions and colours of the terminal
            self.seen += part.decode("ascii", "replace")
        self.seen = re.sub(r"\x1b\[[0-9;?=]*[A-Za-z]", " ", self.seen)

    def wait(self, pattern, seconds=150):
        end = time.time() + seconds
        while time.time() < end:
            found = re.search(pattern, self.seen, re.S)
            if found:
                self.seen = self.seen[found.end():]
                return found
            assert self.process.poll() is None, "the machine has ended"
            self.read(0.2)
        raise AssertionError(f"no {pattern!r} in {self.seen[-3000:]!r}")

    def type(self, text):
        for byte in text.encode():
            self.process.stdin.write(bytes([byte]))
            self.process.stdin.flush()
            time.sleep(0.05)

    def moves(self, count):
        """The list of moves once it has so many."""
        found = self.wait(r"Moves:((?: [A-O]\d+){%d}) \." % count)
        return found.group(1).split()

    def picture(self, path):
        with socket.socket(socket.AF_UNIX) as monitor:
            monitor.settimeout(20)
            monitor.connect(self.monitor_path)
            monitor.recv(4096)
            monitor.sendall(f"screendump {path}\n".encode())
            end = time.time() + 20
            while not (os.path.exists(path) and os.path.getsize(path) > 1000) and time.time() < end:
                time.sleep(0.2)
            time.sleep(1)

    def end(self):
        self.process.kill()
        self.process.wait()


class Engine:
    """The same level on this machine."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "--engine", "--level=2"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        assert self.ask(f"START {SIDE}") == "OK"

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def answer(self, name):
        x, y = ord(name[0]) - 65, SIDE - int(name[1:])
        x, y = (int(word) for word in self.ask(f"TURN {x},{y}").split(","))
        return chr(65 + x) + str(SIDE - y)


def colours(path, wanted):
    """How often colours are in a picture (PPM)."""
    with open(path, "rb") as file:
        data = file.read()
    head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data)
    pixels = data[head.end():]
    count = {}
    for i in range(0, len(pixels), 3 * 7):  # every seventh pixel is enough
        count[pixels[i:i + 3]] = count.get(pixels[i:i + 3], 0) + 1
    return [count.get(bytes(colour), 0) for colour in wanted]


def play_gobang(machine, program):
    """The colours that the picture then has."""
    engine = Engine(program)
    moves = machine.moves(0)
    for name in PERSON:
        if name in moves:
            continue
        want = engine.answer(name)
        machine.type(name + "\r")
        moves = machine.moves(len(moves) + 2)
        assert moves[-2:] == [name, want], (moves, want)
        if len(moves) >= 10:
            break
    print("the same moves:", " ".join(moves))
    machine.type("u")
    assert machine.moves(len(moves) - 2) == moves[:-2]
    return (0xD8, 0xA8, 0x60), (0x18, 0x18, 0x18), (0xF8, 0xF8, 0xF4)  # wood, black, white


def play_2048(machine, program):
    moves = []
    machine.wait(r"Board: ([0-9a-f]{16}) \.")
    for _ in range(10):
        machine.type("h")
        board, best = machine.wait(r"Board: ([0-9a-f]{16}) \..*?Best: ([a-z]+) \.").groups()
        answer = json.loads(subprocess.run(
            [program, f"--board={board}", "--player=expectimax", "--depth=3", "--json"], stdout=subprocess.PIPE,
            check=True).stdout)
        assert answer["best"] == best, (board, best, answer)
        moves.append(best)
        machine.type("p")
        assert machine.wait(r"Board: ([0-9a-f]{16}) \.").group(1) != board
    print("the same moves:", " ".join(moves))
    return (0xB0, 0xA0, 0x90), (0xC8, 0xC0, 0xB0), (0x3C, 0x36, 0x30)  # frame, empty, digits


def check_page(machine):
    machine.type("t")
    found = machine.wait(
        r"Full-screen fills a second: (\d+)\s.*GOP modes:(.*?)\s+Waits of a millisecond in 3 seconds of the "
        r"clock: (\d+)\s.*Keys \(scan code, character\):(.*?)\s+Any key")
    print("checks:", [text.strip() for text in found.groups()])
    assert "[" in found.group(2) and int(found.group(1)) > 0 and int(found.group(3)) > 0
    assert "0,116" in found.group(4)  # t


def main():
    name, application, program, work = sys.argv[1:]
    machine = Machine(name, os.path.join(work, f"{application}.img"), work)
    try:
        wanted = (play_gobang if application == "gobang" else play_2048)(machine, program)
        picture = os.path.join(work, f"{application}-{name}.ppm")
        for _ in range(20):  # the serial line may be ahead of the screen
            machine.picture(picture)
            found = colours(picture, wanted)
            if min(found) > 100:
                break
            time.sleep(0.5)
        print("picture:", found)
        assert min(found) > 100
        check_page(machine)
    finally:
        machine.end()


main()
