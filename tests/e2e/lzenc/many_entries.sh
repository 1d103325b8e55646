# SPDX-License-Identifier: MIT
# Many hard links, as in backups of trees, and many names that differ by case alone: the time grows with their number, not
# with its square.
[ -z "${RUNNER:-}" ] || skip 'the time of another process is not known'
command -v python3 >/dev/null || lacks python3
python3 - "$BIN/lzenc" <<'EOF' || fail "the time of four times as many links is more than that"
import gzip, resource, subprocess, sys

def head(name, kind, target=""):
    fields = [name.ljust(100, "\0"), "0000644\0", "0000000\0" * 2, "00000000000\0" * 2, " " * 8, kind,
              target.ljust(100, "\0"), "ustar\00000"]
    block = "".join(fields).ljust(512, "\0").encode()
    return block[:148] + b"%06o\0 " % sum(block) + block[156:]

def make(path, count):
    with gzip.open(path, "wb", compresslevel=1) as out:
        for n in range(count):
            out.write(head("files/%d" % n, "0"))
        for n in range(count):
            out.write(head("links/%d" % n, "1", "files/%d" % (count - 1 - n)))
        out.write(bytes(1024))

def seconds(path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = subprocess.run([sys.argv[1], "-t", path], check=True, stdout=subprocess.PIPE).stdout
    if b"files %d" % (2 * (100000 if "many" in path else 25000)) not in out:
        sys.exit(out.decode())
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

make("few.tar.gz", 25000)
make("many.tar.gz", 100000)
few, many = seconds("few.tar.gz"), seconds("many.tar.gz")
if many > 8 * few + 0.2:
    sys.exit("%.2f s and %.2f s" % (few, many))
EOF
python3 - "$BIN/lzenc" <<'EOF' || fail "the time of eight times as many names is more than that"
import resource, subprocess, sys, tarfile

def seconds(count):
    with tarfile.open("names.tar", "w") as tar:
        for n in range(count):
            tar.addfile(tarfile.TarInfo("".join(c.upper() if n >> i & 1 else c for i, c in enumerate("abcdefghijkl"))))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.argv[1], "-q", "-d", "--force", "names.tar", "-o", "out%d" % count], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

few, many = seconds(500), seconds(4000)
if many > 20 * few + 1:
    sys.exit("%.2f s and %.2f s" % (few, many))
EOF
