#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hard_messages.py SCMAIL PORT MAILDIR: seven messages that mailers get wrong. Each must pass the
oracle raw and after its trip through the server; the seventh must be refused and nothing sent."""
import hashlib
import os
import subprocess
import sys

from trip import Trip

FROM, TO = [["发件人 张三", "me@lab.test"]], [["收件人 李四", "a@lab.test"]]
HEAD = ["--from=发件人 张三 <me@lab.test>", "--to=收件人 李四 <a@lab.test>"]
GBK = "各位同事：附件是今天的固件版本和测试报告，请大家下载以后尽快验证。谢谢！\n"


def put(name, data):
    with open(name, "wb") as f:
        f.write(data)
    return f"--body={name}"


def main():
    scmail, port, maildir = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    trip = Trip(scmail, port, maildir, os.getcwd())

    def send(label, subject, body, text, args=(), files=()):
        meant = {"from": FROM, "to": TO, "subject": subject, "text": text, "files": list(files)}
        trip.send(label, [*HEAD, f"--subject={subject}", put("body", body), *args], meant)

    name, data = '中文 名"q.bin', bytes(range(256)) * 300
    with open(name, "wb") as f:
        f.write(data)
    text = "你好，世界\n.dot\n..two\n.\nFrom here\nno end"
    send("A names, dots", "中文主题 with ASCII", text.encode(), text, [f"--atta={name}"],
         [[name, hashlib.sha256(data).hexdigest()]])
    send("B long subject", "很长的主题" * 21, b"x\n", "x\n")
    send("C GBK body", "GBK", GBK.encode("gb18030"), GBK)
    text = "a" * 2500 + " " + "b" * 2499 + "\n"
    send("D line of 5000", "long line", text.encode(), text)
    text = "before\0after\nnext line\n"
    send("E NUL in the body", "NUL", text.encode(), text)
    text = "one\r\ntwo\rthree\nfour\r\n\rfive"
    send("F mixed line ends", "mixed", text.encode(), text)
    trip.collect()
    sent = 6
    for evil in ("Hi\r\nBcc: evil@lab.test\r\n\r\ninjected", "Hi\nBcc: evil@lab.test", "Hi\rBcc: evil@lab.test"):
        for args in ([f"--subject={evil}"], ["--subject=x", f"--from={evil} <me@lab.test>"], ["--subject=x", f"--to={evil}"]):
            r = subprocess.run([scmail, "--server=127.0.0.1", f"--port={port}", "--tls=none", *HEAD[:2], "--text=x", *args],
                               capture_output=True)
            if r.returncode not in (1, 2) or os.listdir(maildir):
                trip.defects.append(f"G {args}: status {r.returncode}, {len(os.listdir(maildir))} mails")
    return trip.report(sent)


sys.exit(main())
