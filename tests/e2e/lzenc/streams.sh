# SPDX-License-Identifier: MIT
# Inputs that are longer than what is held in memory: files and pipes, in both forms, with and without
# a filter, byte for byte as they were; and the memory that this takes.
[ -z "${RUNNER:-}" ] || skip 'pipes and sparse files need a native system'
command -v python3 >/dev/null || skip 'python3 is not there'
TMPDIR=$PWD/tmp
export TMPDIR
mkdir tmp

# A program, text and noise with much nothing between them, 160 MB and a bit.
python3 - "$BIN/lzenc" long <<'EOF'
import random, sys
code = open(sys.argv[1], "rb").read(2 << 20)
random.seed(1)
with open(sys.argv[2], "wb") as out:
    out.write(code)
    for at in (63, 64, 79, 128, 143):
        out.seek((at << 20) + at)
        out.write(b"".join(b"%d lines of %d\n" % (i, at) for i in range(9000)))
        out.write(random.randbytes(100000))
        out.write(code[: 1 << 18])
    out.truncate((160 << 20) + 12345)
EOF

same() {
	"$@" | cmp - long || fail "$*: other bytes come out"
}

# The archive's only block is LZMA2, as only that can be made in pieces.
for how in -1 '-4 --filter=x86' '-1 --for=7zip --filter=delta4' '-5 --dict=4K' '-5 --dict=64K --filter=x86' \
	'-1 --no-verify --threads=1'; do
	# shellcheck disable=SC2086
	tool lzenc -q -f $how long long.7z
	tool lzenc -l long.7z >list
	grep -q LZMA2 list || fail "$how: not in pieces: $(cat list)"
	same tool lzenc -d long.7z -
	if command -v 7zz >/dev/null; then
		same 7zz x -so -bd long.7z
	fi
done

# Any number of threads and a pipe give the same bytes.
tool lzenc -q -f -1 --threads=1 long one.7z
tool lzenc -q -f -1 --threads=3 long three.7z
cmp one.7z three.7z || fail 'the number of threads changes the archive'
cat long | tool lzenc -q -1 - - >pipe.7z
same tool lzenc -d pipe.7z -
cat pipe.7z | tool lzenc -d - - | cmp - long || fail 'from pipe to pipe'

# With other files: the long one is a block of its own.
mkdir -p tree/sub
seq 1 9999 >tree/small
echo x >tree/sub/other
ln long tree/sub/long
tool lzenc -q -f -1 tree tree.7z
tool lzenc -q -d tree.7z -o out
diff -r tree out/tree || fail 'a tree with a long file'

# LZMA-alone; liblzma makes it, our own decoder reads it.
tool lzenc -q -f -1 long long.lzma
same tool lzenc -d long.lzma -
cat long | tool lzenc -q -1 --format=lzma --unknown-size - - >pipe.lzma
same tool lzenc -d pipe.lzma -
if command -v xz >/dev/null; then
	same xz -dc --format=lzma long.lzma
	same xz -dc --format=lzma pipe.lzma
fi

# A volume that goes on is not a volume when it is packed.
cp tree/small x.001
cp tree/small x.002
tool lzenc -q x.001 x.lzma
tool lzenc -d x.lzma - | cmp - x.001 || fail 'x.002 is packed as well'

# Nothing is left behind.
[ -z "$(ls -A tmp)" ] || fail "left in the folder for temporary files: $(ls -A tmp)"

# Memory; that of a sanitizer is not ours.
if grep -q __asan_init "$BIN/lzenc"; then
	exit 0
fi
python3 - "$BIN/lzenc" <<'EOF'
import os, resource, subprocess, sys
with open("sparse", "wb") as f:
    f.truncate(1 << 30)
def most(mib, *args, **more):
    subprocess.run([sys.argv[1], "-q", *args], check=True, **more)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    if used > mib:
        sys.exit("FAIL: %s: %d MiB" % (args, used))
most(100, "-t", "long.7z")
most(300, "-1", "sparse", "sparse.7z")
most(300, "-1", "-f", "long", "long.7z")
most(300, "-1", "-", "-", stdin=open("long", "rb"), stdout=open("pipe.7z", "wb"))
most(300, "-t", "sparse.7z")
EOF
