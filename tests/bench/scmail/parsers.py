#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""parsers.py FOLDER [NODE_MODULES]: messages that generated_messages.sh kept (SCMAIL_KEEP=FOLDER), read by GMime (Debian:
gir1.2-gmime-3.0) and, with NODE_MODULES, by npm's mailparser and postal-mime (parsers.js): subject, texts, names and
hashes of files, people, tokens and notes as they were meant. One line a difference, and a count."""
import glob
import hashlib
import json
import os
import subprocess
import sys

import gi

gi.require_version("GMime", "3.0")
from gi.repository import GMime  # noqa: E402


def content(part):
    out = GMime.StreamMem.new()
    part.get_content().write_to_stream(out)
    return bytes(out.get_byte_array())


def by_gmime(path):
    message = GMime.Parser.new_with_stream(GMime.StreamFile.open(path, "r")).construct_message(None)
    seen = {"subject": message.get_subject() or "", "texts": {}, "files": [], "fields": {}}
    for i in range(message.get_header_list().get_count()):
        header = message.get_header_list().get_header_at(i)
        seen["fields"][header.get_name().lower()] = header.get_value() or ""
    parts = GMime.PartIter.new(message)
    while True:
        part = parts.get_current()
        if isinstance(part, GMime.Part):
            kind, name = part.get_content_type().get_mime_type(), part.get_filename()
            if name is not None and part.get_content_id() is None:
                seen["files"].append([name, hashlib.sha256(content(part)).hexdigest()])
            elif kind.startswith("text/"):
                charset = part.get_content_type().get_parameter("charset") or "us-ascii"
                seen["texts"][kind] = content(part).decode(charset)
        if not parts.next():
            return seen


def plain(text):
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")


def differences(seen, meant):
    out = []
    if seen["subject"] != meant["subject"]:
        out.append(f"subject {seen['subject']!r}, not {meant['subject']!r}")
    # both of npm decode a name that looks like an encoded word a second time
    if seen["files"] != meant["files"] and not any("=?utf-8?" in name for name, _ in meant["files"]):
        out.append(f"files {seen['files']!r}, not {meant['files']!r}")
    for kind, key in (("text/plain", "text"), ("text/html", "html"), ("text/calendar", "calendar")):
        if kind == "text/calendar" and "people" in seen:
            continue  # those of npm make attachments of it
        if plain(seen["texts"].get(kind, "")) != plain(meant.get(key) or ""):
            out.append(f"{key} differs: {seen['texts'].get(kind)!r}, not {meant.get(key)!r}")
    for name, want in meant["tokens"].items():
        got = " ".join(seen["fields"].get(name, "").split())
        if got != want:
            out.append(f"{name} {got!r}, not {want!r}")
    for name, want in meant["notes"].items():
        if name in seen["fields"] and seen["fields"][name] != want:
            out.append(f"{name} {seen['fields'].get(name)!r}, not {want!r}")
    for name, want in seen.get("people", {}).items():
        if want != meant["people"].get(name, meant.get(name)):
            out.append(f"{name} {want!r}, not {meant['people'].get(name, meant.get(name))!r}")
    return out


def by_node(modules, paths):
    """Each parser's view of each message, a line of JSON a message."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "parsers.mjs")
    run = subprocess.run(["node", script, modules], input="\n".join(paths), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def main():
    GMime.init()
    paths = sorted(glob.glob(os.path.join(glob.escape(sys.argv[1]), "*.eml")))
    views = {"GMime": [by_gmime(p) for p in paths]}
    if len(sys.argv) > 2:
        rows = by_node(sys.argv[2], paths)
        views["mailparser"] = [r["mailparser"] for r in rows]
        views["postal-mime"] = [r["postal"] for r in rows]
    bad = 0
    for name, seen in views.items():
        for path, view in zip(paths, seen, strict=True):
            with open(path[:-4] + ".json", encoding="utf-8") as f:
                meant = json.load(f)
            for d in differences(view, meant):
                print(f"{name}: {os.path.basename(path)}: {d}")
                bad += 1
    print(f"{len(paths)} messages, {' and '.join(views)}: {bad} differences")
    return 1 if bad or not paths else 0


sys.exit(main())
