# SPDX-License-Identifier: MIT
# What we write is opened by every reader that its mode promises: 7zz, xz, bsdtar, py7zr.
[ -z "${RUNNER:-}" ] || skip 'readers run natively'
! grep -q __asan_init "$BIN/lzenc" || skip 'the bytes are those of the native program (bytes.sh), which readers judge'
for peer in 7zz xz bsdtar; do
	command -v $peer >/dev/null || lacks "$peer"
done
py7zr=
/usr/bin/python3 -c 'import py7zr' 2>/dev/null && py7zr=yes
limit='timeout 120'

mkdir -p tree/空目录 tree/sub
printf 'text\n' >tree/文件.txt
: >tree/empty
# 7-Zip does not extract links with .. in them
ln -s program tree/sub/link
# A part of a program, and more than the 2 MiB that a piece of LZMA2 holds at most.
(head -c 100000 "$BIN/lzenc" && head -c 2200000 /dev/zero) >tree/sub/program
chmod 750 tree/sub/program
touch -d '2001-02-03 04:05:06' tree/sub/program
mkdir tree/private
printf x >tree/private/x
chmod 700 tree/private
touch -d '2001-02-03 04:05:06' tree/private

mkdir later # py7zr opens it in the end, as it takes half a second to start
same() {
	diff -r --no-dereference tree "$1/tree" || fail "$2 gives other content"
	[ "$(stat -c '%a %Y' "$1/tree/sub/program")" = "$(stat -c '%a %Y' tree/sub/program)" ] ||
		fail "$2 gives another mode or time"
	[ "$2" = 7zz ] || [ "$(stat -c '%a %Y' "$1/tree/private")" = "$(stat -c '%a %Y' tree/private)" ] ||
		fail "$2 gives a folder another mode or time"
	rm -rf "$1"
}
portable() {
	tool lzenc -q -f "$@" tree a.7z
	$limit 7zz x -bd -y -oz a.7z >log || fail "7zz: $(cat log)"
	same z 7zz
	mkdir b
	$limit bsdtar -xf a.7z -C b || fail bsdtar
	same b bsdtar
	tool lzenc -q -d a.7z l
	same l lzenc
	cp a.7z "later/tree $*.7z"
}
portable --for=portable
portable --for=portable --best
portable -1
portable -5
portable --filter=x86
# as 7-Zip's own archives: x86 programs get BCJ2, which py7zr does not read
if [ "$(od -An -tx1 -j18 -N2 /bin/bash | tr -d ' ')" = 3e00 ]; then
	# what its header says it is, and code
	head -c 64 /bin/bash >program
	printf '%b' "$(awk -v most=80000 -f "$SRC/tests/e2e/lzenc/calls.awk")" >>program
	chmod 755 program
	7zz a -bd -mx9 -mmt2 peer.7z program >/dev/null
	for effort in '' --best; do
		# shellcheck disable=SC2086 # no option is none
		tool lzenc -q -f $effort program one.7z
		run lzenc -l one.7z
		expect_out BCJ2
		[ "$(stat -c %s one.7z)" -le "$(stat -c %s peer.7z)" ] || fail "larger than 7-Zip's: $effort"
		$limit 7zz x -so one.7z 2>/dev/null | cmp - program || fail "7zz, BCJ2, $effort"
		$limit bsdtar -xOf one.7z | cmp - program || fail "bsdtar, BCJ2, $effort"
		tool lzenc -d one.7z - | cmp - program || fail "lzenc -d, BCJ2, $effort"
		command -v unar >/dev/null || continue
		$limit unar -q -f -o u one.7z >/dev/null || fail unar
		cmp u/program program || fail 'unar gives other content'
	done
	for other in --for=portable -8 --filter=x86; do
		tool lzenc -q -f $other program one.7z
		run lzenc -l one.7z
		! grep -q BCJ2 out || fail "BCJ2 with $other"
	done
	chmod 644 program
	tool lzenc -q -f program one.7z
	run lzenc -l one.7z
	! grep -q BCJ2 out || fail 'BCJ2 for what 7-Zip does not take for a program'
	# --best gives it to all x86 code
	rm peer.7z
	7zz a -bd -mx9 -myx=9 -mmt2 peer.7z program >/dev/null
	tool lzenc -q -f --best program one.7z
	run lzenc -l one.7z
	expect_out BCJ2
	[ "$(stat -c %s one.7z)" -le "$(stat -c %s peer.7z)" ] || fail "larger than 7-Zip's: --best of any x86 code"
	for reader in '7zz x -so' 'bsdtar -xOf'; do
		$limit $reader one.7z 2>/dev/null | cmp - program || fail "$reader, BCJ2 of any x86 code"
	done
