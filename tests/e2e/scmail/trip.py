# SPDX-License-Identifier: MIT
"""Sends mails through a proxy that keeps what crossed the wire into Postfix, collects what Postfix
delivered, and has every one judged in five layers, both raw and after the trip."""
import glob
import hashlib
import json
import os
import re
import select
import socket
import subprocess
import threading
import time

import oracle

HERE = os.path.dirname(os.path.abspath(__file__))


class Wire:
    """A proxy on loopback; last() is the message of the connection that ended last, or None."""

    def __init__(self, port):
        self.target, self.listener = port, socket.create_server(("127.0.0.1", 0))
        self.port, self.sent, self.ended = self.listener.getsockname()[1], b"", threading.Event()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.listener.accept()
            with client, socket.create_connection(("127.0.0.1", self.target)) as server:
                for s in (client, server):
                    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.sent = self.relay(client, server)
            self.ended.set()

    @staticmethod
    def relay(client, server):
        sent = []
        while True:
            for s in select.select([client, server], [], [])[0]:
                data = s.recv(262144)
                if not data:
                    return b"".join(sent)
                (server if s is client else client).sendall(data)
                if s is client:
                    sent.append(data)

    def last(self):
        """The bytes between DATA and the final dot, with the stuffed dots taken out again."""
        if not self.ended.wait(20):
            return None
        self.ended.clear()
        m = re.search(rb"\r\nDATA\r\n(.*?\r\n)\.\r\n", self.sent, re.S)
        return re.sub(rb"(?m)^\.", b"", m.group(1)) if m else None


class Opinion:
    """The second parser, alive for many messages."""

    def __init__(self):
        self.perl = subprocess.Popen(["perl", os.path.join(HERE, "second_opinion.pl")], stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE)

    def judge(self, path, meant):
        self.perl.stdin.write(path.encode() + b"\n")
        self.perl.stdin.flush()
        seen = json.loads(self.perl.stdout.readline())
        out = [f"5: {e}" for e in seen["errors"]]
        if seen.get("subject") != meant["subject"]:
            out.append(f"5: subject {seen.get('subject')!r}, not {meant['subject']!r}")
        for kind in ("tokens", "notes"):
            for name, want in meant.get(kind, {}).items():
                got = seen["fields"].get(name, "")
                got = " ".join(got.split()) if kind == "tokens" else got
                if got != want:
                    out.append(f"5: {name} {got!r}, not {want!r}")
        files = [f[1] for f in meant.get("inline", [])] + [f[1] for f in meant.get("files", [])]
        names = [f[0] for f in meant.get("files", [])]
        got = [name for name, _ in seen["files"]]
        if [h for _, h in seen["files"]] != files or got[len(got) - len(names):] != names:
            out.append(f"5: files {seen['files']!r}, not {meant.get('files')!r}")
        for kind, key in (("text/plain", "text"), ("text/html", "html"), ("text/calendar", "calendar")):
            want = meant.get(key)
            hashes = [h for k, h in seen["texts"] if k == kind]
            if want is not None and (len(hashes) != 1 or hashes[0] not in text_hashes(want)):
                out.append(f"5: {key} differs")
        return out

    def end(self):
        self.perl.stdin.close()
        self.perl.wait()


def text_hashes(want):
    plain = want.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    return [hashlib.sha256((plain + end).encode()).hexdigest() for end in ("", "\n", "\n\n")]


class Trip:
    def __init__(self, scmail, port, maildir, folder):
        self.scmail, self.maildir, self.folder = scmail, maildir, folder
        self.wire, self.opinion = Wire(port), Opinion()
        self.waiting, self.judged, self.defects = {}, 0, []

    def send(self, label, args, meant, copies=1):
        """copies: as many as it has recipients, who all share one box."""
        r = subprocess.run([self.scmail, "--server=127.0.0.1", f"--port={self.wire.port}", "--tls=none", *args],
                           stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        raw = self.wire.last() if r.returncode == 0 else None
        if raw is None:
            self.defects.append(f"{label}: status {r.returncode}: {r.stderr.decode('utf-8', 'replace')[:300]}")
            return
        self.judge(label + " raw", raw, meant)
        key = re.search(rb"(?im)^Message-ID: *(<[^>]*>)", raw)
        self.waiting[key.group(1) if key else label] = [label, raw, meant, copies]

    def judge(self, label, raw, meant):
        path = os.path.join(self.folder, "judged.eml")
        with open(path, "wb") as f:
            f.write(raw)
        found = oracle.judge(raw, meant) + self.opinion.judge(path, meant)
        keep = os.environ.get("SCMAIL_KEEP")  # for the parsers of tests/bench/scmail
        if keep and label.endswith("raw"):
            name = os.path.join(keep, re.sub(r"\W", "_", label))
            with open(name + ".eml", "wb") as f:
                f.write(raw)
            with open(name + ".json", "w", encoding="utf-8") as f:
                json.dump(meant, f)
        self.defects += [f"{label}: {d}" for d in found]
        if found:
            os.replace(path, os.path.join(self.folder, re.sub(r"\W", "_", label) + ".eml"))
        self.judged += 1

    def collect(self):
        """What has arrived: each message once, byte for byte what was sent, and judged again."""
        end = time.monotonic() + 60
        while self.waiting and time.monotonic() < end:
            for path in glob.glob(os.path.join(glob.escape(self.maildir), "*")):
                with open(path, "rb") as f:
                    self.arrived(f.read())
                os.unlink(path)
            time.sleep(0.02)
        self.defects += [f"{label}: {copies} lost" for label, _, _, copies in self.waiting.values()]
        self.waiting = {}

    def arrived(self, data):
        key = re.search(rb"(?im)^Message-ID: *(<[^>]*>)", data)
        key = key.group(1) if key else None
        if key not in self.waiting:
            self.defects.append("a message arrived that was not sent, or too often")
            return
        label, raw, meant, copies = self.waiting[key]
        self.waiting[key][3] -= 1
        data = data.replace(b"\n", b"\r\n")
        if oracle.without_trace(data) != raw:
            self.defects.append(f"{label}: changed on its way")
        if copies == 1:
            del self.waiting[key]
            self.judge(label + " delivered", data, meant)

    def report(self, sent):
        self.opinion.end()
        for defect in self.defects[:50]:
            print(defect)
        print(f"{sent} messages, {self.judged} judgements in five layers, {len(self.defects)} defects")
        return 1 if self.defects or self.judged != 2 * sent else 0
