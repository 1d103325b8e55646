# SPDX-License-Identifier: MIT
# Many images and folders: a folder for each, a line for each, one bad one stops nothing.
mkdir -p dumps/a dumps/b
helper make_sample_ifwi one.bin 256
cp one.bin dumps/a/one.bin
cp one.bin dumps/b/one.bin
head -c 90000 one.bin >dumps/b/cut.bin
: >dumps/nothing.bin
run bytgvs -r -o out.d dumps
expect_rc 1
expect_out "dumps/a/one.bin: gop 7.2.1011 x64, vbt VALLEYVIEW"
expect_out "dumps/nothing.bin: nothing"
[ "$(wc -l <out)" -eq 4 ] || fail "not a line for each image: $(cat out err)"
for d in a b; do
	[ -s "out.d/$d/one.bin.parts/one_gop-7.2.1011-x64.efi" ] || fail "no driver of $d"
	[ -s "out.d/$d/one.bin.parts/one_vbt-VALLEYVIEW.bin" ] || fail "no VBT of $d"
done
# again, into the folder itself: its own results are not images
run bytgvs -r -o dumps/a dumps/a
expect_rc 0
[ -d dumps/a/one.bin.parts ] || fail "no results in the folder itself"
run bytgvs --list -r dumps/a
expect_rc 0
[ "$(wc -l <out)" -eq 1 ] || fail "took its own results for images"
run bytgvs dumps
expect_rc 1
expect_err "--recursive"
# two operands of one name do not meet
run bytgvs -o both dumps/a/one.bin dumps/b/one.bin
expect_rc 0
[ "$(find both -name 'one_gop*' | wc -l)" -eq 2 ] || fail "two images met in one folder"
# the same result with any number of threads
run bytgvs --threads=1 --list -r dumps
cp out one-thread
run bytgvs --threads=4 --list -r dumps
cmp out one-thread || fail "threads change the report"
# three of one name are numbered one after the other
run bytgvs -o three dumps/a/one.bin dumps/b/one.bin one.bin
expect_rc 0
[ -d three/one.bin-2.parts ] && [ -d three/one.bin-3.parts ] || fail "numbered otherwise: $(ls three)"
# a folder that cannot be made is told once
run bytgvs -o one.bin/sub one.bin
expect_rc 1
[ "$(grep -c 'cannot make the folder' err)" -eq 1 ] || fail "not told once: $(cat err)"
# a folder stands in the document too, as any input that cannot be read
run bytgvs --json --list dumps one.bin
expect_rc 1
expect_out '"error": "is a folder; --recursive takes folders"'
expect_out '"image": "one.bin"'
run bytgvs --json --list dumps
expect_rc 1
expect_out '"image": "dumps"'
# links are not followed in folders, which is told
if [ -z "${RUNNER:-}" ]; then
	mkdir links
	ln -s ../one.bin links/link.bin
	run bytgvs --list -r links
	expect_rc 3
	expect_err 'passed over in folders, as links, devices or the like: 1'
	# What was a file in a folder, and is a FIFO or a link when its turn comes: the image before it is a FIFO that waits.
	mkdir turns
	cp one.bin turns/fifo.bin
	cp one.bin turns/link.bin
	cp one.bin turns/still.bin
	mkfifo first
	timeout 60 "$BIN/bytgvs" --list --threads 1 -r first turns >out 2>err &
	pid=$!
	exec 9>first
	rm turns/fifo.bin turns/link.bin
	mkfifo turns/fifo.bin
	ln -s ../one.bin turns/link.bin
	exec 9>&-
	rc=0
	wait $pid || rc=$?
	expect_rc 1
	grep -q 'turns/fifo.bin: is not a regular file' out err || fail "$(cat out err)"
	grep -q 'turns/link.bin: cannot open' out err || fail "$(cat out err)"
	expect_out 'turns/still.bin: gop'
fi

# a line names the kind: an option ROM of a display whose driver is not a GOP driver
command -v python3 >/dev/null || exit 0
mkdir cards
python3 - cards/card.rom <<'END' || fail 'cannot build'
import struct, sys

rom = bytearray(512)
struct.pack_into("<HHIHHH", rom, 0, 0xAA55, 1, 0x0EF1, 11, 0x8664, 0)
struct.pack_into("<HH", rom, 0x16, 0x60, 0x1C)
struct.pack_into("<4sHHHHBBHHHBB", rom, 0x1C, b"PCIR", 0x8086, 0x56A0, 0, 24, 0, 0, 0x0300, 1, 0, 3, 0x80)
rom[0x60:0x62] = b"MZ"
open(sys.argv[1], "wb").write(rom)
END
run bytgvs -r --list cards
expect_out 'card.rom: efi-rom 8086:56a0'
