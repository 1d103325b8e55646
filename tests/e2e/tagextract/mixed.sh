# SPDX-License-Identifier: MIT
# --port: changes with tagged and untagged lines. Which line of the base an untagged one is instead of, and what a comment
# with the tag stands for.
block='// Tag_1 >>>\nint a;\n// Tag_1 <<<\n'
mkdir old mine new want
lay() { # file, its lines in both bases, in mine, in the result
	printf "$2" | tee "old/$1" >"new/$1"
	printf "$3" >"mine/$1"
	printf "$4" >"want/$1"
}
# two of three letters are the same; 80 % here and 70 % there; a blank at the end does not count
lay letters.c '1\n110\n2\n' "1\n${block}11x\n2\n" "1\n${block}110\n2\n"
lay near.c '1\nabcdefghXX\nabcdefgYYY\n2\n' "1\n${block}abcdefghij\n2\n" "1\n${block}abcdefghXX\nabcdefgYYY\n2\n"
lay nearer.c '1\nabcdefghXXX\nabcdefgYYYY\n2\n' "1\n${block}abcdefghijk\n2\n" \
	"1\n<<<<<<< MINE\n$block=======\nabcdefghXXX\nabcdefgYYYY\n>>>>>>> NEWBASE\n2\n"
lay percent.c '1\nabcdefghijklmnopqrstuvwxyz\n2\n' "1\n${block}abcdefghijklmnopq123456789\n2\n" \
	"1\n<<<<<<< MINE\n$block=======\nabcdefghijklmnopqrstuvwxyz\n>>>>>>> NEWBASE\n2\n"
lay blank.c '1\nabcdef\n2\n' "1\n${block}zbcdef \n2\n" "1\n${block}abcdef\n2\n"
# a like line after the change is not asked
lay next.c '1\nabcdef\nabcdeg\n2\n' "1\n${block}abcdeh\nabcdeg\n2\n" "1\n${block}abcdef\nabcdeg\n2\n"
# the first line, and the last one, which has no end
lay first.c '110\n2\n' "${block}110;\n2\n" "${block}110\n2\n"
lay last.c '119\n120' "119\n${block}120;" "119\n${block}120"
# no line is looked for among more than 400
many=$(printf '%s\\n' $(seq 1001 1400))
lay many.c "1\n${many}2\n" "1\n${block}1001;\n2\n" "1\n${block}${many}2\n"
lay more.c "1\n${many}1401\n2\n" "1\n${block}1001;\n2\n" \
	"1\n<<<<<<< MINE\n$block=======\n${many}1401\n>>>>>>> NEWBASE\n2\n"
# comments: of several lines, without a star, in the middle of one of the base, of other languages
for comment in '/* why\n   Tag_1 */' '/*\n * why Tag_1\n */' '; Tag_1' '#{ Tag_1' '#[ Tag_1' '# Tag_1' '/* Tag_1 */ // x'; do
	n=$((n + 1))
	lay $n.c '1\n2\n' "1\n$comment\nloose\n2\n" "1\n$comment\nloose\n2\n"
done
lay within.c '/*\n * one\n */\n' '/*\n * one\n * Tag_1: two\n * goes on\n */\n' '/*\n * one\n * Tag_1: two\n * goes on\n */\n'
# none: a directive, and a line of code
lay directive.c '1\n2\n' '1\n#z // Tag_1\nloose\n2\n' '1\n#z // Tag_1\n2\n'
lay empty.c '1\n2\n' '1\n/* Tag_1 */ ;\nloose\n2\n' '1\n/* Tag_1 */ ;\n2\n'
lay closed.c '1\n2\n' '1\n/* Tag_1\n*/ x; // Tag_1\nloose\n2\n' '1\n/* Tag_1\n*/ x; // Tag_1\n2\n'
lay code.c '1\n2\n' '1\nx; // Tag_1\nloose\n2\n' '1\nx; // Tag_1\n2\n'
# apart from the tagged lines: only blank ones are between, or one other; half of the line of the base is left
conflict() { # lines of the base
	printf %s "1\n<<<<<<< MINE\n$block=======\n$1>>>>>>> NEWBASE\n2\n"
}
lay apart.c '1\n110\n\n2\n' "1\n$block\n\n11x\n2\n" "1\n${block}110\n\n2\n"
fewer=$(printf '%s\\n' $(seq 1001 1398))
lay most_apart.c "1\n${fewer}110\n\n2\n" "1\n$block\n\n11x\n2\n" "1\n${block}110\n\n2\n"
lay too_far.c "1\n${fewer}1399\n110\n\n2\n" "1\n$block\n\n11x\n2\n" "1\n${block}\n2\n"
lay before.c '1\n\n110\n2\n' "1\n11x\n\n${block}2\n" "1\n\n110\n${block}2\n"
lay between.c '1\n110\n}\n2\n' "1\n$block}\n11x\n2\n" "$(conflict '110\n}\n')"
lay two.c '1\n110\n}\n)\n2\n' "1\n$block}\n)\n11x\n2\n" "1\n$block}\n)\n2\n"
lay beyond.c '1\n110\n}\n)\n2\n' '1\n// Tag_1\n}\n)\n11x\n2\n' '1\n// Tag_1\n}\n)\n2\n'
lay half.c '1\n1234\n\n2\n' "1\n$block\n12xx\n2\n" "$(conflict '1234\n\n')"
lay longer.c '1\nbreak;\n\n2\n' "1\n$block\nbreak; // why this is so\n2\n" "$(conflict 'break;\n\n')"
lay less.c '1\n12345\n\n2\n' "1\n$block\n12xxx\n2\n" "1\n$block\n2\n"
# it is rather a changed one of its own place; it may be of both
lay own.c '1\nabcdef\n\nabcdxy\n2\n' "1\n$block\nabcdxz\n2\n" "1\n$block\nabcdxy\n2\n"
lay both.c '1\nabcdefghij\n}\nabcdefgXYZ\n2\n' "1\n$block}\nabcdefg123\n2\n" \
	"$(conflict 'abcdefghij\n}\nabcdefgXYZ\n')"
