# SPDX-License-Identifier: MIT
# A file that is converted in place stays what it is; a copy is an ordinary new file.
[ -z "$EXE" ] || skip "modes and attributes are of POSIX"
legacy() { printf '/* \320\336\270\304\301\313\264\256\277\332\307\375\266\257\265\304\327\242\312\315 */\n' >"$1"; }
mode() { stat -c %a "$@"; }
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
# What nobody else may enter is as private in the copy; its owner may write there.
mkdir -p tree/private/deep tree/private/empty tree/fixed
legacy tree/private/deep/a.c
legacy tree/fixed/a.c
chmod 700 tree/private
chmod 750 tree
chmod 555 tree/fixed
run txtcopy -r --to utf-8 tree new/copy
expect_rc 0
got=$(cd new && mode . copy copy/private copy/private/deep copy/private/empty copy/fixed | tr '\n' ' ')
[ "$got" = '755 750 700 755 755 755 ' ] || fail "folders: $got"
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
# A FIFO is not replaced, so nothing of it is kept.
mkfifo pipe
cat pipe >got &
legacy sent.c
run txtcopy --force --backup --to utf-8 sent.c pipe
expect_rc 0
wait
[ -s got ] && [ ! -e pipe.bak ] || fail "a backup of a FIFO"
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
# Access control lists: that of the file stays, also in its backup, and its folder gives none.
cat >acl.py <<'END'
import os, struct, subprocess, sys

ACCESS, DEFAULT = 'system.posix_acl_access', 'system.posix_acl_default'
CAPABILITY = bytes.fromhex('01000002' + '00040000' + '00' * 12)
LEGACY = '/* \u4fee\u6539\u4e86\u4e32\u53e3\u9a71\u52a8\u7684\u6ce8\u91ca */\n'.encode('gbk')
READ, WRITE, NONE = 4, 6, 0


def acl(group, mask, owner=WRITE):  # user 1234 may read and write
    entries = ((1, owner, -1), (2, WRITE, 1234), (4, group, -1), (16, mask, -1), (32, NONE, -1))
    return struct.pack('<I', 2) + b''.join(struct.pack('<HHi', *entry) for entry in entries)


def make(path, mode, **attributes):
    with open(path, 'wb') as out:
        out.write(LEGACY)
    os.chmod(path, mode)
    if ACCESS in os.listxattr(path):
        os.removexattr(path, ACCESS)
    for name, value in attributes.items():
        os.setxattr(path, name, value)


def convert(path, **how):
    made = subprocess.run([sys.argv[1], '--to=utf-8', '-i', '--backup', path], **how)
    if made.returncode != 0:
        sys.exit(f'{path}: {made.returncode}')


def expect(path, mode, names):
    is_mode, are = os.stat(path).st_mode & 0o7777, set(os.listxattr(path)) - {'security.selinux'}
    if is_mode != mode or are != set(names):
        sys.exit(f'{path}: {is_mode:o} {are}')


try:
    os.mkdir('shared')
    os.setxattr('shared', DEFAULT, acl(READ, WRITE))
except OSError:
    sys.exit(77)
make('shared/own', 0o640)
convert('shared/own')
expect('shared/own', 0o640, [])  # not readable for user 1234
expect('shared/own.bak', 0o640, [])
make('listed', 0o640, **{ACCESS: acl(NONE, READ)})
convert('listed')
expect('listed', 0o640, [ACCESS])
expect('listed.bak', 0o640, [ACCESS])  # without it the group could read it
if os.getxattr('listed.bak', ACCESS) != acl(NONE, READ):
    sys.exit('another list')
if os.getuid() != 0:
    sys.exit(77)


def as_root():
    # What makes a program of a file goes, as set-user-ID does; and all else that may stay does.
    make('program', 0o640, **{'security.capability': CAPABILITY, ACCESS: acl(NONE, READ), 'trusted.a': b'1'})
    convert('program')
    expect('program', 0o640, [ACCESS, 'trusted.a'])
    os.chmod('.', 0o755)
    os.mkdir('home')
    os.chown('home', 1234, 1234)
    make('home/marked', 0o640, **{'security.ima': b'1', 'user.b': b'2'})
    os.chown('home/marked', 1234, 1234)
    convert('home/marked', user=1234, group=1234, extra_groups=[])
    expect('home/marked', 0o640, ['user.b'])
    # Who may not write to a file keeps its attributes, too.
    for mode, attributes in (0o444, {}), (0o440, {ACCESS: acl(NONE, READ, READ)}):
        make(f'home/{mode:o}', mode, **attributes, **{'user.b': b'2'})
        os.chown(f'home/{mode:o}', 1234, 1234)
        convert(f'home/{mode:o}', user=1234, group=1234, extra_groups=[])
        expect(f'home/{mode:o}', mode, [*attributes, 'user.b'])
        expect(f'home/{mode:o}.bak', mode, [*attributes, 'user.b'])
    # A group that cannot be kept: another one gets no more than all.
    for mode, left in (0o660, 0o600), (0o664, 0o644):
        make(f'home/{mode:o}', mode)
        os.chown(f'home/{mode:o}', 1234, 4321)
        convert(f'home/{mode:o}', user=1234, group=1234, extra_groups=[])
        expect(f'home/{mode:o}', left, [])
        expect(f'home/{mode:o}.bak', left, [])


try:
    as_root()
except PermissionError:  # in a container
    sys.exit(77)
END
if [ -z "${RUNNER:-}" ]; then
	rc=0
	python3 acl.py "$BIN/txtcopy" >out 2>err || rc=$?
	[ $rc -eq 0 ] || [ $rc -eq 77 ] || fail "access: $(cat out err)"
fi
# Other names of the file keep the old text, and that is said.
legacy one.c
ln one.c two.c
run txtcopy --to utf-8 -i one.c
expect_rc 0
expect_err 'one.c: the replaced file had 2 names (hard links); the others keep the old text'
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
