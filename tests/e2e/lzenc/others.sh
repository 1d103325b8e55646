# SPDX-License-Identifier: MIT
# Archives and streams that libarchive reads: they come out as 7zz and tar put them in.
[ -z "${RUNNER:-}" ] || skip 'the archives are made natively'
for peer in 7zz tar gzip bzip2 xz zstd; do
	command -v $peer >/dev/null || lacks "$peer"
done
mkdir -p in/子目录
seq 1 9000 >in/子目录/numbers
head -c 100001 "$BIN/lzenc" >in/program
: >in/empty
ln in/program in/same
ln -s empty in/link
chmod 750 in/program
touch -d '2001-02-03 04:05:07' in/program in/same # .zip has even seconds, and 7-Zip's field
both() { # both FILE: tests, lists and extracts it
	run lzenc -t "$1"
	expect_rc 0
	run lzenc -l "$1"
	expect_rc 0
	expect_out '子目录/numbers'
	rm -rf back
	run lzenc -q -d "$1" back
	expect_rc 0
	diff -r --no-dereference in back/in || fail "$1 came out otherwise"
	[ "$(stat -c '%a %Y' back/in/program)" = "$(stat -c '%a %Y' in/program)" ] || fail "$1: mode or time"
}
tar cf x.tar in
both x.tar
for filter in gzip bzip2 xz zstd; do
	case $filter in xz) suffix=tar.xz ;; *) suffix=packed ;; esac
	tar c in | $filter -c >x.$suffix
	both x.$suffix
	rm x.$suffix
done
if command -v plzip >/dev/null; then
	tar c in | plzip -c >x.tar.lz
	both x.tar.lz
fi
TZ=XYZ-8 7zz a -bd -snl x.zip in >/dev/null
both x.zip
run lzenc -l x.zip
expect_out "$(7zz l -slt x.zip in/program | sed -n 's/^CRC = //p')  in/program"
run lzenc -t --json x.zip
expect_out '"format": "zip"'
head -c -1 x.zip >short.zip
run lzenc -t short.zip
expect_rc 5
expect_err 'cut short or damaged: no central directory of its own ends it'
run lzenc -d short.zip cut
expect_rc 5
# libarchive looks for the end in the last 16 KiB, and goes on without links and modes
{ head -c -2 x.zip && printf '\040\116' && head -c 20000 /dev/zero; } >long.zip
both long.zip
# one that is cut within its directory, and whose last member is an archive
7zz a -bd -mx0 -snl outer.zip x.zip in/link >/dev/null
head -c -10 outer.zip >inner.zip
run lzenc -t inner.zip
expect_rc 5
expect_err 'cut short or damaged: no central directory of its own ends it'
# a wrong bit in the number of entries at the end, and in the target of a link
flip() { # flip FROM OFFSET TO: adds 16 to a byte that has no such bit
	cp "$1" "$3"
	printf "\\$(printf %o $(($(od -An -tu1 -j "$2" -N 1 "$1") + 16)))" |
		dd of="$3" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
flip x.zip $(($(stat -c %s x.zip) - 14)) ends.zip
run lzenc -t ends.zip
expect_rc 5
7zz a -bd -snl link.zip in/link >/dev/null
flip link.zip $((30 + $(od -An -tu1 -j 26 -N 1 link.zip) + $(od -An -tu1 -j 28 -N 1 link.zip))) led.zip
run lzenc -t led.zip
expect_rc 5
expect_err 'in/link: CRC of the link is wrong'
# a .tar that was cut between two entries
head -c $(($(tar tRf x.tar | sed -n 's/^block \([0-9]*\): .*empty$/\1/p') * 512)) x.tar >between.tar
run lzenc -d between.tar some-of-it
expect_rc 5
expect_err 'cut short: no block of zeros ends the .tar'
[ -e some-of-it/in ] || fail 'what is there was not extracted'
run lzenc -d x.zip 'in/子目录' -o some
expect_rc 0
[ -e some/in/子目录/numbers ] && [ ! -e some/in/program ] || fail 'members of a .zip'
run lzenc -d x.tar nothing -o none
expect_rc 3
tool lzenc -d x.zip in/program -o - | cmp - in/program || fail 'a member to standard output'

# holes, and the time of the last access
truncate -s 300000 hole
truncate -s 70000 holes
echo end >>holes
truncate -s 200000 holes
touch -a -d '2004-05-06 07:08:09' hole
tar --format=pax --sparse --hole-detection=raw -cf holes.tar hole holes
run lzenc -t holes.tar
expect_rc 0
run lzenc -d holes.tar filled
expect_rc 0
touch -a -d '2004-05-06 07:08:09' hole
[ "$(stat -c %X filled/hole)" = "$(stat -c %X hole)" ] || fail 'time of access'
cmp hole filled/hole || fail 'a file that is a hole'
cmp holes filled/holes || fail 'a file that ends with a hole'

# with a password, right and wrong
for how in '' '-mem=AES256'; do
	rm -f p.zip
	# shellcheck disable=SC2086 # no option is none
	7zz a -bd -snl -pgeheim $how p.zip in -x!in/link >/dev/null
	LZENC_PASSWORD=geheim run lzenc -d p.zip "word$how"
	expect_rc 0
	ln -s empty "word$how/in/link"
	diff -r --no-dereference in "word$how/in" || fail "encrypted $how"
	LZENC_PASSWORD=other run lzenc -d p.zip wrong
	expect_rc 5
	expect_err 'in/program: wrong password'
	[ -z "$(find wrong -name program -o -name numbers)" ] || fail 'content with a wrong password'
	rm -rf wrong
	run lzenc -t p.zip
	expect_rc 6
	expect_err 'in/program: encrypted; --password-file or LZENC_PASSWORD gives the password'
	run lzenc -t --password-file=nowhere p.zip
	expect_rc 1
	expect_err 'in/program: --password-file: nowhere: cannot open'
	# libarchive takes what it does not decrypt for damage, and stops at a link
	rm -rf p.zip some
	# shellcheck disable=SC2086
	7zz a -bd -snl -pgeheim $how -mm=lzma p.zip in >/dev/null
	LZENC_PASSWORD=geheim run lzenc -d p.zip some
	expect_rc 6
	expect_err 'in/program: encrypted data of method 14 are not decoded here'
	expect_err 'in/link: an encrypted link'
	[ -e some/in/empty ] && [ ! -e some/in/link ] && [ ! -e some/in/program ] || fail "what can be read $how"
done

# strong encryption: bit 6 of the flags in both headers
7zz a -bd -pgeheim -mem=ZipCrypto s.zip in/program >/dev/null
LC_ALL=C sed 's/PK\x03\x04\x14\x00\x01/PK\x03\x04\x14\x00A/; s/\(PK\x01\x02..\x14\x00\)\x01/\1A/' s.zip >strong.zip
LZENC_PASSWORD=geheim run lzenc -t strong.zip
expect_rc 6
expect_err 'encrypted data of method 8 are not decoded here'

# streams
for filter in gzip bzip2 zstd; do
	case $filter in gzip) suffix=gz ;; bzip2) suffix=bz2 ;; *) suffix=zst ;; esac
	$filter -c in/program >p.$suffix
	run lzenc -q -d p.$suffix
	expect_rc 0
	cmp p in/program || fail "$filter"
	rm p
	run lzenc -l p.$suffix
	expect_out '100001 bytes'
	head -c 5000 p.$suffix >cut.$suffix
	run lzenc -d cut.$suffix cut.out
	expect_rc 5
	[ ! -e cut.out ] || fail "$filter: something of a stream that is cut short"
