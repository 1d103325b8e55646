#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Trains the statistics of the encoding detector and writes common/text/model_*.c.

Input: a folder of unpacked Debian packages (dpkg-deb -x). Read are gettext catalogues
(LC_MESSAGES/*.mo with charset UTF-8), manual pages and fortune files of each language; only
statistics are kept. docs/formats/text.md lists the packages the committed files were made from.

Usage: train-text-model.py packages-folder output-folder [cache-folder]

Symbols of an alphabetic language: 26 folded ASCII letters, classes, then its own letters (see
model.h, which must agree with this file). Costs are -ln(probability) in quarter nats, written as
printable characters from '#' on.
"""
import collections
import gzip
import math
import os
import re
import struct
import sys

# Languages with few texts share a model: those that an encoding has all letters of.
POOLS = {"western": ("cp1252", "af fy wa fur br ga gd gl eu oc ast nn fo frp sc an ia nso nds cy uz".split()),
         "turkic": ("cp1254", ["ku", "kmr", "crh"])}
POOL_EACH = 150000  # characters of each
ALPHABETIC = [  # name, script, folders of catalogues and manual pages
    ("en", "latin", ["en_GB"]), ("fr", "latin", ["fr"]), ("de", "latin", ["de"]),
    ("es", "latin", ["es"]), ("pt", "latin", ["pt_BR", "pt"]), ("it", "latin", ["it"]),
    ("nl", "latin", ["nl"]), ("sv", "latin", ["sv"]), ("da", "latin", ["da"]),
    ("nb", "latin", ["nb", "nb_NO"]), ("fi", "latin", ["fi"]), ("is", "latin", ["is"]),
    ("ca", "latin", ["ca"]), ("cs", "latin", ["cs"]), ("sk", "latin", ["sk"]),
    ("pl", "latin", ["pl"]), ("hu", "latin", ["hu"]), ("ro", "latin", ["ro"]),
    ("hr", "latin", ["hr", "sr@latin"]), ("sl", "latin", ["sl"]), ("lt", "latin", ["lt"]),
    ("lv", "latin", ["lv"]), ("et", "latin", ["et"]), ("tr", "latin", ["tr"]),
    ("vi", "latin", ["vi"]), ("eo", "latin", ["eo"]), ("el", "greek", ["el"]),
    ("ru", "cyrillic", ["ru"]), ("uk", "cyrillic", ["uk"]), ("bg", "cyrillic", ["bg"]),
    ("be", "cyrillic", ["be"]), ("sr", "cyrillic", ["sr"]), ("mk", "cyrillic", ["mk"]),
    ("he", "hebrew", ["he"]), ("ar", "arabic", ["ar"]), ("fa", "arabic", ["fa"]),
    ("th", "thai", ["th"]), ("sq", "latin", ["sq"]), ("western", "latin", POOLS["western"][1]),
    ("turkic", "latin", POOLS["turkic"][1])]
SCRIPTS = ["latin", "greek", "cyrillic", "hebrew", "arabic", "thai"]
CJK = [("zh-Hans", ["zh_CN"]), ("zh-Hant", ["zh_TW", "zh_HK"]), ("ja", ["ja"]), ("ko", ["ko"])]

SPACE, DIGIT, PUNCT, QUOTE, SYMBOL, BOX, NBSP, SAME, OTHER, INVALID, FIRST_LETTER = range(26, 37)
QUOTES = set(range(0x2010, 0x2028)) | {0xAB, 0xBB, 0x2030, 0x2039, 0x203A, 0x20AC, 0x2122, 0xA1, 0xBF}
MAX_LETTERS = 64
MAX_COST = 88
ROUNDED = 30
PAIR_BITS = 13
RARE = 2e-5        # letters that are less of all letters share a price
RARE_LATIN = 1e-4  # of a language's names there are letters of many others


def fold(cp):
    """Lower case of the letters the model knows, as model_fold in model.c."""
    if 0xC0 <= cp <= 0xDE and cp != 0xD7:
        return cp + 32
    if 0x100 <= cp <= 0x137 or 0x14A <= cp <= 0x177:
        return cp | 1
    if 0x139 <= cp <= 0x148 or 0x179 <= cp <= 0x17E:
        return cp + (cp & 1)
    if 0x218 <= cp <= 0x21B or 0x1A0 <= cp <= 0x1A3 or 0x490 <= cp <= 0x491:
        return cp | 1
    if cp == 0x1AF:
        return 0x1B0
    if 0x391 <= cp <= 0x3AB:
        return cp + 32
    if 0x388 <= cp <= 0x38A:
        return cp + 37
    if cp in (0x386, 0x38C, 0x38E, 0x38F):
        return {0x386: 0x3AC, 0x38C: 0x3CC, 0x38E: 0x3CD, 0x38F: 0x3CE}[cp]
    if 0x410 <= cp <= 0x42F:
        return cp + 32
    if 0x400 <= cp <= 0x40F:
        return cp + 80
    return cp


def script_of(cp):
    if 0xC0 <= cp <= 0x24F and cp not in (0xD7, 0xF7) or 0x300 <= cp <= 0x36F or 0x1E00 <= cp < 0x1F00:
        return "latin"
    if 0x370 <= cp <= 0x3FF and cp != 0x37E:
        return "greek"
    if 0x400 <= cp <= 0x52F:
        return "cyrillic"
    if 0x590 <= cp <= 0x5FF:
        return "hebrew"
    if 0x600 <= cp <= 0x6FF:
        return "arabic"
    if 0xE00 <= cp <= 0xE7F:
        return "thai"
    return None


def symbol(cp, script, letters):
    if cp < 0x80:
        c = chr(cp)
        if c.isalpha():
            return ord(c.lower()) - 97
        if c.isdigit():
            return DIGIT
        return SPACE if cp <= 0x20 else PUNCT
    if cp == 0xA0:
        return NBSP
    if cp < 0xA0 or 0xE000 <= cp <= 0xF8FF or cp == 0xFFFD:
        return INVALID
    if cp in QUOTES:
        return QUOTE
    if 0x2500 <= cp <= 0x259F:
        return BOX
    own = script_of(cp)
    if own is None:
        return SYMBOL if cp < 0x3000 else OTHER
    if own != script:
        return OTHER
    return FIRST_LETTER + letters[fold(cp)] if fold(cp) in letters else SAME


CJK_CLASSES = 18


def cjk_class(cp):
    if cp < 0x80:
        c = chr(cp)
        return 3 if c.isalpha() else 1 if c.isdigit() else 0 if cp <= 0x20 else 2
    if 0x4E00 <= cp <= 0x9FFF:
        return 4
    if 0x3041 <= cp <= 0x309F:
        return 5
    if 0x30A0 <= cp <= 0x30FF:
        return 6
    if 0xAC00 <= cp <= 0xD7A3:
        return 7
    if 0x3131 <= cp <= 0x318E:
        return 8
    if 0x3000 <= cp <= 0x303F:
        return 9
    if 0xFF01 <= cp <= 0xFF5E or 0xFFE0 <= cp <= 0xFFE6:
        return 10
    if 0xFF61 <= cp <= 0xFF9F:
        return 11
    if 0x3105 <= cp <= 0x312F:
        return 12
    if 0x370 <= cp <= 0x52F:
        return 13
    if 0x2500 <= cp <= 0x259F:
        return 14
    if cp < 0xA0 or 0xE000 <= cp <= 0xF8FF or cp == 0xFFFD or cp >= 0x20000:
        return 17
    if 0xC0 <= cp <= 0x24F:
        return 16
    if 0x3400 <= cp <= 0x4DBF or 0xF900 <= cp <= 0xFAFF:
        return 17
    return 15


def catalogue(path):
    data = open(path, "rb").read()
    if len(data) < 28:
        return
    order = "<" if data[:4] == b"\xde\x12\x04\x95" else ">"
    count, source, target = struct.unpack(order + "3I", data[8:20])
    for i in range(count):
        slen, soff = struct.unpack(order + "2I", data[source + 8 * i:source + 8 * i + 8])
        length, off = struct.unpack(order + "2I", data[target + 8 * i:target + 8 * i + 8])
        text = data[off:off + length]
        if slen == 0:
            if b"charset=utf-8" not in text.lower():
                return
            continue
        for part in text.split(b"\0"):
            yield part.decode("utf-8", "replace")


def manual(path):
    with gzip.open(path, "rb") as f:
        text = f.read().decode("utf-8", "replace")
    if "\ufffd" in text:
        return
    for line in text.split("\n"):
        if not line.startswith(('.\\"', "'\\\"")):
            yield re.sub(r"\\f.|\\\(..|^\.\S+", " ", line)


def collect(root, folders):
    """All texts of a language, each once, joined by newlines."""
    seen = set()
    for base, dirs, files in sorted(os.walk(root)):
        dirs.sort()
        parts = base.split("/")
        for name in sorted(files):
            path = os.path.join(base, name)
            texts = ()
            if name.endswith(".mo") and len(parts) > 1 and \
                    (parts[-2] in folders or parts[-3] == "resource" and
                     parts[-2].replace("-", "_") in folders):
                texts = catalogue(path)
            elif "/man/" in base and name.endswith(".gz") and parts[-2] in folders and \
                    not os.path.islink(path):
                texts = manual(path)
            for text in texts:
                text = re.sub(r"%[-#0-9.$a-z]*[a-z]|<[^<>]*>|&[a-z]+;|[_~&](?=\w)", "", text)
                if text not in seen and "\ufffd" not in text:
                    seen.add(text)
    return " \n".join(sorted(seen))


def pool(root, enc, folders):
    """As much of each language, of the lines that the encoding has."""
    parts = []
    for folder in folders:
        lines = []
        for line in collect(root, [folder]).split("\n"):
            try:
                line.encode(enc)
                lines.append(line)
            except UnicodeEncodeError:
                pass
        step = max(1, sum(map(len, lines)) // POOL_EACH)
        parts.append("\n".join(lines[::step]))
    return "\n".join(parts)


def vietnamese(text):
    """windows-1258 writes tone marks as combining characters after the letter."""
    import unicodedata
    out = []
    for ch in text:
        parts = unicodedata.normalize("NFD", ch)
        if len(parts) > 1 and parts[-1] in "\u0300\u0301\u0303\u0309\u0323":
            out.append(unicodedata.normalize("NFC", parts[:-1]) + parts[-1])
        elif len(parts) > 2:
            out.append(unicodedata.normalize("NFC", parts[0] + parts[2]) + parts[1])
        else:
            out.append(ch)
    return "".join(out)


def cost(p):
    return max(0, min(MAX_COST, int(round(-math.log(p) * 4))))


def rounded(c):
    """Costs of pairs that occur a few times in all texts, in steps of a nat."""
    return c if c < ROUNDED else (c + 2) // 4 * 4


def alphabetic(text, script):
    counts = collections.Counter(text)
    letters = collections.Counter()
    for ch, n in counts.items():
        if script_of(ord(ch)) == script:
            letters[fold(ord(ch))] += n
    total = sum(letters.values()) or 1
    least = total * (RARE_LATIN if script == "latin" else RARE)
    chosen = sorted(cp for cp, n in letters.most_common(MAX_LETTERS) if n > least)
    place = {cp: i for i, cp in enumerate(chosen)}
    size = FIRST_LETTER + len(chosen)
    sym = {ch: symbol(ord(ch), script, place) for ch in counts}
    pairs = [[0.0] * size for _ in range(size)]
    for (a, b), n in collections.Counter(zip(text, text[1:])).items():
        if ord(a) >= 0x80 or ord(b) >= 0x80:
            pairs[sym[a]][sym[b]] += n
    # The order of smoothing: unigrams with a floor for every class, then pairs towards them.
    uni = [0.0] * size
    for row in pairs:
        for i, n in enumerate(row):
            uni[i] += n
    grand = sum(uni) or 1.0
    floor = [1e-5] * size
    for s, p in ((SPACE, .02), (PUNCT, .02), (DIGIT, .004), (QUOTE, .003), (SYMBOL, .003),
                 (BOX, .001), (NBSP, .002), (SAME, 2e-4), (OTHER, 3e-5), (INVALID, 1e-6)):
        floor[s] = p
    uni = [u / grand * .98 + .02 * f for u, f in zip(uni, floor)]
    out = []
    high = range(SYMBOL - 1, size)
    entry_total = sum(pairs[a][b] for a in range(QUOTE) for b in high) or 1.0
    uni_high = sum(uni[b] for b in high)
    prior_prev = [.5 / 26] * 26 + [.25, .05, .2]
    for a in range(size):
        row = []
        row_total = sum(pairs[a])
        for b in range(size):
            if a < QUOTE and b < QUOTE:
                row.append(0)  # not written
            elif a < QUOTE:
                smooth = prior_prev[a] * uni[b] / uni_high
                row.append(cost((pairs[a][b] + entry_total * .1 * smooth) / (entry_total * 1.1)))
            else:
                row.append(cost((pairs[a][b] + 8 * uni[b]) / (row_total + 8)))
        out.append(row)
    for b in range(QUOTE, size):  # drawings and control bytes stay together
        out[BOX][b] = max(out[BOX][b], 8)
        out[INVALID][b] = max(out[INVALID][b], 8)
    out[BOX][BOX] = 1
    out[BOX][SPACE] = 6
    out[SYMBOL][SYMBOL] = min(out[SYMBOL][SYMBOL], 10)
    return chosen, out


WORD_LETTERS = "`abcdefghijklmnopqrstuvwxyz"  # the first is the edge of a word
WORD_LANES = 32
WORD_COST = 7  # most, in half nats


def count_words(text):
    """-ln P(letter of ASCII | the one before it) by pair. As language.c reads them."""
    pairs = collections.Counter()
    for word in re.findall(r"(?<![A-Za-z0-9_])[^\W\d_]+(?![A-Za-z0-9_])", text):
        word = "`" + word.lower() + "`"
        pairs.update((a, b) for a, b in zip(word, word[1:]) if a < "\x7f" and b < "\x7f")
    first = collections.Counter()
    second = collections.Counter()
    for (a, b), n in pairs.items():
        first[a] += n
        second[b] += n
    total = sum(first.values())
    return [-math.log((pairs[a, b] + 20 * (second[b] + .5) / (total + 14)) / (first[a] + 20))
            for a in WORD_LETTERS for b in WORD_LETTERS]


def word_rows(tables):
    """By pair, how much more it costs in each language than in the likeliest."""
    for costs in zip(*tables):
        row = [min(WORD_COST, round(2 * (c - min(costs)))) for c in costs]
        yield from row + [0] * (WORD_LANES - len(row))


def pair_hash(a, b):
    h = (a * 0x9E3779B1 ^ b * 0x85EBCA6B) & 0xFFFFFFFF
    h ^= h >> 15
    h = h * 0x2C1B3C6D & 0xFFFFFFFF
    return h ^ h >> 13


def cjk(text, name):
    counts = collections.Counter(text)
    klass = {ch: cjk_class(ord(ch)) for ch in counts}
    pairs = collections.Counter(zip(text, text[1:]))
    n = CJK_CLASSES
    matrix = [[0.0] * n for _ in range(n)]
    for (a, b), c in pairs.items():
        if ord(a) >= 0x80 or ord(b) >= 0x80:
            matrix[klass[a]][klass[b]] += c
    floor = [.02, .02, .02, .01, .02, .002, .002, .002, .0005, .01, .01, .0003, 1e-5, .0005, .001,
             .005, 1e-5, 1e-6]
    out = []
    entry = sum(matrix[a][b] for a in range(4) for b in range(4, n)) or 1.0
    for a in range(n):
        total = sum(matrix[a])
        row = []
        for b in range(n):
            if a < 4 and b < 4:
                row.append(0)
            elif a < 4:
                share = sum(matrix[x][b] for x in range(4)) / entry
                prev = [.3, .08, .5, .12][a]
                row.append(cost(.6 * matrix[a][b] / entry + .4 * prev * (.97 * share + .03 * floor[b])))
            else:
                row.append(cost((matrix[a][b] + (.02 * total + 5) * floor[b]) / (total * 1.02 + 5)))
        out.append(row)
    by_class = collections.Counter()
    for ch, c in counts.items():
        by_class[klass[ch]] += c

    def table(first, last):
        costs = []
        for cp in range(first, last):
            k = cjk_class(cp)
            total = by_class[k] + 1.0
            size = {4: 20992, 7: 11172, 5: 90, 6: 96, 9: 64, 10: 100, 11: 63}.get(k, 100)
            costs.append(cost((counts[chr(cp)] + total * .01 / size + .02) / (total * 1.01 + 20)))
        return costs
    big = table(0xAC00, 0xD7A4) if name == "ko" else table(0x4E00, 0xA000)
    small = table(0x3000, 0x3100) + table(0xFF00, 0xFFF0)
    # Frequent pairs: the cost of b behind a where it is well below that of b alone.
    gains = []
    for (a, b), c in pairs.items():
        if klass[a] < 4 or klass[b] < 4 or c < 4:
            continue
        alone = counts[b] / by_class[klass[b]]
        behind = c / counts[a]
        gain = math.log(behind / alone) - 1
        if gain > 0 and klass[b] in (4, 5, 6, 7):
            gains.append((c * gain, a, b, gain))
    gains.sort(reverse=True)
    slots = [0] * (1 << PAIR_BITS)
    for _, a, b, gain in gains[:(1 << PAIR_BITS) * 2]:
        h = pair_hash(ord(a), ord(b))
        slot = h & (1 << PAIR_BITS) - 1
        for at in (slot, slot ^ 1):
            if slots[at] == 0:
                slots[at] = (h >> 20) << 4 | max(1, min(15, int(gain * 2)))
                break
    return out, big, small, slots


def text_rows(values):
    line = ""
    for v in values:
        ch = chr(35 + v)
        line += "\\" + ch if ch in '\\?' else ch
        if len(line) >= 88:
            yield line
            line = ""
    if line:
        yield line


def emit(f, name, values):
    f.write("const char %s[] =\n" % name)
    rows = list(text_rows(values))
    f.write("\n".join('\t"%s"' % row for row in rows) + ";\n\n")


HEAD = ("/* SPDX-License-Identifier: MIT */\n/* Made by script/train-text-model.py: %s */\n"
        '/* clang-format off */\n#include "detect/model.h"\n\n')


