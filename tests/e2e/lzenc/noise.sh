# SPDX-License-Identifier: MIT
# Code with calls and then noise: a way of packing that is tried later took the matches that an earlier one had freed.
[ -z "${RUNNER:-}" ] || skip 'the same code as natively'
command -v python3 >/dev/null || lacks python3
for seed in 42 93; do
	python3 - "$seed" >code.bin <<'EOF'
import random, struct, sys

r = random.Random(int(sys.argv[1]))
size = r.randint(66000, 125000) // 4 * 4
noise = int(size * r.uniform(0.3, 0.7))
calls = r.randint(20, 400)
words = [r.randbytes(4) for _ in range(r.randint(100, 3000))]
count = (size - noise) // 4
kind = r.choice(["arm64", "x86", "arm64"])
targets = [r.randrange(1 << 20) * 4 for _ in range(r.randint(3, 40))]
places = set(r.sample(range(count), min(calls, count // 2)))
for i in range(count):
    if i not in places:
        word = r.choice(words)
    elif kind == "arm64":
        word = struct.pack("<I", 0x94000000 | ((r.choice(targets) - i * 4) >> 2) & 0x3FFFFFF)
    else:
        word = b"\xe8" + struct.pack("<i", (r.choice(targets) - (i * 4 + 5)) % (1 << 24))
    sys.stdout.buffer.write(word)
sys.stdout.buffer.write(r.randbytes(noise))
EOF
	for reader in portable 7zip; do
		run lzenc -f --for=$reader code.bin code.7z
		expect_rc 0
		run lzenc -f -d code.7z -o x
		expect_rc 0
		cmp code.bin x/code.bin || fail "seed $seed, for $reader: other bytes"
	done
done
