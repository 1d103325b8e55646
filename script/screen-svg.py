#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws a terminal screen as SVG.

    tmux capture-pane -e -p | script/screen-svg.py COLUMNS ROWS > picture.svg

Standard input is text with the SGR sequences tmux writes: attributes, 16, 256 and true colours.
"""
import re
import sys
from xml.sax.saxutils import escape

CELL_W, CELL_H, SIZE = 8.4, 17, 14
ANSI = ("1d1f21 cc342b 198844 b8860b 3971ed a36ac7 2aa1b3 c5c8c6 "
        "707880 f96a60 4ac26b f0c674 81a2ff d6a2e8 70d6e0 ffffff").split()
FRONT, BACK = "c5c8c6", "1d1f21"


def colour256(n):
    if n < 16:
        return ANSI[n]
    if n < 232:
        steps = (0, 95, 135, 175, 215, 255)
        n -= 16
        return "%02x%02x%02x" % (steps[n // 36], steps[n // 6 % 6], steps[n % 6])
    return "%02x" % (8 + 10 * (n - 232)) * 3


def extended(codes):
    kind = codes.pop(0)
    if kind == 5:
        return colour256(codes.pop(0))
    return "%02x%02x%02x" % (codes.pop(0), codes.pop(0), codes.pop(0))


def apply(style, codes):
    while codes:
        c = codes.pop(0)
        if c == 0:
            style.clear()
        elif c in (1, 2, 7):
            style[c] = True
        elif c == 22:
            style.pop(1, None)
            style.pop(2, None)
        elif c == 27:
            style.pop(7, None)
        elif c in (38, 48):
            style["fg" if c == 38 else "bg"] = extended(codes)
        elif 30 <= c <= 37 or 90 <= c <= 97:
            style["fg"] = ANSI[c - 30 if c < 90 else c - 82]
        elif 40 <= c <= 47 or 100 <= c <= 107:
            style["bg"] = ANSI[c - 40 if c < 100 else c - 92]
        elif c == 39:
            style.pop("fg", None)
        elif c == 49:
            style.pop("bg", None)


def colours(style):
    fg, bg = style.get("fg", FRONT), style.get("bg", BACK)
    return (bg, fg) if style.get(7) else (fg, bg)


def runs(line, style):
    """(column, text, style) of each stretch of one look."""
    column = 0
    for part in re.split(r"(\x1b\[[0-9;:]*m)", line):
        if part.startswith("\x1b["):
            apply(style, [int(c or 0) for c in re.split("[;:]", part[2:-1])])
        elif part:
            yield column, part, dict(style)
            column += len(part)


def main():
    columns, rows = int(sys.argv[1]), int(sys.argv[2])
    out, style = [], {}
    width, height = columns * CELL_W, rows * CELL_H
    out.append('<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f">' % (width, height))
    out.append('<rect width="100%%" height="100%%" fill="#%s"/>' % BACK)
    out.append('<g font-family="monospace" font-size="%d">' % SIZE)
    for row, line in enumerate(sys.stdin.read().split("\n")[:rows]):
        for column, text, look in runs(line, style):
            fg, bg = colours(look)
            x, y, w = column * CELL_W, row * CELL_H, len(text) * CELL_W
            if bg != BACK:
                out.append('<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="#%s"/>'
                           % (x, y, w, CELL_H, bg))
            for word in re.finditer(r"\S+", text):  # renderers differ in what they do to spaces
                out.append('<text x="%.1f" y="%d" textLength="%.1f" fill="#%s"%s%s>%s</text>'
                           % (x + word.start() * CELL_W, y + CELL_H - 4, len(word.group()) * CELL_W,
                              fg, ' font-weight="bold"' if look.get(1) else "",
                              ' opacity="0.7"' if look.get(2) else "", escape(word.group())))
    out.append("</g>\n</svg>")
    print("\n".join(out))


main()
