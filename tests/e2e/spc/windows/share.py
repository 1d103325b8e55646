# SPDX-License-Identifier: MIT
"""A peer by TCP of the window that shares COM7, and its board: share.py PORT BOARD."""
import os
import socket
import sys
import threading
import time

BOARD = os.open(sys.argv[2], os.O_RDWR | os.O_NOCTTY)


def check(what, true):
    if not true:
        sys.exit(what)


def connect():
    end = time.monotonic() + 60
    while True:
        sock = socket.socket()
        sock.settimeout(60)
        if sock.connect_ex(("127.0.0.1", int(sys.argv[1]))) == 0:
            return sock
        check("nothing is served", time.monotonic() < end)
        time.sleep(0.1)


def take(sock, count):
    got = b""
    while len(got) < count:
        part = sock.recv(65536)
        check(f"the end after {len(got)} of {count} bytes", part)
        got += part
    return got


def from_board(count):
    got = b""
    while len(got) < count:
        got += os.read(BOARD, 65536)
    return got


def main():
    sock = connect()
    check("no options of telnet", take(sock, 15).startswith(b"\377\373\0\377\375\0"))
    sock.sendall(b"\377\373\0\377\373\054")
    check("no state of the lines", take(sock, 10) == b"\377\375\054\377\372\054\153\0\377\360")
    sock.sendall(b"\377\372\054\1\0\0\045\200\377\360")
    got = take(sock, 10)
    check(f"no answer to the rate: {got}", got == b"\377\372\054\145\0\0\045\200\377\360")
    sock.sendall(b"typed \377\377\r\0")
    check("bytes are changed", from_board(9) == b"typed \377\r\0")
    data = os.urandom(1 << 20)

    def board():
        at = 0
        while at < len(data):
            at += os.write(BOARD, data[at:at + 4096])

    sender = threading.Thread(target=board)
    sender.start()
    got = take(sock, len(data) + data.count(b"\377"))
    sender.join()
    check("bytes are lost", got == data.replace(b"\377", b"\377\377"))
    back = os.urandom(1 << 17).replace(b"\377", b"")
    sender = threading.Thread(target=sock.sendall, args=(back,))
    sender.start()
    check("typed bytes are lost", from_board(len(back)) == back)
    sender.join()
    sock.close()
    sock = connect()  # one that went makes room
    take(sock, 15)
    sock.sendall(b"bye")
    check("the second peer is not heard", from_board(3) == b"bye")
    sock.close()


main()
