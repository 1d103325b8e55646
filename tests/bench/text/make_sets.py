#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the judging sets: make_sets.py LINES.tsv FIRMWARE OUT [SEED [HALF]]

LINES.tsv comes from gather_lines.py; only its "held" rows are used, which no training reads.
Comments in other languages come from the catalogues below /usr/share/locale (or CATALOGUES, other
folders of the same form separated by ':') of packages that the language model was not trained on.
FIRMWARE is a folder of images, plain or .xz. Each set is a folder of N.in and, where there is one,
N.out: the true text in UTF-8. Without N.out the only right answer is to leave the bytes alone.
HALF is "tune" or "judge": only that half of the packages, comments, characters and images,
so that what priors and thresholds are set by never is what they are judged by.
"""
import glob
import hashlib
import lzma
import os
import random
import re
import struct
import sys
import uuid

TRAINED = ("coreutils", "dpkg", "git")
SYMBOLS = "©®°µ±’–²“”‘—•…×½¼³§«»£¥€™·¶÷¬"


def in_half(half, key):
    """Of a package, a comment, a character or an image."""
    odd = hashlib.sha256(key.encode("utf-8")).digest()[0] % 2
    return half is None or odd == (half == "judge")


def catalogue(path):
    data = open(path, "rb").read()
    order = "<" if data[:4] == b"\xde\x12\x04\x95" else ">"
    count, source, target = struct.unpack(order + "3I", data[8:20])
    head = True
    for i in range(count):
        length, off = struct.unpack(order + "2I", data[target + 8 * i:target + 8 * i + 8])
        text = data[off:off + length].split(b"\0")[0]
        if head:
            head = False
            if b"charset=utf-8" not in text.lower():
                return
            continue
        try:
            yield text.decode("utf-8")
        except UnicodeDecodeError:
            pass


def messages(language, half):
    found = set()
    roots = os.environ.get("CATALOGUES", "/usr/share/locale").split(":")
    for root in roots:
        for path in sorted(glob.glob(os.path.join(root, language, "LC_MESSAGES", "*.mo"))):
            if os.path.basename(path).startswith(TRAINED + ("iso",)):
                continue
            for text in catalogue(path):
                for line in text.split("\n"):
                    found.add(re.sub(r"%[-#0-9.$a-z]*[a-z]|<[^<>]*>", "", line).strip())
    return sorted(line for line in found if in_half(half, line))


def strings(language, half):
    share = 2 if language[:2] in ("zh", "ja", "ko", "ru") else 0
    return [line for line in messages(language, half)
            if 8 < len(line) < 70 and sum(ord(c) > 127 for c in line) * 4 > len(line) * share]


CODE = """static int dev_read(struct dev *d, u32 reg, u32 *val)
{
	if (!d || reg >= d->count)
		return -EINVAL;
	*val = readl(d->base + reg);
	return 0;
}
#define REG_CTRL	0x04	/* control */
#define REG_STATUS	0x08	/* status */
[Defines]
  INF_VERSION = 0x00010005
  BASE_NAME = PlatformInit
[Sources]
  PlatformInit.c
Device (LPCB)
{
    Name (_ADR, 0x001F0000)
}
	for (i = 0; i < ARRAY_SIZE(table); i++)
		sum += table[i].weight;
name,value,unit
vcore,1050,mV
	switch (state) {
	case ST_IDLE:
		break;
	}