lay tagged.c '1\nabcdefghij\n}\nabcdefgXYZ\n2\n' "1\n$block}\nint b; // Tag_1\nabcdefg123\n2\n" \
	"$(block=${block}'int b; // Tag_1\n' conflict 'abcdefghij\n}\nabcdefgXYZ\n')"
lay other.c '1\nabcdefghij\n\nmm\nnnnnn1\nabcdefgXYZ\n2\n' "1\n$block\nnnnnn2\nabcdefg123\n2\n" \
	"$(conflict 'abcdefghij\n\nmm\nnnnnn1\nabcdefgXYZ\n')"
lay added.c '1\n110\n2\n' "1\n${block}11x\nloose\n2\n" "$(conflict '110\n')"
# what a block has of the lines of the base was found again in it, up to four times
lay third.c '1\nabcdefgh\n\nkk\n\n2\n' "1\n$block\n\nabcdefghX\n${block}2\n" "1\n${block}abcdefgh\n${block}2\n"
lay inside.c '1\nabcdefgh\n\nkk\nll\n2\n' "1\n// Tag_1 >>>\nint b;\n\nll\n// Tag_1 <<<\nabcdefghX\n${block}2\n" \
	"1\n// Tag_1 >>>\nint b;\n\nll\n// Tag_1 <<<\nabcdefgh\n${block}2\n"
lay fourth.c '1\nabcdefgh\nkk\n11\nkk\n12\nkk\n13\nkk\n14\n2\n' \
	"1\n// Tag_1 >>>\nint b;\n11\n12\n13\n14\n// Tag_1 <<<\nabcdefghX\n${block}2\n" \
	"1\n// Tag_1 >>>\nint b;\n11\n12\n13\n14\n// Tag_1 <<<\nabcdefgh\n${block}2\n"
lay brace.c '// Tag_1\nabc\n{\nkk\nll\n2\n' "// Tag_1\n// Tag_1 >>>\nint b;\nkk\nll\n// Tag_1 <<<\n{\n${block}2\n" \
	"// Tag_1\n// Tag_1 >>>\nint b;\nkk\nll\n// Tag_1 <<<\n{\n${block}2\n"
lay nearby.c '1\nabcdef;\n};\n\n&kk {\nabcdef;\n2\n' \
	"1\nabcdef;T // Tag_1\n};\n// Tag_1 >>>\n\n&kk {\n// Tag_1 <<<\nabcdezf;\n2\n" \
	"1\nabcdef;T // Tag_1\n};\n// Tag_1 >>>\n\n&kk {\n// Tag_1 <<<\nabcdef;\n2\n"
