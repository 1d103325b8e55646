#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Trains what stands beside a lone character that is not ASCII; writes detect/model_context.c.

Usage: train-context-model.py LINES.tsv output-folder. LINES.tsv comes from
tests/bench/text/gather_lines.py; only its "train" rows are read, and only counts are kept.

A lone character has ASCII or the end of the line on both sides. Its price is -ln P(character)
P(left | character) P(right | character) in quarter nats. Frequent characters have rows of their
own, others share the row of their group. Classes of what stands beside it mirror context.c.
"""
import collections
import math
import os
import re
import sys

OWN_MIN = 3      # a character of so many lone occurrences has a row of its own
TYPICAL = 4      # occurrences of a character that count for its group
WORDS = 32       # words that are classes of their own, on each side
WORD_LEN = 12
LISTED = (0xA4, 0xB8) # these stand in lists of characters, hardly ever in a text: no rows of their own
FILE_MOST = 4    # of one character from one file: authors repeat themselves

GROUPS = [  # name, size: how many characters share the chance of the group
    ("latin lower", 32), ("latin upper", 31), ("extended lower", 64), ("extended upper", 64),
    ("greek", 70), ("cyrillic", 90), ("hebrew", 30), ("arabic", 60), ("thai", 90),
    ("latin symbol", 32), ("general punctuation", 60), ("currency and letterlike", 60),
    ("arrows and mathematics", 200), ("technical", 100), ("box", 160), ("other symbol", 300),
    ("cjk punctuation", 1), ("kana", 1), ("hangul", 1), ("han", 1), ("full width", 1),
    ("half width", 63), ("private", 2000), ("combining", 100), ("control", 1000),
    ("other", 4000)]
G = {name: i for i, (name, _) in enumerate(GROUPS)}
LEFT_BASE = 12
RIGHT_BASE = 12


def group(cp):
    """As context_group in context.c."""
    table = [
        (0xA0, "control"), (0xC0, "latin symbol"), (0xD7, "latin upper"), (0xD8, "latin symbol"),
        (0xDF, "latin upper"), (0xF7, "latin lower"), (0xF8, "latin symbol"), (0x100, "latin lower"),
        (0x250, None), (0x300, "other"), (0x370, "combining"), (0x400, "greek"),
        (0x530, "cyrillic"), (0x590, "other"), (0x600, "hebrew"), (0x700, "arabic"),
        (0xE00, "other"), (0xE80, "thai"), (0x1E00, "other"), (0x1F00, "extended lower"),
        (0x2000, "greek"), (0x200B, "general punctuation"), (0x2010, "control"),
        (0x2070, "general punctuation"), (0x2190, "currency and letterlike"),
        (0x2300, "arrows and mathematics"), (0x2500, "technical"), (0x25A0, "box"),
        (0x2E80, "other symbol"), (0x3000, "other"), (0x3040, "cjk punctuation"), (0x3100, "kana"),
        (0x3400, "other"), (0x4E00, "other"), (0xA000, "han"), (0xAC00, "other"),
        (0xD7A4, "hangul"), (0xE000, "other"), (0xF900, "private"), (0xFF00, "other"),
        (0xFF61, "full width"), (0xFFA0, "half width"), (0xFFE0, "other"), (0xFFE7, "full width")]
    for end, name in table:
        if cp < end:
            if name is None:
                name = "extended upper" if is_extended_upper(cp) else "extended lower"
            return G[name]
    return G["other"]


def is_extended_upper(cp):
    if 0x139 <= cp <= 0x148 or 0x179 <= cp <= 0x17E:
        return cp % 2 == 1
    return cp % 2 == 0


def is_cjk(g):
    return G["cjk punctuation"] <= g <= G["full width"]


TWO_SCRIPTS = 14 # for each side that touches an ASCII letter: no word mixes scripts


def is_other_script(g):
    return G["cyrillic"] <= g <= G["thai"] or g == G["half width"]


def side_class(text, words, left):
    """Class of what stands beside the character; text is read outwards. As side_class there."""
    if text == "":
        return 0
    c = text[0]
    spaced = c in " \t"
    rest = text.lstrip(" \t")
    if rest == "":
        return 0
    m = re.match(r"[A-Za-z]+", rest)
    if m and len(m.group()) <= WORD_LEN:
        word = (m.group()[::-1] if left else m.group()).lower()
        if (word, spaced) in words:
            return (LEFT_BASE if left else RIGHT_BASE) + words[(word, spaced)]
    d = rest[0]
    if spaced:
        # of the word on the left its first letter says more, on the right too
        first = (m.group()[-1] if left else d) if m else d
        return 8 if first.islower() else 9 if first.isupper() else 10 if d.isdigit() else 11
    if d.islower():
        return 1
    if d.isupper():
        return 2
    if d.isdigit():
        return 3
    if d in "([{<)]}>":
        return 4
    if d in "\"'`":
        return 5
    return 6 if d in ",.;:!?" else 7


def is_symbol(cp):
    return G["latin symbol"] == group(cp) or G["general punctuation"] <= group(cp) <= G["box"]


def cost(p):
    return max(0, min(91, int(round(-math.log(p) * 4))))


def main():
    lone = []
    folders = []
    of_file = collections.Counter()
    with open(sys.argv[1], encoding="utf-8") as f:
        for row in f:
            split, path, line = row.rstrip("\n").split("\t", 2)
            if split != "train":
                continue
            for m in re.finditer(r"[^\0-\x7f]+", line):
                if len(m.group()) != 1:
                    continue
                of_file[(path, m.group())] += 1
                if of_file[(path, m.group())] <= FILE_MOST:
                    lone.append((ord(m.group()), line[:m.start()][::-1], line[m.end():]))
                    folders.append(os.path.dirname(path))
    # Words whose neighbours differ most from those of all. Those beside letters are parts of names.
    all_chars = collections.Counter(cp for cp, _, _ in lone)
    symbols = [i for i, (cp, _, _) in enumerate(lone) if is_symbol(cp)]
    words = []
    for left in (True, False):
        seen = collections.defaultdict(collections.Counter)
        where = collections.defaultdict(set)
        for i in symbols:
            cp, before, after = lone[i]
            text = before if left else after
            rest = text.lstrip(" \t")
            m = re.match(r"[A-Za-z]+", rest)
            if m and len(m.group()) <= WORD_LEN:
                word = (m.group()[::-1] if left else m.group()).lower()
                key = (word, text[0] in " \t")
                if (folders[i], cp) not in where[key]: # each folder counts once
                    seen[key][cp] += 1
                where[key].add((folders[i], cp))
        gain = {w: sum(n * math.log(n / sum(c.values()) / (all_chars[cp] / len(lone)))
                       for cp, n in c.items()) for w, c in seen.items()
                if sum(c.values()) >= 3}
        best = sorted(gain, key=lambda w: (-gain[w], w))[:WORDS]
        words.append({w: i for i, w in enumerate(sorted(best))})
        sys.stderr.write("%s\n" % sorted(best))
    own = sorted(cp for cp, n in all_chars.items() if n >= OWN_MIN and cp < 0xE000 and cp not in LISTED
                 and not is_cjk(group(cp)))
    rows = {cp: i for i, cp in enumerate(own)}
    count = len(own) + len(GROUPS)
    sides = [LEFT_BASE + WORDS, RIGHT_BASE + WORDS]
    total = [0.0] * count
    weights = [0.0] * count
    tables = [[[0.0] * n for _ in range(count)] for n in sides]
    for cp, before, after in lone:
        g = len(own) + group(cp)
        where = (side_class(before, words[0], True), side_class(after, words[1], False))
        for row in {rows.get(cp, g), g}:
            # What a group has in common is not what its most frequent character has.
            weight = min(1, TYPICAL / all_chars[cp]) if row == g else 1
            total[row] += 1
            weights[row] += weight
            for side in range(2):
                tables[side][row][where[side]] += weight
    n = len(lone)
    seen = sum(weights[len(own):])
    shares = [[(sum(tables[side][len(own) + g][k] for g in range(len(GROUPS))) + .5) / (seen + .5 * sides[side])
               for k in range(sides[side])] for side in range(2)]
    char = []
    out = [[], []]
    for row in range(count):
        g = row if row >= len(own) else len(own) + group(own[row])
        size = GROUPS[g - len(own)][1]
        spread = (total[g] * .1 + .3) / size
        if row < len(own):
            char.append(cost((total[row] + spread) / (n + 30)))
        else:
            rest = total[g] - sum(total[i] for i, cp in enumerate(own) if group(cp) == g - len(own))
            char.append(cost((rest + total[g] * .02 + .5) / size / (n + 30)))
        for side in range(2):
            line = []
            for k in range(sides[side]):
                p = (tables[side][g][k] + 6 * shares[side][k]) / (weights[g] + 6)
                if row < len(own):
                    # A word beside it is a sign of one character, not of its group.
                    like_group = 1 if k >= (LEFT_BASE, RIGHT_BASE)[side] else 4
                    p = (tables[side][row][k] + like_group * p) / (total[row] + 4)
                touches = k in (1, 2) and is_other_script(g - len(own))
                line.append(cost(p) + (TWO_SCRIPTS if touches else 0))
            out[side].append(line)
    path = os.path.join(sys.argv[2], "model_context.c")
    with open(path, "w", encoding="ascii", newline="\n") as f:
        f.write("/* SPDX-License-Identifier: MIT */\n/* Made by script/train-context-model.py: lone "
                "characters and what stands beside them. */\n/* clang-format off */\n"
                '#include "detect/context.h"\n\n')
        f.write("const unsigned model_context_own = %d;\n\nconst uint16_t model_context_chars[] = {\n" % len(own))
        for i in range(0, len(own), 14):
            f.write("\t" + "".join("%d," % cp for cp in own[i:i + 14]) + "\n")
        f.write("};\n\n")
        for side, name in enumerate(("left", "right")):
            f.write("const struct context_word model_context_%s_words[CONTEXT_WORDS] = {\n" % name)
            for word, spaced in sorted(words[side]):
                f.write('\t{"%s", %d},\n' % (word, spaced))
            f.write("};\n\n")
        f.write("const uint8_t model_context_char[] = {\n")
        for i in range(0, count, 20):
            f.write("\t" + "".join("%d," % v for v in char[i:i + 20]) + "\n")
        f.write("};\n\n")
        for side, name in enumerate(("left", "right")):
            f.write("const uint8_t model_context_%s[][CONTEXT_SIDES] = {\n" % name)
            for line in out[side]:
                f.write("\t{" + "".join("%d," % v for v in line) + "},\n")
            f.write("};\n\n")


main()
