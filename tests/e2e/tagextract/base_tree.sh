# SPDX-License-Identifier: MIT
# --patch against the tree the work began with.
mkdir -p base/p new/p
printf 'one\ntwo\n' >base/p/a.c
printf 'same\n' >base/p/same.c
printf 'old\n' >base/p/u.c
cp base/p/same.c new/p/
printf 'one\n// Tag_1\ntwo\n' >new/p/a.c
printf 'changed\n' >new/p/u.c
printf '// Tag_1\n' >new/p/added.c
printf 'no tag\n' >new/p/forgot.c
run tagextract --patch base Tag_1 new
expect_rc 0
expect_out '+// Tag_1'
[ ! -e labz ] || fail "--patch copied without a target"
! grep -q 'mode 100755' out || fail "a mode that nobody set"
if [ -z "${RUNNER:-}" ]; then
	chmod 641 new/p/added.c # git asks only what the owner may
	run tagextract --patch base Tag_1 new
	expect_out 'new file mode 100644'
	chmod 755 new/p/added.c
	run tagextract --patch base Tag_1 new
	expect_out 'new file mode 100755'
	mkfifo base/p/added.c
	run tagextract --patch base Tag_1 new
	expect_rc 1
	expect_err 'added.c: not a regular file'
	rm base/p/added.c
	run tagextract --patch base Tag_1 new
	expect_rc 0
fi
if command -v git >/dev/null && [ -z "${RUNNER:-}" ]; then
	cp -r base applied
	(here=$PWD && cd applied && GIT_CEILING_DIRECTORIES=$here git apply --unsafe-paths ../out) || fail "git does not apply the patch"
	cmp applied/p/a.c new/p/a.c && cmp applied/p/added.c new/p/added.c || fail "patch is wrong"
fi
# A name with blanks ends with a TAB, as git writes it; patch(1) needs it.
mkdir 'blank base' 'blank new'
printf 'one\n' >'blank base/my  驱动 a.c'
printf 'one\n// Tag_1\n-- x y\n' >'blank new/my  驱动 a.c'
printf '// Tag_1\n' >'blank new/new file.c'
printf -- '-- x y\n' >'blank base/plain.c'
printf -- '// Tag_1\n++ x y\n' >'blank new/plain.c'
run tagextract --patch 'blank base' Tag_1 'blank new'
expect_rc 0
tab=$(printf '\t')
grep -qx -- "+++ b/new file.c$tab" out || fail "no TAB behind a name with a blank"
grep -qx -- '--- /dev/null' out || fail "a TAB without a blank"
grep -qx -- '--- -- x y' out || grep -qx -- '--- x y' out || fail "a line of the text became another"
if command -v patch >/dev/null && [ -z "${RUNNER:-}" ]; then
	cp -r 'blank base' patched
	(cd patched && patch -s -p1 <../out) || fail "patch(1) does not apply it"
	diff -r patched 'blank new' || fail "patch(1) made something else"
fi
run tagextract --patch absent Tag_1 new
expect_rc 1
expect_err 'absent: no such folder'
# A file of the base that cannot be read is named.
printf '// Tag_1\n' >new/p/odder.c
mkdir base/p/odder.c
run tagextract --patch base Tag_1 new
expect_rc 0
expect_out '+// Tag_1'

# Of two files that are like one that is gone, one is a rename: patch(1) takes no second.
mkdir twins1 twins2
seq 1 20 >twins1/old.c
for name in a b; do
	{ cat twins1/old.c; echo '// Tag_1'; } >twins2/$name.c
done
run tagextract --patch twins1 Tag_1 twins2
expect_rc 0
[ "$(grep -c '^rename from' out)" -eq 1 ] || fail "$(cat out)"
expect_out 'new file mode 100644'

# A copy is new as long as the file that it is like is there.
cp twins1/old.c twins2/
rm twins2/b.c
run tagextract --patch twins1 Tag_1 twins2
expect_rc 0
expect_out '--- /dev/null'

# A mode that changed, and a new name, as git says them: also for names that it quotes.
[ -z "${RUNNER:-}" ] || exit 0
mkdir -p renamed/old renamed/new
i=0
while [ $i -lt 20 ]; do
	echo "line $i"
	i=$((i + 1))
done >'renamed/old/a "b"\驱动.c'
cp 'renamed/old/a "b"\驱动.c' renamed/old/tool.sh
cp 'renamed/old/a "b"\驱动.c' 'renamed/old/mode 驱动.sh'
echo '# Tag_1' >>'renamed/old/mode 驱动.sh'
{ cat 'renamed/old/a "b"\驱动.c'; echo '// Tag_1'; } >'renamed/new/new	name\驱动.c'
{ cat renamed/old/tool.sh; echo '# Tag_1'; } >renamed/new/tool.sh
cp 'renamed/old/mode 驱动.sh' renamed/new/
chmod +x renamed/new/*.sh
run tagextract --patch renamed/old Tag_1 renamed/new
expect_rc 0
expect_out 'old mode 100644'
expect_out 'new mode 100755'
expect_out 'similarity index'
expect_out 'rename from "a \"b\"\\\351'
if command -v git >/dev/null; then
	cp -r renamed/old applied2
	(here=$PWD && cd applied2 && GIT_CEILING_DIRECTORIES=$here git apply ../out) || fail "git does not apply it: $(cat out)"
	diff -r applied2 renamed/new || fail "another tree"
	[ -x applied2/tool.sh ] && [ -x 'applied2/mode 驱动.sh' ] || fail "the mode was lost"
fi

# The mode of both is in the line "index", as git writes it, also of a binary patch; otherwise git
# apply warns of every script.
mkdir kept
cp -r renamed/new kept/old
printf '\377\376a\000\n\000' >kept/old/utf16.py
chmod +x kept/old/utf16.py
cp -r kept/old kept/new
for name in tool.sh 'mode 驱动.sh'; do
	echo '# Tag_1 again' >>"kept/new/$name"
done
printf '#\000 \000T\000a\000g\000_\0001\000\n\000' >>kept/new/utf16.py
run tagextract --patch kept/old Tag_1 kept/new
expect_rc 0
[ "$(grep -c '^index .* 100755$' out)" -eq 3 ] || fail "$(grep '^index' out)"
! grep -q 100644 out || fail "$(cat out)"
if command -v git >/dev/null; then
	(here=$PWD && cd kept/old && GIT_CEILING_DIRECTORIES=$here git apply ../../out) >err 2>&1 || fail "$(cat err)"
	[ ! -s err ] || fail "git apply: $(cat err)"
	diff -r kept/old kept/new || fail "another tree"
fi
