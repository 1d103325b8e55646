#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""manual-html.py FOLDER: the manual pages as HTML, with an index that can be searched, for reading
from a folder or a web server. Needs mandoc."""
import html
import json
import pathlib
import re
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
STYLE = """body { max-width: 50em; margin: 1em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.4 }
pre, code { font-family: monospace; background: #f4f4f4 }
pre { padding: .5em; overflow-x: auto }
table.head, table.foot { width: 100%; color: #666 }
td.head-rtitle, td.foot-os { text-align: right }
td.head-vol, td.foot-date { text-align: center }
dt { margin-top: .6em } dd { margin-left: 2em }
a.permalink { color: inherit; text-decoration: none }
#search { width: 100%; font-size: 1.2em }
"""
INDEX = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>biosbelt: manual</title>
<link rel="stylesheet" href="manual.css"></head><body>
<h1>biosbelt: manual</h1>
<p><input id="search" placeholder="search: an option, a word, a message" autofocus></p>
<ul id="pages">
%s</ul>
<ul id="found"></ul>
<script>
const parts = %s;
const search = document.getElementById("search"), found = document.getElementById("found");
search.oninput = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(w => w);
  document.getElementById("pages").hidden = words.length > 0;
  found.replaceChildren();
  for (const [page, id, title, text] of words.length ? parts : []) {
    const low = (page + " " + title + " " + text).toLowerCase();
    if (!words.every(w => low.includes(w))) continue;
    const item = document.createElement("li"), link = document.createElement("a");
    const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
    link.href = page + ".html#" + id;
    link.textContent = page + ": " + title;
    item.append(link, " ... " + text.slice(at, at + 160));
    found.append(item);
  }
};
</script></body></html>
"""


def text_of(markup):
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stdout if sys.argv[1:] in (["--help"], ["-h"]) else sys.stderr)
        sys.exit(0 if sys.argv[1:] in (["--help"], ["-h"]) else 2)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    pages = sorted(page for page in TOP.glob("tools/*/*.1") if page.stem == page.parent.name)
    names = {page.stem for page in pages}
    items, parts = [], []
    for page in pages:
        shown = subprocess.run(
            ["mandoc", "-T", "html", "-O", "style=manual.css,toc", str(page)],
            check=True, capture_output=True, encoding="utf-8",
        ).stdout
        shown = re.sub(
            r"<b>([a-z0-9]+)</b>\(1\)",
            lambda m: f'<a href="{m[1]}.html">{m[1]}</a>(1)' if m[1] in names else m[0], shown,
        )
        shown = shown.replace("<body>", '<body>\n<p><a href="index.html">all pages</a></p>', 1)
        (folder / f"{page.stem}.html").write_text(shown, encoding="utf-8")
        summary = re.search(r"^\S+ \\- (.*)", page.read_text(encoding="utf-8"), re.M)[1]
        items.append(f'<li><a href="{page.stem}.html">{page.stem}</a>: {html.escape(summary)}</li>\n')
        for part in re.findall(r'<section class="S[hs]">(.*?)</section>', shown, re.S):
            head = re.search(r'<h[12][^>]* id="([^"]*)"[^>]*>(.*?)</h[12]>', part, re.S)
            if head:
                parts.append([page.stem, head[1], text_of(head[2]), text_of(part[head.end():])])
    # "</script>" in a text must not end the script
    data = json.dumps(parts).replace("</", "<\\/")
    (folder / "index.html").write_text(INDEX % ("".join(items), data), encoding="utf-8")
    (folder / "manual.css").write_text(STYLE, encoding="utf-8")
    print(f"{folder}: {len(pages)} pages, {len(parts)} sections")


if __name__ == "__main__":
    main()
