# SPDX-License-Identifier: MIT
# Other line ends, and nothing else: every byte beside them stays. And a text that was cut at its end.
# Codes of which the character has another, usual one: Shift_JIS, and the euro sign of code page 936.
printf '// \217\211\212\372\211\273 \207\220 \372\112 \355\100\r\n' >twice.c
printf '// \263\365\312\274\273\257\264\256\277\332 \2005\r\n' >euro.c
# Two encodings, and a line that is damaged or in a third.
printf '// \345\210\235\345\247\213\345\214\226\r\nint a;\r\n// \263\365\312\274\273\257\264\256\277\332\r\n' >mixed.c
printf '// \345\210\235\345\247\213\345\214\226\r\nint a;\r\n\377\376\r\n' >damaged.c
for file in twice.c euro.c mixed.c damaged.c; do
	tr -d '\r' <$file >wanted
	run txtcopy --eol lf $file out-$file
	expect_rc 0
	cmp out-$file wanted || fail "$file: other bytes than line ends"
	run txtcopy -i --eol crlf out-$file
	expect_rc 0
	cmp out-$file $file || fail "$file: in place"
done
run txtcopy --from shift_jis --eol lf - - <twice.c
expect_rc 0
tr -d '\r' <twice.c | cmp out - || fail "through a pipe"
# What gives lines another encoding has to be asked for.
for option in --bom=add --strict --guess; do
	extra=
	[ $option = --bom=add ] || extra=--eol=lf
	[ $option != --guess ] || extra=--bom=add
	run txtcopy $option $extra mixed.c asked.c
	expect_rc 1
	expect_err 'mixed.c: has lines in GB18030 and UTF-8 (100 %): --repair takes them for that'
	[ ! -e asked.c ] || fail "$option: written all the same"
done
run txtcopy --bom=remove mixed.c same.c
expect_rc 0
cmp same.c mixed.c || fail "no mark, but other bytes"
run txtcopy --repair --eol lf mixed.c repaired.c
expect_rc 0
printf '// \345\210\235\345\247\213\345\214\226\nint a;\n// \345\210\235\345\247\213\345\214\226\344\270\262\345\217\243\n' |
	cmp - repaired.c || fail "repaired"
# Half of a character at the end is no letter of another encoding.
printf '// \263\365\312\274\273\257\264\256\277\332\nint a;\n\272' >cut.c
printf '// \345\210\235\345\247\213\345\214\226\nint a;\n\345\276\210\345\245' >cut8.c
run txtcopy --to utf-8 cut.c out.c
expect_rc 1
expect_err 'cut.c: 1 place is not valid GB18030; nothing written'
run txtcopy --to gbk cut8.c out.c
expect_rc 1
expect_err 'cut8.c:3:2: bytes E5 A5 are not UTF-8'
run txtcopy --to utf-8 -i cut8.c
expect_rc 1
expect_err 'cut8.c: 1 place is not valid UTF-8'
[ ! -e out.c ] || fail "a cut text was converted"
# --repair guesses each line, also the last one
printf '# \345\210\235\345\247\213\345\214\226\nwords caf\351' >last.txt
run txtcopy --to utf-8 last.txt out.txt
expect_rc 1
run txtcopy --repair last.txt out.txt
expect_rc 0
printf '# \345\210\235\345\247\213\345\214\226\nwords caf\303\251' | cmp - out.txt || fail "the last line was not repaired"
run txtcopy --to utf-8 --lossy=replace cut.c out.c
expect_rc 0
printf '// \345\210\235\345\247\213\345\214\226\344\270\262\345\217\243\nint a;\n\357\277\275' | cmp - out.c ||
	fail "replaced on request"
run txtcopy cut.c copy.c
cmp cut.c copy.c || fail "a plain copy"
