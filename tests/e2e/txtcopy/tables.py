#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every code of every table, read, and every character, written, against Python's codecs and
glibc's iconv: tables.py TXTCOPY FOLDER

Each difference has to have its reason in REASONS, and each reason to explain as many as it says.
LIST=1 in the environment prints all differences."""
import ctypes
import os
import subprocess
import sys

PYTHON = {"windows-874": "cp874", "IBM737": "cp737", "Big5": "big5hkscs", "Shift_JIS": "cp932", "EUC-JP": "euc_jp",
          "macintosh": "mac_roman", "x-mac-cyrillic": "mac_cyrillic", "x-mac-ce": "mac_latin2"}
GLIBC = {"GBK": "CP936", "IBM737": "CP737", "Big5": "BIG5-HKSCS", "Shift_JIS": "CP932", "x-mac-cyrillic": "MAC-CYRILLIC",
         "x-mac-ce": "MAC-CENTRALEUROPE", "macintosh": "MACINTOSH", "windows-874": "CP874"}
MULTI = {"GB18030", "GBK", "Big5", "CP950", "Shift_JIS", "EUC-JP", "CP949", "Johab", "EUC-TW"}


def private(text):
    return text is not None and 0xE000 <= ord(text[0]) < 0xF900


def row(code, first, last):
    return len(code) == 2 and first <= int.from_bytes(code, "big") <= last


# encoding: reason, test of (code, ours, theirs), how many differences with Python, with glibc.
REASONS = {
    "GB18030": [
        ("one byte, as code page 936 has it", lambda c, o, t: c == b"\x80" and o == "\u20ac", 1, 1),
        ("a space, as web browsers read it", lambda c, o, t: c == b"\xa3\xa0" and o == "\u3000", 1, 1),
        ("assigned by GB 18030-2005 and -2022", lambda c, o, t: private(t) and not private(o), 19, 0),
        ("private use in GB 18030, glibc takes later characters", lambda c, o, t: len(c) == 2 and private(o) and t and ord(t) > 0xFFFF, 0, 6),
        ("the private use that these displace, so that all of Unicode goes there and back", lambda c, o, t: len(c) == 4 and private(o), 19, 18)],
    "GBK": [
        ("one byte, as code page 936 has it", lambda c, o, t: c == b"\x80" and t is None, 1, 0),
        ("codes without a character are read as Windows reads them", lambda c, o, t: t is None and len(c) == 2, 2149, 2149)],
    "Big5": [
        ("HKSCS-2008, and codes that HKSCS repeats", lambda c, o, t: t is None, 192, 131),
        ("symbols as in the Encoding Standard, which are those of Windows", lambda c, o, t: o and t, 11, 11),
        ("no character of one byte", lambda c, o, t: c == b"\x80", 0, 1)],
    "CP950": [
        ("no character of one byte", lambda c, o, t: c == b"\x80", 0, 1),
        ("Windows has user-defined codes here", lambda c, o, t: o is None and row(c, 0xC6A1, 0xC8FE), 249, 408)],
    "Shift_JIS": [
        ("bytes that are not a character, private use in theirs", lambda c, o, t: o is None and len(c) == 1, 5, 0)],
    "EUC-JP": [
        ("rows of NEC and IBM, as the Encoding Standard has them", lambda c, o, t: t is None, 457, 457),
        ("symbols as in windows-31j", lambda c, o, t: o and t and len(c) == 2, 6, 6),
        ("a tilde that is not that of ASCII, so that it goes there and back", lambda c, o, t: c == b"\x8f\xa2\xb7", 1, 0),
        ("control characters of 8 bits", lambda c, o, t: o is None and len(c) == 1, 0, 30)],
    "Johab": [
        ("parts of syllables by themselves", lambda c, o, t: o is None and row(c, 0x8441, 0x845D), 17, 0),
        ("a character of later standards", lambda c, o, t: c == b"\xd9\xe8", 0, 1)],
    "windows-1255": [("assigned later", lambda c, o, t: c == b"\xca" and o == "\u05ba", 1, 1)],
    "macintosh": [("increment and Apple's sign, as Apple's tables have them", lambda c, o, t: o and t, 0, 2)],
    "x-mac-cyrillic": [("the euro sign of later systems", lambda c, o, t: o == "\u20ac", 0, 1)],
}


# encoding: reason, test of (code point, ours, theirs), how many differences with Python, with glibc.
WRITTEN = {
    "GB18030": [
        ("assigned by GB 18030-2005 and -2022, and the four bytes that private use has for it", lambda c, o, t: o and t, 38, 6),
        ("private use in glibc's edition", lambda c, o, t: o and not t, 0, 24),
        ("its code is a space", lambda c, o, t: c == 0xE5E5, 1, 1)],
    "GBK": [("one byte, as code page 936 has it", lambda c, o, t: o == b"\x80", 1, 0)],
    "Big5": [
        ("symbols and codes of the Encoding Standard", lambda c, o, t: o and not t, 113, 48),
        ("these symbols are others in theirs", lambda c, o, t: t and not o, 9, 10),
        ("the one of two codes that the Encoding Standard writes", lambda c, o, t: o and t, 19, 19)],
    "CP950": [
        ("look-alikes of full width, which read back as others", lambda c, o, t: c in (0xA2, 0xA3, 0xA5), 3, 0),
        ("no character of one byte", lambda c, o, t: c == 0x80, 0, 1),
        ("Windows has user-defined codes here", lambda c, o, t: not o, 255, 408),
        ("the one of two codes that Windows writes", lambda c, o, t: o and t and t[0] == 0xA2, 4, 4)],
    "Shift_JIS": [
        ("bytes that are no character", lambda c, o, t: not o and len(t) == 1 and t >= b"\x80", 5, 0),
        ("IBM's code, as Windows writes it", lambda c, o, t: o and t, 373, 0),
        ("look-alikes, which read back as others", lambda c, o, t: not o, 0, 3)],
    "EUC-JP": [
        ("rows of NEC and IBM", lambda c, o, t: o and not t, 173, 172),
        ("two bytes where there are three too", lambda c, o, t: o and t and len(o) == 2, 280, 281),
        ("symbols that windows-31j has as others", lambda c, o, t: not o and (c < 0x80 or c >= 0xA0), 8, 8),
        ("control characters of 8 bits", lambda c, o, t: not o, 0, 30)],
    "Johab": [("a look-alike of ASCII, and a character of later standards", lambda c, o, t: not o, 0, 2)],
    "EUC-TW": [("planes from the third on", lambda c, o, t: not o and t[0] == 0x8E and t[1] > 0xA2, 0, 41924)],
    "windows-1255": [
        ("assigned later", lambda c, o, t: c == 0x5BA, 1, 1),
        ("in parts, which read back as such", lambda c, o, t: not o and len(t) > 1, 0, 34)],
    "windows-1258": [
        ("in parts, which read back as such", lambda c, o, t: not o and len(t) > 1, 0, 181),
        ("accents that Unicode has twice", lambda c, o, t: c in (0x340, 0x341), 0, 2)],
    "macintosh": [("increment and Apple's sign, as Apple's tables have them", lambda c, o, t: True, 0, 4)],
    "x-mac-cyrillic": [("the euro sign of later systems", lambda c, o, t: True, 0, 2)],
}
GONE = (b"", b"?", b"\x84\x31\xa4\x37") # what stands for a character that is not in the encoding


def characters(name):
    return [chr(c) for c in range(0x80, 0x30000 if name in MULTI else 0x10000) if not 0xD800 <= c < 0xE000]


def lines_of(data):
    return [None if line in GONE else line for line in data.split(b"\n")[:-1]]


def write_with(command, name, text, folder):
    given, got = os.path.join(folder, "text"), os.path.join(folder, "codes")
    with open(given, "wb") as f:
        f.write(text.encode("utf-8"))
    subprocess.run([command, "--force", "--from", "utf-8", "--to", name, "--lossy=replace", given, got],
                   check=True, stderr=subprocess.DEVNULL)
    with open(got, "rb") as f:
        return lines_of(f.read())


def python_writes(name, text, folder):
    return lines_of(text.encode(PYTHON.get(name, name), "replace"))


def glibc_writes(name, text, folder):
    try:
        done = subprocess.run(["iconv", "-c", "-f", "UTF-8", "-t", GLIBC.get(name, name), os.path.join(folder, "text")],
                              capture_output=True)
    except FileNotFoundError:
        raise LookupError(name)
    if not done.stdout:
        raise LookupError(name)
    return lines_of(done.stdout)


def codes(name):
    found = [bytes([a]) for a in range(0x80, 256)]
    if name in MULTI:
        low = 0x31 if name == "Johab" else 0x40
        found += [bytes([a, b]) for a in range(0x81, 0xFF) for b in range(low, 0xFF) if b != 0x7F]
    high = range(0xA1, 0xFF)
    if name == "EUC-JP":
        found += [bytes([0x8F, a, b]) for a in high for b in high]
    if name == "EUC-TW":
        found += [bytes([0x8E, plane, a, b]) for plane in (0xA1, 0xA2) for a in high for b in high]
    if name == "GB18030": # the BMP and some of what is beyond it
        found += [bytes([a, b, c, d]) for a in (0x81, 0x82, 0x83, 0x84, 0x90, 0xE3)
                  for b in range(0x30, 0x3A) for c in range(0x81, 0xFF) for d in range(0x30, 0x3A)]
    return found


def read_with(command, name, list_of_codes, folder):
    given, got = os.path.join(folder, "codes"), os.path.join(folder, "text")
    with open(given, "wb") as f:
        f.write(b"".join(c + b"\n" for c in list_of_codes))
    subprocess.run([command, "--force", "--from", name, "--to", "utf-8", "--lossy=replace", given, got],
                   check=True, stderr=subprocess.DEVNULL)
    with open(got, encoding="utf-8", newline="") as f:
        lines = f.read().split("\n")[:-1]
    assert len(lines) == len(list_of_codes), name
    return [None if "\ufffd" in line else line for line in lines]


def python_reader(name):
    def read(code):
        try:
            return code.decode(PYTHON.get(name, name))
        except UnicodeDecodeError:
            return None
    return read


def glibc_reader(name):
    lib = ctypes.CDLL(None)
    lib.iconv_open.restype = ctypes.c_void_p
    lib.iconv.restype = ctypes.c_size_t
    lib.iconv.argtypes = [ctypes.c_void_p] + [ctypes.c_void_p] * 4
    handle = lib.iconv_open(b"UTF-8", GLIBC.get(name, name).encode())
    if handle in (None, ctypes.c_size_t(-1).value):
        raise LookupError(name)

    def read(code):
        room = ctypes.create_string_buffer(32)
        source, left = ctypes.c_char_p(code), ctypes.c_size_t(len(code))
        to, free = ctypes.c_void_p(ctypes.addressof(room)), ctypes.c_size_t(32)
        done = lib.iconv(handle, ctypes.byref(source), ctypes.byref(left), ctypes.byref(to), ctypes.byref(free))
        if done != ctypes.c_size_t(-1).value and left.value == 0:
            lib.iconv(handle, None, None, ctypes.byref(to), ctypes.byref(free))
            return room.raw[:32 - free.value].decode("utf-8")
        lib.iconv(handle, None, None, None, None)
        return None
    return read


def count(name, differences, reasons, peer):
    """Prints what is not explained; how many differences."""
    counts = [0] * len(reasons)
    wrong = 0
    for what, c, o, t in differences:
        why = next((i for i, r in enumerate(reasons) if r[1](c, o, t)), None)
        if why is None or os.environ.get("LIST"):
            print("%s %s is %a, for %s %a: %s" % (name, what, o, peer, t, "no reason" if why is None else reasons[why][0]))
        if why is None:
            wrong += 1
        else:
            counts[why] += 1
    for n, r in zip(counts, reasons):
        if n != r[2 + (peer == "glibc")]:
            print("%s, %s: %d differences, not %d: %s" % (name, peer, n, r[2 + (peer == "glibc")], r[0]))
            wrong += 1
    return wrong


def compare_read(name, ours, list_of_codes, reader, peer):
    theirs = [t if t != "\ufffd" else None for t in map(reader, list_of_codes)]
    # Where a byte alone is a character a second one is another.
    alone = {c[0] for c, o, t in zip(list_of_codes, ours, theirs) if len(c) == 1 and (o or t)}
    differences = [(c.hex(), c, o, t) for c, o, t in zip(list_of_codes, ours, theirs)
                   if o != t and not (len(c) == 2 and c[0] in alone)]
    return count(name, differences, REASONS.get(name, []), peer)


def compare_written(name, tool, folder):
    chars = characters(name)
    text = "".join(c + "\n" for c in chars)
    ours = write_with(tool, name, text, folder)
    assert len(ours) == len(chars), name
    wrong = 0
    for peer, writes in (("Python", python_writes), ("glibc", glibc_writes)):
        try:
            theirs = writes(name, text, folder)
        except LookupError:
            continue
        assert len(theirs) == len(chars), (name, peer)
        differences = [("U+%04X, written," % ord(c), ord(c), o, t) for c, o, t in zip(chars, ours, theirs) if o != t]
        wrong += count(name, differences, WRITTEN.get(name, []), peer)
    return wrong


def main():
    tool, folder = sys.argv[1:3]
    listed = subprocess.run([tool, "--list-encodings"], check=True, capture_output=True, text=True).stdout
    wrong = 0
    for name in [line.split()[0] for line in listed.splitlines()]:
        if name == "US-ASCII" or name.startswith(("UTF-", "ISO-2022", "HZ")):
            continue
        ours = read_with(tool, name, codes(name), folder)
        for peer, make in (("Python", python_reader), ("glibc", glibc_reader)):
            try:
                reader = make(name)
                reader(b"a")
            except LookupError:
                print("%s has no %s" % (peer, name))
                continue
            wrong += compare_read(name, ours, codes(name), reader, peer)
        wrong += compare_written(name, tool, folder)
    sys.exit(1 if wrong else 0)


main()
