#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""oracle.py MEANT.json FILE...: judges messages against what was meant, in four layers; the fifth is
a second parser (second_opinion.pl). judge() is the same for other programs. One line a defect.

A meant message is a dict: subject, from, to, cc: [[name, address]...], text, html (None: absent),
files: [[name, sha256]...] in their order, inline: [[cid, sha256]...], calendar; and by names of fields people (as
from), tokens (words with blanks between) and notes (texts)."""
import base64
import binascii
import email
import email.header
import email.policy
import email.utils
import hashlib
import json
import re
import sys

ONCE = (b"date", b"message-id", b"from", b"subject", b"mime-version")
TRACE = re.compile(rb"(?:(?:Return-Path|X-Original-To|Delivered-To|Received|Envelope-to|Delivery-date):"
                   rb"[^\r]*\r\n(?:[ \t][^\r]*\r\n)*)+", re.I)
WORD = re.compile(r"=\?([^?\s]+)\?([BbQq])\?([^?\s]*)\?=")
QP_LINE = re.compile(rb"(?:[\t\x20-\x3c\x3e-\x7e]|=[0-9A-F]{2})*=?")
BOUNDARY = re.compile(rb'boundary="([^"\r\n]+)"')


def without_trace(raw):
    """The fields that servers put before the message on its way are theirs."""
    m = TRACE.match(raw)
    return raw[m.end():] if m else raw


def raw_rules(raw):
    out = []
    if b"\0" in raw:
        out.append("1: NUL")
    if re.search(rb"\r(?!\n)|(?<!\r)\n", raw):
        out.append("1: bare CR or LF")
    if re.search(rb"[^\t\r\n\x20-\x7e]", raw):
        out.append("1: not printable 7-bit")
    lines = raw.split(b"\r\n")
    if max(map(len, lines)) > 998:
        out.append("1: line over 998")
    head = raw.split(b"\r\n\r\n", 1)[0].split(b"\r\n")
    out += head_rules(head, "1")
    names = [line.split(b":")[0].lower() for line in head if line[:1] not in b" \t"]
    out += [f"1: {n.decode()} {names.count(n)} times" for n in ONCE if names.count(n) != 1]
    if b"bcc" in names:
        out.append("1: Bcc shows")
    for boundary in BOUNDARY.findall(raw):
        if lines.count(b"--" + boundary + b"--") != 1 or lines.count(b"--" + boundary) < 1:
            out.append("1: boundary not opened or not closed")
    return out


def head_rules(head, layer):
    out = []
    for line in head:
        if len(line) > 78 and b" " in re.sub(rb"^[!-9;-~]+:", b"", line).strip():  # what has no blank cannot be folded
            out.append(f"{layer}: header line of {len(line)}")
        if line.strip(b" \t") == b"":
            out.append(f"{layer}: header line of blanks")
        if line[:1] not in b" \t" and not re.match(rb"[!-9;-~]+: ", line + b" "):
            out.append(f"{layer}: no header field: {line[:40]!r}")
        if any(len(w.group(0)) > 75 for w in WORD.finditer(line.decode("ascii", "replace"))):
            out.append(f"{layer}: encoded word over 75")
        text = line.decode("ascii", "replace")
        if '"' not in text and "=?" in WORD.sub("", text):
            out.append(f"{layer}: broken encoded word")
    return out


def known(name, defect):
    """An encoded word in a quoted parameter is what QQ Mail and Outlook need for the name."""
    return name.lower() == "content-type" and str(defect) in (
        "encoded word inside quoted string", "missing trailing whitespace after encoded-word")


def parsed_rules(message):
    out = []
    for part in message.walk():
        out += [f"2: {d!r}" for d in part.defects]
        for name, value in part.items():
            out += [f"2: {name}: {d!r}" for d in getattr(value, "defects", ())
                    if not known(name, d)]
    return out


def words_rules(raw):
    out = []
    text = re.sub(r"\r\n([ \t])", r"\1", raw.split(b"\r\n\r\n", 1)[0].decode("ascii", "replace"))
    for charset, kind, data in WORD.findall(text):
        try:
            if kind in "Bb":
                decoded = base64.b64decode(data, validate=True)
            else:
                if not re.fullmatch(r"(?:[!-<>-~]|=[0-9A-F]{2})*", data):
                    raise ValueError("Q")
                decoded = binascii.a2b_qp(data, header=True)
            decoded.decode(charset)
        except (ValueError, LookupError) as e:
            out.append(f"3: encoded word does not decode alone: {data[:30]} {e}")
    return out


def body_rules(part):
    """Decodes a leaf strictly; returns its bytes (None when it cannot be) and its defects."""
    raw = part.get_payload(decode=False).encode("utf-8", "surrogateescape").replace(b"\r\n", b"\n")
    how = str(part.get("content-transfer-encoding", "7bit")).lower()
    lines = raw.split(b"\n")
    if how == "base64":
        lines = [line for line in lines if line]
        if any(len(line) > 76 for line in lines) or any(len(line) != len(lines[0]) for line in lines[:-1]):
            return None, ["3: base64 lines of wrong length"]
        try:
            return base64.b64decode(b"".join(lines), validate=True), []
        except binascii.Error as e:
            return None, [f"3: base64: {e}"]
    if how == "quoted-printable":
        for line in lines:
            if len(line) > 76 or not QP_LINE.fullmatch(line) or line[-1:] in (b" ", b"\t"):
                return None, [f"3: quoted-printable: {line[:40]!r}"]
        return binascii.a2b_qp(raw), []
    if how != "7bit":
        return None, [f"3: transfer encoding {how}"]
    return raw, []


def same_text(got, meant):
    """Line ends of all kinds are line ends; one at the very end makes no difference."""
    def plain(t):
        t = t.replace("\r\n", "\n").replace("\r", "\n")
        return t[:-1] if t.endswith("\n") else t
    return plain(got) == plain(meant)


def people(raw, name):
    """Python's own parser of addresses puts blanks between the encoded words of a name (RFC 2047,
    section 6.2, says to drop them), so only the older one is used here, and then the words."""
    field = email.message_from_bytes(raw)[name]
    if field is None:
        return []
    pairs = email.utils.getaddresses([re.sub(r"\r\n(?=[ \t])", "", field)])
    return [[str(email.header.make_header(email.header.decode_header(n))), a] for n, a in pairs]


def head_equal(raw, message, meant):
    out = []
    if str(message["subject"]) != meant["subject"]:
        out.append(f"4: subject {str(message['subject'])!r}, not {meant['subject']!r}")
    for name in ("from", "to", "cc"):
        if people(raw, name) != meant.get(name, []):
            out.append(f"4: {name} {people(raw, name)!r}, not {meant.get(name, [])!r}")
    for name, want in meant.get("people", {}).items():
        if people(raw, name) != want:
            out.append(f"4: {name} {people(raw, name)!r}, not {want!r}")
    for name, want in meant.get("tokens", {}).items():
        got = " ".join(str(email.message_from_bytes(raw)[name]).split())
        if got != want:
            out.append(f"4: {name} {got!r}, not {want!r}")
    for name, want in meant.get("notes", {}).items():
        if str(message[name]) != want:
            out.append(f"4: {name} {str(message[name])!r}, not {want!r}")
    return out


def leaves(message, out):
    """Name or kind, and bytes of each leaf, in order."""
    texts, files, inline = {}, [], []
    for part in message.walk():
        if part.is_multipart():
            continue
        data, defects = body_rules(part)
        out += defects
        if data is None:
            continue
        name = part.get_filename()
        if part.get("content-id"):
            inline.append([part["content-id"].strip("<>"), hashlib.sha256(data).hexdigest()])
        elif name is not None:
            files.append([name, hashlib.sha256(data).hexdigest()])
            out += name_forms(part, name)
        else:
            try:
                texts[part.get_content_subtype()] = data.decode(part.get_content_charset("us-ascii"))
            except (UnicodeError, LookupError) as e:
                out.append(f"3: text: {e}")
    return texts, files, inline


def name_forms(part, name):
    """The name in Content-Type, as encoded words, must be the same as that of RFC 2231."""
    plain = email.message_from_string("Content-Type:" + dict(part.raw_items())["Content-Type"])
    old = plain.get_param("name", "")
    old = str(email.header.make_header(email.header.decode_header(re.sub(r"\r?\n", "", old))))
    return [] if old == name else [f"4: name= is {old!r}, filename= {name!r}"]


def judge(raw, meant):
    raw = without_trace(raw)
    out = raw_rules(raw)
    message = email.message_from_bytes(raw, policy=email.policy.default)
    for part in re.split(rb"\r\n--[^\r\n]+\r\n", raw)[1:]:
        head = (part + b"\r\n\r\n").split(b"\r\n\r\n", 1)[0].rstrip(b"\r\n")
        out += head_rules(head.split(b"\r\n"), "1") if head[:8].lower() == b"content-" else []
    out += parsed_rules(message) + words_rules(raw)
    texts, files, inline = leaves(message, out)
    out += head_equal(raw, message, meant)
    for kind, key in (("plain", "text"), ("html", "html"), ("calendar", "calendar")):
        want = meant.get(key)
        if (want is None) != (kind not in texts) or (want is not None and not same_text(texts[kind], want)):
            out.append(f"4: {key} differs: {texts.get(kind, '')[:60]!r}, not {str(want)[:60]!r}")
    if files != meant.get("files", []):
        out.append(f"4: files {files!r}, not {meant.get('files')!r}")
    if inline != meant.get("inline", []):
        out.append(f"4: inline {inline!r}, not {meant.get('inline')!r}")
    return out


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        meant = json.load(f)
    bad = 0
    for path in sys.argv[2:]:
        with open(path, "rb") as f:
            for defect in judge(f.read(), meant):
                print(f"{path}: {defect}")
                bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())