done
gzip -c in/program | tool lzenc -d - - | cmp - in/program || fail 'through pipes'

# names in GBK, names that lead out, damage
if command -v python3 >/dev/null; then
	python3 - <<-'END'
		import zipfile
		with zipfile.ZipFile("gbk.zip", "w") as z:
		    info = zipfile.ZipInfo("XXXX.txt")
		    z.writestr(info, "text")
		data = open("gbk.zip", "rb").read().replace(b"XXXX", "固件".encode("gbk"))
		open("gbk.zip", "wb").write(data)
		with zipfile.ZipFile("out.zip", "w") as z:
		    z.writestr("../evil", "text")
		    z.writestr("/evil", "text")
		    z.writestr("good", "text")
		with zipfile.ZipFile("once.zip", "w") as z:
		    z.writestr("a", "text")
		# a second name in the central directory for the same content
		data = open("once.zip", "rb").read()
		at, end = data.index(b"PK\1\2"), data.index(b"PK\5\6")
		two = data[at:end] + data[at:end - 1] + b"b"
		tail = bytearray(data[end:])
		tail[8] = tail[10] = 2
		tail[12] = len(two)
		open("twice.zip", "wb").write(data[:at] + two + tail)
	END
	run lzenc -t twice.zip
	expect_rc 5
	expect_err 'not read: 1'
	run lzenc -d --names=gbk gbk.zip names
	expect_rc 0
	[ -e names/固件.txt ] || fail "a name in GBK: $(ls names)"
	run lzenc -d out.zip kept
	expect_rc 1
	[ -e kept/good ] && [ ! -e evil ] && [ ! -e /evil ] || fail 'a name that leads out'
fi
7zz a -bd -mx0 s.zip in/program >/dev/null
for begin in 'MZ' '\177ELF'; do # after a program that extracts it; offsets count from the .zip
	{ printf "$begin"; head -c 70000 /dev/zero; cat s.zip; } >sfx
	run lzenc -q -d sfx from
	expect_rc 0
	cmp from/in/program in/program || fail 'a .zip after a program'
	rm -r from
