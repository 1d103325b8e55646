# SPDX-License-Identifier: MIT
# --port: where it is unknown what tagged lines replace, and the new drop changed something there as well, all of it is one
# conflict.
block='// Tag_1 >>>\nint a;\n// Tag_1 <<<\n'
mkdir old mine new want
lay() { # file, its lines in the old base, in mine, in the new one, in the result
	printf "$2" >"old/$1"
	printf "$3" >"mine/$1"
	printf "$4" >"new/$1"
	printf "$5" >"want/$1"
}
conflict() { # lines of the new base
	printf %s "<<<<<<< MINE\n$block=======\n$1>>>>>>> NEWBASE\n"
}
# the change is behind the lines that may be replaced, before them, or among them
lay behind.c '\n\nabc\n' "\nY\n${block}abc\n" '\n\nabcdefgh\nabc\n' "\n$(conflict '\n')abcdefgh\nabc\n"
lay before.c '1\n1234\n\n2\n' "1\n$block\n12xx\n2\n" '1\n0\n1234\n\n2\n' "1\n0\n$(conflict '1234\n\n')2\n"
lay among.c '1\n1234\n\n2\n' "1\n$block\n12xx\n2\n" '1\n1234\n3\n\n2\n' "1\n$(conflict '1234\n3\n\n')2\n"
lay last.c '1\n1234\n\n2' "1\n$block\n12xx\n2" '1\n1234\n\n3' "1\n$(conflict '1234\n\n')3"
lay gone.c '1\n1234\n\n2\n' "1\n$block\n12xx\n2\n" '1\n2\n' "1\n$(conflict '')2\n"
# two of them; another conflict behind one
lay two.c '1\n1234\n\n2\n3\n5678\n\n4\n' "1\n$block\n12xx\n2\n3\n$block\n56xx\n4\n" '1\n1234\n\n2\n3\n5678\n0\n\n4\n' \
	"1\n$(conflict '1234\n\n')2\n3\n$(conflict '5678\n0\n\n')4\n"
lay other.c '1\n1234\n\n2\n3\n4\n' "1\n$block\n12xx\n2\n${block}4\n" '1\n1234\n\n2\n30\n4\n' \
	"1\n$(conflict '1234\n\n')2\n$(conflict '30\n')4\n"
# other line ends
lay ends.c '1\r\n1234\r\n\r\n2\r\n' "1\n$block\n12xx\n2\n" '1\n1234\n3\n\n2\n' "1\n$(conflict '1234\n3\n\n')2\n"
run tagextract --port Tag_1 old mine new dest
expect_rc 1
diff -r want dest || fail 'the result'
