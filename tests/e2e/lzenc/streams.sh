# SPDX-License-Identifier: MIT
# Inputs that are longer than what is held in memory: files and pipes, in both forms, with and without
# a filter, byte for byte as they were; and the memory that this takes.
[ -z "${RUNNER:-}" ] || skip 'pipes and sparse files need a native system'
command -v python3 >/dev/null || lacks python3
TMPDIR=$PWD/tmp
export TMPDIR
mkdir tmp

# A program, text and noise with much nothing between them: two pieces, of 64 MiB and of a bit; and three.
python3 - "$BIN/lzenc" long longer <<'EOF'
import random, sys
code = open(sys.argv[1], "rb").read(400 << 10)
random.seed(1)
for name, places, end in (sys.argv[2], (63, 64), 65), (sys.argv[3], (63, 64, 127, 128), 129):
    with open(name, "wb") as out:
        out.write(code)
        for at in places:
            out.seek((at << 20) + at * 3001)
            out.write(b"".join(b"%d lines of %d\n" % (i, at) for i in range(5000)))
            out.write(random.randbytes(100000))
            out.write(code[: 1 << 17])
        out.truncate((end << 20) + 12345)
EOF
# lzenc with so many MiB of memory; that of a sanitizer is not ours
cat >most.py <<'EOF'
import resource, subprocess, sys
subprocess.run(sys.argv[2:], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
sys.exit("FAIL: %s: %d MiB" % (sys.argv[2:], used) if used > int(sys.argv[1]) else 0)
EOF
sanitized=
grep -q __asan_init "$BIN/lzenc" && sanitized=yes
within() { # within MIB ARG...
	_most=$1
	shift
	[ -z "$sanitized" ] || _most=999999
	python3 most.py "$_most" "$BIN/lzenc" -q "$@"
}
same() { # same FILE COMMAND...
	_file=$1
	shift
	"$@" | cmp - "$_file" || fail "$*: other bytes come out"
}

# The archive's only block is LZMA2, as only that can be made in pieces.
for how in '-4 --filter=x86' '-1 --for=7zip --filter=delta4' '-5 --dict=4K --filter=x86'; do
	# shellcheck disable=SC2086
	within 300 -f $how long long.7z || fail "$how"
	tool lzenc -l long.7z >list
	grep -q LZMA2 list || fail "$how: not in pieces: $(cat list)"
	same long tool lzenc -d long.7z -
	if command -v 7zz >/dev/null; then
		same long 7zz x -so -bd long.7z
	fi
done

# Any number of threads and a pipe give the same bytes.
within 300 -1 --no-verify --threads=1 longer one.7z || fail 'one thread'
within 300 -1 --threads=3 longer longer.7z || fail 'three threads'
cmp one.7z longer.7z || fail 'the number of threads changes the archive'
within 100 -t longer.7z || fail 'a test'
if command -v 7zz >/dev/null; then
	same longer 7zz x -so -bd longer.7z
fi
within 300 -1 - - <longer >pipe.7z || fail 'from a pipe'
cat pipe.7z | tool lzenc -d - - | cmp - longer || fail 'from pipe to pipe'

# With other files: the long one is a block of its own.
mkdir -p tree/sub
seq 1 9999 >tree/small
echo x >tree/sub/other
ln long tree/sub/long
tool lzenc -q -f -1 tree tree.7z
tool lzenc -q -d tree.7z -o out
diff -r tree out/tree || fail 'a tree with a long file'

# LZMA-alone.
within 300 -f -1 long long.lzma || fail 'a long .lzma'
same long tool lzenc -d long.lzma -
cat long | tool lzenc -q -1 --format=lzma --unknown-size - - >pipe.lzma
same long tool lzenc -d pipe.lzma -
if command -v xz >/dev/null; then
	same long xz -dc --format=lzma long.lzma
	same long xz -dc --format=lzma pipe.lzma
fi

# A volume that goes on is not a volume when it is packed.
cp tree/small x.001
cp tree/small x.002
tool lzenc -q x.001 x.lzma
tool lzenc -d x.lzma - | cmp - x.001 || fail 'x.002 is packed as well'

# Nothing is left behind.
[ -z "$(ls -A tmp)" ] || fail "left in the folder for temporary files: $(ls -A tmp)"

# Longer than the memory that it may take.
truncate -s 320M sparse
within 300 -1 sparse sparse.7z || fail 'a long file of nothing'
within 300 -5 sparse sparse.lzma || fail 'a long run is in use as a whole'
within 300 -t sparse.7z || fail 'a test of a long file of nothing'
