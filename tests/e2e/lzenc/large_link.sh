# SPDX-License-Identifier: MIT
# A hard link of a .tar becomes a copy without its content being held in memory.
[ -z "${RUNNER:-}" ] || skip 'the memory of another process is not known'
command -v python3 >/dev/null || lacks python3
python3 - "$BIN/lzenc" <<'EOF' || fail 'the file is held in memory'
import os, resource, subprocess, sys, tarfile

SIZE = 48 << 20
with open("file", "wb") as out:
    out.truncate(SIZE)
for name, links in ("one.tar", 0), ("two.tar", 1):
    with tarfile.open(name, "w") as tar:
        tar.add("file")
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.LNKTYPE, "file"
        for _ in range(links):
            tar.addfile(link)

def kilobytes(name):
    subprocess.run([sys.argv[1], "-q", "-d", name, "-o", "out-" + name], check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss # the largest so far

one = kilobytes("one.tar")
two = kilobytes("two.tar")
same = subprocess.run(["cmp", "file", "out-two.tar/link"]).returncode == 0
os.remove("file")
if not same or two > one + (SIZE >> 11):
    sys.exit("%s, %d KB and %d KB" % (same, one, two))
EOF
