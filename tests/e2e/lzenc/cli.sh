# SPDX-License-Identifier: MIT
# Options, pipes, existing outputs, JSON.
printf 'some text, some text, some text' >in
run lzenc in
expect_rc 2
run lzenc missing out.7z
expect_rc 1
[ ! -e out.7z ] || fail 'an output without input'
run lzenc in out.7z
expect_rc 0
expect_out 'files 1'
run lzenc in out.7z
expect_rc 1
expect_err exists
run lzenc -f in out.7z
expect_rc 0
tool lzenc --name=x - - <in >piped.7z
run lzenc -l piped.7z
expect_out ' x'
tool lzenc -d - - <piped.7z >back
cmp in back || fail 'an archive through pipes'
[ ! -e ./- ] || fail 'a folder named -'
tool lzenc -q --format=lzma - piped.lzma <in
tool lzenc -d piped.lzma - >back
cmp in back || fail 'through pipes'
tool lzenc -d - <piped.lzma >back
cmp in back || fail 'decoding stdin'
run lzenc --json -f --format=section in s.sec
expect_rc 0
expect_out '"format": "section"'
run lzenc -l --json out.7z piped.lzma
expect_rc 0
expect_out '"method"'
expect_out '"end_marker": false'
run lzenc --format=f86 in f.f86
expect_out 'D42AE6BD-1352-4BFB-909A-CA72A6EAE889'
tool lzenc -q -d --guid=D42AE6BD-1352-4BFB-909A-CA72A6EAE889 f.f86 back2
cmp in back2 || fail '--guid'
if [ -z "${RUNNER:-}" ] && [ -e /dev/full ]; then
	rc=0
	tool lzenc -d piped.lzma - >/dev/full 2>err || rc=$?
	[ "$rc" -eq 1 ] || fail "a full disk gives $rc"
fi
# --json of -t and -d: one document, also when an input is damaged
printf 'no archive' >no.7z
run lzenc -t --json out.7z no.7z piped.lzma
expect_rc 5
expect_out '"ok": true'
expect_out '"error": "no compressed file of a kind known here"'
run lzenc -d --json -f piped.lzma back
expect_rc 0
expect_out '"format": "lzma"'
yes 'a line' | head -n 99 >lines
run lzenc --json --for=7zip --filter=x86 lines lines.7z
expect_out '"filter": "x86"'
mkdir folder
run lzenc folder folder.lzma
expect_rc 2
expect_err 'folder: a folder; only .7z'
[ ! -e folder.lzma ] || fail 'an output of a refused call'
# the output is named when it cannot be made
run lzenc in missing/out.7z
expect_rc 1
expect_err missing/out.7z
# An archive from standard input is extracted to files: nothing mixes.
mkdir from_stdin
(
	cd from_stdin
	tool lzenc -d --json - <../out.7z >../out 2>../err
) || fail "-d --json - of an archive: $(cat err)"
expect_out '"ok": true'
cmp in from_stdin/in || fail '-d --json - of an archive'
rc=0
tool lzenc -d --json - <piped.lzma >out 2>err || rc=$?
expect_rc 2
expect_out '"error": '
# What fails stands in the document.
run lzenc -l --json missing.7z out.7z no.7z
expect_rc 1
expect_out '"file": "missing.7z"'
expect_out '"error": "no compressed file'
run lzenc --json missing new.7z
expect_rc 1
expect_out '"error": "missing: no such file'
run lzenc --json in out.7z
expect_rc 1
expect_out '"error": "exists'
# ".." is not a name that could be extracted again
mkdir -p up/sub
cp in up/a..b
(cd up/sub && tool lzenc -q .. ../../up.7z)
run lzenc -q up/sub/../a..b up2.7z
run lzenc -q -d up.7z top
expect_rc 0
cmp in top/a..b || fail 'what is in the folder above'
run lzenc -l up2.7z
expect_out ' a..b'
run lzenc -q up/a..b up3.7z
run lzenc -l up3.7z
expect_out ' up/a..b'
# nothing is lost unheard of: a device or pipe that is named makes no empty archive
if [ -z "${RUNNER:-}" ] && mkfifo pipe 2>/dev/null; then
	ln -s pipe to-pipe
	for special in pipe to-pipe /dev/null; do
		run lzenc $special special.7z
		expect_rc 2
		expect_err "$special: neither file, folder nor link"
		[ ! -e special.7z ] || fail "an archive of $special"
	done
	mkdir with
	mv pipe with/
	run lzenc with special.7z
	expect_rc 0
	expect_err 'left out, as sockets, devices or the like: 1'
fi
# an archive into a named pipe: its first bytes, which are known last, are right too
if [ -z "${RUNNER:-}" ] && mkfifo result 2>/dev/null; then
	cat result >received.7z &
	run lzenc -q -f in result
	expect_rc 0
	wait $!
	tool lzenc -q -t received.7z || fail 'an archive through a named pipe'
fi
if [ -z "${RUNNER:-}" ] && [ -e /dev/full ]; then
	run lzenc -q -f in /dev/full
	expect_rc 1
	expect_err '/dev/full: cannot write'
fi
# names and links that extraction would refuse are packed, with a word
if [ -z "${RUNNER:-}" ]; then
	mkdir refused
	printf x >"refused/$(printf 'a\033b')"
	ln -s /etc/passwd refused/out
	run lzenc refused refused.7z
	expect_rc 0
	expect_err 'refused/a\x1Bb: cannot be extracted with lzenc: control character'
	expect_err 'refused/out: cannot be extracted with lzenc: link to an absolute place'
	mkdir many
	i=0
	while [ $i -lt 12 ]; do
		ln -s / "many/$i"
		i=$((i + 1))
	done
	run lzenc many many.7z
	expect_err '2 more cannot be extracted'
fi
# a full disk names the file that was written
if [ -z "${RUNNER:-}" ] && [ -e /dev/full ]; then
	tool lzenc -q -f in full.lzma
	run lzenc -d -f full.lzma /dev/full
	expect_rc 1
	expect_err '/dev/full: '
fi
