# SPDX-License-Identifier: MIT
"""copy_pairs.py TXTCOPY TEXT [RUNS]: CPU time of copying and converting against cp of the same file.

TEXT, in UTF-8, is repeated to 100 MB of each encoding below $TMPDIR (a RAM disk, say), each in a folder of
its own, as a file in doubt asks its neighbours; cp and txtcopy run in turn, and the median of the ratios is
printed. Only characters of two bytes in GBK are kept."""
import os
import resource
import statistics
import subprocess
import sys
import tempfile

tool, source = os.path.abspath(sys.argv[1]), sys.argv[2]
runs = int(sys.argv[3]) if len(sys.argv) > 3 else 7
SIZE = int(os.environ.get("SIZE", 100_000_000))

with open(source, encoding="utf-8") as f:
    text = "".join(c for c in f.read() if ord(c) < 0x10000 and len(c.encode("gb18030")) <= 2)


def cpu(command, over=False):
    if os.path.exists("out") and not over:
        os.unlink("out")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def pairs(name, file, *options):
    over = "--force" in options
    command = [tool, *options, file, "out"]
    cpu(["cp", file, "out"]), cpu(command, over)
    ratios = [cpu(command, over) / cpu(["cp", file, "out"], over) for _ in range(runs)]
    print(f"{name}: {statistics.median(ratios):.2f} of cp's CPU time (median of {runs} pairs)")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for name, encoding in (("u8", "utf-8"), ("gbk", "gb18030"), ("u16", "utf-16-le")):
        piece = text.encode(encoding)
        os.mkdir(name)
        with open(f"{name}/text", "wb") as f:
            for _ in range(SIZE // len(piece)):
                f.write(piece)
    pairs("UTF-8, checked copy", "u8/text")
    pairs("GBK, found and copied", "gbk/text")
    pairs("GBK to UTF-8", "gbk/text", "--from", "gb18030", "--to", "utf-8")
    pairs("GBK to UTF-8 over a file", "gbk/text", "--force", "--from", "gb18030", "--to", "utf-8")
    pairs("GBK, found, to UTF-8 over a file", "gbk/text", "--force", "--to", "utf-8")
    pairs("UTF-16 to UTF-8", "u16/text", "--from", "utf-16le", "--to", "utf-8")
