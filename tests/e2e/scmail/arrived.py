#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""arrived.py FILE.eml: what a reader sees of a mail, on one line: its subject, its text (line ends as LF, a final
one left out) and each attachment with its size, "same" when the file of that name in this folder holds its
bytes, else the first of them."""
import email
import email.policy
import os
import sys


def shown(part):
    name, data = part.get_filename(), part.get_payload(decode=True)
    if os.path.isfile(name):
        with open(name, "rb") as f:
            if f.read() == data:
                return f"{name}={len(data)}:same"
    return f"{name}={len(data)}:{data[:20]!r}"


with open(sys.argv[1], "rb") as f:
    message = email.message_from_binary_file(f, policy=email.policy.default)
body = message.get_body(("plain", "html", "calendar"))
text = body.get_content().replace("\r\n", "\n").removesuffix("\n") if body is not None else None
print(message["subject"], repr(text), *[shown(p) for p in message.walk() if p.get_filename()], sep="|")
