# SPDX-License-Identifier: MIT
# Conversions there and back, lossy modes, in place, marks and line ends.
printf '/* \324\332\325\342\300\357\320\336\270\304\301\313\264\372\302\353 */\nint a;\n' >gbk.c
printf '/* \345\234\250\350\277\231\351\207\214\344\277\256\346\224\271\344\272\206\344\273\243\347\240\201 */\nint a;\n' >utf8.c
run txtcopy --to utf-8 gbk.c out.c
expect_rc 0
cmp out.c utf8.c || fail "GBK to UTF-8"
run txtcopy --to gbk utf8.c back.c
expect_rc 0
cmp back.c gbk.c || fail "UTF-8 to GBK"
run txtcopy --to windows-1252 utf8.c no.c
expect_rc 1
expect_err "utf8.c:1:4: U+5728 is not in windows-1252"
expect_err "utf8.c:1:11: U+7801"
[ ! -e no.c ] || fail "a partial output"
run txtcopy --to windows-1252 --lossy escape utf8.c no.c
expect_rc 0
grep -qF '\u{5728}' no.c || fail "no escape"
# Minus and cent as Windows writes them in code page 932, which says so; no other encoding takes them.
printf '10\342\210\2225 \302\242 \343\201\202\n' >minus.txt
run txtcopy --to cp932 minus.txt minus.932
expect_rc 0
expect_err "2 characters not in Shift_JIS, written as Windows writes them"
printf '10\201\1745 \201\221 \202\240\n' | cmp - minus.932 || fail "minus and cent of code page 932"
cp minus.txt place.txt
run txtcopy -i --to cp932 place.txt
expect_rc 0
cmp place.txt minus.932 || fail "minus and cent in place"
run txtcopy --strict --to cp932 minus.txt strict.932
expect_rc 1
[ ! -e strict.932 ] || fail "written all the same"
expect_err 'minus.txt:1:3: U+2212 is not in Shift_JIS'
expect_err 'minus.txt:1:6: U+00A2 is not in Shift_JIS'
expect_err 'minus.txt: 2 characters are not in Shift_JIS; nothing written'
# A line of GBK among lines of UTF-8.
{
	printf '\263\365\312\274\273\257\n' && cat minus.txt && cat minus.txt
} >both.txt
run txtcopy --strict --repair --to cp932 both.txt strict.932
expect_rc 1
expect_err 'both.txt:2:3: U+2212 is not in Shift_JIS'
[ ! -e strict.932 ] || fail "written all the same"
run txtcopy --to cp949 minus.txt minus.949
expect_rc 1
expect_err "minus.txt:1:3: U+2212 is not in CP949"
run txtcopy --to utf-16le --bom add --eol crlf utf8.c wide.c
expect_rc 0
run txtcopy --to utf-8 --bom remove --eol lf wide.c narrow.c
expect_rc 0
cmp narrow.c utf8.c || fail "UTF-16 there and back"
cp gbk.c here.c
run txtcopy --to utf-8 --in-place --backup here.c
expect_rc 0
cmp here.c utf8.c || fail "in place"
cmp here.c.bak gbk.c || fail "backup"
cp utf8.c here.c
run txtcopy --to windows-1252 -i here.c
expect_rc 1
cmp here.c utf8.c || fail "the original was lost"
# An output that is a device is not replaced, so it has no backup.
if [ -z "${RUNNER:-}" ] && mknod nul c 1 3 2>/dev/null && : >nul; then
	run txtcopy --backup gbk.c nul
	expect_rc 0
	[ ! -e nul.bak ] || fail "a backup of a device"
