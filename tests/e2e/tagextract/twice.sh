# SPDX-License-Identifier: MIT
# --port: a block that the new drop has already, at another place.
block='// Tag_1 >>>\nint a;\n// Tag_1 <<<\n'
mkdir old mine new want
lay() { # file, its lines in mine, in the new drop, in the result; in the old one are 1 to 6
	seq 6 >"old/$1"
	printf "$2" >"mine/$1"
	printf "$3" >"new/$1"
	printf "$4" >"want/$1"
}
lay moved.c "1\n${block}2\n3\n4\n5\n6\n" "1\n2\n3\n4\n5\n${block}6\n" \
	"1\n<<<<<<< MINE\n$block=======\n>>>>>>> NEWBASE\n2\n3\n4\n5\n${block}6\n"
lay first.c "${block}1\n2\n3\n4\n5\n6\n" "1\r\n2\r\n3\r\n4\r\n5\r\n// Tag_1 >>>\r\nint a;\r\n// Tag_1 <<<\r\n6\r\n" \
	'<<<<<<< MINE\r\n// Tag_1 >>>\r\nint a;\r\n// Tag_1 <<<\r\n=======\r\n>>>>>>> NEWBASE\r\n1\r\n2\r\n3\r\n4\r\n5\r\n// Tag_1 >>>\r\nint a;\r\n// Tag_1 <<<\r\n6\r\n'
# both are meant
lay both.c "1\n${block}2\n3\n4\n5\n${block}6\n" "1\n2\n3\n4\n5\n${block}6\n" "1\n${block}2\n3\n4\n5\n${block}6\n"
lay theirs.c "1\n${block}2\n3\n4\n5\n6\n" "1\n${block}2\n3\n4\n5\n${block}6\n" "1\n${block}2\n3\n4\n5\n${block}6\n"
run tagextract --port Tag_1 old mine new dest
expect_rc 1
diff -r want dest || fail 'the result'
sed 's/\r$//' out >got
diff - got >other <<'X2' || fail "another report: $(cat other)"
both.c:2-4: Tag_1: present (line 2 there)
both.c:9-11: Tag_1: present (line 9 there)
first.c:1-3: Tag_1: conflict (line 2 there)
moved.c:2-4: Tag_1: conflict (line 3 there)
theirs.c:2-4: Tag_1: present (line 2 there)
5 blocks in 4 files: 0 carried, 3 there already, 2 conflicts, 0 without a file; 4 files written to dest
X2