def main():
    root, folder = sys.argv[1:3]
    cache = sys.argv[3] if len(sys.argv) > 3 else None
    texts = {}
    for name, folders in [(n, f) for n, _, f in ALPHABETIC] + CJK:
        path = os.path.join(cache, name + ".txt") if cache else None
        if path and os.path.exists(path):
            texts[name] = open(path, encoding="utf-8").read()
        else:
            texts[name] = pool(root, *POOLS[name]) if name in POOLS else collect(root, folders)
            if path:
                open(path, "w", encoding="utf-8").write(texts[name])
        sys.stderr.write("%s %d\n" % (name, len(texts[name])))
    texts["vi"] = vietnamese(texts["vi"])
    # English catalogues write ASCII quotes, English files do not always.
    curly = re.sub(r"(?<=[A-Za-z])'(?=[A-Za-z])", "\u2019", texts["en"][:len(texts["en"]) // 4])
    texts["en"] += re.sub(r'"([^"\n]*)"', "\u201c\\1\u201d", curly)
    with open(os.path.join(folder, "model_letters.c"), "w", encoding="ascii", newline="\n") as f:
        f.write(HEAD % "letter pairs of alphabetic languages.")
        rows, flat_letters, flat_costs = [], [], []
        for name, script, _ in ALPHABETIC:
            letters, costs = alphabetic(texts[name], script)
            rows.append('\t{"%s", %d, %d, %d, %d},' % (
                name, SCRIPTS.index(script), len(flat_letters), len(letters), len(flat_costs)))
            flat_letters += letters
            for a, row in enumerate(costs):  # pairs of ASCII are not judged
                flat_costs += map(rounded, row[QUOTE:] if a < QUOTE else row)
        f.write("const struct model_language model_languages[MODEL_LANGUAGE_COUNT] = {\n%s\n};\n\n"
                % "\n".join(rows))
        f.write("const uint16_t model_letters[] = {\n")
        for i in range(0, len(flat_letters), 14):
            f.write("\t" + "".join("%d," % cp for cp in flat_letters[i:i + 14]) + "\n")
        f.write("};\n\n")
        emit(f, "model_pairs", flat_costs)
        emit(f, "model_words", word_rows([count_words(texts[name]) for name, script, _ in ALPHABETIC
                                          if script == "latin"]))
    with open(os.path.join(folder, "model_cjk.c"), "w", encoding="ascii", newline="\n") as f:
        f.write(HEAD % "characters and frequent pairs of Chinese, Japanese and Korean.")
        names = []
        for i, (name, _) in enumerate(CJK):
            matrix, big, small, slots = cjk(texts[name], name)
            emit(f, "model_cjk_class_%d" % i, [v for row in matrix for v in row])
            emit(f, "model_cjk_big_%d" % i, big)
            emit(f, "model_cjk_small_%d" % i, small)
            f.write("const uint16_t model_cjk_pairs_%d[%d] = {\n" % (i, len(slots)))
            for k in range(0, len(slots), 16):
                f.write("\t" + "".join("%d," % v for v in slots[k:k + 16]) + "\n")
            f.write("};\n\n")
            names.append('\t{"%s", model_cjk_class_%d, model_cjk_big_%d, model_cjk_small_%d, '
                         'model_cjk_pairs_%d},' % (name, i, i, i, i))
        f.write("const struct model_cjk model_cjks[MODEL_CJK_COUNT] = {\n%s\n};\n" % "\n".join(names))


main()
