# SPDX-License-Identifier: MIT
# --port: a block that the new drop has already, at another place or, in a file with a conflict, at its own one.
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
# the other one is before it, which may replace a line
lay earlier.c "1\n2\n3\n4\n5\n${block}6\n" "1\n${block}2\n3\n4\n5\n6\n" \
	"1\n${block}2\n3\n4\n5\n<<<<<<< MINE\n$block=======\n>>>>>>> NEWBASE\n6\n"
lay replaces.c "1\n2\n3\n4\n${block}6\n" "1\n${block}2\n3\n4\n5\n6\n" \
	"1\n${block}2\n3\n4\n<<<<<<< MINE\n$block=======\n5\n>>>>>>> NEWBASE\n6\n"
# the other one is before it, and behind another block; it is around the same line
lay ahead.c "1\n2\nx; // Tag_1\n3\n4\n${block}5\n6\n" "1\n${block}2\nx; // Tag_1\n3\n4\n5\n6\n" \
	"1\n${block}2\nx; // Tag_1\n3\n4\n<<<<<<< MINE\n$block=======\n>>>>>>> NEWBASE\n5\n6\n"
lay part.c '1\n// Tag_1 >>>\n2\n// Tag_1 <<<\n3\n4\n5\n6\n' 'one\n// Tag_1 >>>\n2\n// Tag_1 <<<\nthree\n4\n5\n6\n' \
	'one\n// Tag_1 >>>\n2\n// Tag_1 <<<\nthree\n4\n5\n6\n'
# it has a part of it, or another one with the same first and last lines, beside it or not
copy='// Tag_1 >>>\nint b;\n// Tag_1 <<<\n'
lay torn.c '1\n2\n3\n4\n5\n// Tag_1 >>>\n6\n// Tag_1 <<<\n' '1\n2\n3\n4\n5\n// Tag_1 >>>\n6' \
	'1\n2\n3\n4\n5\n// Tag_1 >>>\n<<<<<<< MINE\n// Tag_1 >>>\n6\n// Tag_1 <<<\n=======\n6\n>>>>>>> NEWBASE\n'
lay beside.c "1\n${block}2\n3\n4\n5\n6\n" "1\n2\n3\n4\n${copy}5\n6\n" \
	"1\n<<<<<<< MINE\n$block=======\n>>>>>>> NEWBASE\n2\n3\n4\n${copy}5\n6\n"
lay far.c "1\n${block}2\n3\n4\n5\n6\n" "1\n2\n3\n4\n5\n${copy}6\n" "1\n${block}2\n3\n4\n5\n${copy}6\n"
lay head.c "1\n${block}2\n3\n4\n5\n6\n" "${copy}1\n2\n3\n4\n5\n6\n" \
	"${copy}1\n<<<<<<< MINE\n$block=======\n>>>>>>> NEWBASE\n2\n3\n4\n5\n6\n"
lay top.c "1\n${block}2\n3\n4\n5\n6\n" '// Tag_1 >>>\n1\n2\n3\n4\n5\n6\n' \
	"// Tag_1 >>>\n1\n<<<<<<< MINE\n$block=======\n>>>>>>> NEWBASE\n2\n3\n4\n5\n6\n"
# no part of a block: a last line without the tag
end='#ifdef Tag_1\nint a;\n#endif\n'
lay endif.c "1\n${end}2\n3\n4\n5\n6\n" "1\n2\n#if X\n3\n#endif\n4\n5\n6\n" "1\n${end}2\n#if X\n3\n#endif\n4\n5\n6\n"
lay mine.c "1\n${copy}2\n3\n${block}4\n5\n6\n" "1\n2\n3\n4\n5\n6\n" "1\n${copy}2\n3\n${block}4\n5\n6\n"
# the new drop has one of the old base at another place
base='// Tag_1 start\nint b;\n// Tag_1 end\n'
last='6\n7\n// Tag_1 >>>\nint c;\n// Tag_1 <<<\n'
lay order.c "1\n${block}2\n2\n3\n3\n${base}4\n5\n$block$last" "${base}1\n2\n2\n3\n3\n4\n5\n$last" "${base}1\n${block}2\n2\n3\n3\n4\n5\n$block$last"
printf "1\n2\n2\n3\n3\n${base}4\n5\n$last" >old/order.c
# both are meant
lay both.c "1\n${block}2\n3\n4\n5\n${block}6\n" "1\n2\n3\n4\n5\n${block}6\n" "1\n${block}2\n3\n4\n5\n${block}6\n"
lay theirs.c "1\n${block}2\n3\n4\n5\n6\n" "1\n${block}2\n3\n4\n5\n${block}6\n" "1\n${block}2\n3\n4\n5\n${block}6\n"
# at its place, and there is a conflict elsewhere
clash='<<<<<<< MINE\nx; // Tag_1\n=======\ny\n>>>>>>> NEWBASE\n'
with() { # file, lines 1 to 3 in mine, in the new drop, in the result
	lay "$1" "$2""4\n5\nx; // Tag_1\n" "$3""4\n5\ny\n" "$4""4\n5\n$clash"
}
there() { # file, lines 1 to 3 in mine, in the new drop and the result
	with "$1" "$2" "$3" "$3"
}
there same.c "1\n${block}2\n3\n" "1\n${block}2\n3\n"
there instead.c "1\n${block}3\n" "1\n${block}3\n"
there blank.c "1\n\n${block}2\n3\n" "1\n\n${block}2\n3\n"
there blanks.c "1\n${block}2\n3\n" "1\n\n$block\n2\n3\n"
there cond.c '1\n#if 0 // Tag_1 begin\n2\n#else\n}\n#endif // Tag_1 end\n3\n' \
	'1\n#if 0 // Tag_1 begin\n2\n#else\n}\n#endif // Tag_1 end\n3\n'
