# SPDX-License-Identifier: MIT
# A run into the folder of an earlier one tells what is left of it; --sync removes that, and nothing
# else.
mkdir -p src/old src/new
echo '// Tag_1' >src/old/a.c
echo '// Tag_1' >src/old/changed.c
echo '// Tag_2' >src/new/b.c
run tagextract Tag_1 src labz
expect_rc 0
[ "$(find labz -type f | wc -l)" -eq 2 ] || fail "$(find labz)"
echo mine >labz/notes.c
echo mine >>labz/old/changed.c
run tagextract Tag_2 src labz
expect_rc 0
expect_out 'of earlier runs: 1 file;'
expect_out '1 file of earlier runs, changed since, left'
[ -f labz/old/a.c ] || fail "removed without --sync"
run tagextract --sync --json Tag_2 src labz
expect_rc 0
expect_out '"stale": 1'
expect_out '"removed": 1'
expect_out '"changed": 0'
[ ! -e labz/old/a.c ] || fail "the leftover stays"
[ -f labz/old/changed.c ] && [ -f labz/notes.c ] && [ -f labz/new/b.c ] || fail "$(find labz)"
# Nothing is removed by a run that fails, or by a record that is none.
run tagextract Tag_1 src/old labz
expect_rc 0
echo 'not a record' >labz.tagextract
run tagextract --sync Tag_2 src labz
expect_rc 1
[ -f labz/a.c ] || fail "removed without a record"
[ "$(cat labz.tagextract)" = 'not a record' ] || fail "another file was overwritten"
printf '%s\n%064d  ../src/old/a.c\n' '# tagextract: files copied into the folder beside this file' 0 >labz.tagextract
run tagextract --sync Tag_2 src labz
expect_rc 1
expect_err 'leads out of the folder'
[ -f src/old/a.c ] || fail "removed outside of the folder"
# The record is beside the folder, however short its name and however it is written.
run tagextract Tag_1 src/old d/
expect_rc 0
[ -f d.tagextract ] || fail "$(find d*)"
# One file is left of an earlier run.
run tagextract Tag_9 src d
expect_out 'of earlier runs:'
# A record of two lines in any order is read.
mkdir pair
echo '// Tag_1' | tee pair/a.c >pair/b.c
run tagextract Tag_1 pair pairs
{ sed -n 1p pairs.tagextract; sed 1d pairs.tagextract | sort -rk2; } >unsorted
mv unsorted pairs.tagextract
run tagextract --sync Tag_1 pair pairs
expect_rc 0
[ "$(sed 1d pairs.tagextract | cut -c 67- | paste -sd' ' -)" = 'a.c b.c' ] || fail "$(cat pairs.tagextract)"
run tagextract --sync Tag_2 pair pairs
[ ! -e pairs ] || [ -z "$(find pairs -type f)" ] || fail "$(find pairs)"
# A copy whose source cannot be copied now is not a leftover.
rm -f labz.tagextract
rm -rf labz
run tagextract Tag_1 src labz
expect_rc 0
echo '// Tag_1, more' >>src/old/changed.c
run tagextract --sync Tag_1 src labz
expect_rc 1
expect_err 'changed.c: exists already'
expect_err 'nothing is removed'
[ -f labz/old/changed.c ] && [ -f labz/old/a.c ] || fail "removed"
# ... the first file, too
cp labz/old/changed.c src/old/
echo '// Tag_1, new' >src/0.c
echo 'of the user' >labz/0.c
run tagextract --sync Tag_1 src labz
expect_rc 1
expect_err 'nothing is removed'
[ -f labz/old/a.c ] || fail "removed"
rm src/0.c labz/0.c
# An output is written only when new: no option overwrites a file.
echo precious >precious.c
run tagextract --manifest=precious.c Tag_1 src new
expect_rc 1
run tagextract --archive=precious.7z -n Tag_1 src
[ ! -e precious.7z ] || fail "--dry-run wrote"
[ "$(cat precious.c)" = precious ] || fail "overwritten"
# What was there before the first run is the user's, though its bytes are the same; what a run wrote stays in the record.
rm -rf labz labz.tagextract src/old
mkdir -p src/old labz/old
echo '// Tag_1' >src/old/a.c
echo '// Tag_1' >src/old/mine.c
cp src/old/mine.c labz/old/mine.c
run tagextract Tag_1 src labz
run tagextract Tag_1 src labz
expect_rc 0
expect_out '2 were there'
run tagextract --sync Tag_2 src labz
expect_rc 0
[ ! -e labz/old/a.c ] || fail "the leftover stays"
[ -f labz/old/mine.c ] || fail "a file of the user was removed"
# The source is not a target: its files would be taken for copies.
ln -s src same
for target in src src/ ./src same src/old/..; do
	run tagextract --sync Tag_1 src "$target"
	expect_rc 2
	expect_err 'is the source'
	run tagextract Tag_1 src/old/a.c src/old
	expect_rc 2
done
[ ! -e src.tagextract ] || fail "a record of the source"
# A name in other letters is the same file on Windows: it is not removed as a leftover.
mkdir letters
echo '// Tag_1' >letters/a.c
run tagextract Tag_1 letters capitals
mv letters/a.c letters/A.c
run tagextract --sync Tag_1 letters capitals
expect_rc 0
[ -f capitals/A.c ] || [ -f capitals/a.c ] || fail "a copy of this run was removed"
[ -z "${RUNNER:-}" ] || exit 0
# A colon is a character like others.
mkdir colon
echo '// Tag_1' >colon/a:b.c
run tagextract Tag_1 colon colons
run tagextract --sync Tag_2 colon colons
expect_rc 3
[ ! -e colons/a:b.c ] || fail "the leftover stays"
# A line that a pattern takes too long on may hold the tag: the file is named, and nothing is removed.
rm -rf src labz labz.tagextract
mkdir src
echo '// Tag_1' | tee src/a.c >src/b.c
run tagextract -r 'Tag_1|(x+x+)+y' src labz
expect_rc 0
{ echo; printf 'x%.0s' $(seq 1 50); echo; } >src/b.c
run tagextract --sync -r 'Tag_1|(x+x+)+y' src labz
expect_rc 1
expect_err 'b.c: line 2: too costly for a pattern'
expect_err 'nothing is removed'
[ -f labz/b.c ] || fail "removed"
run tagextract --json -n -r 'Tag_1|(x+x+)+y' src/b.c
expect_rc 1
expect_out '"error": "line 2: too costly for a pattern"'
valid_json tagextract
run tagextract --audit labz -r 'Tag_1|(x+x+)+y' src
expect_rc 1
expect_err 'b.c: line 2: too costly for a pattern'
expect_out 'not judged'
run tagextract --port -n -r 'Tag_1|(x+x+)+y' labz src labz dest
expect_rc 1
expect_err 'b.c: line 2: too costly for a pattern'