fi
# A second run changes nothing: neither the file's time nor the backup of the original.
cp gbk.c twice.c
run txtcopy --to utf-8 --in-place --backup twice.c
expect_rc 0
touch -t 202001010000 twice.c
touch -r twice.c stamp
run txtcopy --to utf-8 --in-place --backup twice.c
expect_rc 0
cmp twice.c.bak gbk.c || fail "the backup of the original is lost"
[ ! twice.c -nt stamp ] || fail "a file that needs nothing was written again"
run txtcopy --eol lf --in-place --backup twice.c
expect_rc 0
cmp twice.c.bak gbk.c || fail "lines that end in LF already were written again"
# An older backup is replaced only by force.
run txtcopy --to gbk --in-place --backup twice.c
expect_rc 1
expect_err 'twice.c.bak: exists already'
cmp twice.c utf8.c || fail "replaced without a backup"
run txtcopy --to gbk --in-place --backup --force twice.c
expect_rc 0
cmp twice.c.bak utf8.c || fail "--force keeps the older backup"
# A pipe with a name, such as the shell's <(command), is read as standard input is; never replaced.
if [ -z "${RUNNER:-}" ]; then
	mkfifo pipe
	run txtcopy --to utf-8 --in-place pipe
	expect_rc 1
	expect_err 'pipe: is not a regular file'
	cat gbk.c >pipe &
	run txtcopy --to utf-8 pipe piped.c
	expect_rc 0
	cmp piped.c utf8.c || fail 'a pipe with a name'
	[ -p pipe ] || fail 'the pipe is gone'
fi
# The places are listed once, be it a file that is read again for them or a pipe that is not.
printf 'ab\n\304\377\n\326\320 \377\n' >places.gbk
run txtcopy --from gbk --to utf-8 places.gbk places.txt
expect_rc 1
expect_err 'places.gbk:2:1:'
expect_err 'places.gbk:3:3:'
expect_err '3 places are not valid'
[ ! -e places.txt ] || fail "written in spite of bad places"
[ "$(grep -c 'places.gbk:[23]:' err)" -eq 3 ] || fail "places listed twice"
tool txtcopy --from gbk --to utf-8 - - <places.gbk >out 2>err && fail "bad places are not error"
[ "$(grep -c ':3:3:' err)" -eq 1 ] || fail "places of a pipe"
[ ! -s out ] || fail "bytes in spite of bad places"
# --to the encoding that the text is in: a copy, but not of what is not valid in it.
printf 'int a; // \344\270\255\346\226\207\344\270\255\346\226\207 \377\nint b; // \344\270\255\n' >hurt.c
run txtcopy hurt.c hurt.copy
expect_rc 0
cmp hurt.c hurt.copy || fail "a plain copy"
run txtcopy --to utf-8 hurt.c hurt.out
expect_rc 1
expect_err 'hurt.c:1:16:'
[ ! -e hurt.out ] || fail "--to utf-8 wrote what is not UTF-8"
run txtcopy --to utf-8 --lossy=replace hurt.c hurt.out
expect_rc 0
printf 'int a; // \344\270\255\346\226\207\344\270\255\346\226\207 \357\277\275\nint b; // \344\270\255\n' >want
cmp hurt.out want || fail "--lossy left the bad byte"
# A mark makes ASCII UTF-8.
printf 'plain\n' >plain.txt
run txtcopy --bom add plain.txt marked.txt
expect_rc 0
printf '\357\273\277plain\n' >want
cmp marked.txt want || fail "no mark was added to ASCII"
# Where there is none to add or to remove every byte stays, whichever of two codes a character has.
printf '\207\220 \201\340 \203\145\203\130\203\147\202\305\202\267\n' >twice.txt
printf '\263\365\312\274\273\257\264\256\277\332\n' >gbk.txt
for option in add remove; do
	for file in twice.txt gbk.txt; do
		run txtcopy --bom $option $file same.txt
		expect_rc 0
		[ $option = remove ] || expect_err 'has no byte order mark'
		cmp same.txt $file || fail "--bom=$option changed $file"
		rm same.txt
	done
	run txtcopy --from=shift_jis --bom $option twice.txt same.txt
	expect_rc 0
	cmp same.txt twice.txt || fail "--bom=$option changed what --from names"
	rm same.txt
done
run txtcopy --to gb18030 --bom add gbk.txt marked.gbk
expect_rc 0
printf '\204\061\225\063' | cat - gbk.txt | cmp - marked.gbk || fail "no mark where that is asked for"
run txtcopy --bom remove marked.gbk same.txt
expect_rc 0
cmp same.txt gbk.txt || fail "the mark of GB18030 stays"
# The report and the text never mix.
run txtcopy --json --to utf-8 gbk.c -
expect_rc 2
expect_err '--json needs an output'
# an empty variable of a script would choose no file at all, with status 0
for which in include exclude; do
	run txtcopy -r "--$which=" . nothing
	expect_rc 2
	expect_err "--$which: the value is empty"
	[ ! -e nothing ] || fail "--$which=: a folder is made"
