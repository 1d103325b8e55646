#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mail_servers.py FOLDER UNPACKED: real mail servers on loopback for the tests: Postfix, exim, aiosmtpd.
Writes "NAME PORT" lines to FOLDER/ports and "mail PATH" (a maildir's new/), "ca PATH" and "other PATH"
to FOLDER/places. Everything ends, and its folder goes, when standard input closes or a signal comes."""
import os
import shutil
import signal
import socketserver
import subprocess
import sys
import tempfile
import threading

from exim import Exim
from postfix import Postfix
from scripted import Scripted

HERE = os.path.dirname(os.path.abspath(__file__))


class Greylist(socketserver.StreamRequestHandler):
    """Postfix's policy protocol: "come back later" to the first attempt for a recipient."""
    seen = set()

    def handle(self):
        fields = {}
        for line in self.rfile:
            line = line.decode("utf-8", "replace").rstrip("\n")
            if line:
                key, _, value = line.partition("=")
                fields[key] = value
                continue
            who = fields.get("recipient", "")
            answer = "dunno" if who in self.seen else "defer 4.7.1 greylisted, come back"
            self.seen.add(who)
            self.wfile.write(f"action={answer}\n\n".encode())
            self.wfile.flush()
            fields = {}


def put(path, lines):
    with open(path + ".new", "w", encoding="utf-8") as f:
        f.writelines(f"{name} {value}\n" for name, value in lines)
    os.rename(path + ".new", path)


def serve(folder, unpacked, d, running):
    os.chmod(d, 0o755)
    subprocess.run(["sh", os.path.join(HERE, "certificates.sh"), d], check=True, capture_output=True)
    grey = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Greylist)
    grey.daemon_threads = True
    threading.Thread(target=grey.serve_forever, daemon=True).start()
    postfix = Postfix(unpacked, d, grey.server_address[1])
    running.append(postfix)
    postfix.start()
    scripted = Scripted(d)
    running.append(scripted)
    scripted.start()
    exim = Exim(unpacked, d)
    running.append(exim)
    exim.start()
    ports = {**postfix.ports, **scripted.ports, **exim.ports}
    put(os.path.join(folder, "places"), [
        ("mail", postfix.mail), ("scripted", scripted.mail), ("exim", exim.mail), ("log", d + "/log"),
        ("ca", d + "/ca.crt"), ("other", d + "/other.crt")])
    put(os.path.join(folder, "ports"), ports.items())


def main():
    folder, unpacked = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    running = []
    for sig in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(sig, lambda *_: sys.exit(1))
    d = tempfile.mkdtemp(prefix="biosbelt-mail-", dir="/var/tmp")  # reachable for Postfix's users
    try:
        serve(folder, unpacked, d, running)
        sys.stdin.read()
    finally:
        for server in reversed(running):
            server.stop()
        shutil.rmtree(d, ignore_errors=True)


main()
