# SPDX-License-Identifier: MIT
# --archive: .7z and .zip that others open.
mkdir -p 'src/中文'
printf '// Tag_1 \344\277\256\n' >'src/中文/文件.c'
printf '// Tag_1\n' >src/b.c
printf 'none\n' >src/c.c
for form in 7z zip; do
	run tagextract -n --archive "out.$form" Tag_1 src
	expect_rc 0
	[ ! -s err ] || fail "$(cat err)"
	run tagextract --archive "out.$form" Tag_1 src
	expect_rc 0
	expect_out "2 packed into out.$form"
	run tagextract --archive "out.$form" Tag_1 src
	expect_rc 1
	expect_err 'exists already'
	run tagextract -n --archive "out.$form" Tag_1 src
	expect_rc 0
	expect_err 'exists already'
	run tagextract -n --force --archive "out.$form" Tag_1 src
	expect_rc 0
	[ ! -s err ] || fail "$(cat err)"
	command -v bsdtar >/dev/null || continue
	mkdir "x$form"
	LC_ALL=C.UTF-8 bsdtar -C "x$form" -xf "out.$form" || fail "bsdtar does not open it"
	cmp 'src/中文/文件.c' "x$form/中文/文件.c" || fail "$form: wrong bytes or name"
	[ "$(find "x$form" -type f | wc -l)" -eq 2 ] || fail "$form: $(find "x$form")"
done
run tagextract --archive out.rar Tag_1 src
expect_rc 2
[ ! -e labz ] || fail "copied as well"
# what cannot be compressed is stored
if [ -e /dev/urandom ]; then
	mkdir noise
	{ head -c 150000 /dev/urandom; printf ' Tag_1 '; } >noise/n.c
	run tagextract --archive=noise.7z Tag_1 noise
	expect_rc 0
	run lzenc -l noise.7z
	expect_out 'Copy'
fi

# A name that careful tools refuse is packed with a word.
if [ -z "${RUNNER:-}" ]; then
	mkdir control
	printf '// Tag_1\n' >"control/$(printf 'a\033b.c')"
	run tagextract --archive=control.7z Tag_1 control
	expect_rc 0
	expect_err 'a\x1Bb.c: a control character in the name'
fi
# Nothing is after the end of a .zip, whatever its length.
for more in '' 1 12 123; do
	rm -rf ends ends.zip
	mkdir ends
	printf '// Tag_1%s' " $more" >ends/a.c
	run tagextract --archive=ends.zip Tag_1 ends
	expect_rc 0
	[ "$(tail -c 22 ends.zip | head -c 2)" = PK ] || fail "$(wc -c <ends.zip) bytes"
done
# One file of one letter, which is all its tag.
mkdir one
printf T >one/a.c
run tagextract --archive=one.7z T one
expect_rc 0
run lzenc -t one.7z
expect_rc 0
# A .zip has times from 1970 to 2106: others become the next of these, not any.
if [ -z "${RUNNER:-}" ]; then
	mkdir times
	echo '// Tag_1' | tee times/old.c >times/new.c
	touch -d '1950-01-01 UTC' times/old.c
	touch -d '2200-01-01 UTC' times/new.c
	run tagextract --archive=times.zip Tag_1 times
	expect_rc 0
	TZ=UTC0 tool lzenc -l times.zip >out
	expect_out '1970-01-01 00:00:00'
	expect_out '2106-02-07 06:28:15'
fi
# A write that fails once, as on a disk that is full for a moment.
if [ -z "${RUNNER:-}" ] && command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null; then
	mkdir full
	{ echo '// Tag_1' && seq 70000; } >full/a.c
	rc=0
	strace -f -o calls -e trace=write -e inject=write:error=ENOSPC:when=3 "$BIN/tagextract" --archive=full.zip Tag_1 full \
		>out 2>err || rc=$?
	grep -q INJECTED calls || fail "no write failed"
	expect_rc 1
	expect_err 'full.zip: cannot pack: cannot write: '
	[ ! -e full.zip ] || fail "a part of the archive"
fi
