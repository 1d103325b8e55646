# SPDX-License-Identifier: MIT
# More effort never gives a larger archive, of a few bytes neither: what describes a block in the
# header counts too.
command -v python3 >/dev/null || skip 'python3 is not installed'
python3 - <<'PY'
import random
r = random.Random(4)
words = [bytes(r.choice(b'etaoinshrdlu <>/="') for _ in range(r.randint(2, 7))) for _ in range(40)]
text = b''.join(r.choice(words) for _ in range(200))
code = b''.join(bytes([0x48, r.choice(b'\x89\x8b\x8d'), r.randint(0, 255), 0]) for _ in range(100))
for n in (1, 15, 16, 17, 48, 64, 65, 89, 100, 144, 200, 300):
    open(f'text{n}', 'wb').write(text[:n])
    open(f'code{n}', 'wb').write(code[:n])
PY
size() { # size OPTION... FILE: of the archive
	tool lzenc -q "$@" - >x.7z || fail "lzenc $*"
	stat -c %s x.7z
}
for file in text* code*; do
	before=9999
	for effort in -1 -2 -3 -4 -5 -6 -7 -8 -9 --best; do
		now=$(size $effort "$file")
		[ "$now" -le "$before" ] || fail "$file: $effort gives $now bytes, the level before $before"
		before=$now
	done
	for reader in portable 7zip; do
		now=$(size --best --for=$reader "$file")
		[ "$now" -le "$before" ] || [ $reader = portable ] ||
			fail "$file: --for=$reader gives $now bytes, a stricter reader $before"
		before=$now
	done
done
