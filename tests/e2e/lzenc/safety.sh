# SPDX-License-Identifier: MIT
# Nothing is written outside the folder of extraction, nor through a link.
[ -z "${RUNNER:-}" ] || skip 'links need a native system'
command -v bsdtar >/dev/null || lacks bsdtar
printf evil >file
bsdtar --format=7zip -P -s ',file,../evil,' -cf up.7z file
run lzenc -d up.7z box
expect_rc 1
expect_err 'leaves its folder'
[ ! -e evil ] || fail 'written above the folder'
bsdtar --format=7zip -P -s ",file,$PWD/absolute," -cf abs.7z file
run lzenc -d abs.7z box
expect_rc 1
[ ! -e absolute ] || fail 'written to an absolute place'
ln -s /etc outlink
bsdtar --format=7zip -cf link.7z outlink
run lzenc -d link.7z box
expect_rc 1
[ ! -L box/outlink ] || fail 'a link out of the folder was made'
# two links, each within the folder, that together lead out of it
mkdir sub
ln -s .. sub/up
ln -s sub/up/../evil chain
bsdtar --format=7zip -cf chain.7z sub chain
run lzenc -d chain.7z box
expect_rc 1
[ ! -L box/chain ] || fail 'a link out of the folder by way of another was made'
# a link that stands there already is not followed
mkdir box2 outside
ln -s ../outside box2/dir
mkdir dir
printf x >dir/file
tool lzenc -q dir d.7z
run lzenc -d d.7z box2
expect_rc 1
[ ! -e outside/file ] || fail 'written through a link'
run lzenc -d -f d.7z box2
[ ! -e outside/file ] || fail 'written through a link with --force'
# nor is one at the name of the file itself: it is in the way, or with --force it goes
mkdir -p box4/dir
printf 'SECRET\n' >target
ln -s "$PWD/target" box4/dir/file
run lzenc -d d.7z box4
expect_rc 1
expect_err 'exists already'
[ "$(cat target)" = SECRET ] || fail 'written through a link to a file'
run lzenc -d -f d.7z box4
expect_rc 0
[ "$(cat target)" = SECRET ] || fail 'written through a link to a file with --force'
[ ! -L box4/dir/file ] && cmp dir/file box4/dir/file || fail 'the link was not replaced'
rm box4/dir/file
ln -s "$PWD/absent" box4/dir/file
run lzenc -d d.7z box4
expect_rc 1
expect_err 'exists already'
run lzenc -d -f d.7z box4
expect_rc 0
[ ! -e absent ] && [ ! -L box4/dir/file ] || fail 'written through a link that leads nowhere'
rm box4/dir/file
mkfifo box4/dir/file
run lzenc -d -f d.7z box4
expect_rc 1
expect_err 'not a regular file'
# an output that the user names may be a link: it stays one
printf 'old\n' >kept
ln -s kept named
tool lzenc -q dir/file one.lzma
run lzenc -d -f one.lzma named
expect_rc 0
[ -L named ] && cmp kept dir/file || fail 'the link that the user named was replaced'
# control characters do not reach the terminal
printf x >"$(printf 'a\033[31mb')"
bsdtar --format=7zip -cf esc.7z a*b
run lzenc -l esc.7z
expect_rc 0
[ "$(tr -cd '\033' <out | wc -c)" -eq 0 ] || fail 'an escape character was printed'
# a program of somebody else does not get somebody's rights
printf x >setuid
chmod 6755 setuid
bsdtar --format=7zip -cf setuid.7z setuid
tool lzenc -q -d setuid.7z box3
[ -x box3/setuid ] && [ ! -u box3/setuid ] && [ ! -g box3/setuid ] || fail "set-user-ID was kept: $(ls -l box3)"

# of entries of one name the last one stays, but nothing that was there before the run is touched
if [ -z "${RUNNER:-}" ]; then
	echo older >again
	tar cf files.tar again
	echo newer >again
	tar rf files.tar again
	cp files.tar mixed.tar
	ln -sf one again
	tar cf links.tar again
	tar rf mixed.tar again
	ln -sf two again
	tar rf links.tar again
	rm again
	run lzenc -d files.tar last
	expect_rc 0
	[ "$(cat last/again)" = newer ] || fail 'the older of two entries stays'
	echo mine >last/again
	run lzenc -d files.tar last
	expect_rc 1
	[ "$(cat last/again)" = mine ] || fail 'a file that was there was replaced by the second entry'
	run lzenc -d links.tar last-link
	expect_rc 0
	[ "$(readlink last-link/again)" = two ] || fail 'the older of two links stays'
	run lzenc -d links.tar last
	expect_rc 1
	[ "$(cat last/again)" = mine ] || fail 'a file that was there was replaced by the second link'
	echo newest >again
	tar rf links.tar again
	run lzenc -d -f links.tar last
	expect_rc 0
	[ "$(cat last/again)" = newest ] || fail 'a link replaced the newer file'
	run lzenc -d mixed.tar both
	expect_rc 1
	expect_err 'a file of the archive has this name, too'
fi
