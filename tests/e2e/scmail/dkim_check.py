#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""dkim_check.py FILE SELECTOR=KEY.pem...: verifies each DKIM-Signature of a mail with dkimpy; the public keys
come from the private ones. Prints "domain selector algorithm ok" or "... bad", a line each."""
import base64
import re
import subprocess
import sys

import dkim

with open(sys.argv[1], "rb") as f:
    mail = re.sub(rb"\r?\n", b"\r\n", f.read())
records = {}
for word in sys.argv[2:]:
    selector, _, path = word.partition("=")
    der = subprocess.run(["openssl", "pkey", "-in", path, "-pubout", "-outform", "DER"], capture_output=True,
                         check=True).stdout
    ed = b"ed25519" in subprocess.run(["openssl", "pkey", "-in", path, "-text", "-noout"], capture_output=True,
                                      check=True).stdout.lower()
    records[selector.encode()] = b"v=DKIM1; k=%s; p=%s" % (b"ed25519" if ed else b"rsa",
                                                           base64.b64encode(der[-32:] if ed else der))


def lookup(name, timeout=5):
    name = name if isinstance(name, bytes) else name.encode()
    return records.get(name.split(b"._domainkey.")[0])


head = mail.split(b"\r\n\r\n", 1)[0]
count = len(re.findall(rb"(?im)^dkim-signature:", head))
for n in range(count):
    d = dkim.DKIM(mail)
    good = d.verify(idx=n, dnsfunc=lookup)
    print(d.domain.decode(), d.selector.decode(), d.signature_fields[b"a"].decode(), "ok" if good else "bad")
