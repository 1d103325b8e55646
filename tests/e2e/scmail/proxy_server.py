#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""proxy_server.py FOLDER: proxies on loopback, and servers that are none. It writes lines "name port" to
FOLDER/ports: http (CONNECT), refuses (403), wants (407), hangs, socks (SOCKS 5 without a log-in), mute (says
nothing), ssh (says who it is and waits). Ends with its standard input."""
import os
import socket
import struct
import sys
import threading
import time

folder = sys.argv[1]


def pump(a, b):
    try:
        while data := a.recv(65536):
            b.sendall(data)
        b.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def join(client, port, answer):
    server = socket.create_connection(("127.0.0.1", port))
    client.sendall(answer)
    threading.Thread(target=pump, args=(client, server), daemon=True).start()
    pump(server, client)


def connect_request(client):
    head = b""
    while b"\r\n\r\n" not in head:
        data = client.recv(4096)
        if not data:
            return 0
        head += data
    with open(folder + "/head", "wb") as f:
        f.write(head)
    return int(head.split()[1].rpartition(b":")[2])


def http(client):
    port = connect_request(client)
    join(client, port, b"HTTP/1.1 200 ok\r\nVia: lab\r\n\r\n")


def refuses(client):
    connect_request(client)
    client.sendall(b"HTTP/1.1 403 Not for mail\r\nContent-Length: 0\r\n\r\n")


def wants(client):
    connect_request(client)
    client.sendall(b"HTTP/1.1 407 Who are you\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n")


def socks(client):
    count = client.recv(2)[1]
    client.recv(count)
    client.sendall(b"\5\0")
    kind = client.recv(4)[3]
    client.recv(client.recv(1)[0] if kind == 3 else 4)  # a name, or an IPv4 address
    join(client, struct.unpack(">H", client.recv(2))[0], b"\5\0\0\1\0\0\0\0\0\0")


def hangs(_):
    time.sleep(60)


def ssh(client):
    client.sendall(b"SSH-2.0-Lab\r\n")
    time.sleep(60)


def serve(listener, answer):
    def one(client):
        with client:
            answer(client)

    while True:
        client, _ = listener.accept()
        threading.Thread(target=one, args=(client,), daemon=True).start()


lines = []
for name, way in (("http", http), ("refuses", refuses), ("wants", wants), ("hangs", hangs), ("socks", socks),
                  ("mute", hangs), ("ssh", ssh)):
    on = socket.create_server(("127.0.0.1", 0))
    lines.append(f"{name} {on.getsockname()[1]}\n")
    threading.Thread(target=serve, args=(on, way), daemon=True).start()
with open(folder + "/ports.part", "w", encoding="ascii") as out:
    out.write("".join(lines))
os.rename(folder + "/ports.part", folder + "/ports")
sys.stdin.read()