there around.c '1\n// Tag_1 >>>\n2\n// Tag_1 <<<\n3\n' '1\n// Tag_1 >>>\n2\n// Tag_1 <<<\nthree\n'
there note.c '1\n// Tag_1: why\nz;\n3\n' '1\n// Tag_1: why\nz;\n3\n'
there line.c "1\nz; // Tag_1\n2\n3\n" "1\nz; // Tag_1\n2\n3\n"
there more.c "1\n$block\nz; // Tag_1\n2\n3\n" "1\n${block}z; // Tag_1\n2\n3\n"
lay added.c "$block\n$copy" "$block\n${copy}x\n" "$block\n${copy}x\n"
rm old/added.c
there before.c "1\n${block}2\n3\n" "1\n${block}new\n2\n3\n"
there behind.c "1\n${block}2\n3\n" "one\n${block}2\n3\n"
# not quite: a blank line in it, another line, twice in mine, instead of a line and more
with inside.c '1\n// Tag_1 >>>\n\nint a;\n// Tag_1 <<<\n2\n3\n' '1\n// Tag_1 >>>\nnew\nint a;\n// Tag_1 <<<\n2\n3\n' \
	'1\n// Tag_1 >>>\n<<<<<<< MINE\n\n=======\nnew\n>>>>>>> NEWBASE\nint a;\n// Tag_1 <<<\n2\n3\n'
printf '<<<<<<< MINE\n// Tag_1 >>>\n\nint a;\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\n' >>want/inside.c
printf "1\n${block}2\n3\n4\n5\n6\n" >old/inside.c
with other.c "1\n${block}2\n3\n" "1\n// Tag_1 >>>\nint b;\n// Tag_1 <<<\n2\n3\n" \
	"1\n<<<<<<< MINE\n$block=======\n// Tag_1 >>>\nint b;\n// Tag_1 <<<\n>>>>>>> NEWBASE\n2\n3\n"
with again.c "1\n$block${block}2\n3\n" "1\n${block}2\n3\n" \
	"1\n<<<<<<< MINE\n$block$block=======\n$block>>>>>>> NEWBASE\n2\n3\n"
with longer.c "1\n${block}3\n" "1\n${block}two\n3\n" \
	"1\n<<<<<<< MINE\n$block=======\n${block}two\n>>>>>>> NEWBASE\n3\n"
# of two equal blocks the new drop removed what was in one
around='// Tag_1 >>>\n2\n// Tag_1 <<<\n'
lay once.c "1\n${around}3\n4\n${around}5\n6\n" '1\n3\n4\n5\n6\n' \
	"1\n// Tag_1 >>>\n// Tag_1 <<<\n3\n4\n${around}5\n6\n<<<<<<< MINE\n$around=======\n>>>>>>> NEWBASE\n"
# the new drop has the block with other blanks
lay laid.c "1\n${around}3\n4\n" '1\n// Tag_1 >>>\n  2\n// Tag_1 <<<\n3\n4\n' \
	"1\n// Tag_1 >>>\n  2\n// Tag_1 <<<\n3\n4\n<<<<<<< MINE\n$around=======\n>>>>>>> NEWBASE\n"
