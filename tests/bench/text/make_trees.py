#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes sets of real files in old encodings, as make_sets.py does: make_trees.py OUT SEED MOST LANGUAGE=FOLDER...

LANGUAGE is zh_CN, zh_TW, ja, ko or ru: that of the comments in the sources below FOLDER. A file counts
where it decodes strictly in one encoding of that language to characters that are usual in it, and in the
others does not. At most MOST files of a folder, drawn by chance, none with the same lines as another:
  tree-NAME    as they are
  line-NAME    with one line in windows-1252 put in
  within-NAME  with a word or a unit in windows-1252 put into a line: the right answer is to refuse
  piece-NAME   one line of them alone
  short-NAME   a few characters of a line, alone in ASCII, 40 to 300 times
  few-NAME     the same of three lines, in turn by chance
"""
import hashlib
import os
import random
import re
import sys

ENCODINGS = {"zh_CN": ["gb18030"], "zh_TW": ["cp950"], "ja": ["cp932", "euc_jp"], "ko": ["cp949"],
             "ru": ["cp1251", "koi8_r", "cp866"]}
WORDS = "Müller Böhm rôle français Königsberg señor Jürgen größer für déjà naïve São Björn Sørensen Grün Größe " \
        "André François Peña Nuñez café Straße Zürich Århus Malmö Łódź Höhe Länge prüfen Rückgabe règle".split()
UNITS = ["85°C", "-40°C", "10µs", "5µA", "±5", "90°", "4 µF", "25 °C"]
LINES = ["// Copyright © 2003 Jürgen Müller", " * Autor: Jörg Böhm", "/* ±0.5 %, 85°C */", "# façade pattern",
         "; Größe des Puffers", "\t/* 10 µs */", "// (c) François Dupré", "// naïve version", "// 90° turn",
         "/* © 1999 */", "// señal de reloj", "// Zurück zum Anfang", "// rôle de la fonction", " * São Paulo"]
LETTERS = "оеаинтсрвлкмдпу"


def usual(text, language):
    """The share of the characters beyond ASCII that texts of the language consist of."""
    high = [c for c in text if ord(c) > 127]
    if not high:
        return 0
    if language == "ru":
        words = re.findall("[а-яёА-ЯЁ]+", text)
        good = sum(len(w) for w in words if w == w.lower() or w == w.capitalize() or w == w.upper() and len(w) < 12)
        if sum(len(w) for w in words) < 3 * len(words):
            return 0 # letters of another alphabet within its words
        common = sum(c in LETTERS for c in text.lower()) / max(1, sum(len(w) for w in words))
        return good / len(high) if common > 0.5 else 0
    ranges = {"zh_CN": "gb2312", "zh_TW": "big5", "ja": "shift_jis", "ko": "euc_kr"}[language]
    good = 0
    for c in high:
        try:
            code = c.encode(ranges)
        except UnicodeEncodeError:
            continue
        if len(code) > 2:
            continue # Python's way to write other syllables of Hangul
        first = code[0]
        good += {"zh_CN": first < 0xD8, "zh_TW": first < 0xC7, "ja": len(code) == 2 and first < 0x99,
                 "ko": 0xAC00 <= ord(c) < 0xD7A4 or first < 0xA4}[language]
    kana = sum(0x3041 <= ord(c) < 0x3100 for c in high)
    if language == "ja" and kana * 10 < len(high) or not re.search("[^\\x00-\\x7f]{3}", text):
        return 0 # Chinese, or bytes of another encoding between letters
    return good / len(high)


def label(data, language):
    """The encoding of a file and its text, or None."""
    found = []
    for enc in ENCODINGS[language]:
        try:
            text = data.decode(enc)
        except UnicodeDecodeError:
            continue
        if text.encode(enc, "replace") == data and usual(text, language) > 0.95:
            found.append((enc, text))
    return found[0] if len(found) == 1 else None


class Trees:
    def __init__(self, out, seed):
        self.r = random.Random(seed)
        self.out = out
        self.counts = {}

    def put(self, name, data, text=None):
        folder = os.path.join(self.out, name)
        os.makedirs(folder, exist_ok=True)
        n = self.counts[name] = self.counts.get(name, -1) + 1
        with open(os.path.join(folder, "%05d.in" % n), "wb") as f:
            f.write(data)
        if text is not None:
            if name.endswith("euc_jp"): # as the systems read it
                text = text.translate({0x301C: 0xFF5E, 0x2212: 0xFF0D, 0x2016: 0x2225})
            with open(os.path.join(folder, "%05d.out" % n), "wb") as f:
                f.write(text.encode("utf-8"))

    def file(self, name, enc, data, text):
        self.put("tree-" + name, data, text)
        lines = text.split("\n")
        other = self.r.choice(LINES)
        at = self.r.randrange(len(lines))
        rows = [(x, enc) for x in lines]
        rows.insert(at, (other, "cp1252"))
        self.put("line-" + name, b"\n".join(t.encode(e) for t, e in rows), "\n".join(t for t, _ in rows))
        high = [i for i, x in enumerate(lines) if not x.isascii()]
        if enc not in ENCODINGS["ru"]: # where a byte is a character, none is wrong
            self.within(name, enc, lines, self.r.choice(high))
        line = lines[self.r.choice(high)].strip()
        self.put("piece-" + name, (line + "\n").encode(enc), line + "\n")
        run = self.r.choice(re.findall("[^\\x00-\\x7f]+", line))[:self.r.randrange(1, 5)]
        piece = "\tset(%s);\n" % run * self.r.randrange(40, 301)
        self.put("short-" + name, piece.encode(enc), piece)
        runs = [self.r.choice(re.findall("[^\\x00-\\x7f]+", lines[self.r.choice(high)]))[:3] for _ in range(3)]
        piece = "".join("row %d: %s\n" % (n, self.r.choice(runs)) for n in range(self.r.randrange(40, 301)))
        self.put("few-" + name, piece.encode(enc), piece)

    def within(self, name, enc, lines, at):
        word = self.r.choice(WORDS + UNITS * 3)
        first = next(i for i, c in enumerate(lines[at]) if ord(c) > 127)
        parts = [" ".join((lines[at][:first], "")), word, " " + lines[at][first:]]
        try:
            line = b"".join(p.encode(e) for p, e in zip(parts, (enc, "cp1252", enc)))
            line.decode(enc)
            rest = [x.encode(enc) for x in lines]
            self.put("within-" + name, b"\n".join(rest[:at] + [line] + rest[at + 1:]))
        except UnicodeError:
            pass # a bad place tells it, or windows-1252 lacks the letter


def main():
    trees = Trees(sys.argv[1], int(sys.argv[2]))
    for pair in sys.argv[4:]:
        language, folder = pair.split("=")
        found, seen = [], set()
        for base, dirs, names in os.walk(folder):
            dirs.sort()
            for name in sorted(names):
                with open(os.path.join(base, name), "rb") as f:
                    data = f.read(1 << 20)
                if data.isascii() or b"\0" in data or len(data) == 1 << 20:
                    continue
                got = label(data, language)
                if got is None:
                    continue
                lines = sorted({x.strip() for x in got[1].split("\n") if not x.isascii()})
                key = hashlib.sha256("\n".join(lines[:8]).encode()).digest()
                if key not in seen:
                    seen.add(key)
                    found.append((got[0], data, got[1]))
        trees.r.shuffle(found)
        for enc, data, text in found[:int(sys.argv[3])]:
            trees.file(enc, enc, data, text)
        print(folder, len(found))


main()
