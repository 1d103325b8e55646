# SPDX-License-Identifier: MIT
# Deep trees: 1,500 folders come out; of 3,000, whose path is longer than Linux takes, all are listed and tested, and
# what has no place is told.
[ -z "${RUNNER:-}" ] || skip 'other systems have other limits'
command -v python3 >/dev/null || skip 'python3 is not there'
python3 - <<'EOF'
import io, tarfile
for depth in 1500, 3000:
    with tarfile.open("%d.tar" % depth, "w", format=tarfile.PAX_FORMAT) as tar:
        for n in range(1, depth + 1):
            folder = tarfile.TarInfo("/".join("d" * n))
            folder.type, folder.mode = tarfile.DIRTYPE, 0o755
            tar.addfile(folder)
        file = tarfile.TarInfo("/".join("d" * depth) + "/file")
        file.size = 5
        tar.addfile(file, io.BytesIO(b"deep\n"))
EOF
run lzenc -d 1500.tar -o out15
expect_rc 0
python3 - out15 1500 <<'EOF' || fail 'the tree is another'
import os, sys
os.chdir(sys.argv[1])
depth = 0
while os.path.isdir("d"):
    os.chdir("d")
    depth += 1
sys.exit(depth != int(sys.argv[2]) or open("file").read() != "deep\n")
EOF
run lzenc -t 3000.tar
expect_rc 0
expect_out 'folders 3000'
tool lzenc -l 3000.tar >list
grep -c 'folder' list | grep -qx 3000 || fail 'not all are listed'
run lzenc -d 3000.tar -o out30
expect_rc 1
expect_err 'too long'
if command -v bsdtar >/dev/null; then
	bsdtar --format=7zip -cf 1500.7z @1500.tar
	run lzenc -d 1500.7z -o again
	expect_rc 0
	diff -r out15 again || fail 'another tree from .7z'
fi
