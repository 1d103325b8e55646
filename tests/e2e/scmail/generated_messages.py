#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""generated_messages.py SCMAIL PORT MAILDIR COUNT SEED [FIRST]: as many messages of a fixed seed, all judged
by the oracle raw and after their trip through Postfix. FIRST begins at a later one, to repeat a find."""
import hashlib
import os
import random
import re
import shutil
import sys

from trip import Trip

CHINESE = """固件升级 测试报告 请查收附件 今天的版本已经编译完成 主板型号不对 内存时序需要调整 各位同事大家好
服务器明天上午九点停机维护 谢谢您的配合 启动失败以后请把日志发给我 风扇转速太高 客户要求周五之前交货
这个问题在新版本里已经修正 电源管理模块 温度传感器读数异常 附件里是完整的日志文件""".split()
OTHERS = {"big5": "這是測試報告 請查收附件 主機板型號不對 謝謝您的配合 記憶體時序需要調整".split(),
          "shift_jis": "テスト報告です ファームウェアを更新しました よろしくお願いします 日本語の本文".split(),
          "euc-kr": "펌웨어 업데이트 시험 보고서 첨부 파일을 확인해 주세요 감사합니다".split(),
          "koi8-r": "Отчёт об испытаниях прошивки Пожалуйста проверьте вложение Спасибо".split(),
          "windows-1251": "Новая версия готова Журнал во вложении Привет".split(),
          "iso-8859-1": "Prüfbericht für das Gerät déjà vérifié señal à propos".split()}
ASCII = "the quick brown fox =?utf-8?Q?no?= a=b 100% C:\\temp \"quoted\" (note) <tag> it's; so, .dot From: x@y".split()
EMOJI = ["😀", "👩‍🔧", "🇨🇳", "e\u0301", "ﬁ", "𠮷", "\u3000", "ß"]
SIZES = [0, 1, 2, 3, 19, 55, 56, 57, 58, 113, 114, 115, 1000, 16383, 16384, 16385, 65535, 65536, 65537, 262143,
         262144, 262145, 524288, 1048575, 1048576, 1048577]
EDGES = [".", "..", ".x", "From me", ">From", "", " ", "\t", "trailing ", "trailing\t", "=", "=20", "=3D=", "--", "-- ",
         "--=_boundary", "MAIL FROM:<x@y>", ".\r", "\x0c", "a\x08b\x1b[31m", "a\x7fb"]


class Made:
    """One message: its command line, its files and what must arrive."""

    def __init__(self, n, seed, folder):
        self.rng, self.folder = random.Random(f"{seed}/{n}"), folder
        self.args, self.meant, self.boxes = [], {"files": [], "inline": []}, set()
        self.people()
        self.subject()
        self.body()
        self.files()
        self.fields()
        self.calendar()

    def words(self, most, pool=None):
        rng = self.rng
        pool = pool or rng.choice([ASCII, CHINESE, CHINESE + ASCII, CHINESE + EMOJI, OTHERS["koi8-r"], OTHERS["shift_jis"]])
        return [rng.choice(pool) for _ in range(rng.randint(1, most))]

    def text_of(self, most):
        rng = self.rng
        sep = rng.choice(["", " ", " ", "  "])
        return sep.join(self.words(most)) if rng.random() < 0.9 else rng.choice(["x", "中"]) * rng.randint(1, 300)

    def person(self):
        rng, addr = self.rng, f"{self.rng.choice(['a', 'b.c', 'x+tag', 'n' * 64, 'under_score'])}@lab.test"
        if rng.random() < 0.3:
            return addr, ["", addr]
        name = re.sub(" +", " ", self.text_of(4).replace('"', "'").replace("\\", "/"))
        quoted = '"' + name + '"' if rng.random() < 0.5 or any(c in name for c in '<>,;()"@:') else name
        return f"{quoted} <{addr}>", [name, addr]

    def people(self):
        rng = self.rng
        text, self.sender = self.person()
        self.args.append("--from=" + text)
        self.meant["from"] = [self.sender]
        for name in ("to", "cc", "bcc"):
            count = rng.choice([1, 1, 1, 2, 3, 20]) if name == "to" else rng.choice([0, 0, 0, 1, 2])
            made = [self.person() for _ in range(count)]
            if name == "bcc":
                made = [("hidden@lab.test", None) for _ in made]
            elif made:
                self.meant[name] = [p for _, p in made]
            joined = rng.choice([", ", ";", "; "]).join(t for t, _ in made)
            if made:
                self.args.append(f"--{name}={joined}")
                self.boxes |= {"hidden" if p is None else p[1] for _, p in made}

    def subject(self):
        self.meant["subject"] = self.text_of(self.rng.choice([1, 5, 40]))
        self.args.append("--subject=" + self.meant["subject"])

    def line(self, pool):
        rng, kind = self.rng, self.rng.random()
        if kind < 0.25:
            return rng.choice(EDGES)
        if kind < 0.35:
            return rng.choice(pool + ["x"]) * rng.choice([1, 76, 77, 78, 79, 997, 998, 999, 1000, 5000])
        if kind < 0.4:
            return "zero\0inside"
        return rng.choice(["", " "]).join(self.words(30, pool))

    def body(self):
        rng = self.rng
        end = rng.choice(["\n", "\n", "\r\n", "\r", None])
        encoding, declared = rng.choice([("utf-8", None), ("utf-8", "utf-8"), ("utf-8-sig", None), ("utf-16", None),
                                         ("utf-16-le", "utf-16le"), ("gb18030", "gb18030"), ("gb18030", None)]
                                        + [(e, e) for e in OTHERS])
        pool = OTHERS.get(encoding, CHINESE)
        lines = [self.line(pool) for _ in range(rng.choice([0, 1, 2, 5, 30]))]
        if encoding == "gb18030" and declared is None:  # found out: enough Chinese, and no zero bytes
            lines = ["，".join(self.words(20, CHINESE)) + "。" for _ in range(rng.randint(3, 20))]
        if rng.random() < 0.15 and encoding.startswith("utf-8"):
            lines = [" ".join(self.words(8, ASCII)) for _ in range(5)]
        text = "".join(x + (end or rng.choice(["\n", "\r\n", "\r"])) for x in lines)
        if rng.random() < 0.3:
            text = text.rstrip("\r\n")
        if encoding == "utf-8" and declared is None:
            text = text.replace("\0", "0")  # a zero byte asks for --charset where UTF-16 is possible
        data = text.encode(encoding)
        self.put("body.txt", data)
        self.args.append("--body=body.txt")
        self.meant["text"] = text
        if declared:
            self.args.append("--charset=" + declared)
        elif rng.random() < 0.3 and encoding == "utf-8":
            self.html()

    def html(self):
        rng = self.rng
        self.meant["html"] = "<p>" + self.text_of(50) + "</p>\n" + ".\n" * rng.randint(0, 2) + "x" * rng.choice([1, 2000])
        self.put("h.html", self.meant["html"].encode())
        self.args.append("--html=h.html")
        if rng.random() < 0.4:
            data = rng.randbytes(rng.choice(SIZES[:14]))
            self.put("logo.png", data)
            self.args.append("--inline=logo=logo.png")
            self.meant["inline"].append(["logo", hashlib.sha256(data).hexdigest()])

    def file_name(self, n):
        rng = self.rng
        stem = rng.choice(["report", "报告 一", "a b", "it's 100%", "x;y=z", "=?utf-8?Q?no?=", "très*bien", "q\"uote", "(1)",
                           "长" * 70, "l" * 200, "😀", ".hidden", "back\\slash", "Привет мир", "a" * 60 + " " + "b" * 60])
        return f"{stem}{n}{rng.choice(['', '.bin', '.pdf', '.png', '.txt', '.zip', '.docx'])}"

    def files(self):
        rng = self.rng
        for n in range(rng.choice([0, 0, 1, 1, 2, 4])):
            size = rng.choice(SIZES[:20] if rng.random() < 0.9 else SIZES)
            data = rng.choice([lambda: rng.randbytes(size), lambda: bytes(size), lambda: (b"\r\n.\r\nMAIL " * size)[:size],
                               lambda: (b"\n.\n" * size)[:size], lambda: b"\xff" * size])()
            name = self.file_name(n)
            self.put(name, data)
            self.args.append("--atta=" + name)
            self.meant["files"].append([name, hashlib.sha256(data).hexdigest()])

    def message_id(self):
        rng = self.rng
        return f"<{rng.choice(['1', 'a.b', 'x' * 60, 'CAJ+=_' + 'y' * 150])}.{rng.randrange(10**9)}@{rng.choice(['x.y', 'mail.example.com'])}>"

    def fields(self):
        """Fields that options write, own ones, and what they mean: people, tokens that no encoding may touch, texts."""
        rng = self.rng
        people, tokens, notes = (self.meant.setdefault(k, {}) for k in ("people", "tokens", "notes"))
        if rng.random() < 0.25:
            made = [self.person() for _ in range(rng.choice([1, 1, 3]))]
            self.args.append("--reply-to=" + ", ".join(t for t, _ in made))
            people["reply-to"] = [p for _, p in made]
        if rng.random() < 0.25:
            text, person = self.person()
            self.args.append(rng.choice([f"--header=Sender: {text}", f"--header=sender:{text}"]))
            people["sender"] = [person]
        if rng.random() < 0.3:
            ids = [self.message_id() for _ in range(rng.choice([1, 2, 30]))]
            self.args += ["--in-reply-to=" + ids[-1], "--references=" + " ".join(ids)]
            tokens["in-reply-to"], tokens["references"] = ids[-1], " ".join(ids)
        if rng.random() < 0.3:
            query = rng.choice(["1", "%E4%BD%A0&x=1", "a" * 300])
            tokens["list-unsubscribe"] = f"<https://example.com/u?id={query}>, <mailto:u@example.com?subject=out>"
            self.args.append("--list-unsubscribe=" + tokens["list-unsubscribe"])
        if rng.random() < 0.3:
            text, person = self.person()
            self.args.append(rng.choice(["--request-receipt", "--request-receipt=" + text]))
            people["disposition-notification-to"] = [person if "=" in self.args[-1] else self.sender]
        for name in ("X-Note", "Organization", "Comments"):
            if rng.random() < 0.2:
                notes[name.lower()] = self.text_of(rng.choice([1, 5, 40]))
                self.args.append(f"--header={name}: {notes[name.lower()]}")

    def calendar(self):
        rng = self.rng
        if rng.random() >= 0.1:
            return
        text = f"BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:{''.join(self.words(30, CHINESE))}\r\nEND:VCALENDAR\r\n"
        self.put("meet.ics", text.encode())
        self.args.append("--calendar=meet.ics")
        self.meant["calendar"] = text
        if "--charset" in " ".join(self.args):  # which is that of all texts
            self.args.remove("--calendar=meet.ics")
            del self.meant["calendar"]

    def put(self, name, data):
        with open(os.path.join(self.folder, name), "wb") as f:
            f.write(data)


def main():
    scmail, port, maildir, count, seed = *sys.argv[1:4], int(sys.argv[4]), sys.argv[5]
    first = int(sys.argv[6]) if len(sys.argv) > 6 else 0
    trip = Trip(scmail, int(port), maildir, os.getcwd())
    here, folder = os.getcwd(), os.path.join(os.getcwd(), "made")
    for n in range(first, first + count):
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        os.chdir(folder)
        made = Made(n, seed, folder)
        trip.send(f"message {n}", made.args, made.meant, len(made.boxes))
        os.chdir(here)
        if n % 50 == 49:
            trip.collect()
    trip.collect()
    return trip.report(count)


sys.exit(main())
