#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""arrived.py FILE.eml: what a reader sees of a mail, on one line: its subject, its text (line ends as LF, a final
one left out) and each attachment with its size, "same" when the file of that name in this folder holds its
bytes, else the first of them."""
import email
import email.policy
import os
import sys


def bytes_of(part):
    """Text that was not encoded has the line ends of mail; a binary part (RFC 3030) is cut out here, for Python's
    parser changes what it takes for line ends."""
    if part["content-transfer-encoding"] not in ("base64", "binary"):
        return part.get_payload(decode=True).replace(b"\r\n", b"\n")
    if part["content-transfer-encoding"] == "base64":
        return part.get_payload(decode=True)
    start = raw.index(b"\r\n\r\n", raw.index(b'filename="%s"' % part.get_filename().encode())) + 4
    return raw[start:raw.index(b"\r\n--" + message.get_boundary().encode(), start)]


def shown(part):
    name, data = part.get_filename(), bytes_of(part)
    if os.path.isfile(name):
        with open(name, "rb") as f:
            if f.read() == data:
                return f"{name}={len(data)}:same"
    return f"{name}={len(data)}:{data[:20]!r}"


with open(sys.argv[1], "rb") as f:
    raw = f.read()
message = email.message_from_bytes(raw, policy=email.policy.default)
body = message.get_body(("plain", "html", "calendar"))
text = body.get_content().replace("\r\n", "\n").removesuffix("\n") if body is not None else None
print(message["subject"], repr(text), *[shown(p) for p in message.walk() if p.get_filename()], sep="|")
