#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The builtin terminal of spc against tio and picocom on ptys: peers.py SPC [MEGABYTES] [PAIRS].

Throughput: the far end writes numbered lines as fast as the terminal takes them, with a log and the
time before each line (picocom has no times); what is in the log is compared with what was written.
Latency: from a key on the terminal's own tty to the byte at the far end. Reopen: the port vanishes
and comes back with a byte waiting; how long until the terminal has it open, and until that byte is in
the log (5 s at most are waited). PAIRS of runs in turns; a table in Markdown of medians and ranges."""
import fcntl
import os
import pty
import re
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

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from measure import table  # noqa: E402


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


def lost(runs):
    gone = sum(run["lines"] - run["seen"] for run in runs)
    return str(gone) if gone else "none"


def rows(spc, kinds, megabytes, pairs):
    runs = {kind: [] for kind in kinds}
    size = {kind: megabytes if kind != "tio" else max(1, megabytes // 25) for kind in kinds}  # its pace
    for _ in range(pairs):
        for kind in kinds:
            runs[kind].append(throughput(kind, spc, size[kind]))

    def each(what, share):
        return [spread([run[what] * share / size[kind] for run in runs[kind]]) for kind in kinds]
    yield ["MB written by the far end", *(size[kind] for kind in kinds)]
    yield ["lines lost", *(lost(runs[kind]) for kind in kinds)]
    yield ["CPU, seconds for each 100 MB", *each("cpu", 100)]
    yield ["wall, seconds for each 100 MB", *each("wall", 100)]
    yield ["peak memory, MB", *(f"{max(run['memory'] for run in runs[kind]) / 1024:.1f}" for kind in kinds)]
    yield ["key to the port, ms", *(spread(latency(kind, spc)) for kind in kinds)]
    back = {kind: reopen(kind, spc) if kind != "picocom" else None for kind in kinds}  # that ends with its port
    for at, what in ((0, "port back to open, ms"), (1, "and to its first byte in the log, ms")):
        yield [what, *("-" if back[kind] is None else spread([times[at] for times in back[kind]], 1) for kind in kinds)]


def main():
    spc = os.path.abspath(sys.argv[1])
    megabytes = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    pairs = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    kinds = ["spc"] + [kind for kind in ("tio", "picocom") if shutil.which(kind)]
    os.chdir(tempfile.mkdtemp(prefix="spc-bench-"))
    table(["", *kinds], rows(spc, kinds, megabytes, pairs))
    shutil.rmtree(os.getcwd())


main()
