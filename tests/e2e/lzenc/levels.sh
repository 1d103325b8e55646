# SPDX-License-Identifier: MIT
# More effort never gives a larger archive, of a few bytes neither: what describes a block in the
# header counts too.
command -v python3 >/dev/null || lacks python3
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
files=$(echo text* code*)
# the bytes are the same on every system, and each start through Wine takes a second
[ -z "${RUNNER:-}" ] || files='text64 code300'
for file in $files; do
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
# an object file, whose calls have no targets yet, gets BCJ2, though the plain filter is no gain
python3 - <<'PY'
import random
r = random.Random(2)
out = bytearray(b'\x7fELF\1\1\1' + bytes(9) + b'\1\0\3\0' + bytes(32))
while len(out) < 40000:
    out += bytes(r.choice(b'\x55\x89\xe5\x53\x83\xec\x8b\x45\x50\x8d\x74\x0f\x85\x5b\xc3') for _ in range(r.randint(3, 14)))
    if r.random() < .6:
        out += b'\xe8' + bytes([r.choice(b'\xfc\xf8\xf0'), 255, 255, 255])
    else:
        out += b'\xe8' + r.randrange(9000).to_bytes(4, 'little')
open('object', 'wb').write(out)
PY
tool lzenc -q --best object object.7z
run lzenc -l object.7z
expect_out BCJ2
# a drawing: further fast bytes may gain more than a first pass is behind
python3 - <<'PY'
out = bytearray(b'BM' + bytes(52))
for y in range(100):
    for x in range(200):
        if (x - 60) ** 2 + (y - 50) ** 2 < 900 and x // 4 % 2:
            out += b'\0\0\xff'
        else:
            out += b'\xff\xff\xff' if (x // 5 + y // 6) % 3 else bytes([x & 0xf0, 30, y])
open('drawing', 'wb').write(out)
PY
[ "$(size -7 drawing)" -le "$(size -6 drawing)" ] || fail 'drawing: -7 gives more than -6'
# tables of numbers, as of a FAT: which lc/lp/pb are best, a guess does not tell
python3 - <<'PY'
for bits, count, run in (16, 4000, 37), (32, 8000, 61):
    out = 0
    for n in range(count):
        out |= (n + 1 if n % run else (1 << bits) - 1) << bits * n
    open(f'table{bits}', 'wb').write(out.to_bytes(count * bits // 8, 'little'))
PY
for set in '16 --lc=2 --lp=2 --pb=2' '32 --lc=0 --lp=0 --pb=0'; do
	bits=${set%% *}
	tool lzenc -q -f --best "table$bits" any.lzma
	# shellcheck disable=SC2086 # three options
	tool lzenc -q -f --best ${set#* } "table$bits" fixed.lzma
	any=$(stat -c %s any.lzma)
	fixed=$(stat -c %s fixed.lzma)
	[ "$any" -le "$fixed" ] || fail "table$bits: --best gives $any bytes, with ${set#* } $fixed"
done
# where lc0 lp0 pb0 would be mistaken for the beginning of an .lzma
tool lzenc -q --best table32 table32.lzma86
tool lzenc -q -t table32.lzma86
# over 1 MiB, too, --best is no larger than the default
python3 - <<'PY'
import random
r = random.Random(0)
lines, size = [], 0
while size < 1100000:
    state = r.choice(['ok', 'bad', 'slow'])
    lines.append(f'{len(lines):06d} {state} {r.random():.4f} {r.randrange(100)}\n')
    size += len(lines[-1])
open('lines', 'w').write(''.join(lines))
PY
[ "$(size --best lines)" -le "$(size lines)" ] || fail 'lines of numbers: --best gives more than the default'
# what is named .wav and holds no waves is no larger for its name
python3 - <<'PY'
import random
import struct
r = random.Random(3)
def wav(name, data, channels, bits):
    frame = channels * bits // 8
    head = struct.pack('<IHHIIHH', 16, 1, channels, 44100, 44100 * frame, frame, bits)
    data = (b'RIFF' + struct.pack('<I', 36 + len(data)) + b'WAVEfmt ' + head +
            b'data' + struct.pack('<I', len(data)) + data)
    for end in '.wav', '.bin':
        open(name + end, 'wb').write(data)
words = [bytes(r.choices(b'etaoinshrdlu', k=r.randint(2, 9))) for _ in range(900)]
wav('amplitudes', b''.join(struct.pack('<h', r.choice((-9000, -3000, 0, 3000, 12345))) for _ in range(90000)), 2, 16)
wav('square', struct.pack('<100h', *[8000] * 50, *[-8000] * 50) * 1000, 2, 16)
wav('letters', b' '.join(r.choices(words, k=30000)), 2, 16)
wav('eight', bytes(r.choices(b'\x00\x40\x80\xff', k=150000)), 1, 8)
PY
for file in amplitudes square letters eight; do
	for level in -1 -5 -8; do
		[ "$(size $level $file.wav)" -le "$(size $level $file.bin)" ] || fail "$file.wav with $level: larger for its name"
	done
done
# a larger drawing of few colours: -2 was larger than -1
python3 - <<'PY'
import random
r = random.Random(7)
rows = [bytearray(547) for _ in range(548)]
for colour in range(60):
    left, top, width, height = (r.randrange(500) for _ in range(4))
    for row in rows[top:top + height // 3]:
        right = min(547, left + width // 3)
        row[left:right] = bytes([colour % 16]) * (right - left)
open('rectangles', 'wb').write(b''.join(rows))
PY
before=$(size -1 rectangles)
for level in -2 -3 -4 -5; do
	now=$(size $level rectangles)
	[ "$now" -le "$before" ] || fail "rectangles: $level gives $now bytes, the level before $before"
	before=$now
done
# tables of numbers are no larger than 7-Zip has them
command -v 7zz >/dev/null || exit 0
python3 - <<'PY'
import math
import random
import struct
r = random.Random(11)
open('table', 'wb').write(b''.join(
    struct.pack('<d', round(20 + 5 * math.sin(i / 300) + r.gauss(0, .1), 2)) for i in range(20000)))
PY
tool lzenc -q table table.7z
7zz a -bd -mx9 -mmt2 peer.7z table >/dev/null
[ "$(stat -c %s table.7z)" -le "$(stat -c %s peer.7z)" ] || fail "larger than 7-Zip's: a table"
# nor are catalogues of messages with the quickest levels: a table of places, then text of two bytes a letter
python3 - <<'PY'
import random
import struct
r = random.Random(5)
letters = [chr(0x430 + i) for i in range(32)]
words = [''.join(r.choices(letters, weights=range(60, 28, -1), k=r.randint(2, 9))) for _ in range(1200)]
often = [1 / (i + 3) for i in range(len(words))]
for name, count in (('small', 90), ('large', 900)):
    texts = [' '.join(r.choices(words, often, k=r.randint(10, 40))).encode() for _ in range(count)]
    at, table = 28 + 8 * count, b''
    for text in texts:
        table += struct.pack('<II', len(text), at)
        at += len(text) + 1
    head = struct.pack('<7I', 0x950412de, 0, count, 28, 28, 0, 0)
    open(name + '.mo', 'wb').write(head + table + b'\0'.join(texts) + b'\0')
PY
# nor tables of floating-point numbers, nor an object whose calls all go to the next byte but for a few
python3 - <<'PY'
import math
import random
import struct
open('sine', 'wb').write(b''.join(struct.pack('<f', math.sin(i / 97) * 100) for i in range(12000)))
r = random.Random(8)
steps = [bytes(r.choices(b'\x48\x89\x8b\x45\x8d\x74\x85\xc0\x0f\x24\x10\x31', k=r.randint(3, 9))) for _ in range(300)]
out = bytearray()
while len(out) < 100000:
    out += r.choice(steps) + b'\xe8'
    to = r.randrange(0, len(out) + 99, 512) - len(out) - 4
    out += struct.pack('<i', to if r.random() < .1 else 0)
open('relocatable', 'wb').write(out)
PY
for file in small.mo large.mo sine relocatable; do
	for level in 1 3; do
		tool lzenc -q -f -$level $file x.7z
		rm -f peer.7z
		7zz a -bd -mx$level -mmt2 peer.7z $file >/dev/null
		[ "$(stat -c %s x.7z)" -le "$(stat -c %s peer.7z)" ] || fail "larger than 7-Zip's: $file with -$level"
	done
done
