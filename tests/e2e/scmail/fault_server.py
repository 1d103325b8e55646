#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fault_server.py FOLDER: an SMTP server on loopback with a port for each fault. Writes "FAULT PORT"
lines to FOLDER/ports, counts the messages it took for good in FOLDER/FAULT.count and keeps the last
one in FOLDER/FAULT.eml. Ends after ten minutes or when its standard input closes."""
import base64
import os
import socket
import sys
import threading
import time

FOLDER = sys.argv[1]
FAULTS = """ok banner421 silent ehlo502 drop_rcpt drop_data dot554 dot452 dot_silent dot_drop quit_drop quit_silent
mid552 inject garbage_tls legacy_auth gbk drips long_banner part550 grey451 all550 utf8 starttls_none auth535
junk_reply endless two_only dot421 two_then_full mail451 mail550 data554 auth454 need_auth starttls_drop tls_cut tls454 auth_any small_letters mid452 mid250 dsn
pipelined pipelined_all550 pipelined_mail550 pipelined_nobody refuse_cut refuse_reset http never_over eight_bit slow_dot quit_endless endless_lines endless_ehlo endless_rcpt endless_data half_banner odd_rcpt odd_dot odd_one four_digits binary binary_pipelined binary_refused binary_unknown binary_drop trickle""".split()
MIDDLE = {"mid552": "552 5.3.4 too big\r\n", "mid452": "452 4.3.1 disk full\r\n", "mid250": "250 2.0.0 queued\r\n"}
LOCK = threading.Lock()


class Session:
    def __init__(self, fault, sock):
        self.mails = 0
        self.fault, self.sock, self.file = fault, sock, sock.makefile("rb")

    def send(self, text):
        data = text if isinstance(text, bytes) else text.encode()
        if self.fault == "drips":
            for i in range(0, len(data), 4):
                self.sock.sendall(data[i:i + 4])
                time.sleep(0.002)
        else:
            self.sock.sendall(data)

    def took(self, message):
        with LOCK:
            path = os.path.join(FOLDER, self.fault)
            count = int(open(path + ".count").read()) if os.path.exists(path + ".count") else 0
            with open(path + ".eml", "wb") as f:
                f.write(message)
            with open(f"{path}.{count + 1}.eml", "wb") as f:
                f.write(message)
            with open(path + ".count", "w") as f:
                f.write(str(count + 1))

    def greet(self):
        f = self.fault
        if f == "banner421":
            self.send("421 too busy\r\n")
            return False
        if f == "silent":
            time.sleep(30)
            return False
        if f == "endless":
            for _ in range(3000):
                self.send("220-" + "x" * 1000 + "\r\n")
            return False
        if f == "endless_lines":
            self.no_end("220")
        if f == "half_banner":
            self.send("220-wait\r\n")
            time.sleep(30)
            return False
        if f == "http":
            self.send("HTTP/1.1 400 Bad Request\r\n")
            time.sleep(30)
            return False
        if f == "junk_reply":
            self.send(b"\x1b[31mhello\0\xff\r\n")
            return False
        self.send("220 " + ("x" * 3000 if f == "long_banner" else "fault.test") + "\r\n")
        return True

    def no_end(self, code):
        """Lines of a reply as long as somebody hears them."""
        while True:
            self.send(f"{code}-and more\r\n" * 10)
            time.sleep(0.01)

    def ehlo(self, word):
        f = self.fault
        if f == "endless_ehlo":
            self.no_end("250")
        if f == "ehlo502" and word == b"EHLO":
            self.send("502 what\r\n")
            return
        if word == b"HELO":
            self.send("250 fault.test\r\n")
            return
        lines = ["fault.test", "SIZE 200000000"]
        if f.startswith("pipelined"):
            lines.append("PIPELINING")
        if f.startswith("binary"):
            lines += ["CHUNKING", "BINARYMIME", "8BITMIME"] + ["PIPELINING"] * (f == "binary_pipelined")
        if f == "dsn":
            lines.append("DSN")
        if f == "eight_bit":
            lines.append("8BITMIME")
        if f == "utf8":
            lines.append("SMTPUTF8")
        if f in ("inject", "garbage_tls", "starttls_drop", "tls_cut", "tls454"):
            lines.append("STARTTLS")
        if f == "legacy_auth":
            lines.append("AUTH=LOGIN")
        if f in ("auth_any", "auth535", "auth454"):
            lines.append("AUTH LOGIN PLAIN")
        if f == "small_letters":
            lines = ["fault.test", "size 1000", "auth login plain"]
        self.send("".join(f"250{'-' if i + 1 < len(lines) else ' '}{line}\r\n"
                          for i, line in enumerate(lines)))

    def starttls(self):
        if self.fault == "starttls_drop":
            return
        if self.fault == "tls454":
            self.send("454 not now\r\n")
            return
        if self.fault == "tls_cut":
            self.send("220 go\r\n")
            self.file.read1()
            self.send(b"\x16\x03\x03\x00\x7a\x02\x00")  # a ServerHello begins
            return
        if self.fault == "inject":
            self.send("220 go\r\n250 injected\r\n250 injected\r\n")
        else:
            self.send("220 go\r\n")
            time.sleep(0.1)
            self.send(b"this is not TLS at all, not at all\r\n")
        time.sleep(0.3)

    def auth(self, line):
        said = line.strip().split(b" ")[2:]
        if b" LOGIN" in line:
            self.send("334 VXNlcm5hbWU6\r\n")
            said = [self.file.readline()]
            self.send("334 UGFzc3dvcmQ6\r\n")
            said.append(self.file.readline())
        elif line.strip().upper() == b"AUTH PLAIN":
            self.send("334 \r\n")
            said = [self.file.readline()]
        # user and password as they came, with a blank between
        words = b"\0".join(base64.b64decode(word) for word in said).strip(b"\0")
        with open(f"{FOLDER}/{self.fault}.login", "wb") as out:
            out.write(words.replace(b"\0", b" ") + b"\n")
        self.send({"auth535": "535 5.7.8 wrong password\r\n",
                   "auth454": "454 4.7.0 try later\r\n"}.get(self.fault, "235 welcome\r\n"))

    def rcpt(self, line):
        f = self.fault
        if f == "drop_rcpt":
            return False
        if f == "endless_rcpt":
            self.no_end("250")
        if f == "never_over":
            for _ in range(100):
                self.send("250-and\r\n")
                time.sleep(0.2)
        if f == "trickle":
            for _ in range(100):
                self.send("2")
                time.sleep(0.2)
        if f in ("refuse_cut", "refuse_reset") and b"<bad" in line:
            self.send("550 5.1.1 no such user\r\n")
            return f == "refuse_reset"
        if f == "odd_rcpt" or (f == "odd_one" and b"<bad" in line):
            self.send("354 what\r\n")
        elif f == "four_digits":
            self.send("2500 ok\r\n")
        elif f == "gbk":
            self.send("250 收到\r\n".encode("gb18030"))
        elif f in ("all550", "pipelined_all550", "pipelined_nobody") or (f in ("part550", "pipelined") and b"<bad" in line):
            self.send("550 5.1.1 用户不存在\r\n".encode("gb18030"))
        elif f == "pipelined_mail550":
            self.send("503 5.5.1 MAIL first\r\n")
        elif f == "binary" and b"<bad" in line:
            self.send("501 5.1.3 no such form of address\r\n")
        elif f == "grey451" or (f in ("part550", "pipelined") and b"<later" in line):
            self.send("451 4.7.1 greylisted\r\n")
        else:
            self.send("250 ok\r\n")
        return True

    def data(self):
        f = self.fault
        if f in ("data554", "pipelined_all550", "pipelined_mail550"):
            self.send("554 5.5.1 no valid recipients\r\n")
            return True
        self.send("354 go\r\n")
        lines = []
        length = 0
        while True:
            line = self.file.readline()
            if not line:
                return False
            if line == b".\r\n":
                break
            lines.append(line[1:] if line.startswith(b".") else line)
            length += len(line)
            if f == "drop_data":
                return False
            if f == "endless_data":
                self.no_end("452")
            if f in MIDDLE and length > 2000:
                self.send(MIDDLE[f])
                time.sleep(0.3)
                return False
        if f == "odd_dot":
            self.took(b"".join(lines))
            self.send("999 what\r\n")
            return True
        if f == "dot554":
            self.send("554 5.7.1 拒收\r\n".encode("gb18030"))
            return True
        if f == "dot421":
            self.send("421 4.3.2 going down\r\n")
            return False
        if f == "dot452":
            self.send("452 4.3.1 disk full\r\n")
            return True
        self.took(b"".join(lines))
        if f == "slow_dot":
            time.sleep(2)
        if f == "dot_silent":
            time.sleep(30)
            return False
        if f == "dot_drop":
            return False
        self.send("250 2.0.0 queued\r\n")
        return True

    def bdat(self, line):
        """One chunk, which is the whole message (RFC 3030)."""
        words = line.split()
        if self.fault == "binary_unknown":  # and so are the bytes that follow
            self.send("502 5.5.1 command not implemented\r\n")
            return True
        left, chunk = int(words[1]), []
        if words[2:] != [b"LAST"] or self.fault == "binary_drop":
            return False
        while left > 0:
            data = self.file.read(min(left, 65536))
            if not data:
                return False
            chunk.append(data)
            left -= len(data)
        if self.fault == "binary_refused":
            self.send("554 5.6.1 no such content\r\n")
            return True
        self.took(b"".join(chunk))
        self.send("250 2.0.0 queued\r\n")
        return True

    def command(self, line):
        word = line[:4].upper()
        if word in (b"EHLO", b"HELO"):
            self.ehlo(word)
        elif word == b"STAR":
            self.starttls()
            return False
        elif word == b"AUTH":
            self.auth(line)
        elif word == b"MAIL" and self.fault == "two_then_full" and os.path.exists(FOLDER + "/two_then_full.2.eml"):
            self.send("452 4.3.1 disk full\r\n")
        elif word == b"MAIL" and self.fault == "two_only" and self.mails == 2:
            self.send("421 4.7.0 too many mails\r\n")
            return False
        elif word == b"MAIL" and self.fault in ("mail451", "mail550", "need_auth", "pipelined_mail550"):
            self.send({"mail451": "451 4.3.0 later\r\n", "pipelined_mail550": "550 5.7.1 not from you\r\n", "mail550": "550 5.7.1 not from you\r\n",
                       "need_auth": "530 5.7.0 Authentication required\r\n"}[self.fault])
        elif word == b"MAIL":
            self.mails += 1
            self.send("250 ok\r\n")
        elif word == b"RCPT":
            return self.rcpt(line)
        elif word == b"DATA":
            return self.data()
        elif word == b"BDAT":
            return self.bdat(line)
        elif word == b"QUIT":
            if self.fault == "quit_silent":
                time.sleep(30)
            elif self.fault == "quit_endless":
                for _ in range(100):
                    self.send("221-and\r\n")
                    time.sleep(0.2)
            elif self.fault != "quit_drop":
                self.send("221 bye\r\n")
            return False
        elif word == b"RSET" and self.fault == "refuse_reset":
            self.send("554 5.5.1 no\r\n")
        elif self.fault == "binary_unknown":
            self.send("500 5.5.2 what\r\n")
        else:
            self.send("250 ok\r\n")
        return True

    def run(self):
        try:
            if self.greet():
                while True:
                    line = self.file.readline()
                    if not line or not self.command(line):
                        break
        except OSError:
            pass
        finally:
            self.file.close()
            self.sock.close()


def serve(fault, listener):
    while True:
        sock, _ = listener.accept()
        threading.Thread(target=Session(fault, sock).run, daemon=True).start()


def main():
    lines = []
    for fault in FAULTS:
        listener = socket.create_server(("127.0.0.1", 0))
        lines.append(f"{fault} {listener.getsockname()[1]}\n")
        threading.Thread(target=serve, args=(fault, listener), daemon=True).start()
    with open(os.path.join(FOLDER, "ports.new"), "w") as f:
        f.writelines(lines)
    os.rename(os.path.join(FOLDER, "ports.new"), os.path.join(FOLDER, "ports"))
    threading.Thread(target=lambda: (time.sleep(600), os._exit(0)), daemon=True).start()
    sys.stdin.read()


main()
