# SPDX-License-Identifier: MIT
# A file that is converted in place stays what it is; a copy is an ordinary new file.
[ -z "$EXE" ] || skip "modes and attributes are of POSIX"
legacy() { printf '/* \320\336\270\304\301\313\264\256\277\332\307\375\266\257\265\304\327\242\312\315 */\n' >"$1"; }
mode() { stat -c %a "$1"; }
# The umask is honoured without -p, and no set-user-ID is copied.
legacy a.c
chmod 4775 a.c
umask 077
run txtcopy --to utf-8 a.c new.c
umask 022
expect_rc 0
[ "$(mode new.c)" = 700 ] || fail "the umask was not honoured: $(mode new.c)"
run txtcopy -p --to utf-8 a.c kept.c
expect_rc 0
[ "$(mode kept.c)" = 775 ] || fail "-p: $(mode kept.c)"
# In place: the mode but for set-user-ID, whatever the umask is.
umask 077
run txtcopy --to utf-8 -i a.c
umask 022
expect_rc 0
[ "$(mode a.c)" = 775 ] || fail "in place: $(mode a.c)"
# A backup is as private as the file.
legacy secret.c
chmod 600 secret.c
run txtcopy --to utf-8 -i --backup secret.c
expect_rc 0
[ "$(mode secret.c)" = 600 ] && [ "$(mode secret.c.bak)" = 600 ] || fail "a backup that all may read"
# A long file that is the same up to its last line: what stays is there too. And one that stays is not touched.
seq -f 'line %.0f' 60000 >long.c
cp long.c want.c
printf '/* \344\277\256\346\224\271\344\272\206\344\270\262\345\217\243\351\251\261\345\212\250\347\232\204\346\263\250\351\207\212 */\n' >>want.c
legacy last.c
cat last.c >>long.c
run txtcopy --to utf-8 -i long.c
expect_rc 0
cmp want.c long.c || fail "the part that stays is not as it was"
before=$(stat -c %i:%Y:%Z long.c)
run txtcopy --to utf-8 -i long.c
expect_rc 0
[ "$(stat -c %i:%Y:%Z long.c)" = "$before" ] || fail "a file that stays was written"
# The owner, where that is allowed; root may.
if [ "$(id -u)" = 0 ]; then
	legacy owned.c
	chown 1234:4321 owned.c
	run txtcopy --to utf-8 -i owned.c
	expect_rc 0
	[ "$(stat -c %u:%g owned.c)" = 1234:4321 ] || fail "the owner was lost"
fi
# Extended attributes, where the file system has them.
legacy marked.c
if python3 -c "import os; os.setxattr('marked.c', 'user.origin', b'vendor')" 2>/dev/null; then
	run txtcopy --to utf-8 -i marked.c
	expect_rc 0
	python3 -c "import os, sys; sys.exit(os.getxattr('marked.c', 'user.origin') != b'vendor')" ||
		fail "an extended attribute was lost"
fi
# Other names of the file keep the old text, and that is said.
legacy one.c
ln one.c two.c
run txtcopy --to utf-8 -i one.c
expect_rc 0
expect_err 'one.c: had 2 names (hard links); the others keep the old text'
# A disk with room for one more file, but not for a new one beside every old one.
if [ -z "${RUNNER:-}" ] && unshare -rm true 2>/dev/null; then
	cat >full.sh <<'END'
mount -t tmpfs -o size=400k none full || exit 77
n=0
while [ $n -lt 1500 ]; do
	printf '/* \320\336\270\304\301\313\264\256\277\332\307\375\266\257\265\304\327\242\312\315 */\nint x;\n'
	n=$((n + 1))
done >one
for f in 1 2 3 4 5; do cp one full/$f.c || exit 77; done
"$1" --to utf-8 -r -i full || exit 1
iconv -f gbk -t utf-8 one >want
for f in 1 2 3 4 5; do cmp want full/$f.c || exit 1; done
[ "$(ls -A full | wc -l)" -eq 5 ] || exit 1
# And with none: all stay.
rm full/5.c && cp one full/5.c && cat full/5.c full/5.c >full/fill 2>/dev/null || :
cat one >>full/fill 2>/dev/null || :
cat one >>full/fill 2>/dev/null || :
rc=0
"$1" --to utf-8 -i full/5.c || rc=$?
[ $rc -eq 1 ] && cmp one full/5.c && [ "$(ls -A full | wc -l)" -eq 6 ] || exit 1
END
	mkdir full
	rc=0
	unshare -rm sh full.sh "$BIN/txtcopy" >out 2>err || rc=$?
	[ $rc -eq 0 ] || [ $rc -eq 77 ] || fail "a full disk: $(cat out err)"
fi