done
[ ! -s out ] || fail "something on stdout besides the refusal"
# A refused file leaves no folder behind.
mkdir -p tree/deep/er tree/good
cp hurt.c tree/deep/er/
printf 'plain\n' >tree/good/plain.txt
run txtcopy -r --to utf-8 tree tree.out
expect_rc 1
[ "$(cd tree.out && find . | LC_ALL=C sort | tr '\n' ' ')" = '. ./good ./good/plain.txt ' ] || fail "left: $(find tree.out)"
run txtcopy -r --to utf-8 tree/deep far/away
expect_rc 1
[ ! -e far ] || fail "left: $(find far)"
# An empty folder is copied, an excluded one and one of which no file is asked for are not.
mkdir -p bare/a/b bare/c/d bare/e bare/z
printf 'plain\n' >bare/c/plain.txt
run txtcopy -r --exclude e bare bare.out
expect_rc 0
[ "$(cd bare.out && find . | LC_ALL=C sort | tr '\n' ' ')" = '. ./a ./a/b ./c ./c/d ./c/plain.txt ./z ' ] ||
	fail "left: $(find bare.out)"
run txtcopy -r --include '*.txt' bare bare.only
expect_rc 0
[ "$(cd bare.only && find . | LC_ALL=C sort | tr '\n' ' ')" = '. ./c ./c/plain.txt ' ] || fail "left: $(find bare.only)"
# A link that leads nowhere is none of its folders.
if [ -z "${RUNNER:-}" ]; then
	ln -s nowhere dangling
	run txtcopy -r --to utf-8 tree dangling
	expect_rc 1
	[ -L dangling ] || fail 'the link was removed'
fi
# A code page of Windows is written only with what Windows has in it.
printf 'caf\303\251 \342\221\240\n' >hkscs.txt
run txtcopy --to cp950 hkscs.txt hkscs.950
expect_rc 1
expect_err 'U+00E9 is not in CP950'
expect_err 'U+2460 is not in CP950'
run txtcopy --to big5 hkscs.txt hkscs.big5
expect_rc 0
printf '\372\100\n' >beyond.txt
printf '\342\272\201\n' >radical.txt
run txtcopy --to cp936 radical.txt radical.936
expect_rc 1
expect_err 'U+2E81 is not in GBK'
run txtcopy --to gb18030 radical.txt radical.gb
expect_rc 0
printf '\371\376\n' >shade.txt
run txtcopy --from cp950 --to utf-8 shade.txt shade.out
expect_rc 0
printf '\342\226\223\n' | cmp -s - shade.out || fail "F9FE of code page 950"
run txtcopy --from cp950 --to utf-8 beyond.txt beyond.out
expect_rc 1
# A text that names its encoding itself is not edited, which is said.
printf '<?xml version="1.0" encoding="gb2312"?>\n<a>\260\345\277\250\311\317\265\347\312\261\320\362</a>\n' >claim.xml
run txtcopy --to utf-8 claim.xml claim.out
expect_rc 0
expect_err 'claim.xml: still declares GBK, but is in UTF-8 now'
run txtcopy --json --to utf-8 --force claim.xml claim.out
expect_out '"claim": "GBK"'
run txtcopy --quiet --to gb18030 --from gbk --force claim.xml claim.out
expect_rc 0
! grep -q 'still says' err || fail "GB18030 is what GBK is a part of"
for from in us-ascii gbk; do
	printf '<?xml version="1.0" encoding="gb2312"?>\n<a>x</a>\n' >plain.xml
	run txtcopy --from $from --to utf-8 --eol crlf --force plain.xml claim.out
	expect_rc 0
	! grep -q 'still says' err || fail "ASCII alone is GBK, too"
done
printf '<?xml version="1.0" encoding="utf-16"?>\n<a/>\n' >claim.txt
run txtcopy --to utf-16 --bom add claim.txt wide.xml
expect_rc 0
! grep -q 'still says' err || fail "it is in UTF-16 now"
run txtcopy --to utf-8 wide.xml narrow.xml
expect_rc 0
expect_err 'wide.xml: still declares UTF-16LE, but is in UTF-8 now'
