# SPDX-License-Identifier: MIT
"""A board on a pty, the window that shares it, and others that take part (see builtin_share.sh)."""
import fcntl
import os
import pty
import select
import signal
import socket
import stat
import struct
import subprocess
import sys
import termios
import threading
import time
import tty

SPC = sys.argv[1]
started = []
TCGETS2 = 0x802C542A


def wait_for(what, true):
    end = time.monotonic() + 20
    while not true():
        if time.monotonic() > end:
            sys.exit(f"waited in vain for {what}")
        time.sleep(0.02)


def check(what, true):
    if not true:
        sys.exit(what)


class Board:
    """The far end of a pty."""

    def __init__(self):
        self.far, near = pty.openpty()
        tty.setraw(near)
        self.near = near  # kept open: else the pty ends with the terminal
        self.name = os.ttyname(near)

    def send(self, data):
        while data:
            data = data[os.write(self.far, data):]

    def read(self, count):
        got = b""
        while len(got) < count and select.select([self.far], [], [], 10)[0]:
            got += os.read(self.far, 65536)
        return got


def start(*args, out=subprocess.PIPE):
    started.append(subprocess.Popen([SPC, *args], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE))
    return started[-1]


def take(sock, count):
    got = b""
    sock.settimeout(10)
    while len(got) < count:
        part = sock.recv(65536)
        if not part:
            break
        got += part
    return got


def iter_until(sock, count):
    while count > 0:
        part = sock.recv(65536)
        if not part:
            return
        count -= len(part)
        yield part


def join(path):
    sock = socket.socket(socket.AF_UNIX)
    sock.connect(path)
    return sock


def windows(board, path):
    """Scripts and other programs take part; the log says who sent what."""
    name = board.name.removeprefix("/dev/")
    one = start("--attach", name, "--send", "from one\\r", "--expect", "login: ", "--within", "20s")
    check("what a window sends is not sent", board.read(9) == b"from one\r")
    two = join(path)
    two.sendall(b"bytes \xff\0\r")
    check("bytes are changed", board.read(9) == b"bytes \xff\0\r")
    board.send(b"board login: ")
    check("a window does not see it", one.wait(20) == 0)
    check("a program does not see it", take(two, 13) == b"board login: ")
    # By the path, too; and a second window may not serve the port or take the socket.
    again = start("--attach", path, "--expect", "x", "--within", "100ms")
    check("the path of the socket is not a name", again.wait(20) == 4)
    other = Board()
    again = start(other.name, "--share=" + path, "--expect", "x", "--within", "100ms")
    check("a second window took the socket", again.wait(20) == 1)
    check("and did not say so", b"is there already" in again.stderr.read())
    check("and removed it", os.path.exists(path))
    # As the window of the port was given it, and by an alias.
    with open(os.path.join(os.environ["XDG_CONFIG_HOME"], "biosbelt", "spc.conf"), "a") as conf:
        conf.write(f"alias.node = {board.name}\n")
    for given in (board.name, "node"):
        again = start("--attach", given, "--expect", "x", "--within", "100ms")
        check(given + " is not found", again.wait(20) == 4)
    again = start("--attach", other.name)
    check("a port that nobody shares is attached", again.wait(20) == 3)
    check("and it is not said why", b"no window shares it" in again.stderr.read())
    two.close()


def slow_readers(board, path, host):
    """Peers that do not read hold up neither the window nor one that reads, nor do too many."""
    data = os.urandom(1 << 20) * 12
    lazy = [join(path) for _ in range(6)]
    eager = join(path)
    spare = [join(path) for _ in range(3)]
    time.sleep(0.3)
    check("more windows than there are places", take(spare[-1], 1) == b"")
    for at in range(0, len(data), 1 << 16):
        part = data[at:at + (1 << 16)]
        sender = threading.Thread(target=board.send, args=(part,))
        sender.start()
        check("a reader lost bytes", take(eager, len(part)) == part)
        sender.join()
    check("the window ended", host.poll() is None)
    check("readers that do not read were not let go", take(lazy[0], 12 << 20) != data)
    eager.sendall(b"still here\r")
    check("it cannot write any more", board.read(11) == b"still here\r")
    for sock in [*lazy, eager, *spare]:
        sock.close()