done
printf 'MZPK\001\002' >program
run lzenc -t program
expect_rc 5
expect_err 'no compressed file'
printf 'x' | dd of=s.zip bs=1 seek=500 conv=notrunc 2>/dev/null
run lzenc -d s.zip bad
expect_rc 5
[ ! -e bad/program ] && [ ! -e bad/in/program ] || fail 'a file with a wrong CRC'
head -c 60000 x.tar >cut.tar
run lzenc -d cut.tar cut
expect_rc 5
xz -c in/program | head -c 5000 >cut.xz # libarchive's words: no progress is possible
xz -c x.tar | head -c 5000 >cut.tar.xz
7zz a -bd cut.zip in/program >/dev/null
head -c 5000 cut.zip >short.zip
for cut in cut.xz cut.tar.xz short.zip; do
	run lzenc -t $cut
	expect_rc 5
	expect_err 'compressed data end early'
done
xz -c x.tar >hit.tar.xz
printf 'abcdefgh' | dd of=hit.tar.xz bs=1 seek=5000 conv=notrunc 2>/dev/null
run lzenc -t hit.tar.xz
expect_rc 5
expect_err 'compressed data are damaged'
printf 'PK\003\004 no zip' >no.zip
run lzenc -t no.zip
expect_rc 5
# a hard link is tested with the file that it is another name of, and only if that is there
echo text >one
ln one two
tar cf both.tar one ./two
run lzenc -t both.tar
expect_rc 0
tar --delete -f both.tar one
run lzenc -t both.tar
expect_rc 1
expect_err 'two: is another name of one, which was not read'
# one to a symbolic link becomes such a link, but none that leads out of the folder from its place
if [ -z "${RUNNER:-}" ]; then
	mkdir -p deep/in
	ln -s ../../one deep/in/link
	ln -P deep/in/link deep/in/again
	tar cf links.tar one deep/in/link deep/in/again
	run lzenc -t links.tar
	expect_rc 0
	expect_out 'links 2'
	run lzenc -d links.tar links
	expect_rc 0
	[ "$(readlink links/deep/in/again)" = ../../one ] || fail 'the other name of a link'
	ln -P deep/in/link last
	tar cf leads.tar one deep/in/link last
	run lzenc -d leads.tar leads
	expect_rc 1
	expect_err 'last: link out of the folder'
	[ ! -L leads/last ] || fail 'the other name of a link leads out of the folder'
fi
# an empty .zip is its end record alone (PKWARE APPNOTE 4.3.16); with a count of entries it is damaged
printf 'PK\005\006\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >empty.zip
run lzenc -t empty.zip
expect_rc 0
run lzenc -d empty.zip nothing
expect_rc 0
printf 'PK\005\006\0\0\0\0\1\0\1\0\0\0\0\0\0\0\0\0\0\0' >claims.zip
run lzenc -t claims.zip
expect_rc 5
expect_err 'the central directory is damaged: entries that were not found: 1'
# two entries where the record at the end, without a comment, counts three
7zz a -bd comment.zip in/program >/dev/null # its comment has the mark of an end record
printf '\144\0' | dd of=comment.zip bs=1 seek=$(($(stat -c %s comment.zip) - 2)) conv=notrunc 2>/dev/null
printf 'PK\005\006%096d' 0 >>comment.zip
run lzenc -t comment.zip
expect_rc 0
7zz a -bd two.zip in/program in/empty >/dev/null
{ cat two.zip && head -c 70000 /dev/zero; } >padded.zip
run lzenc -t padded.zip
expect_rc 0
printf '\003' | dd of=two.zip bs=1 seek=$(($(stat -c %s two.zip) - 12)) conv=notrunc 2>/dev/null
run lzenc -t two.zip
expect_rc 5
expect_err 'the central directory is damaged: entries that were not found: 1'
# Bytes are missing in the directory: libarchive goes on without it, with links as files.
7zz a -bd dirs.zip in/program in/empty >/dev/null
at=$(LC_ALL=C grep -abo "$(printf 'PK\001\002')" dirs.zip | head -n 1 | cut -d : -f 1)
{ head -c $((at + 10)) dirs.zip && tail -c +$((at + 16)) dirs.zip; } >torn.zip
run lzenc -d torn.zip torn
expect_rc 5
expect_err 'the central directory is damaged: entries that were not found: '
cmp in/program torn/in/program || cmp in/program torn/program || fail 'what is there was not extracted'
# Only these archives need libarchive: where it cannot be loaded, they are refused with its name.
if grep -q 'libarchive\.so' "$BIN/lzenc"; then
	mkdir none
	: >none/libarchive.so.13
	export LD_LIBRARY_PATH="$PWD/none"
	run lzenc -t both.tar
	expect_rc 6
	expect_err 'a library is missing: '
	expect_err 'libarchive'
	run lzenc both.tar packed.7z
	expect_rc 0
	run lzenc -t packed.7z
	expect_rc 0
	unset LD_LIBRARY_PATH
fi
