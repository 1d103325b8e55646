# SPDX-License-Identifier: MIT
# A base is a folder, an archive or a git revision, wherever one is taken.
mkdir -p base/p new/p
printf 'a\nb\n' >base/p/x.c
printf 'old\n' >base/p/y.c
printf 'a\n// Tag_1\nb\n' >new/p/x.c
printf 'old\n' >new/p/y.c
run tagextract --patch base Tag_1 new
cp out want.patch
grep -q '^+// Tag_1$' want.patch || fail "no patch"

# takes BASE: the same patch and a clean audit
takes() {
	run tagextract --patch "$1" Tag_1 new
	expect_rc 0
	cmp out want.patch || fail "$1: another patch: $(cat out)"
	run tagextract --audit "$1" Tag_1 new
	expect_rc 0
	expect_out '2 files compared; 1 changes'
}
if command -v tar >/dev/null; then
	(cd base && tar -cf ../flat.tar p)
	takes flat.tar
	gzip -c flat.tar >flat.tar.gz
	takes flat.tar.gz
	cp -r base drop-1.0
	tar -czf around.tgz drop-1.0
	takes around.tgz
	# a later entry of the same path replaces the earlier one, as tar extracts it
	printf 'other\n' >other.c
	mkdir -p twice/p
	cp other.c twice/p/x.c
	tar -cf twice.tar -C twice p
	tar -rf twice.tar -C base p
	takes twice.tar
	head -c 700 flat.tar.gz >cut.tar.gz
	head -c 100 flat.tar.gz >cut.tar.gz
	run tagextract --audit cut.tar.gz Tag_1 new
	expect_rc 1
	expect_err 'cut.tar.gz: '
fi
run tagextract --archive=base.zip -r '.' base
expect_rc 0
takes base.zip
run tagextract --archive=base.7z -r '.' base
expect_rc 0
takes base.7z
echo 'no archive' >no.zip
run tagextract --audit no.zip Tag_1 new
expect_rc 1
expect_err 'no.zip: '
run tagextract --audit absent.zip Tag_1 new
expect_rc 1
expect_err 'absent.zip: no such folder'

if command -v git >/dev/null && [ -z "${RUNNER:-}" ]; then
	export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
	git init -q repo
	mkdir repo/sub
	cp -r base/p repo/sub/
	git -C repo add -A
	git -C repo -c user.name=a -c user.email=a@b commit -qm base
	git -C repo tag v1
	cp new/p/x.c repo/sub/p/
	for where in repo repo/sub; do
		run tagextract --audit v1 Tag_1 $where
		expect_rc 0
		expect_out '2 files compared; 1 changes'
	done
	run tagextract --patch HEAD Tag_1 repo/sub
	expect_rc 0
	cmp out want.patch || fail "another patch: $(cat out)"
	run tagextract --audit nosuchtag Tag_1 repo
	expect_rc 1
	expect_err 'nosuchtag: no such folder, archive or git revision'
fi
# Paths that lead out of an archive are refused.
if command -v python3 >/dev/null; then
	python3 - <<'X'
import io, tarfile
with tarfile.open('evil.tar', 'w') as t:
    i = tarfile.TarInfo('../x.c')
    i.size = 1
    t.addfile(i, io.BytesIO(b'x'))
X
	run tagextract --audit evil.tar Tag_1 new
	expect_rc 1
	expect_err 'leads out of the tree'
fi