def writers(board, path):
    """Two that write at once: every byte arrives, in the order of each; the board takes its time."""
    count = 1 << 19
    one, two = join(path), join(path)
    threads = [threading.Thread(target=s.sendall, args=(b,)) for s, b in ((one, b"1" * count), (two, b"2" * count))]
    for thread in threads:
        thread.start()
    time.sleep(1)
    got = board.read(2 * count)
    check("bytes of two writers are lost", got.count(b"1") == count and got.count(b"2") == count)
    for thread in threads:
        thread.join()
    one.close()
    two.close()


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def rfc2217():
    """A peer by TCP: settings reach the port, bytes pass whole, one that only asks is let go."""
    board = Board()
    port = free_port()
    with open("net.out", "wb") as out:
        host = start(board.name, f"--rfc2217={port}", out=out)
    sock = socket.socket()
    wait_for("the port", lambda: sock.connect_ex(("127.0.0.1", port)) == 0)
    check("no options of telnet", take(sock, 15).startswith(b"\377\373\0\377\375\0"))
    sock.sendall(b"\377\373\0\377\373\054")
    check("no state of the lines", take(sock, 10) == b"\377\375\054\377\372\054\153\0\377\360")
    sock.sendall(b"\377\372\054\1\0\0\045\200\377\360\377\372\054\4\2\377\360")
    check("no answer to settings", take(sock, 17) == b"\377\372\054\145\0\0\045\200\377\360\377\372\054\150\2\377\360")
    settings = struct.unpack("4I20s2I", fcntl.ioctl(board.near, TCGETS2, bytes(44)))
    check(f"the line has {settings}", settings[6] == 9600 and settings[2] & termios.CSTOPB)
    sock.sendall(b"typed \377\377\r\0")
    check("bytes are changed", board.read(9) == b"typed \377\r\0")
    data = os.urandom(1 << 21)
    sender = threading.Thread(target=board.send, args=(data,))
    sender.start()
    got = b"".join(iter_until(sock, len(data) + data.count(b"\377")))
    sender.join()
    check("bytes are lost", got == data.replace(b"\377", b"\377\377"))
    # A peer that asks and asks and does not read.
    flood = socket.socket()
    flood.connect(("127.0.0.1", port))
    flood.settimeout(20)
    try:
        for _ in range(4000):
            flood.sendall(b"\377\372\054\0\377\360" * 1000)
        sys.exit("a peer that only asks was not let go")
    except OSError:
        pass
    check("the window ended", host.poll() is None)
    sock.sendall(b"here")
    check("another peer suffers", board.read(4) == b"here")
    again = start(Board().name, f"--rfc2217={port}")
    check("a port of TCP that is taken", again.wait(20) == 1)
    sock.close()


def main():
    rfc2217()
    board = Board()
    path = os.path.join(os.environ["XDG_RUNTIME_DIR"], "biosbelt", "spc-" + board.name.removeprefix("/dev/").replace("/", "_"))
    # What was left by one that was killed is not a hindrance.
    os.makedirs(os.path.dirname(path))
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(path)
    dead.close()
    with open("out", "wb") as out:
        host = start(board.name, "--share", "--log=host.log", "--log-typed", out=out)
    wait_for("the socket", lambda: os.path.exists(path) and host.poll() is None and stat.S_IMODE(os.stat(path).st_mode) == 0o600)
    windows(board, path)
    with open("host.log", "rb") as log:
        text = log.read()
    check("the log does not say who wrote: " + repr(text), text.startswith(b">1> from one\\x0D\n>2> bytes \\xFF\\x00\\x0D\n"))
    slow_readers(board, path, host)
    writers(board, path)
    waits = start("--attach", path)
    peer = join(path)
    time.sleep(0.3)
    host.send_signal(signal.SIGTERM)
    host.wait(20)
    check("an attached window goes on", waits.wait(20) == 1)
    check("and does not say why", b"is not shared any more" in waits.stderr.read())
    check("the socket stays", not os.path.exists(path))
    peer.close()


try:
    main()
finally:
    for child in started:
        child.kill()
