# SPDX-License-Identifier: MIT
# What repeats itself over 66 MB and over 130 MB: the dictionary grows with the input, of files, pipes and solid
# blocks (with the level and the reader: unit.lzenc_level). Where there is no memory for it, a shorter one is taken,
# and that is told.
[ -z "${RUNNER:-}" ] || skip 'pipes and sparse files need a native system'
command -v python3 >/dev/null || lacks python3
python3 - <<'EOF'
import os, random
random.seed(5)
noise = random.randbytes(1 << 20)
for name, gap in ("far", 66), ("farther", 130):
    open(name, "wb").write(noise + bytes(gap << 20) + noise)
os.mkdir("apart")
open("apart/first", "wb").write(noise)
open("apart/last", "wb").write(bytes(66 << 20) + noise)
EOF
pack() { # OPTION... : lzenc, unless this machine is too small for what is tested
	tool lzenc -f "$@" >/dev/null 2>warnings
	! grep -q 'not enough memory' warnings || skip "$(cat warnings)"
}
least() { # LEAST MOST FILE: its size
	size=$(wc -c <"$3")
	[ "$size" -ge "$1" ] && [ "$size" -le "$2" ] || fail "$3: $size bytes"
}
pack far far.lzma
least 1048576 1150000 far.lzma
for reader in '7zz x -so -bd -y' 'xz -dc --format=lzma' 'bsdcat'; do
	command -v "${reader%% *}" >/dev/null || continue
	$reader far.lzma | cmp - far || fail "$reader: other bytes"
done
pack - farther.7z <farther
least 1048576 1150000 farther.7z
tool lzenc -d farther.7z - | cmp - farther || fail 'other bytes come out'
for reader in '7zz x -so -bd -y' 'bsdtar -xOf'; do
	command -v "${reader%% *}" >/dev/null || continue
	$reader farther.7z | cmp - farther || fail "$reader: other bytes"
done
pack apart apart.7z
least 1048576 1150000 apart.7z
if ! grep -q __asan_init "$BIN/lzenc"; then # which takes terabytes of addresses
	(
		ulimit -v 900000
		tool lzenc -f far far.7z >/dev/null 2>said || fail 'with little memory'
	)
	grep -q 'not enough memory for a dictionary of 256 MiB, it has one of 64 MiB' said || fail "not told: $(cat said)"
	tool lzenc -d far.7z - | cmp - far || fail 'with little memory'
	least 2097152 2200000 far.7z
fi
