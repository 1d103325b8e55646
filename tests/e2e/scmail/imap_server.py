#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""imap_server.py FOLDER CERTIFICATES MAILDIR SMTP-PORT: Dovecot on loopback over MAILDIR, which Postfix fills, and two
proxies to Postfix that cut the connection where its answer to the final dot is awaited: "cut" after Postfix has
the mail, "lost" before it. Writes "NAME PORT" lines to FOLDER/ports. Ends with its standard input."""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from postfix import free_port

CONF = """
protocols = imap
listen = 127.0.0.1
base_dir = {d}/run
state_dir = {d}/state
log_path = {d}/log
mail_location = maildir:{maildir}
first_valid_uid = 1
ssl = yes
ssl_cert = <{certs}/good.crt
ssl_key = <{certs}/good.key
disable_plaintext_auth = yes
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {d}/users
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={d}
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
namespace inbox {{
  inbox = yes
  mailbox Sent {{
    auto = create
  }}
  mailbox 已发送 {{
    auto = create
  }}
}}
"""


def cutter(target, before):
    """A proxy that ends both connections at the final dot: before it reaches the server, or after its answer."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve(client):
        with client, socket.create_connection(("127.0.0.1", target)) as server:
            ended = threading.Event()

            def back():
                while True:
                    data = server.recv(65536)
                    if not data or ended.is_set():
                        break
                    client.sendall(data)

            threading.Thread(target=back, daemon=True).start()
            tail = b""
            while True:
                data = client.recv(65536)
                if not data:
                    return
                tail = (tail + data)[-5:]
                if tail == b"\r\n.\r\n":
                    ended.set()
                    if not before:
                        server.sendall(data)
                        time.sleep(0.3)
                    for s in (client, server):
                        s.shutdown(socket.SHUT_RDWR)
                    return
                server.sendall(data)

    def accept():
        while True:
            client, _ = listener.accept()
            threading.Thread(target=quiet, args=(client,), daemon=True).start()

    def quiet(client):
        try:
            serve(client)
        except OSError:
            pass

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


def main():
    folder, certs, maildir, smtp = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
    owner = pathlib.Path(maildir).parent.stat()
    with tempfile.TemporaryDirectory(prefix="biosbelt-imap-", dir="/var/tmp") as d:
        os.chmod(d, 0o755)
        ports = {"imap": free_port(), "imaps": free_port(), "cut": cutter(smtp, False), "lost": cutter(smtp, True)}
        conf = os.path.join(d, "conf")
        with open(conf, "w", encoding="utf-8") as f:
            f.write(CONF.format(d=d, certs=certs, maildir=maildir, uid=owner.st_uid, gid=owner.st_gid, **ports))
        with open(os.path.join(d, "users"), "w", encoding="utf-8") as f:
            f.write("bob@lab.test:{PLAIN}secret pw\n")
        os.chmod(os.path.join(d, "users"), 0o644)
        server = subprocess.Popen(["dovecot", "-F", "-c", conf], start_new_session=True, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                with socket.create_connection(("127.0.0.1", ports["imap"]), 5) as s:
                    if s.recv(100).startswith(b"* OK"):
                        break
            except OSError:
                time.sleep(0.05)
        with open(folder + "/ports.new", "w", encoding="ascii") as f:
            f.writelines(f"{name} {port}\n" for name, port in ports.items())
        os.rename(folder + "/ports.new", folder + "/ports")
        sys.stdin.read()
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(10)


main()
