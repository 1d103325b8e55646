# SPDX-License-Identifier: MIT
# Files larger than the 256 KiB that are read at once: tags at their ends and across the borders.
mkdir src
# fill BYTES: as many, in lines of 65
fill() {
	yes '/* a line of sixty-four bytes, to fill the files that are big */' | head -c "$1"
}
n=0
for size in 262134 262139 262140 262143 262144 262145 524283 1048570 1048576; do
	n=$((n + 1))
	{ fill $size; echo ' Tag_1 */'; echo '// the end'; } >src/border$n.c
done
{ fill 3000000; echo '// Tag_1 >>>'; fill 300014; echo '// Tag_1 <<<'; } >src/block.c
{ echo '// Tag_1'; fill 600000; } >src/first.c
{ fill 400000; echo '// Tag_11'; fill 400000; } >src/none.c
fill 600000 >src/plain.c
{ fill 300000; printf '// \320\336\270\304Tag_1\320\336\270\304\n'; } >src/gbk.c
if command -v iconv >/dev/null; then
	{ fill 200000; echo '// Tag_1'; } | iconv -f UTF-8 -t UTF-16LE >src/wide.c
else
	echo Tag_1 >src/wide.c
fi
run tagextract -n Tag_1 src
expect_rc 0
expect_out "$((n + 4)) of $((n + 6))"
expect_out 'first.c: Tag_1 1'
expect_out "block.c: Tag_1 $(grep -an Tag_1 src/block.c | cut -d: -f1 | paste -sd- -)"
! grep -q 'none.c' out || fail "a longer word"
i=0
for size in 262134 262139 262140 262143 262144 262145 524283 1048570 1048576; do
	i=$((i + 1))
	expect_out "border$i.c: Tag_1 $(($(fill $size | wc -l) + 1))"
done
run tagextract Tag_1 src dst
expect_rc 0
cmp src/block.c dst/block.c
run tagextract -n Tag_1 src dst
expect_out "$((n + 4)) are there"
# Commented out by the start of a file, megabytes before.
{ echo '/*'; yes 'no end of it' | head -c 2000000; echo '// Tag_1'; echo '*/ Tag_1();'; } >src/first.c
run tagextract -n --comments-only Tag_1 src/first.c
expect_rc 0
grep -q 'first.c: Tag_1 [0-9]*$' out || fail "$(cat out)"
# Ten thousand blocks, each in a change of its own: what each asks for may not be the whole file.
mkdir base next
awk 'BEGIN { for (i = 0; i < 10000; i++) print "v" i "\ny" i }' >base/many.c
awk 'BEGIN { for (i = 0; i < 10000; i++) print "u" i "\nt" i }' >next/many.c
rm -r src dst
mkdir src
awk 'BEGIN { for (i = 0; i < 10000; i++) print "// Tag_1 begin\nx" i "\n// Tag_1 end\ny" i }' >src/many.c
run tagextract --audit=base Tag_1 src
expect_rc 0
expect_out '10000 changes, 10000 of them with a tag'
run tagextract --port Tag_1 base src next dst
expect_rc 1
expect_out '10000 conflicts'
{ echo head; cat base/many.c; } >next/many.c
run tagextract --port Tag_1 base src next moved
expect_rc 0
expect_out '10000 carried'
run tagextract --port Tag_1 base src src again
expect_rc 0
expect_out '10000 there already'
# As many places as are kept, in blocks within one another, and a table of them.
awk 'BEGIN { print "// Tag_1 begin"; for (i = 0; i < 49999; i++) print "// Tag_1 begin\n// Tag_1 end"; print "// Tag_1 end" }' >src/many.c
run tagextract -n -q --csv Tag_1 src
expect_rc 0
[ "$(wc -l <out)" -eq 100001 ] || fail "places: $(wc -l <out)"
expect_out 'many.c,Tag_1,1,4,begin,1,100000,'
expect_out 'many.c,Tag_1,99999,4,end,99998,99999,'
expect_out 'many.c,Tag_1,100000,4,end,1,100000,'
# One place more than are kept of a file.
yes '// Tag_1' | head -n 100001 >src/many.c
run tagextract -n --csv Tag_1 src
expect_err 'many.c: 1 more place not listed'
[ "$(wc -l <out)" -eq 100001 ] || fail "places: $(wc -l <out)"
# A byte order mark before the first line counts as none, however large the file is.
mkdir marks
printf '\357\273\277// Tag_1\n' >marks/small.c
{ cat marks/small.c; yes 'int a;' | head -n 100000; } >marks/large.c
run tagextract -n --csv Tag_1 marks
expect_rc 0
[ "$(grep -c ',1,4,' out)" -eq 2 ] || fail "$(cat out)"
# A large text is not kept in memory.
if [ -z "${RUNNER:-}" ] && ! grep -q __asan_init "$BIN/tagextract"; then # these take more addresses
	{ echo '// Tag_1'; yes 'int a;' | head -c 100000000; } >marks/large.c
	(
		ulimit -v 90000
		tool tagextract -n -j1 --csv Tag_1 marks >out 2>err || fail "with little memory: $(cat err)"
	)
	grep -q 'large.c,Tag_1,1,4,' out || fail "$(cat out)"
	rm marks/large.c
fi
