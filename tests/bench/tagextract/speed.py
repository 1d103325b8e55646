#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""speed.py TAGEXTRACT TREE [ROUNDS]: tagextract beside ripgrep, as a table.

TREE is a source tree such as EDK2's; tags are planted in a copy of it below $TMPDIR (plant.py). Both programs run by
turns; ratios are medians of the rounds (9). Best in a RAM disk."""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from measure import cost, median, pairs, table  # noqa: E402

TAG = "Tag_SC01"
KINDS = "c h bat xml txt asl inf dsc fdf asm uni vfr vfi".split()
UNLIKE = [TAG, "EIP123456", "IB10820145", "MyChange", "LGE_CHANGE"]
PATTERN = r"Tag_SC0[1-9]\b"
LINE = b"  Status = gBS->LocateProtocol (&gEfiProtocolGuid, NULL, (VOID **)&Protocol); // a line\r\n"


def found(tool, globs):
    """The row of files that each of the two finds."""
    truth = set(pathlib.Path("truth").read_text("utf-8").split("\n")) - {""}
    shown = subprocess.run([*tool, "--json", TAG, "tree"], stdout=subprocess.PIPE, check=False).stdout
    ours = {file["path"] for file in json.loads(shown)["files"]}
    shown = subprocess.run(["rg", "-lw", "-uuu", *globs, TAG], cwd="tree", stdout=subprocess.PIPE, check=False).stdout
    theirs = set(shown.decode("utf-8", "surrogateescape").split("\n")) - {""}
    return ["tagged files found, wrong ones (`rg -lw -uuu`)",
            *(f"{len(truth & got)} of {len(truth)}, {len(got - truth)}" for got in (ours, theirs))]


def sources(tree):
    """35 MB of the tree's own C, in UTF-8."""
    parts, size = [], 0
    for path in sorted(pathlib.Path(tree).rglob("*.[ch]")):
        with contextlib.suppress(UnicodeDecodeError):
            parts.append(path.read_text("utf-8").encode() + b"\n")
            size += len(parts[-1])
        if size > 35000000:
            break
    return b"".join(parts)


def large_files(tree):
    """Two of 315 MB with the tag at the end: made-up lines with // and block comments, and the tree's own sources."""
    block = LINE * 999 + b"  /* a comment of its own */\r\n"
    for name, part in (("lines.c", block * 388), ("sources.c", sources(tree))):
        with open(name, "wb") as out:
            while out.tell() < 315000000:
                out.write(part)
            out.write(b"// Tag_SC01\r\n")


def ratio(ours, theirs, rounds, of="cpu", **popen):
    status = {"allowed": (0, 1)}  # 1: rg found nothing; tagextract could not read or copy something
    cost(ours, **status), cost(theirs, **status, **popen)  # fills the cache
    runs = pairs(lambda: cost(ours, **status), lambda: cost(theirs, **status, **popen), rounds)
    return f"{median(getattr(a, of) / getattr(b, of) for a, b in runs):.2f}"


def rows(program, rounds):
    kinds, globs = ",".join(KINDS), [f"--iglob=*.{kind}" for kind in KINDS]
    scan, peer = [program, "-q", "-n", "-e", kinds], ["rg", "-uu", *globs]
    either = [word for tag in UNLIKE for word in ("-e", tag)]
    yield found([program, "-q", "-n", "-e", kinds], globs)
    for name, ours, theirs in (
            ("scan, one thread / `rg -j1 -lw`", [*scan, "-j1", TAG, "tree"], [*peer, "-j1", "-lw", TAG, "tree"]),
            ("scan, all threads / `rg -lw`", [*scan, TAG, "tree"], [*peer, "-lw", TAG, "tree"]),
            ("`--regex` / `rg`", [*scan, "-r", PATTERN, "tree"], [*peer, "-l", PATTERN, "tree"]),
            ("five unlike tags / `rg -e ...`", [*scan, ",".join(UNLIKE), "tree"], [*peer, "-lw", *either, "tree"]),
            ("315 MB with the tag at the end, code with `//` comments", [*scan[:3], TAG, "lines.c"],
             ["rg", "-lw", TAG, "lines.c"]),
            ("the same, sources of the tree", [*scan[:3], TAG, "sources.c"], ["rg", "-lw", TAG, "sources.c"])):
        yield [f"CPU: {name}", ratio(ours, theirs, rounds), 1]
    peak = [cost(words, allowed=(0, 1)).peak
            for words in ([program, "-q", "-n", TAG, "lines.c"], ["rg", "-lw", TAG, "lines.c"])]
    yield ["memory for 315 MB, MB", f"{peak[0]:.1f}", f"{peak[1]:.0f} (mapped)"]
    quoted = " ".join(f"'{glob}'" for glob in globs)
    copy = ["sh", "-c", f"rm -rf theirs; mkdir theirs; cd tree; rg -l0w -uu {quoted} {TAG} | xargs -0 cp --parents -p -t ../theirs"]
    ours = ["sh", "-c", f'rm -rf ours; "$0" -q -e {kinds} {TAG} tree ours', program]
    yield ["CPU: scan and copy / `rg -l0w \\| xargs -0 cp --parents -p`", ratio(ours, copy, rounds), 1]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, rounds = os.path.abspath(sys.argv[1]), int(sys.argv[3]) if len(sys.argv) > 3 else 9
    tree = os.path.abspath(sys.argv[2])
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([sys.executable, str(HERE / "plant.py"), tree, f"{work}/tree", f"{work}/truth"],
                       stdout=subprocess.DEVNULL, check=True)
        os.chdir(work)
        large_files(tree)
        table(["", "tagextract", "rg"], rows(program, rounds))
        os.chdir("/")


main()