fi
# sound FILE FILTER: packed with it, no larger than by 7-Zip, and whole for both readers
sound() {
	rm -f peer.7z
	7zz a -bd -mx9 -mmt2 peer.7z "$1" >/dev/null
	for effort in '' --best; do
		# shellcheck disable=SC2086 # no option is none
		tool lzenc -q -f $effort "$1" one.7z
		run lzenc -l one.7z
		expect_out "$2"
		[ "$(stat -c %s one.7z)" -le "$(stat -c %s peer.7z)" ] || fail "larger than 7-Zip's: $1 $effort"
		for reader in '7zz x -so' 'bsdtar -xOf'; do
			$limit $reader one.7z 2>/dev/null | cmp - "$1" || fail "$reader, $1, $effort"
		done
	done
}
# and a .wav gets Delta, which unar does not read; noise on a slow wave, 16 bits and two channels
awk 'BEGIN {
	printf "RIFF\\144\\234\\000\\000WAVEfmt \\020\\000\\000\\000\\001\\000\\002\\000"
	printf "\\104\\254\\000\\000\\020\\261\\002\\000\\004\\000\\020\\000data\\100\\234\\000\\000"
	srand(3)
	for (i = 0; i < 20000; i++) {
		v = int(9000 * sin(int(i / 2) / (30 + i % 2)) + 40 * rand() + 32768)
		printf "\\%03o\\%03o", v % 256, int(v / 256) % 256
	}
}' >octal
printf '%b' "$(sed 's/\\\([0-7]\)/\\0\1/g' octal)" >two.wav
cp two.wav two.pcm
sound two.wav Delta:4
# as do other records
sound two.pcm Delta:4
# but only with --best do they leave a block of other files, which may have the same bytes
mkdir several
cp two.pcm several
cat "$SRC"/tools/lzenc/*.c | head -c 30000 >several/text
tool lzenc -q several several.7z
run lzenc -l several.7z
! grep -q Delta out || fail 'Delta of one of two files'
tool lzenc -q -f --best several several.7z
run lzenc -l several.7z
expect_out Delta:
# with lc, lp or both fixed, too, though 7-Zip's lp for such sound is another
for fixed in --lc=3 --lp=1 '--lc=4 --lp=0'; do
	# shellcheck disable=SC2086 # two options
	tool lzenc -q -f --for=7zip $fixed two.wav one.7z
	tool lzenc -d one.7z - | cmp - two.wav || fail "sound with $fixed"
done
# and of 24 bits: six bytes from sample to sample
awk 'BEGIN {
	printf "RIFF\\204\\352\\000\\000WAVEfmt \\020\\000\\000\\000\\001\\000\\002\\000"
	printf "\\104\\254\\000\\000\\230\\011\\004\\000\\006\\000\\030\\000data\\140\\352\\000\\000"
	srand(5)
	for (i = 0; i < 20000; i++) {
		v = int(3000000 * sin(int(i / 2) / (300 + 50 * (i % 2))) + 9000 * rand() + 16777216)
		printf "\\%03o\\%03o\\%03o", v % 256, int(v / 256) % 256, int(v / 65536) % 256
	}
}' >octal
printf '%b' "$(sed 's/\\\([0-7]\)/\\0\1/g' octal)" >deep.wav
sound deep.wav Delta:6
tool lzenc -q -f two.wav two.pcm program tree/* both.7z
run lzenc -l both.7z
expect_out Delta:4
rm -rf z
$limit 7zz x -bd -y -oz both.7z >log || fail "7zz, sound and others: $(cat log)"
cmp z/two.wav two.wav && cmp z/two.pcm two.pcm || fail 'sound and others'
tool lzenc -q -f --for=portable two.wav one.7z
run lzenc -l one.7z
! grep -q Delta out || fail 'Delta for every reader'
# 7-Zip has it at every level
for level in 1 5 8; do
	tool lzenc -q -f -$level two.wav one.7z
	run lzenc -l one.7z
	expect_out Delta:4
	rm -f peer.7z
	7zz a -bd -mx$level -mmt2 peer.7z two.wav >/dev/null
	[ "$(stat -c %s one.7z)" -le "$(stat -c %s peer.7z)" ] || fail "sound with -$level is larger than 7-Zip's"
done
for extra in --for=7zip '--for=7zip --best' '--for=7zip --filter=arm64' '--for=7zip --filter=armt' \
	'--for=7zip --filter=arm'; do
	tool lzenc -q -f $extra tree a.7z
	$limit 7zz x -bd -y -oz a.7z >log || fail "7zz $extra: $(cat log)"
	same z "7zz $extra"
done

# what cannot be made smaller is stored
head -c 400000 "$BIN/lzenc" | xz -9e | head -c 70001 >hard
for effort in -1 -5 -9 --best '--for=7zip --best'; do
	# shellcheck disable=SC2086 # two options
	tool lzenc -q -f $effort hard hard.7z
	[ "$(stat -c %s hard.7z)" -lt 70201 ] || fail "$effort: not stored"
	$limit 7zz x -so hard.7z 2>/dev/null | cmp - hard || fail "7zz $effort: stored"
	$limit bsdtar -xOf hard.7z | cmp - hard || fail "bsdtar $effort: stored"
	tool lzenc -d hard.7z - | cmp - hard || fail "lzenc $effort: stored"
	cp hard.7z "later/hard $effort.7z"
done

# Small sizes; each reader opens them all in one go.
mkdir small
at=10 # two digits: in the order of the names
for size in 0 1 2 3 4 5 6 7 8 9 10 33 64 65 99 100 4097 70001; do
	head -c $size "$BIN/lzenc" >in
	cat in >>small/all
	tool lzenc -q --format=lzma in small/$at.lzma
	tool lzenc -q --format=lzma86 --filter=x86 in small/$at.lzma86
	tool lzenc -q --for=7zip in small/$at.7z
	tool lzenc -q in out.7z
	$limit bsdtar -xOf out.7z | cmp - in || fail "bsdtar, $size bytes"
	rm out.7z
	at=$((at + 1))
done
xz -dc --format=lzma small/*.lzma | cmp - small/all || fail 'xz, small sizes'
bsdcat small/*.lzma | cmp - small/all || fail 'bsdcat, small sizes'
for kind in lzma lzma86 7z; do
	$limit 7zz x -so -bd -t$kind "small/*.$kind" 2>/dev/null | cmp - small/all || fail "7zz, $kind, small sizes"
done
# Where libarchive's own x86 filter goes wrong without an end marker: few bytes behind a piece of 64 KiB,
# and the first byte of a call in the last four.
for size in 65537 65540 131071 131072 70001; do
	head -c $((size - 4)) "$BIN/lzenc" >in
	printf '\350\116\027\002' >>in
	tool lzenc -q -f --filter=x86 in out.7z
	$limit bsdtar -xOf out.7z | cmp - in || fail "bsdtar, x86 filter, $size bytes"
	$limit 7zz x -so out.7z 2>/dev/null | cmp - in || fail "7zz, x86 filter, $size bytes"
done

# A firmware image holds what is compressed already beside what is not: LZMA1 would make it larger.
head -c 50000 "$BIN/lzenc" >half
tr a-y b-z <half >other_half
# Digits come to noise, whatever the build has made of the program.
awk 'BEGIN { srand(7); for (i = 0; i < 12000; i++) print int(rand() * 1000000000) }' | xz -c >noise
cat half noise other_half noise >image
for way in '' --best -5 --for=7zip --filter=x86; do
	# shellcheck disable=SC2086 # no option is none
	tool lzenc -q -f $way image image.7z
	run lzenc -l image.7z
	expect_out LZMA2
	$limit 7zz x -so image.7z 2>/dev/null | cmp - image || fail "7zz, image, $way"
	tool lzenc -d image.7z - | cmp - image || fail "lzenc -d, image, $way"
	[ "$way" = --for=7zip ] && continue
	$limit bsdtar -xOf image.7z | cmp - image || fail "bsdtar, image, $way"
	cp image.7z "later/image $way.7z"
done

# All of it by py7zr, each archive in a folder of its name.
if [ -n "$py7zr" ]; then
	(cd later && $limit /usr/bin/python3 -c 'import glob, py7zr
for name in glob.glob("*.7z"):
	py7zr.SevenZipFile(name).extractall(name[:-3])') || fail py7zr
	for archive in later/*.7z; do
		content=${archive#later/}
		content=${content%% *}
		diff -r --no-dereference "$content" "${archive%.7z}/$content" || fail "py7zr gives other content: $archive"
	done
fi

# and the other way: what they write
7zz a -bd -snl -mx9 -myx=9 other.7z tree >/dev/null
tool lzenc -q -d other.7z l
same l 'reading 7zz'
7zz a -bd -snl -m0=ppmd -mf=off ppmd.7z tree >/dev/null
tool lzenc -q -d ppmd.7z l
same l 'reading PPMd'
run lzenc -t --memlimit=1M ppmd.7z
expect_rc 7
expect_err memlimit
bsdtar --format=7zip -cf other2.7z tree
tool lzenc -q -d other2.7z l
same l 'reading bsdtar'
xz -c tree/sub/program >p.xz
tool lzenc -q -d p.xz p
cmp p tree/sub/program || fail 'reading xz'
xz --format=lzma -c tree/sub/program >p.lzma
tool lzenc -q -f -d p.lzma p
cmp p tree/sub/program || fail 'reading xz --format=lzma'
[ -n "$py7zr" ] || skip 'all fine, but py7zr is not installed'
