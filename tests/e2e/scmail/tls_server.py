#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tls_server.py FOLDER: small mail servers with TLS on loopback, by STARTTLS (good, wrong, expired, self; good_helo
refuses EHLO inside TLS, good_small answers it in small letters) and from the first byte (good_smtps, wrong_smtps).
Certificates are in FOLDER; writes FOLDER/ports, keeps messages in FOLDER/NAME.eml. Ends when standard input closes."""
import os
import socket
import ssl
import sys
import threading

FOLDER = sys.argv[1]


def context(name):
    c = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    c.load_cert_chain(f"{FOLDER}/{name}.crt", f"{FOLDER}/{name}.key")
    return c


def talk(name, sock, tls, secure):
    """One connection; secure: TLS is on."""
    file = sock.makefile("rb")
    if secure or not name.endswith("_smtps"):
        sock.sendall(b"220 tls.test\r\n")
    while True:
        word = (line := file.readline())[:4].upper()
        if not line or word == b"QUIT":
            return
        if word == b"EHLO" and secure and name.endswith("_helo"):
            sock.sendall(b"502 5.5.1 HELO, please\r\n")
        elif word == b"EHLO":
            words = b"250-tls.test\r\n250-AUTH PLAIN LOGIN\r\n250 SIZE 1000000\r\n" if secure \
                else b"250-tls.test\r\n250 STARTTLS\r\n"
            sock.sendall(words.lower() if name.endswith("_small") else words)
        elif word == b"STAR":
            sock.sendall(b"220 go\r\n")
            sock = tls.wrap_socket(sock, server_side=True)
            file, secure = sock.makefile("rb"), True
        elif word == b"AUTH":
            if line.strip().upper() == b"AUTH PLAIN":
                sock.sendall(b"334 \r\n")
                line = b"AUTH PLAIN " + file.readline()
            good = line.split()[-1] == b"AGJvYgBzZWNyZXQ="  # bob, secret
            sock.sendall(b"235 welcome\r\n" if good and secure else b"535 5.7.8 no\r\n")
        elif word == b"DATA":
            sock.sendall(b"354 go\r\n")
            lines = []
            while (line := file.readline()) not in (b".\r\n", b""):
                lines.append(line[1:] if line[:1] == b"." else line)
            with open(f"{FOLDER}/{name}.eml", "wb") as f:
                f.write(b"".join(lines))
            sock.sendall(b"250 kept\r\n")
        else:
            sock.sendall(b"250 ok\r\n")


def serve(name, listener):
    tls = context(name.split("_")[0])
    while True:
        sock, _ = listener.accept()
        try:
            wrapped = name.endswith("_smtps")
            talk(name, tls.wrap_socket(sock, server_side=True) if wrapped else sock, tls, wrapped)
        except OSError:  # of a client that refuses us
            pass
        finally:
            sock.close()


def main():
    with open(FOLDER + "/ports.new", "w", encoding="ascii") as f:
        for name in ("good", "wrong", "expired", "self", "good_smtps", "wrong_smtps", "good_helo",
                     "good_small"):
            listener = socket.create_server(("127.0.0.1", 0))
            f.write(f"{name} {listener.getsockname()[1]}\n")
            threading.Thread(target=serve, args=(name, listener), daemon=True).start()
    os.rename(FOLDER + "/ports.new", FOLDER + "/ports")
    sys.stdin.read()


main()
