#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tells lines whose text was garbled before they were stored: mojibake.py < LINES prints those.

Such a line is not the true text of any encoding, so nothing can be judged by it.
"""
import re
import sys

SINGLE = ("cp1252", "latin-1", "cp1250", "cp1251", "cp1254", "koi8-r", "cp850", "cp437", "cp866", "mac_roman", "gbk", "big5", "cp932", "cp949")
SEVERAL = ("gbk", "big5", "euc-kr", "cp932", "euc-jp")


def recode(run, enc, true):
    try:
        return run.encode(enc).decode(true)
    except UnicodeError:
        return ""


def is_utf8_twice(run):
    """UTF-8 that was read in another encoding: "Ã©", "Ð°", "â€™", "锛"."""
    for enc in SINGLE:
        text = recode(run, enc, "utf-8")
        if text and all(0xA0 <= ord(c) < 0x180 or 0x391 <= ord(c) < 0x460 or 0x2010 <= ord(c) < 0x2123 or
                        0x3000 <= ord(c) < 0x3100 or 0x4E00 <= ord(c) < 0xA000 or
                        0xAC00 <= ord(c) < 0xD7A4 or 0xFF01 <= ord(c) < 0xFF5F or ord(c) == 0xFFFD for c in text):
            return True
    return False


def is_usual(c, enc):
    """A kana, a syllable of Korean, or a character of the first level, which most text is in."""
    code = c.encode(enc)
    if 0x3041 <= ord(c) < 0x30FB or 0x3001 <= ord(c) < 0x3003:
        return True
    first = {"gbk": (0xB0, 0xD7), "big5": (0xA4, 0xC6), "euc-kr": (0xB0, 0xC8), "cp932": (0x88, 0x97), "euc-jp": (0xB0, 0xCF)}[enc]
    return len(code) == 2 and first[0] <= code[0] <= first[1]


def is_pairs_as_latin(run):
    """Chinese, Japanese or Korean that was read as Latin letters and symbols: "¸ñÁö". A row of letters is none."""
    if len(run) < 4 or run.isalpha():
        return False
    for enc in SEVERAL:
        text = recode(run, "latin-1", enc) or recode(run, "cp1252", enc)
        if text and not text.isascii() and all(is_usual(c, enc) for c in text if ord(c) > 127):
            return True
    return False


def is_alphabet_as_latin(line):
    """Cyrillic that was read as windows-1252: "Ïðèâåò ìèð", two words of letters that are never so many in a row.
    Letters in the order of the alphabet are a list."""
    words = re.findall("(?<![A-Za-z])[\u00c0-\u00ff][\u00e0-\u00ff]{2,}(?![A-Za-z])", line)
    return sum(list(w) != sorted(w) for w in words) > 1


def is_cyrillic_swapped(line):
    """KOI8 and windows-1251 have small letters where the other has capitals; a DOS page has lines there."""
    words = re.findall("[\u0410-\u044f]{3,}", line)
    swapped = sum(w[0].islower() and w[1:].isupper() for w in words)
    return swapped * 2 > len(words) or len(re.findall("[\u0410-\u044f][\u2500-\u259f][\u0410-\u044f]", line)) > 1


def is_quote_of_macintosh(line):
    """Mac Roman that was read as windows-1252: "itÕs"."""
    return re.search("[a-z]\u00d5(s|t|d|m|ll|re|ve)?(?![A-Za-z])", line) is not None


def is_mojibake(line):
    runs = re.findall("[^\0-\x7f]{2,}", line)
    return any(is_utf8_twice(r) or is_pairs_as_latin(r) for r in runs) or is_alphabet_as_latin(line) or \
        is_cyrillic_swapped(line) or is_quote_of_macintosh(line)


if __name__ == "__main__":
    for one in sys.stdin:
        if is_mojibake(one.rstrip("\n")):
            sys.stdout.write(one)
