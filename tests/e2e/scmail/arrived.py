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
    """Python's parser changes the line ends of a binary part (RFC 3030): it is cut out here."""
    if part["content-transfer-encoding"] != "binary":
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
