#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""flood.py FOLDER: servers on loopback in the place of a browser's debugging port. "drip" sends its answer byte by
byte, "events" sends events of the DevTools protocol and no answer. Writes "NAME HOST PORT" lines to FOLDER/ports.
Ends with its standard input, or after 40 seconds: a peer that waits longer waits for ever."""
import os
import socket
import sys
import threading
import time

EVENT = b'{"method":"Page.loadEventFired","params":{}}'


def talk(name, sock, port):
    request = b""
    while b"\r\n\r\n" not in request:
        request += sock.recv(4096)
    while name == "drip":
        sock.sendall(b"X")
        time.sleep(0.2)
    if b"Upgrade" not in request:
        body = b'{"webSocketDebuggerUrl":"ws://127.0.0.1:%d/devtools/browser/1"}' % port
        sock.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
        return
    sock.sendall(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
    while True:
        sock.sendall((b"\x81" + bytes([len(EVENT)]) + EVENT) * 10)
        time.sleep(0.01)


def serve(name, listener, port):
    while True:
        sock, _ = listener.accept()
        with sock:
            try:
                talk(name, sock, port)
            except OSError:  # it is gone
                pass


def main():
    folder, lines = sys.argv[1], []
    for name, host in (("drip", "127.0.0.1"), ("events", "[127.0.0.1]")):
        listener = socket.create_server(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        lines.append(f"{name} {host} {port}\n")
        threading.Thread(target=serve, args=(name, listener, port), daemon=True).start()
    with open(folder + "/ports.new", "w", encoding="ascii") as f:
        f.writelines(lines)
    os.rename(folder + "/ports.new", folder + "/ports")
    threading.Thread(target=lambda: (time.sleep(40), os._exit(0)), daemon=True).start()
    sys.stdin.read()


main()
