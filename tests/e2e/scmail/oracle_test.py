#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The oracle itself: a good message has no defect, and each of these damages is found."""
import base64
import hashlib
import sys

import oracle

DATA = bytes(range(256)) * 2
TEXT = "你好，世界\n.dot\n"
LINES = [base64.b64encode(DATA[i:i + 57]).decode() for i in range(0, len(DATA), 57)]
GOOD = "\r\n".join([
    "Date: Sat, 21 Nov 2026 10:00:00 +0000", "From: =?UTF-8?B?5byg5LiJ?= <me@lab.test>",
    'To: "Last, F" <a@lab.test>', "Subject: =?UTF-8?B?5Li76aKY?= =?UTF-8?B?5LqM?=",
    "Message-ID: <1@lab.test>", "MIME-Version: 1.0", "Content-Type: multipart/mixed;", ' boundary="=_b"', "",
    "--=_b", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable", "",
    "=E4=BD=A0=E5=A5=BD=EF=BC=8C=E4=B8=96=E7=95=8C", ".dot", "",
    "--=_b", 'Content-Type: application/octet-stream;', ' name="=?UTF-8?B?5LitLmJpbg==?="',
    "Content-Disposition: attachment;", " filename*=UTF-8''%E4%B8%AD.bin",
    "Content-Transfer-Encoding: base64", "", *LINES, "", "--=_b--", ""])
MEANT = {"subject": "主题二", "from": [["张三", "me@lab.test"]], "to": [["Last, F", "a@lab.test"]], "text": TEXT,
         "files": [["中.bin", hashlib.sha256(DATA).hexdigest()]]}
SUBJECT = "Subject: =?UTF-8?B?5Li76aKY?= =?UTF-8?B?5LqM?="
DAMAGE = [
    ("bare LF", ".dot\r\n", ".dot\n"), ("bare CR", ".dot\r\n", ".dot\rx\r\n"), ("NUL", ".dot", ".d\0t"),
    ("8 bit in the text", ".dot", "é"), ("8 bit in the head", SUBJECT, "Subject: 主题二"),
    ("line over 998", ".dot", "x" * 999), ("header over 78", SUBJECT, "Subject: " + "x " * 40),
    ("no Date", "Date: Sat, 21 Nov 2026 10:00:00 +0000\r\n", ""), ("two dates", "From: ", "Date: x\r\nFrom: "),
    ("no Message-ID", "Message-ID: <1@lab.test>\r\n", ""), ("no MIME-Version", "MIME-Version: 1.0\r\n", ""),
    ("Bcc", "To: ", "Bcc: z@lab.test\r\nTo: "), ("blank fold", SUBJECT, SUBJECT + "\r\n  "),
    ("word over 75", SUBJECT, "Subject: =?UTF-8?B?" + base64.b64encode(b"x" * 60).decode() + "?="),
    ("character over two words", SUBJECT, "Subject: =?UTF-8?B?5Li7?= =?UTF-8?B?6aI=?= =?UTF-8?B?mOS6jA==?="),
    ("word not closed", SUBJECT, "Subject: =?UTF-8?B?5Li76aKY?"), ("word of unknown charset", "UTF-8?B?5LqM", "KLINGON?B?5LqM"),
    ("bad base64 in a word", "5LqM", "5L*M"), ("another subject", "5LqM", "5LiJ"), ("another name", "5byg5LiJ", "5byg5Zub"),
    ("another address", "<a@lab.test>", "<b@lab.test>"), ("comma not quoted", '"Last, F"', "Last, F"),
    ("bad quoted-printable", "=E4=BD", "=E4=ZZ"), ("blank at a line's end", ".dot", ".dot "),
    ("dot eaten", ".dot", "dot"), ("text cut", ".dot\r\n", ""), ("text of another charset", "charset=utf-8", "charset=gbk"),
    ("base64 character", LINES[0], "!" + LINES[0][1:]), ("base64 line lost", LINES[0] + "\r\n", ""),
    ("base64 line too long", LINES[0] + "\r\n", LINES[0]), ("base64 with garbage behind", LINES[-1], LINES[-1] + "AAAA"),
    ("a byte of the file", LINES[2], LINES[2][:-1] + "B" if LINES[2][-1] != "B" else LINES[2][:-1] + "C"),
    ("file name", "%E4%B8%AD", "%E4%B8%AE"), ("old form of the file name", "5LitLmJpbg==", "5LiuLmJpbg=="),
    ("boundary not closed", "--=_b--\r\n", ""), ("part lost", "\r\n--=_b\r\nContent-Type: app", "\r\nContent-Type: app"),
    ("8bit", "quoted-printable", "8bit"), ("no field", "MIME-Version: 1.0", "MIME-Version 1.0"),
    ("file twice", "--=_b--", GOOD[GOOD.rindex("--=_b\r\n"):GOOD.rindex("\r\n--=_b--")] + "\r\n--=_b--"),
]


def main():
    bad = oracle.judge(GOOD.encode(), MEANT)
    if bad:
        print(f"the good message: {bad}")
    for name, old, new in DAMAGE:
        if old not in GOOD:
            bad.append(name)
            print(f"{name}: not in the message")
        elif not oracle.judge(GOOD.replace(old, new, 1).encode(), MEANT):
            bad.append(name)
            print(f"{name}: not found")
    print(f"{len(DAMAGE)} damages, {len(bad)} not found")
    return 1 if bad else 0


sys.exit(main())
