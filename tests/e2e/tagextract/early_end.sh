# SPDX-License-Identifier: MIT
# A run that cannot do all says so in its report too, and leaves no empty folder.
mkdir -p src/small src/large/deep
printf '// Tag_1\n' >src/small/a.c
run tagextract --json Tag_1 nowhere
expect_rc 1
expect_err 'nowhere'
expect_out '"error": "nowhere: '
run tagextract --json --audit=nowhere Tag_1 src
expect_rc 1
expect_err 'nowhere: no such folder'
expect_out '{"error":"nowhere: no such folder'
run tagextract --json --tags-from=nowhere src
expect_rc 1
expect_out '{"error":"nowhere: '
run tagextract --json --manifest=nowhere/sums Tag_1 src dst
expect_rc 1
expect_out '"action": "listed"'
expect_out '"error": "nowhere/sums: '
[ ! -e dst ] || fail 'copied although there can be no manifest'
run tagextract --manifest=nowhere/sums Tag_1 src dst
expect_rc 1
expect_out 'a.c: Tag_1 1'
mkdir -p have/small
echo x >have/small/a.c
run tagextract --json Tag_1 src have
expect_rc 1
sed -n '/"errors"/,$p' out | grep -q '"path": "small/a.c"' || fail "$(cat out)"
printf x >out.7z
run tagextract --json --archive=out.7z Tag_1 src
expect_rc 1
expect_out '"error": "out.7z: exists already'
grep -q packed out && fail "packed, says the report"
[ "$(cat out.7z)" = x ] || fail "the archive was overwritten"

[ -z "${RUNNER:-}" ] || exit 0
# no room for one of the files: a limit of a file's size stands for the full disk
i=0
while [ $i -lt 200 ]; do
	printf '// Tag_1 and a long line of words to fill it, and to fill it, and to fill it\n'
	i=$((i + 1))
done >src/large/deep/b.c
rc=0
(
	trap '' XFSZ
	ulimit -f 4
	tool tagextract Tag_1 src full >out 2>err
) || rc=$?
expect_rc 1
expect_err 'b.c: '
[ -f full/small/a.c ] || fail "the other file was not copied"
[ ! -e full/large ] || fail "empty folders were left: $(find full)"
rm -r full
rm src/small/a.c
mkdir before
for target in full before; do
	(
		trap '' XFSZ
		ulimit -f 4
		tool tagextract Tag_1 src $target >out 2>err
	) && fail 'no error'
done
[ ! -e full ] || fail "the target was left: $(find full)"
[ -d before ] && [ ! -e before/large ] || fail "the folder that stood before"

# The same for the next drop: each file that has no room is named, and the others are written.
mkdir old next
for name in a b; do
	cp src/large/deep/b.c next/large_$name.c
	cp next/large_$name.c old/
done
echo small | tee old/z.c >next/z.c
cp -r old mine
echo '// Tag_1' | tee -a mine/large_a.c >>mine/z.c
rc=0
(
	trap '' XFSZ
	ulimit -f 4
	tool tagextract --port Tag_1 old mine next drop >out 2>err
) || rc=$?
expect_rc 1
expect_err 'large_a.c: '
expect_err 'large_b.c: '
printf 'small\n// Tag_1\n' | cmp - drop/z.c
[ "$(ls drop)" = z.c ] || fail "left: $(ls drop)"

# Nor is an archive left that cannot be completed: nothing was packed.
mkdir wide
awk 'BEGIN { srand(1); print "// Tag_1"; for (i = 0; i < 4000; i++) print int(rand() * 1e9) }' >wide/a.c
echo '// Tag_1' >wide/b.c
for archive in part.7z part.zip; do
	rc=0
	(
		trap '' XFSZ
		ulimit -f 16
		tool tagextract --json --archive=$archive Tag_1 wide >out 2>err
	) || rc=$?
	expect_rc 1
	expect_err "$archive: "
	! grep -q 'unknown reason' err || fail "$(cat err)"
	expect_out '"b.c"'
	! grep -q '"packed"' out || fail "packed: $(cat out)"
	[ ! -e $archive ] || fail "$archive was left"
done

# nor for the record of a run
rm -rf many full full.tagextract
mkdir many
for i in $(seq 60); do
	echo '// Tag_1' >many/file_with_a_long_name_$i.c
done
rc=0
(
	trap '' XFSZ
	ulimit -f 1
	tool tagextract Tag_1 many full >/dev/null 2>err
) || rc=$?
expect_rc 1
expect_err 'full.tagextract: '
[ "$(find full -type f | wc -l)" -eq 60 ] || fail "$(find full)"

mkdir other.tagextract
run tagextract Tag_1 many other
expect_rc 0
expect_err 'warning: other.tagextract: '
[ "$(find other -type f | wc -l)" -eq 60 ] || fail "$(find other)"

# The list of a folder ends early: that of the root, of one below, after its names.
lib=$BIN/../tests/fail_alloc.so
if [ -f "$lib" ]; then
	rm -rf src full
	mkdir -p src/sub base/sub
	printf '// Tag_1\n' | tee src/a.c >src/sub/b.c
	lists() { # which list fails, names of what is copied
		rm -rf full
		rc=0
		FAIL_LIST=$1 LD_PRELOAD=$lib "$BIN/tagextract" -j1 Tag_1 src full >out 2>err || rc=$?
		expect_rc 1
		[ "$(cd full 2>/dev/null && find . -type f | LC_ALL=C sort | tr '\n' ' ')" = "$2" ] || fail "$1: $(find full)"
	}
	lists 2 ''
	expect_err 'src: cannot read the folder'
	lists 3 './a.c '
	expect_err 'src/sub/: cannot read the folder'
	! grep -q -e --sync err || fail "$(cat err)"
	lists 4 './a.c ./sub/b.c '
	expect_err 'src/sub/: cannot read the folder'
	# what is below it is not new
	cp src/sub/b.c base/sub
	for n in 7 8; do
		for base in base base/; do
			rc=0
			FAIL_LIST=$n LD_PRELOAD=$lib "$BIN/tagextract" --audit=$base Tag_1 src >out 2>err || rc=$?
			expect_rc 1
			expect_err 'base/sub: cannot read the folder'
			! grep -q sub out || fail "$(cat out)"
		done
	done
fi

# A report that cannot be written is a failure, whatever it would have said.
[ -c /dev/full ] || exit 0
mkdir a b
printf '// Tag_1 start\nint x;\n// Tag_1 end\n' | tee a/t.c >b/t.c
echo 'int y;' >>b/t.c
full() {
	rc=0
	tool tagextract "$@" >/dev/full 2>err || rc=$?
	[ "$rc" -eq 1 ] || fail "$* to a full disk: status $rc"
	expect_err 'standard output'
}
for form in '' --json --csv --html; do
	full --audit=a $form Tag_1 b
	full --audit=b $form Tag_1 b
done
for form in '' --json --csv; do
	full -n $form Tag_1 b
	full -n $form Tag_absent b
	full -l $form b
	full --port --dry-run $form Tag_1 a b a d
done
full --patch=a Tag_1 b
full --split Tag_1 b split
rc=0
(
	trap '' XFSZ
	ulimit -f 0
	tool tagextract --audit=a Tag_1 b >limit
) 2>err || rc=$?
expect_rc 1