# a line of the base that tagged lines seem to replace was moved, without a tag
lay moved.c '1\nx\n2\n3\n4\n' "1\n${block}2\n3\nx\n4\n" "1\n<<<<<<< MINE\n$block=======\nx\n>>>>>>> NEWBASE\n2\n3\n4\n"
lay up.c '1\n3\n4\n1\nabc\n2\n' "abc\n1\n3\n4\n1\n${block}2\n" "1\n3\n4\n$(conflict 'abc\n')"
lay upmost.c "1\n3\n4\n1\n${many}2\n" "1400\n1\n3\n4\n1\n${block}2\n" "1\n3\n4\n$(conflict "$many")"
# not so: a blank line, one of two in the base, one of which there are two
lay empty_line.c '1\n\n2\n3\n' "1\n${block}2\n\n3\n" "1\n${block}2\n3\n"
lay twice.c '1\nabc\n2\n3\nabc\n4\n' "1\n${block}2\n3\nabc\n4\n" "1\n${block}2\n3\nabc\n4\n"
lay earlier.c 'abc\n2\nabc\n3\n' "abc\n2\n${block}3\nloose\n" "abc\n2\n${block}3\n"
lay beside.c '1\nabc\nabc\n2\n' "1\n${block}abc\n2\nloose\n" "1\n${block}abc\n2\n"
lay copies.c '1\nabc\n2\n3\n4\n' "1\n${block}2\n3\nabc\nabc\n4\n" "1\n${block}2\n3\n4\n"
# a blank line that touches no tagged one
lay margin.c '1\n2\n3\n4\n' "1\n\n${block}2\n3\n\n4\n" "1\n${block}2\n3\n4\n"
# a removal without a tag: the line stays in its place
lay removed.c '1\n\nabc\n2\n' "1\nabx\n$block\n2\n" "1\n$block\nabc\n2\n"
# the last line got its end
lay ended.c '1\n2' '1\n2\nloose\n// Tag_1\n' '1\n2\n// Tag_1\n'
lay ended_only.c '1\n2' "loose\n1\n2\n$block" "1\n2\n$block"
run tagextract --port Tag_1 old mine new dest
expect_rc 1
sed 's/\r$//' out >got
diff - got >other <<'X' || fail "another report: $(cat other)"
added.c:2-4: Tag_1: conflict (line 3 there)
between.c:2-4: Tag_1: conflict (line 3 there)
both.c:2-4: Tag_1: conflict (line 3 there)
brace.c:1-1: Tag_1: present (line 1 there)
half.c:2-4: Tag_1: conflict (line 3 there)
longer.c:2-4: Tag_1: conflict (line 3 there)
more.c:2-4: Tag_1: conflict (line 3 there)
moved.c:2-4: Tag_1: conflict (line 3 there)
nearer.c:2-4: Tag_1: conflict (line 3 there)
other.c:2-4: Tag_1: conflict (line 3 there)
percent.c:2-4: Tag_1: conflict (line 3 there)
tagged.c:2-4: Tag_1: conflict (line 3 there)
tagged.c:6-6: Tag_1: conflict (line 6 there)
up.c:6-8: Tag_1: conflict (line 6 there)
upmost.c:6-8: Tag_1: conflict (line 6 there)
added.c:5: untagged change left behind
apart.c:6: untagged change left behind
before.c:2: untagged change left behind
beside.c:7: untagged change left behind
between.c:6: untagged change left behind
beyond.c:5: untagged change left behind
blank.c:5: untagged change left behind
both.c:6: untagged change left behind
brace.c:7: untagged change left behind
closed.c:4: untagged change left behind
code.c:3: untagged change left behind
copies.c:7: untagged change left behind
directive.c:3: untagged change left behind
earlier.c:7: untagged change left behind
empty.c:3: untagged change left behind
empty_line.c:6: untagged change left behind
ended.c:3: untagged change left behind
ended_only.c:1: untagged change left behind
first.c:4: untagged change left behind
fourth.c:9: untagged change left behind
half.c:6: untagged change left behind
inside.c:7: untagged change left behind
last.c:5: untagged change left behind
less.c:6: untagged change left behind
letters.c:5: untagged change left behind
longer.c:6: untagged change left behind
many.c:5: untagged change left behind
margin.c:2: untagged change left behind
margin.c:8: untagged change left behind
more.c:5: untagged change left behind
most_apart.c:6: untagged change left behind
moved.c:7: untagged change left behind
near.c:5: untagged change left behind
nearby.c:8: untagged change left behind
nearer.c:5: untagged change left behind
next.c:5: untagged change left behind
other.c:6: untagged change left behind
own.c:6: untagged change left behind
percent.c:5: untagged change left behind
removed.c:2: untagged change left behind
removed.c:7: untagged change left behind
tagged.c:7: untagged change left behind
third.c:6: untagged change left behind
third.c:7: untagged change left behind
too_far.c:6: untagged change left behind
two.c:7: untagged change left behind
up.c:1: untagged change left behind
upmost.c:1: untagged change left behind
62 blocks in 54 files: 47 carried, 1 there already, 14 conflicts, 0 without a file; 54 files written to dest
X
diff -r want dest || fail 'the result'
