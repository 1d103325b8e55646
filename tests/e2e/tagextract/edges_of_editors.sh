# SPDX-License-Identifier: MIT
# What editors do besides a tagged change: they write their own line ends, also into the first lines
# of a file, and strip blanks off blank lines.
port() { # the lines in both bases, in mine, in the result
	rm -rf old mine dest
	mkdir old mine
	printf "$1" >old/a.c
	printf "$2" >mine/a.c
	printf "$3" >want
	run tagextract --port Tag_1 old mine old dest
	expect_rc 0
	cmp dest/a.c want || fail "$1 and $2 gave: $(cat dest/a.c)"
}

# A block with other line ends before the first line of a file does not make them those of the file.
b='// Tag_1 >>>\nx\n// Tag_1 <<<\n'
crlf='// Tag_1 >>>\r\nx\r\n// Tag_1 <<<\r\n'
mkdir base new
for form in '\n' '\r\n'; do
	block=$crlf
	[ "$form" = '\n' ] || block=$b
	lines=
	for i in 1 2 3 4 5 6 7 8 9; do
		lines="${lines}line $i$form"
	done
	printf "$lines" >base/a.c
	printf "$block$lines" >new/a.c
	run tagextract --audit=base Tag_1 new
	expect_rc 0
	! grep -q 'line ends' out || fail "the block's line ends are the file's: $(cat out)"
	# Nor does one that is longer than the file.
	port "line 1${form}line 2$form" "$block${block}line 1${form}line 2$form" \
		"$block${block}line 1${form}line 2$form"
	expect_out '2 blocks in 1 file: 2 carried, 0 there already'
	run tagextract --audit=old Tag_1 mine
	expect_rc 0
	! grep -q 'line ends' out || fail "longer blocks' line ends are the file's: $(cat out)"
done
# Lines that a new drop adds to a file with both do not make it one that was converted.
rm -rf drop
mkdir drop
printf 'a\nb\nc\nd\r\ne\r\n' >old/a.c
printf "a\nb\nc\n${b}d\r\ne\r\n" >mine/a.c
printf 'a\nb\nc\nd\r\ne\r\nf\r\ng\r\n' >drop/a.c
printf "a\nb\nc\n${b}d\r\ne\r\nf\r\ng\r\n" >want
rm -rf dest
run tagextract --port Tag_1 old mine drop dest
expect_rc 0
cmp dest/a.c want || fail "$(cat dest/a.c)"
# So it is where the base has one such line already; the blank lines of the base stay.
port 'a\r\nb\n\nc\n\nd\n' "${b}a\\r\\nb\\n${b}\\nc\\n\\nd\\n" "${b}a\\r\\nb\\n${b}\\nc\\n\\nd\\n"
expect_out '2 blocks in 1 file: 2 carried, 0 there already'
! grep -q 'left behind' out || fail "an untagged change: $(cat out)"

# A blank line beside a block stays as the base has it.
port 'a\n  \nb\n' "a\\n$b\\nb\\n" "a\\n$b  \\nb\\n"
expect_out 'a.c:5: untagged change left behind'
port 'a\n  \nb\n' "a\\n\\n${b}b\\n" "a\\n  \\n${b}b\\n"
port 'a\n \n\t\nb\n' "a\\n\\n$b\\nb\\n" "a\\n \\n$b\\t\\nb\\n"
port 'a\n \nold\n\t\nb\n' "a\\n\\n$b\\nb\\n" "a\\n \\n$b\\t\\nb\\n"
port 'a\n \nold\nb\n' "a\\n\\n${b}b\\n" "a\\n \\n${b}b\\n"
# Also between two.
port 'a\n  \nb\n' "a\\n$b\\n${b}b\\n" "a\\n$b  \\n${b}b\\n"
# What a block replaced does not return with it.
port 'a\n \nold\nb\n' "a\\n$b\\nb\\n" "a\\n$b \\nb\\n"