printf '1\n2\n3\n4\n' >old/laid.c
# more blocks than are looked at for one begin like theirs, the last one beside a line of the new drop
awk 'BEGIN {
	for (i = 1; i <= 500; i++) {
		print i >"old/many.c"
		print (i == 1 ? "one" : i) >"new/many.c"
		print (i == 1 ? "// Tag_1 >>>\nx\n// Tag_1 <<<" : i) >"mine/many.c"
		block = "// Tag_1 >>>\ny" i "\n// Tag_1 <<<"
		if (i > 2)
			print block >"mine/many.c"
		if (i == 500)
			print block "\nnew" >"new/many.c"
	}
}'
{
	printf '<<<<<<< MINE\n// Tag_1 >>>\nx\n// Tag_1 <<<\n=======\none\n>>>>>>> NEWBASE\n'
	sed 1,3d mine/many.c
	echo new
} >want/many.c
run tagextract --port Tag_1 old mine new dest
expect_rc 1
diff -r want dest || fail 'the result'
sed 's/\r$//' out >got
diff - got >other <<'X2' || fail "another report: $(cat other)"
added.c:1-3: Tag_1: present (line 1 there)
added.c:5-7: Tag_1: present (line 5 there)
again.c:2-4: Tag_1: conflict (line 3 there)
again.c:5-7: Tag_1: conflict (line 6 there)
again.c:12-12: Tag_1: conflict (line 19 there)
ahead.c:3-3: Tag_1: present (line 6 there)
ahead.c:6-8: Tag_1: conflict (line 10 there)
around.c:2-4: Tag_1: present (line 2 there)
around.c:8-8: Tag_1: conflict (line 9 there)
before.c:2-4: Tag_1: present (line 2 there)
before.c:9-9: Tag_1: conflict (line 11 there)
behind.c:2-4: Tag_1: present (line 2 there)
behind.c:9-9: Tag_1: conflict (line 10 there)
beside.c:2-4: Tag_1: conflict (line 3 there)
blank.c:3-5: Tag_1: present (line 3 there)
blank.c:10-10: Tag_1: conflict (line 11 there)
blanks.c:2-4: Tag_1: present (line 3 there)
blanks.c:9-9: Tag_1: conflict (line 12 there)
both.c:2-4: Tag_1: present (line 2 there)
cond.c:2-6: Tag_1: present (line 2 there)
cond.c:10-10: Tag_1: conflict (line 11 there)
earlier.c:6-8: Tag_1: conflict (line 10 there)
first.c:1-3: Tag_1: conflict (line 2 there)
head.c:2-4: Tag_1: conflict (line 6 there)
inside.c:2-5: Tag_1: conflict
inside.c:10-10: Tag_1: conflict (line 15 there)
instead.c:2-4: Tag_1: present (line 2 there)
instead.c:8-8: Tag_1: conflict (line 9 there)
laid.c:2-4: Tag_1: conflict
line.c:2-2: Tag_1: present (line 2 there)
line.c:7-7: Tag_1: conflict (line 8 there)
longer.c:2-4: Tag_1: conflict (line 3 there)
longer.c:8-8: Tag_1: conflict (line 16 there)
many.c:1-3: Tag_1: conflict (line 2 there)
many.c:1994-1996: Tag_1: present (line 1998 there)
more.c:2-4: Tag_1: present (line 2 there)
more.c:6-6: Tag_1: present (line 5 there)
more.c:11-11: Tag_1: conflict (line 11 there)
moved.c:2-4: Tag_1: conflict (line 3 there)
note.c:2-2: Tag_1: present (line 2 there)
note.c:7-7: Tag_1: conflict (line 8 there)
once.c:7-9: Tag_1: conflict
order.c:9-11: Tag_1: present (line 1 there)
order.c:19-21: Tag_1: present (line 19 there)
other.c:2-4: Tag_1: conflict (line 3 there)
other.c:9-9: Tag_1: conflict (line 16 there)
part.c:2-4: Tag_1: present (line 2 there)
replaces.c:5-7: Tag_1: conflict (line 9 there)
same.c:2-4: Tag_1: present (line 2 there)
same.c:9-9: Tag_1: conflict (line 10 there)
theirs.c:2-4: Tag_1: present (line 2 there)
top.c:2-4: Tag_1: conflict (line 4 there)
torn.c:6-8: Tag_1: conflict (line 8 there)
blank.c:2: untagged change left behind
more.c:5: untagged change left behind
558 blocks in 35 files: 505 carried, 21 there already, 32 conflicts, 0 without a file; 35 files written to dest
X2
