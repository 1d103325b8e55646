#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The builtin terminal of spc against tio and picocom on ptys: peers.py SPC [MEGABYTES] [PAIRS].

Throughput: the far end writes numbered lines as fast as the terminal takes them, with a log and the
time before each line (picocom has no times); what is in the log is compared with what was written.
Latency: from a key on the terminal's own tty to the byte at the far end. Reopen: the port vanishes
and comes back with a byte waiting; how long until the terminal has it open, and until that byte is in
the log (where the terminal logs at once). Pairs in turns; medians and ranges."""
import fcntl
import os
import pty
import re
import resource
import select
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import tty

STAMP = re.compile(rb"^\[[^\]]*\] ", re.M)


def command(kind, spc, port, log, times):
    if kind == "spc":
        return ([spc, port, "-p", "builtin", f"--log={log}", "--quiet"] +
                (["--timestamps"] if times else []))
    if kind == "tio":
        return ["tio", "--log", "--log-file", log] + (["-t"] if times else []) + [port]
    return ["picocom", "-q", "--logfile", log, port]


class Terminal:
    def __init__(self, kind, spc, port, log, times=True):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        env = dict(os.environ, TERM="xterm", HOME=os.getcwd(), XDG_CONFIG_HOME=os.getcwd())
        self.process = subprocess.Popen(command(kind, spc, port, log, times), stdin=slave,
                                        stdout=slave, stderr=slave, env=env,
                                        start_new_session=True)
        os.close(slave)
        self.shown = 0
        threading.Thread(target=self.drain, daemon=True).start()

    def drain(self):
        try:
            while True:
                self.shown += len(os.read(self.master, 1 << 16))
        except OSError:
            pass

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read())[1])

    def end(self):
        self.process.terminate()
        _, _, usage = os.wait4(self.process.pid, 0)
        os.close(self.master)
        return usage.ru_utime + usage.ru_stime


def port():
    master, slave = pty.openpty()
    tty.setraw(slave)
    return master, slave, os.ttyname(slave)


def throughput(kind, spc, megabytes):
    master, slave, name = port()
    log = f"{kind}.log"
    if os.path.exists(log):
        os.unlink(log)
    terminal = Terminal(kind, spc, name, log)
    time.sleep(1)
    os.close(slave)
    start = time.monotonic()
    line, total = 0, 0
    while total < megabytes << 20:
        block = b"".join(b"%010d the quick brown fox jumps over the lazy dog 0123456789\r\n" % n
                         for n in range(line, line + 500))
        line += 500
        total += len(block)
        while block:
            block = block[os.write(master, block):]
    last = -1
    while os.path.getsize(log) != last:
        last = os.path.getsize(log)
        time.sleep(0.5)
    wall = time.monotonic() - start
    memory = terminal.memory()
    cpu = terminal.end()
    os.close(master)
    wanted, lost = 0, 0
    with open(log, "rb") as text:
        for row in text:
            found = re.search(rb"(\d{10}) the quick brown fox jumps over the lazy dog 0123456789\r?\n", row)
            if found and int(found[1]) == wanted:
                wanted += 1
            elif found:
                lost += 1
                wanted = int(found[1]) + 1
    os.unlink(log)
    return dict(wall=wall, cpu=cpu, memory=memory, lines=line, seen=wanted, gaps=lost)


def latency(kind, spc, count=300):
    master, slave, name = port()
    terminal = Terminal(kind, spc, name, f"{kind}-latency.log", times=False)
    time.sleep(1)
    os.close(slave)
    result = []
    for _ in range(count):
        time.sleep(0.003)
        start = time.perf_counter()
        os.write(terminal.master, b"k")
        os.read(master, 16)
        result.append((time.perf_counter() - start) * 1000)
    terminal.end()
    os.close(master)
    return result


def reopen(kind, spc, count=10):
    path = os.path.abspath("port")
    result = []

    def plug():
        master, slave, name = port()
        os.write(master, b"first\r\n")
        os.close(slave)
        if os.path.lexists(path):
            os.unlink(path)
        os.symlink(name, path)
        return master

    master = plug()
    log = f"{kind}-reopen.log"
    terminal = Terminal(kind, spc, path, log, times=False)
    time.sleep(1.5)
    for _ in range(count):
        os.unlink(path)
        os.close(master)
        time.sleep(1.2)
        size = os.path.getsize(log)
        start = time.monotonic()
        master = plug()
        poll = select.poll()
        poll.register(master, select.POLLIN)
        opened = None
        while time.monotonic() - start < 5:
            if opened is None:
                event = poll.poll(0)
                if not (event and event[0][1] & select.POLLHUP):
                    opened = time.monotonic() - start
            if os.path.exists(log) and os.path.getsize(log) > size:
                break
            time.sleep(0.0002)
        result.append(((opened or 5) * 1000, (time.monotonic() - start) * 1000))
    terminal.end()
    os.close(master)
    return result


def spread(values, digits=2):
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def main():
    spc = os.path.abspath(sys.argv[1])
    megabytes = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    pairs = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    kinds = ["spc"] + [k for k in ("tio", "picocom") if shutil.which(k)]
    os.chdir(tempfile.mkdtemp(prefix="spc-bench-"))
    runs = {k: [] for k in kinds}
    size = {k: megabytes if k != "tio" else max(1, megabytes // 25) for k in kinds}  # its pace
    for _ in range(pairs):
        for kind in kinds:
            runs[kind].append(throughput(kind, spc, size[kind]))
    for kind in kinds:
        all_runs = runs[kind]
        print(f"{kind}: {size[kind]} MB: wall {spread([r['wall'] for r in all_runs])} s, "
              f"CPU {spread([r['cpu'] for r in all_runs])} s, memory "
              f"{max(r['memory'] for r in all_runs)} KB, lines "
              f"{'all there' if all(r['lines'] == r['seen'] and not r['gaps'] for r in all_runs) else [(r['lines'], r['seen'], r['gaps']) for r in all_runs]}")
    for kind in kinds:
        print(f"{kind}: key to port {spread(latency(kind, spc), 3)} ms")
    for kind in ("spc", "tio"):
        if kind in kinds:
            times = reopen(kind, spc)
            print(f"{kind}: port back to open {spread([t[0] for t in times], 1)} ms, "
                  f"to its first byte in the log {spread([t[1] for t in times], 1)} ms")
    shutil.rmtree(os.getcwd())


main()