EFI_STATUS Status;
Status = gBS->LocateProtocol (&gEfiPciIoProtocolGuid, NULL, (VOID **) &PciIo);
""".split("\n")


class Sets:
    def __init__(self, rows, out, seed, half):
        self.r = random.Random("%d %s" % (seed, half))
        self.half = half
        self.counts = {}
        self.rows = rows
        self.out = out

    def put(self, name, data, text=None):
        folder = os.path.join(self.out, name)
        os.makedirs(folder, exist_ok=True)
        n = self.counts.get(name, 0)
        self.counts[name] = n + 1
        with open(os.path.join(folder, "%05d.in" % n), "wb") as f:
            f.write(data)
        if text is not None:
            with open(os.path.join(folder, "%05d.out" % n), "wb") as f:
                f.write(text.encode("utf-8"))

    def code(self, n):
        at = self.r.randrange(len(CODE) - 2)
        return [CODE[(at + i) % len(CODE)] for i in range(n)]

    def wrap(self, lines, code=3):
        out = self.code(code)
        for line in lines:
            out.append(line)
            out += self.code(self.r.randrange(1, 3))
        return out

    def comment(self, text):
        form = self.r.choice(["// %s", "/* %s */", "# %s", "\tx = 1; // %s", " * %s"])
        return form % text

    def lines_in(self, enc, test, most):
        """Held lines that enc has, each once, shuffled."""
        found = []
        for _, line in self.rows:
            if not test(line):
                continue
            try:
                if line.encode(enc).decode(enc) == line:
                    found.append(line)
            except UnicodeError:
                pass
        found = sorted(set(found))
        self.r.shuffle(found)
        return found[:most]

    def mixed(self, languages):
        def western(line):
            high = [c for c in line if ord(c) > 127]
            return len(high) <= 3 and all(c in SYMBOLS or 0xC0 <= ord(c) < 0x180 for c in high)
        foreign = self.lines_in("cp1252", western, 400)
        for enc, texts in languages:
            for _ in range(81):
                base = [self.comment(self.r.choice(texts)) for _ in range(self.r.randrange(3, 13))]
                base = [b for b in base if encodable(b, enc)]
                lines = [(line, enc) for line in self.wrap(base)]
                at = self.r.randrange(len(lines) + 1)
                lines.insert(at, (self.r.choice(foreign), "cp1252"))
                self.put("mixed-1252", b"".join((t + "\n").encode(e) for t, e in lines),
                         "".join(t + "\n" for t, _ in lines))
        pairs = [(0, 1), (0, 2), (1, 2), (2, 3), (0, 3), (4, 0), (4, 2)]
        for a, b in pairs:
            for _ in range(20):
                lines = []
                for k, n in ((a, self.r.randrange(4, 9)), (b, self.r.randrange(1, 4))):
                    enc, texts = languages[k]
                    base = [self.comment(self.r.choice(texts)) for _ in range(n)]
                    lines += [(t, enc) for t in self.wrap([x for x in base if encodable(x, enc)])]
                self.put("mixed-pairs", b"".join((t + "\n").encode(e) for t, e in lines),
                         "".join(t + "\n" for t, _ in lines))

    def binaries(self):
        for n in (4, 8, 16, 24, 32, 48, 64, 128, 256, 1024, 4096):
            for _ in range(15):
                r = self.r
                base, step = r.randrange(65536), r.choice([1, 2, 4, 8, 16, 64, 256, 1000])
                self.put("binary", b"".join(struct.pack("<H", (base + i * step) & 0xFFFF) for i in range(n // 2)))
                self.put("binary", b"".join(struct.pack("<H", r.randrange(65536)) for i in range(n // 2)))
                base = r.randrange(1 << 32)
                self.put("binary", b"".join(struct.pack("<I", (base + i * step) & 0xFFFFFFFF) for i in range(n // 4)))
                self.put("binary", bytes(r.randrange(256) for _ in range(n)))
                self.put("binary", b"".join(struct.pack("<I", r.randrange(0x80000000) >> r.randrange(16)) for i in range(n // 4)))
                if n >= 16:
                    self.put("binary", b"".join(uuid.UUID(int=r.getrandbits(128), version=4).bytes_le for _ in range(n // 16)))

    def firmware(self, folder):
        for path in sorted(filter(os.path.isfile, glob.glob(os.path.join(folder, "*")))):
            if not in_half(self.half, os.path.basename(path)):
                continue
            data = open(path, "rb").read()
            if path.endswith(".xz"):
                data = lzma.decompress(data)
            if len(data) < 65536 or not re.search(r"\.(fd|bin|cap|rom)", path):
                continue
            for size in (64, 256, 1024, 4096, 16384, 65536):
                for _ in range(25 if size < 4096 else 8):
                    at = self.r.randrange(len(data) - size + 1) // 16 * 16
                    block = data[at:at + size]
                    if not block.isascii() or b"\0" in block:
                        self.put("firmware-%d" % size, block)

    def symbols(self):
        def lone(line):
            high = [c for c in line if ord(c) > 127]
            return len(high) == 1 and high[0] in SYMBOLS
        for enc, name in (("cp1252", "1252"), ("cp850", "cp850"), ("cp437", "cp437"), ("mac_roman", "mac")):
            for line in self.lines_in(enc, lone, 400):
                lines = self.wrap([line])
                text = "\n".join(lines) + "\n"
                self.put("symbol-" + name, text.encode(enc), text)

    def letters(self, languages, encodings):
        """Lines with one letter that is not ASCII, half of them of messages in these languages: one such
        line in a file, or three."""
        def lone(line):
            high = [c for c in line if ord(c) > 127]
            return len(high) == 1 and high[0].isalpha() and high[0].lower() != high[0].upper()
        some = [line for name in languages for line in self.some(filter(lone, strings(name, self.half)), 40)]
        rows = self.some(sorted({line for _, line in self.rows if lone(line)}), len(some)) if "fr" in languages else []
        for enc, name in encodings:
            lines = [line for line in some + rows if encodable(line, enc)]
            self.r.shuffle(lines)
            for i, line in enumerate(lines[:600]):
                for kind, group in (("letter", [line]), ("letters", lines[i:i + 3])):
                    text = "\n".join(self.wrap(group)) + "\n"
                    self.put(kind + "-" + name, text.encode(enc), text)

    def of_language(self, names, enc):
        """One letter of a message in one of these languages, a set for each."""
        for name in names:
            lone = [line for line in strings(name, self.half) if sum(ord(c) > 127 for c in line) == 1 and encodable(line, enc)]
            for line in self.some(lone, 150):
                text = "\n".join(self.wrap([line])) + "\n"
                self.put("one-%s-%s" % (name, enc), text.encode(enc), text)

    def dots(self, languages):
        """Three dots in one character behind a word of a message, and nothing else that is not ASCII."""
        for enc, names in languages:
            for name in names:
                found = [line for line in strings(name, self.half) if re.search("[a-z]\u2026", line)
                         and sum(ord(c) > 127 for c in line) == 1 and encodable(line, enc)]
                for line in self.some(found, 15):
                    text = "\n".join(self.wrap([line])) + "\n"
                    self.put("dots", text.encode(enc), text)

    def among(self):
        """Comments in one or several languages of an encoding, and such a text with one line in another encoding."""
        messages = {}

        def some_in(enc, names):
            name = self.r.choice(names)
            if name not in messages:
                messages[name] = [line for line in strings(name, self.half) if not line.isascii()]
            fitting = [line for line in self.r.sample(messages[name], min(50, len(messages[name]))) if encodable(line, enc)]
            return [(self.comment(fitting[0]), enc)] if fitting else []

        def put(name, lines):
            data = [(c, "ascii") for c in self.code(3)]
            for line in lines:
                data += [line] + [(c, "ascii") for c in self.code(self.r.randrange(1, 3))]
            if all(encodable(t, e) for t, e in data):
                self.put(name, b"".join((t + "\n").encode(e) for t, e in data), "".join(t + "\n" for t, _ in data))

        for enc, names, others in AMONG:
            for _ in range(300):
                several = [some_in(enc, [name]) for name in self.r.sample(names, self.r.randrange(2, 5)) * 2]
                one = [some_in(enc, names[:1] if enc == "cp1254" else [self.r.choice(names)]) for _ in range(5)]
                other = some_in(*self.r.choice(others))
                several, one = (sum(x[:self.r.randrange(3, len(x) + 1)], []) for x in (several, one))
                put("several-" + enc, several)
                for kind, lines in (("among", several), ("within", one)):
                    at = self.r.randrange(len(lines) + 1)
                    put(kind + "-" + enc, lines[:at] + other + lines[at:])

    def within_russian(self):
        """Comments in Russian in windows-1251 with one line of a DOS code page that has one or two letters, or with
        one in a western language that windows-1251 has."""
        russian = [line for line in strings("ru", self.half) if encodable(line, "cp1251")]

        def put(name, texts, enc):
            for _ in range(300):
                lines = [(line, "cp1251") for line in
                         self.wrap([self.comment(self.r.choice(russian)) for _ in range(self.r.randrange(3, 13))])]
                lines.insert(self.r.randrange(len(lines) + 1), (self.comment(self.r.choice(texts)), enc))
                self.put(name, b"".join((t + "\n").encode(e) for t, e in lines), "".join(t + "\n" for t, _ in lines))

        for name, enc in RUSSIAN_AND:
            put("russian-" + name, [line for line in strings(name, self.half)
                                    if 1 <= sum(ord(c) > 127 for c in line) <= 2 and encodable(line, enc)], enc)
        put("russian-sign", [line for name, _ in RUSSIAN_AND for line in self.some(
            [line for line in strings(name, self.half) if sum(ord(c) > 127 for c in line) == 1
             and encodable(line, "cp1251")], 300)], "cp1251")

    def lines_alone(self):
        """Each line of the sources in the encoding that it would have had. A row of a table of a code page is no file."""
        for line in self.some(sorted({line for _, line in self.rows}), 2500):
            text = "\n".join(self.wrap([line])) + "\n"
            enc = natural(text)
            if enc and not table_of(text):
                self.put("line", text.encode(enc), text)

    def some(self, lines, most):
        lines = list(lines)
        self.r.shuffle(lines)
        return lines[:most]

    def hanzi(self):
        """Characters of GBK, all with the same chance, alone in a table or in a comment."""
        forms = ["%s,%d\n", "id,%s\n1,%d\n", "// %s\nint x = %d;\n", "#define N \"%s\" %d\n",
                 "a = '%s'; /* %d */\n", "%s\n%d\n", "Name%s=%d\n"]
        chars = [bytes((a, b)) for a in range(0x81, 0xFF) for b in range(0x40, 0xFF) if b != 0x7F]
        chars = [c for c in chars if is_han(c) and in_half(self.half, c.hex())]
        chance = [c for c in chars if is_utf8(c)]
        for name, some in (("hanzi", self.r.sample(chars, 1200)), ("hanzi-utf8", self.r.sample(chance, min(600, len(chance))))):
            for c in some:
                text = self.r.choice(forms) % (c.decode("gbk"), self.r.randrange(1000))
                self.put(name, text.encode("gbk"), text)

    def singles(self, languages):
        """Messages with one to three Chinese, Japanese or Korean characters by themselves and nothing else that is not
        ASCII, and usual characters, each alone in a line."""
        forms = ["// %s\n", "\"%s\",\n", "name=%s\n", "1: %s;\n", "(%s)\n", "- %s\n", "x[%s] = 1;\n"]
        for enc, name in languages:
            found = []
            text = ""
            for line in messages(name, self.half):
                text += line
                high = [i for i, c in enumerate(line) if ord(c) > 127]
                if 1 <= len(high) <= 3 and all(is_letter_of(line[i]) for i in high) and len(line) < 100 \
                        and not any(b - a == 1 for a, b in zip(high, high[1:])):
                    found.append(line)
            for kind, lines in (("single", self.some(found, 250)),
                                ("char", [self.r.choice(forms).replace("%s", c) for c in self.some(filter(is_letter_of, text), 250)])):
                for line in lines:
                    line = "\n".join(self.wrap([line.rstrip("\n")])) + "\n"
                    if encodable(line, enc):
                        self.put("%s-%s" % (kind, enc), line.encode(enc), line)

    def pairs(self, languages):
        """Messages with one word of two letters in another alphabet and nothing else that is not ASCII, and any two
        letters by themselves."""
        forms = ["// %s", "\"%s\",", "name=%s", "(%s)", "- %s", "%s,1"]
        for enc, name, letters in languages:
            found = [line for line in messages(name, self.half) if len(line) < 100 and re.search("^[ -~]*[^ -~]{2}[ -~]*$", line)
                     and all(c in letters for c in line.lower() if ord(c) > 127)]
            for kind, lines in (("pair", self.some(found, 150)),
                                ("chance", [self.r.choice(forms) % "".join(self.r.choice(letters) for _ in "ab") for _ in range(150)])):
                for line in lines:
                    line = "\n".join(self.wrap([line])) + "\n"
                    if encodable(line, enc):
                        self.put("%s-%s" % (kind, enc), line.encode(enc), line)

    def letter_rows(self, languages):
        """The alphabet, parts of it, and letters of it in any order."""
        forms = ["\"%s\"", "[%s]", "letters = %s", "// %s", "    '%s',"]
        for enc, _, letters in languages:
            for _ in range(100):
                at = self.r.randrange(len(letters) - 5)
                row = self.r.choice([letters, letters[at:at + self.r.randrange(5, 20)],
                                     "".join(self.r.sample(letters, self.r.randrange(5, 14)))])
                row = row.upper() if self.r.randrange(3) == 0 else row
                text = "\n".join(self.wrap([self.r.choice(forms) % row])) + "\n"
                if encodable(text, enc):
                    self.put("row-" + enc, text.encode(enc), text)

    def sources(self):
        files = {}
        for path, line in self.rows:
            files.setdefault(path, []).append(line)
        for path in sorted(files):
            text = "\n".join(self.wrap(files[path])) + "\n"
            enc = natural(text)
            if enc:
                self.put("sources", text.encode(enc), text)
                self.put("sources-utf8", text.encode("utf-8"), text)

    def utf8_lines(self):
        lines = sorted({line for _, line in self.rows})
        self.r.shuffle(lines)
        for line in lines[:1200]:
            text = "\n".join(self.wrap([line])) + "\n"
            self.put("lines-utf8", text.encode("utf-8"), text)

    def wide(self, texts):
        for size in (40, 60, 150, 600):
            for _ in range(100):
                some = self.r.choice(texts)
                text = ""
                while len(text) < size:
                    text += self.r.choice(some) + self.r.choice(["\r\n", "\r\n", " "])
                for enc in ("utf-16-le", "utf-16-be", "utf-32-le"):
                    self.put("wide-%d" % size, text[:size].encode(enc), text[:size])

    def fresh(self, languages):
        for enc, texts in languages:
            for size in (20, 60, 100):
                for _ in range(45):
                    data = b""
                    while len(data) < size:
                        line = self.r.choice(texts)
                        if encodable(line, enc):
                            data += (line + " ").encode(enc)
                    for end in range(size, size - 2, -1):
                        try:
                            text = data[:end].decode(enc)
                            break
                        except UnicodeDecodeError:
                            continue
                    if not text.isascii():
                        self.put("fresh-%d" % size, data[:end], text)


    def inline(self, languages):
        """A unit or a name in windows-1252 within a line in another encoding: the bytes of one line are of
        two, so the only right answer is to refuse."""
        words = [w for _, line in self.rows for w in re.findall("[A-Za-z\u00c0-\u00ff]{4,}", line)
                 if sum(ord(c) > 127 for c in w) == 1]
        words = sorted({w for w in words if re.search("[\u00c0-\u00ff][A-Za-z]", w)})
        units = ["%d\u00b0C", "%d\u00b0F", "-%d\u00b0C~85\u00b0C", "%d \u00b0C", "%d\u00b5s", "%d\u00b5A", "(\u00b5s) %d", "%d\u00b5m"]
        for enc, texts in languages:
            for n in range(100):
                lines = [["// " + self.r.choice(texts)] for _ in range(self.r.randrange(1, 9))]
                place = self.r.choice(lines)
                other = self.r.choice(words) if n % 2 else self.r.choice(units) % self.r.randrange(1, 130)
                place.insert(1, " %s " % other)
                data = b""
                for line in self.wrap(lines):
                    for part in line if isinstance(line, list) else [line]:
                        data += part.encode("cp1252" if part == " %s " % other else enc, "replace")
                    data += b"\n"
                try:
                    data.decode(enc)
                except UnicodeDecodeError:
                    continue # a bad place tells it
                self.put("inline-1252", data)


def natural(text):
    """The legacy encoding that such a file would have had; None: none."""
    han = sum(0x4E00 <= ord(c) < 0xA000 for c in text)
    kana = sum(0x3040 <= ord(c) < 0x3100 for c in text)
    hangul = sum(0xAC00 <= ord(c) < 0xD7A4 for c in text)
    cyrillic = sum(0x400 <= ord(c) < 0x500 for c in text)
    order = ["cp932"] if kana else ["cp949"] if hangul else chinese(text) if han else \
        ["cp1251"] if cyrillic > 3 else ["cp1252", "cp1250", "cp1254"]
    order = order if han or kana or hangul else table_of(text) or order
    for enc in order:
        if encodable(text, enc):
            twice = not (han or kana or hangul) and is_utf8(text.encode(enc)) # its text was encoded twice
            return None if twice else enc
    return None


TABLES = ["cp125%d" % n for n in (2, 0, 1, 3, 4, 5, 6, 7, 8)] + ["iso8859-%d" % n for n in (2, 3, 4, 5, 7, 8, 9, 10, 13, 14, 15, 16)] + \
    ["koi8-r", "koi8-u", "cp850", "cp852", "cp855", "cp866", "cp437", "mac_roman"]


def table_of(text):
    """The encodings of which the lines are a table: a character and its code; such a table is in its own encoding."""
    found = TABLES
    seen = False
    for line in text.split("\n"):
        high = [c for c in line if ord(c) > 127]
        codes = re.findall(r"\b[89A-F][0-9A-F]\b", line)
        if len(high) != 1 or len(codes) != 1:
            continue
        seen = True
        found = [e for e in found if encodable(high[0], e) and high[0].encode(e) == bytes.fromhex(codes[0])]
    return found if seen else None


def chinese(text):
    """Characters that only one of the usual sets has tell it; GBK has those of all."""
    for usual, order in (("gb2312", ["gbk"]), ("cp950", ["cp950"]), ("cp932", ["cp932"])):
        if encodable(text, usual):
            return order
    return ["gbk"]


def encodable(text, enc):
    try:
        return text.encode(enc).decode(enc) == text
    except UnicodeError:
        return False


def is_han(c):
    try:
        return 0x4E00 <= ord(c.decode("gbk")) < 0xA000
    except UnicodeError:
        return False


def is_letter_of(c):
    """Of Chinese, Japanese or Korean."""
    return 0x3041 <= ord(c) <= 0x30FA or 0x4E00 <= ord(c) < 0xA000 or 0xAC00 <= ord(c) < 0xD7A4


def is_utf8(c):
    try:
        c.decode("utf-8")
        return True
    except UnicodeError:
        return False


FRESH = [("fr", "cp1252"), ("de", "cp1252"), ("es", "cp1252"), ("sv", "cp1252"), ("pt", "cp1252"),
         ("pl", "cp1250"), ("cs", "cp1250"), ("hu", "iso8859-2"), ("ro", "iso8859-2"), ("ru", "cp1251"),
         ("ru", "koi8-r"), ("ru", "cp866"), ("uk", "cp1251"), ("bg", "cp1251"), ("el", "cp1253"),
         ("tr", "cp1254"), ("he", "cp1255"), ("zh_CN", "gbk"), ("zh_TW", "big5"), ("ja", "cp932"),
         ("ja", "euc-jp"), ("ko", "cp949"), ("de", "cp850"), ("pl", "cp852"), ("zh_CN", "gb18030")]


RUSSIAN = "".join(map(chr, range(0x430, 0x450)))
GREEK = "".join(map(chr, list(range(0x3B1, 0x3C2)) + list(range(0x3C3, 0x3CA))))
HEBREW = "".join(map(chr, range(0x5D0, 0x5EB)))
ALPHABETS = [("cp1251", "ru", RUSSIAN), ("koi8-r", "ru", RUSSIAN), ("cp866", "ru", RUSSIAN), ("cp1253", "el", GREEK),
             ("iso8859-7", "el", GREEK), ("cp1255", "he", HEBREW)]
WESTERN = "fr de es pt pt_BR it nl sv da nb nn fi is ca gl eu ga lb sq fo en_GB".split()
CENTRAL = "cs sk pl hu hr sl ro bs".split()
BALTIC = "lt lv et".split()
RUSSIAN_AND = [("fr", "cp850"), ("de", "cp850"), ("es", "cp850"), ("it", "cp850"), ("pt_BR", "cp850"), ("pl", "cp852")]
AMONG = [("cp1252", WESTERN, [("cp850", WESTERN), ("cp1250", CENTRAL), ("mac_roman", WESTERN), ("cp852", CENTRAL)]),
         ("cp1250", CENTRAL, [("cp852", CENTRAL), ("cp1252", WESTERN), ("cp850", WESTERN)]),
         ("cp1254", ["tr"] + WESTERN[:8], [("cp850", WESTERN), ("cp857", ["tr"]), ("cp1250", CENTRAL)])]


def main():
    rows = []
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    half = sys.argv[5] if len(sys.argv) > 5 else None
    with open(sys.argv[1], encoding="utf-8") as f:
        for row in f:
            split, path, line = row.rstrip("\n").split("\t", 2)
            if split == "held" and in_half(half, path.split("/")[0]):
                rows.append((path, line))
    s = Sets(rows, sys.argv[3], seed, half)
    texts = {name: strings(name, half) for name in {n for n, _ in FRESH}}
    main_five = [("gbk", texts["zh_CN"]), ("big5", texts["zh_TW"]), ("cp932", texts["ja"]),
                 ("cp949", texts["ko"]), ("cp1251", texts["ru"])]
    s.mixed(main_five)
    s.binaries()
    s.firmware(sys.argv[2])
    s.symbols()
    s.hanzi()
    s.sources()
    s.utf8_lines()
    s.wide([texts[n] for n in ("zh_CN", "ja", "ko", "ru", "fr", "de", "el")])
    s.fresh([(enc, texts[n]) for n, enc in FRESH])
    s.inline(main_five[:4])
    s.letters(WESTERN, [("cp1252", "1252"), ("cp850", "cp850"), ("cp437", "cp437"), ("mac_roman", "mac")])
    s.letters(CENTRAL, [("cp1250", "1250")])
    s.letters(BALTIC, [("cp1257", "1257")])
    s.of_language(["ro", "cs", "pl", "hu"], "cp852")
    s.singles([("gbk", "zh_CN"), ("big5", "zh_TW"), ("cp932", "ja"), ("euc-jp", "ja"), ("cp949", "ko")])
    s.pairs(ALPHABETS + [("cp1252", "de", "\u00e4\u00f6\u00fc\u00df\u00e9\u00e8\u00e0\u00e1\u00ed\u00f3\u00fa\u00f1\u00e7\u00ea\u00e2\u00e5\u00f8\u00e6")])
    s.letter_rows(ALPHABETS)
    s.dots([("cp1252", WESTERN), ("cp1250", CENTRAL), ("cp1257", BALTIC)])
    s.lines_alone()
    s.among()
    s.within_russian()


main()
