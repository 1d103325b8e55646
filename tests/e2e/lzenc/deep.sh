# SPDX-License-Identifier: MIT
# Deep trees come out whole: 700 folders, and 2,200, whose path is longer than Linux takes in one call, with times,
# modes and links.
[ -z "${RUNNER:-}" ] || skip 'other systems have other limits'
command -v python3 >/dev/null || lacks python3
python3 - <<'EOF'
import io, os, tarfile
def add_file(tar, depth):
    file = tarfile.TarInfo("/".join("d" * depth) + "/file")
    file.size = 5
    tar.addfile(file, io.BytesIO(b"deep\n"))
    return file.name
for depth in 700, 2200:
    with tarfile.open("%d.tar" % depth, "w", format=tarfile.PAX_FORMAT) as tar:
        for n in range(1, depth + 1):
            folder = tarfile.TarInfo("/".join("d" * n))
            folder.type, folder.mode, folder.mtime = tarfile.DIRTYPE, 0o751, 1000000000
            tar.addfile(folder)
        file = add_file(tar, depth)
        for name, kind, target in ("link", tarfile.SYMTYPE, "file"), ("hard", tarfile.LNKTYPE, file):
            other = tarfile.TarInfo(os.path.dirname(file) + "/" + name)
            other.type, other.linkname = kind, target
            tar.addfile(other)
with tarfile.open("file.tar", "w", format=tarfile.PAX_FORMAT) as tar:
    add_file(tar, 2200)
EOF
cat >same.py <<'EOF'
import os, sys
os.chdir(sys.argv[1])
depth = 0
while os.path.isdir("d"):
    os.chdir("d")
    depth += 1
    st = os.stat(".")
    if (st.st_mtime, st.st_mode & 0o777) != (1000000000, 0o751):
        sys.exit("folder %d has another time or mode" % depth)
if depth != int(sys.argv[2]):
    sys.exit("%d folders" % depth)
if sorted(os.listdir()) != ["file", "hard", "link"] or os.readlink("link") != "file":
    sys.exit(str(os.listdir()))
sys.exit(any(open(name).read() != "deep\n" for name in os.listdir()))
EOF
run lzenc -d 700.tar -o out7
expect_rc 0
python3 same.py out7 700 || fail 'the tree is another'
run lzenc -t 2200.tar
expect_rc 0
expect_out 'folders 2200'
tool lzenc -l 2200.tar >list
grep -c 'folder' list | grep -qx 2200 || fail 'not all are listed'
run lzenc -d 2200.tar -o out22
expect_rc 0
python3 same.py out22 2200 || fail 'the tree of 2,200 is another'
run lzenc -d --force 2200.tar -o out22
expect_rc 0
python3 same.py out22 2200 || fail 'the tree that was written over is another'
if command -v bsdtar >/dev/null; then
	bsdtar --format=7zip -cf 700.7z @700.tar
	run lzenc -d 700.7z -o again # bsdtar made the hard link an empty file
	expect_rc 0
	diff -r -x hard out7 again || fail 'another tree from .7z'
	# a file that does not come takes the folders made for it with it
	bsdtar --format=7zip -cf bad.7z @file.tar
	printf '\125' | dd of=bad.7z bs=1 seek=36 conv=notrunc 2>/dev/null
	run lzenc -d bad.7z -o bad
	expect_rc 5
	[ ! -e bad ] || fail 'folders of a file that did not come'
fi
