#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""imap_odd.py FOLDER: an IMAP server on loopback with a port for each way to answer SEARCH. Writes "NAME PORT" lines
to FOLDER/imap_ports. Ends after ten minutes or when its standard input closes."""
import os
import socket
import sys
import threading
import time

FOLDER = sys.argv[1]
# what comes before the tagged reply, and its word
ANSWERS = {
    "plain": ("* SEARCH 5\r\n", "OK"),
    "small": ("* search 5\r\n", "OK"),
    "lines": ("* SEARCH\r\n* 7 EXISTS\r\n* SEARCH 5\r\n", "OK"),
    "none": ("* SEARCH\r\n", "OK"),
    "quoted": ("* SEARCH\r\n* OK said * SEARCH 5\r\n", "OK"),
    "no": ("", "NO"),
    "half": ("* SEARCH 5\r\n", "BAD"),
    "denied": ("", "OK"),  # of LOGIN
}


def serve(name, sock):
    with sock, sock.makefile("rb") as lines:
        sock.sendall(b"* OK ready\r\n")
        for line in lines:
            tag, word = line.split()[:2]
            before, end = {
                b"CAPABILITY": ("* CAPABILITY IMAP4rev1\r\n", "OK"),
                b"LOGOUT": ("* BYE\r\n", "OK"),
                b"LOGIN": ("", "NO" if name == "denied" else "OK"),
                b"SEARCH": ANSWERS[name],
            }.get(word.upper(), ("", "OK"))
            sock.sendall(f"{before}{tag.decode()} {end} done\r\n".encode())
            if word.upper() == b"LOGOUT":
                return


def accept(name, listener):
    while True:
        sock, _ = listener.accept()
        threading.Thread(target=quiet, args=(name, sock), daemon=True).start()


def quiet(name, sock):
    try:
        serve(name, sock)
    except OSError:
        pass


def main():
    lines = []
    for name in ANSWERS:
        listener = socket.create_server(("127.0.0.1", 0))
        lines.append(f"{name} {listener.getsockname()[1]}\n")
        threading.Thread(target=accept, args=(name, listener), daemon=True).start()
    with open(os.path.join(FOLDER, "imap_ports.new"), "w") as f:
        f.writelines(lines)
    os.rename(os.path.join(FOLDER, "imap_ports.new"), os.path.join(FOLDER, "imap_ports"))
    threading.Thread(target=lambda: (time.sleep(600), os._exit(0)), daemon=True).start()
    sys.stdin.read()


main()
