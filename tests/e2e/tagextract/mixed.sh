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
lay blank.c '1\nabcdef\n2\n' "1\n${block}zbcdef \n2\n" "1\n${block}abcdef\n2\n"
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
lay code.c '1\n2\n' '1\nx; // Tag_1\nloose\n2\n' '1\nx; // Tag_1\n2\n'
run tagextract --port Tag_1 old mine new dest
expect_rc 1
sed 's/\r$//' out >got
diff - got >other <<'X' || fail "another report: $(cat other)"
more.c:2-4: Tag_1: conflict (line 3 there)
nearer.c:2-4: Tag_1: conflict (line 3 there)
blank.c:5: untagged change left behind
code.c:3: untagged change left behind
directive.c:3: untagged change left behind
first.c:4: untagged change left behind
last.c:5: untagged change left behind
letters.c:5: untagged change left behind
many.c:5: untagged change left behind
more.c:5: untagged change left behind
near.c:5: untagged change left behind
nearer.c:5: untagged change left behind
18 blocks in 18 files: 16 carried, 0 there already, 2 conflicts, 0 without a file; 18 files written to dest
X
diff -r want dest || fail 'the result'
