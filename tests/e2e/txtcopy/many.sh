# SPDX-License-Identifier: MIT
# Many files are done side by side; what comes out, and what is said in which order, is as one by one.
mkdir -p tree/a tree/b
n=100
while [ $n -lt 420 ]; do
	printf '/* \320\336\270\304\301\313\264\256\277\332\307\375\266\257\265\304\327\242\312\315 */\nint f%d;\n' \
		$n >tree/a/$n.c
	n=$((n + 1))
done
printf '/* \320\336\270\304\301\313\264\256\277\332\307\375\266\257\265\304\327\242\312\315 \377 */\n' >tree/a/200x.c
printf 'plain\n' >tree/b/plain.c
run txtcopy --verbose --to utf-8 -r tree made
expect_rc 1
[ "$(find made -type f | wc -l)" -eq 321 ] || fail "$(find made -type f | wc -l) files came"
printf '/* \344\277\256\346\224\271\344\272\206\344\270\262\345\217\243\351\251\261\345\212\250\347\232\204\346\263\250\351\207\212 */\nint f333;\n' |
	cmp - made/a/333.c || fail "not converted"
[ -z "$(find made tree -name '.biosbelt-*')" ] || fail "temporary files were left"
sed -n 's/^txtcopy: \(tree[^:]*\): .*/\1/p' err >order
LC_ALL=C sort order | cmp -s - order || fail "the report is not in the order of the files"
# Lots of 1024 files, of which the next is done while one is flushed: the file that fails is the last of its lot
# and the first of its folder, which the files of the next lot need.
if [ -z "${RUNNER:-}" ]; then
	mkdir -p lots/a lots/b
	cp tree/a/200x.c lots/b/0.c
	n=1001
	while [ $n -lt 2026 ]; do
		printf '/* \320\336\270\304\301\313\264\256\277\332 b%d */\n' $n >lots/b/$n.c
		n=$((n + 1))
	done
	cp lots/b/*.c lots/a
	rm lots/a/0.c lots/a/202[45].c
	run txtcopy --to utf-8 -r lots of_lots
	expect_rc 1
	[ "$(find of_lots -type f | wc -l)" -eq 2048 ] || fail "$(find of_lots -type f | wc -l) files of lots came"
	mkdir -p single/b
	cp -r lots/a single
	cp lots/b/0.c lots/b/1001.c single/b
	run txtcopy --to utf-8 -r single of_single
	expect_rc 1
	cmp of_single/b/1001.c of_lots/b/1001.c || fail "the folder was removed before the next lot"
	# A full disk: a file alone in its lot has room once those of the one before have been replaced.
	cp lots/b/1001.c single/a/2024.c
	i=0
	while [ $i -lt 10 ]; do
		cat single/a/1*.c single/a/2*.c
		i=$((i + 1))
	done >single/a/z.c
	mkdir full
	if unshare -rm mount -t tmpfs none full 2>/dev/null; then
		# shellcheck disable=SC2016
		unshare -rm sh -c 'mount -t tmpfs -o size=8640k none full && cp -r single/a full &&
			"$1" --to utf-8 -r -i full && cp full/a/z.c whole.c' sh "$BIN/txtcopy" || fail "a full disk"
		run txtcopy --to utf-8 single/a/z.c want_whole.c
		cmp whole.c want_whole.c
	fi
	run txtcopy --to utf-8 -r -i lots
	expect_rc 1
	rm lots/b/0.c
	diff -r of_lots lots || fail "lots in place are not as copied"
fi
# The same twice, and what an earlier operand makes: one after the other.
cp tree/a/100.c one.c
run txtcopy --to utf-8 -i --backup one.c one.c
expect_rc 0
cmp -s one.c made/a/100.c && cmp -s one.c.bak tree/a/100.c || fail "an operand named twice"
mkdir x y dest
cp tree/a/101.c x/same.c
cp tree/a/102.c y/same.c
run txtcopy --to utf-8 x/same.c y/same.c dest
expect_rc 1
expect_err 'y/same.c: dest/same.c: exists already'
cmp -s dest/same.c made/a/101.c || fail "the first of two for one name"
# What another run is about to give its name, or was killed before, is no file of the tree.
printf '/* \320\336\270\304 */\n' >tree/b/.biosbelt-0123456789abcdef
printf '/* \320\336\270\304 */\n' >tree/b/.biosbelt-notes
run txtcopy --to utf-8 -r --include '.biosbelt*' tree notes
expect_rc 0
[ "$(ls -A notes/b)" = .biosbelt-notes ] || fail "names of temporary files: $(ls -A notes/b)"
rm tree/b/.biosbelt-*
# With few descriptors files have temporary names instead of none.
if [ -z "${RUNNER:-}" ]; then
	rc=0
	# shellcheck disable=SC3045
	(ulimit -n 80 && tool txtcopy --to utf-8 -r --exclude 200x.c tree few) >out 2>err || rc=$?
	[ $rc -eq 0 ] && diff -r made few || fail "with few descriptors: $(tail -n 3 err)"
fi
# KILL at any moment: each file is old or new, and where files without a name can be had hardly one
# has a temporary name.
if [ -z "${RUNNER:-}" ] && python3 -c 'import os; os.open(".", os.O_TMPFILE | os.O_RDWR)' 2>/dev/null; then
	for pause in 0 0.03 0.06 0.1 0.15 0.2 0.3 0.4; do
		rm -rf killed
		cp -r tree killed
		"$BIN/txtcopy" --to utf-8 -i -r --exclude 200x.c killed >/dev/null 2>&1 &
		pid=$!
		sleep $pause
		kill -s KILL $pid 2>/dev/null || :
		wait $pid 2>/dev/null || :
		left=$(find killed -name '.biosbelt-*' | wc -l)
		[ "$left" -le 8 ] || fail "KILL left $left names"
		find killed -name '.biosbelt-*' -exec rm {} +
		diff -rq tree killed | sed -n 's/^Files .* and killed\/\(.*\) differ$/\1/p' >changed
		while read -r f; do
			cmp "made/$f" "killed/$f" || fail "KILL left half of $f"
		done <changed
		[ "$(find killed -type f | wc -l)" -eq 322 ] || fail "KILL lost a file"
	done
fi
# In place, all at once; a second run has nothing to do.
run txtcopy --to utf-8 -i -r --exclude 200x.c tree
expect_rc 0
diff -r made tree | grep -v 'Only in tree/a: 200x.c' && fail "in place is not as copied"
run txtcopy --check -r --exclude 200x.c tree
expect_rc 0
