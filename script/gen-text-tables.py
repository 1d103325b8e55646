#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the conversion tables common/text/tables/tab_*.c.

Sources (all in Debian 12):
  encoding-indexes.js of package libjs-text-encoding: the index set of the WHATWG Encoding Standard
      (Big5 with HKSCS-2008, GB 18030-2005, JIS X 0208 with the windows-31j extensions, JIS X 0212,
      KS X 1001 with the CP949 extension, single-byte indexes);
  the codecs of Python 3 for code pages that standard does not have;
  charmaps/EUC-TW of package locales: CNS 11643 planes 1 and 2.
Change made here: GB 18030-2022 moves 18 characters (amendment table of the standard; the same list
stands in section 10.2.2 of the Encoding Standard).

Usage: gen-text-tables.py encoding-indexes.js EUC-TW.gz output-folder
"""
import gzip
import json
import os
import re
import sys

GB18030_2022 = [
    (0xA6D9, 0xFE10), (0xA6DA, 0xFE12), (0xA6DB, 0xFE11), (0xA6DC, 0xFE13), (0xA6DD, 0xFE14),
    (0xA6DE, 0xFE15), (0xA6DF, 0xFE16), (0xA6EC, 0xFE17), (0xA6ED, 0xFE18), (0xA6F3, 0xFE19),
    (0xFE59, 0x9FB4), (0xFE61, 0x9FB5), (0xFE66, 0x9FB6), (0xFE67, 0x9FB7), (0xFE6D, 0x9FB8),
    (0xFE7E, 0x9FB9), (0xFE90, 0x9FBA), (0xFEA0, 0x9FBB)]

# name of the enumerator after TEXT_: (kind, name in the source)
SINGLE = [
    ("WINDOWS_874", "w", "windows-874"), ("WINDOWS_1250", "w", "windows-1250"),
    ("WINDOWS_1251", "w", "windows-1251"), ("WINDOWS_1252", "p", "cp1252"),
    ("WINDOWS_1253", "w", "windows-1253"), ("WINDOWS_1254", "w", "windows-1254"),
    ("WINDOWS_1255", "w", "windows-1255"), ("WINDOWS_1256", "w", "windows-1256"),
    ("WINDOWS_1257", "w", "windows-1257"), ("WINDOWS_1258", "w", "windows-1258"),
    ("ISO_8859_1", "p", "iso8859-1"), ("ISO_8859_2", "w", "iso-8859-2"),
    ("ISO_8859_3", "w", "iso-8859-3"), ("ISO_8859_4", "w", "iso-8859-4"),
    ("ISO_8859_5", "w", "iso-8859-5"), ("ISO_8859_6", "w", "iso-8859-6"),
    ("ISO_8859_7", "w", "iso-8859-7"), ("ISO_8859_8", "w", "iso-8859-8"),
    ("ISO_8859_9", "p", "iso8859-9"), ("ISO_8859_10", "w", "iso-8859-10"),
    ("ISO_8859_11", "p", "iso8859-11"), ("ISO_8859_13", "w", "iso-8859-13"),
    ("ISO_8859_14", "w", "iso-8859-14"), ("ISO_8859_15", "w", "iso-8859-15"),
    ("ISO_8859_16", "w", "iso-8859-16"), ("KOI8_R", "w", "koi8-r"), ("KOI8_U", "p", "koi8-u"),
    ("IBM437", "p", "cp437"), ("IBM737", "p", "cp737"), ("IBM775", "p", "cp775"),
    ("IBM850", "p", "cp850"), ("IBM852", "p", "cp852"), ("IBM855", "p", "cp855"),
    ("IBM857", "p", "cp857"), ("IBM858", "p", "cp858"), ("IBM860", "p", "cp860"),
    ("IBM861", "p", "cp861"), ("IBM862", "p", "cp862"), ("IBM863", "p", "cp863"),
    ("IBM865", "p", "cp865"), ("IBM866", "w", "ibm866"), ("IBM869", "p", "cp869"),
    ("MACINTOSH", "w", "macintosh"), ("MAC_CYRILLIC", "w", "x-mac-cyrillic"),
    ("MAC_CENTRAL_EUROPE", "p", "mac_latin2"), ("IBM1125", "p", "cp1125")]


def read_indexes(path):
    text = open(path, encoding="utf-8").read()
    return json.loads(re.search(r'=\s*(\{.*?\})\s*;', text, re.S).group(1))


def python_single(codec):
    out = []
    for byte in range(0x80, 0x100):
        try:
            out.append(ord(bytes([byte]).decode(codec)))
        except UnicodeDecodeError:
            out.append(0)
    return out


def single(indexes, kind, source):
    if kind == "p":
        return python_single(source)
    table = [cp or 0 for cp in indexes[source]]
    if source.startswith("windows-"):
        # The Encoding Standard fills holes with C1 controls; a byte Windows does not define is a
        # bad place for us.
        for i, cp in enumerate(table):
            if cp == 0x80 + i and cp < 0xA0:
                table[i] = 0
    return table


def pad(table, length):
    table = [cp or 0 for cp in table]
    return table + [0] * (length - len(table))


def gb_pointer(code):
    lead, trail = code >> 8, code & 0xFF
    return (lead - 0x81) * 190 + trail - (0x40 if trail < 0x7F else 0x41)


def emit_array(out, kind, name, table, static=False):
    out.append("const %s %s[%d] = {" % (kind, name, len(table)))
    line = "\t"
    for value in table:
        item = "%d," % value
        if len(line) + len(item) > 92:
            out.append(line)
            line = "\t"
        line += item
    out.append(line)
    out.append("};")


def write(folder, name, arrays, note):
    out = ["/* SPDX-License-Identifier: MIT */",
           "/* Made by script/gen-text-tables.py. %s */" % note,
           "/* clang-format off */", '#include "tables/tables.h"', ""]
    for kind, array, table in arrays:
        emit_array(out, kind, array, table)
        out.append("")
    with open(os.path.join(folder, name), "w", encoding="ascii", newline="\n") as f:
        f.write("\n".join(out).rstrip("\n") + "\n")


def cns(path):
    planes = {1: [0] * 8836, 2: [0] * 8836}
    with gzip.open(path, "rt", encoding="latin-1") as f:
        for line in f:
            m = re.match(r"<U([0-9A-F]+)>\s+((?:/x[0-9a-f]{2})+)\s", line)
            if not m:
                continue
            code = [int(x, 16) for x in m.group(2).split("/x")[1:]]
            cp = int(m.group(1), 16)
            plane = 1
            if len(code) == 4 and code[1] in (0xA1, 0xA2):
                plane = code[1] - 0xA0
                code = code[2:]
            if len(code) == 2 and code[0] >= 0xA1 and cp < 0x10000:
                planes[plane][(code[0] - 0xA1) * 94 + code[1] - 0xA1] = cp
    return planes


def without(first, last, taken):
    """What an extension has in the order of Unicode: the characters from first to last that are
    not taken. A bit for each that is, and the offset of every 32nd of the others."""
    words = [0] * ((last - first) // 32 + 1)
    others = []
    for cp in range(first, last + 1):
        if cp in taken:
            words[(cp - first) // 32] |= 1 << (cp - first) % 32
        else:
            others.append(cp - first)
    return words, others[::32], [first + offset for offset in others]


def gb_parts(gb):
    """GBK/3 (leads 81 to A0) and GBK/4 (AA to FE, trails below A1) are the ideographs that GB 2312
    lacks. The other cells: leads A1 to A9, the square of AA to FE, the end of GBK/4."""
    extension = gb[:32 * 190]
    cells = gb[32 * 190:41 * 190]
    for row in range(41, 126):
        extension += gb[row * 190:row * 190 + 96]
        cells += gb[row * 190 + 96:(row + 1) * 190]
    words, steps, others = without(0x4E00, 0x9FA5, set(cells))
    assert extension[:len(others)] == others
    return cells + extension[len(others):], words, steps


def cp949_parts(table):
    """The extension (leads 81 to A0, and A1 to C6 with trails below A1) are the syllables that
    KS X 1001 lacks; the other cells are its square."""
    letters = [column for column in range(190) if column < 26 or 32 <= column < 58 or column >= 64]
    extension = [table[row * 190 + column] for row in range(32) for column in letters]
    extension += [table[row * 190 + column] for row in range(32, 70) for column in letters[:84]]
    cells = [table[row * 190 + column] for row in range(32, 126) for column in range(96, 190)]
    words, steps, others = without(0xAC00, 0xD7A3, set(cells))
    assert [cp for cp in extension if cp] == others == extension[:len(others)]
    assert sum(1 for cp in table if cp) == len(others) + sum(1 for cp in cells if cp)
    return cells, words, steps


def cns_runs(cells, big5):
    """Runs of cells whose characters follow one another in Big5 too, (first cell, pointer, count);
    what does not is in a list of its own, whose pointers come after those of Big5."""
    places = {}
    for pointer, cp in enumerate(big5):
        places.setdefault(cp, []).append(pointer)
    runs = []
    rest = []
    cell = 0
    while cell < len(cells):
        count, pointer = 0, 0
        for place in places.get(cells[cell], []) if cells[cell] else []:
            length = 0
            while (cell + length < len(cells) and place + length < len(big5)
                   and cells[cell + length] and cells[cell + length] == big5[place + length]):
                length += 1
            if length > count:
                count, pointer = length, place
        if count >= 4:
            runs += [cell, pointer, count]
        elif cells[cell]:
            count = 1
            place = len(big5) + len(rest)
            if runs and runs[-3] + runs[-1] == cell and runs[-2] + runs[-1] == place:
                runs[-1] += 1
            else:
                runs += [cell, place, 1]
            rest.append(cells[cell])
        cell += count or 1
    return runs, rest


def ranges(gb):
    """Four-byte ranges: the BMP in order without what GB 18030-2000 had in two bytes (the 2005
    edition then exchanged U+1E3F and U+E7C7, which the engine knows)."""
    two = set(gb) - {0x1E3F} | {0xE7C7}
    out = []
    pointer = 0
    inside = False
    for cp in range(0x80, 0x10000):
        if 0xD800 <= cp < 0xE000 or cp in two or cp == 0xE5E5:
            inside = False
            continue
        if not inside:
            out.append((pointer, cp))
            inside = True
        pointer += 1
    return out


def main():
    indexes = read_indexes(sys.argv[1])
    planes = cns(sys.argv[2])
    folder = sys.argv[3]
    gb = pad(indexes["gb18030"], 23940)
    gb[gb_pointer(0xA8BC)] = 0x1E3F
    table = [cp for pair in ranges(gb) for cp in pair]
    for code, cp in GB18030_2022:
        gb[gb_pointer(code)] = cp
    big5 = pad(indexes["big5"], 19782)
    planes2 = [0] * ((len(big5) + 7) // 8)
    for i, cp in enumerate(big5):
        if cp >= 0x20000:
            planes2[i // 8] |= 1 << i % 8
    gb_cells, words, steps = gb_parts(gb)
    write(folder, "tab_gb18030.c",
          [("uint16_t", "text_gb18030", gb_cells), ("uint32_t", "text_gb2312_has", words),
           ("uint16_t", "text_gb2312_steps", steps), ("uint16_t", "text_gb18030_ranges", table)],
          "GB 18030-2022, two-byte characters and four-byte ranges.")
    write(folder, "tab_big5.c",
          [("uint16_t", "text_big5", [cp & 0xFFFF for cp in big5]),
           ("uint8_t", "text_big5_plane2", planes2)],
          "Big5 with HKSCS-2008; the bits mark plane 2.")
    write(folder, "tab_jis.c",
          [("uint16_t", "text_jis0208", pad(indexes["jis0208"], 11280)),
           ("uint16_t", "text_jis0212", pad(indexes["jis0212"], 8836))],
          "JIS X 0208 as in windows-31j, JIS X 0212.")
    cells, words, steps = cp949_parts(pad(indexes["euc-kr"], 23940))
    write(folder, "tab_cp949.c",
          [("uint16_t", "text_ksx1001", cells), ("uint32_t", "text_ksx1001_has", words),
           ("uint16_t", "text_ksx1001_steps", steps)],
          "KS X 1001, and which syllables it has.")
    runs, rest = cns_runs(planes[1] + planes[2], big5)
    write(folder, "tab_cns.c",
          [("uint16_t", "text_cns_runs", runs), ("uint16_t", "text_cns_rest", rest)],
          "CNS 11643 planes 1 and 2, mostly in the order of Big5.")
    flat = []
    for _, kind, source in SINGLE:
        flat += single(indexes, kind, source)
    write(folder, "tab_single.c", [("uint16_t", "text_single", flat)],
          "Bytes 80 to FF, in the order of enum text_enc; 0: none.")
    print("ranges", len(table) // 2, "single", len(SINGLE))


main()
