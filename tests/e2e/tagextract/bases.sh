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
	expect_out '2 files compared; 1 change,'
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
	cp other.c twice/p/y.c
	tar -cf twice.tar -C twice p
	tar -rf twice.tar -C base p
	takes twice.tar
	# names of two bytes that end in a dot
	if [ -z "${RUNNER:-}" ]; then
		mkdir -p short/v.
		echo x | tee short/b.c >short/v./a.c
		tar -cf short.tar -C short .
		run tagextract --audit short.tar Tag_1 new
		expect_out 'v./a.c: deleted'
	fi
	# what is git's own, and what is only called alike
	mkdir -p named/sub named/.gitx named/x.git
	echo 'gitdir: elsewhere' | tee named/.git >named/sub/.git
	echo x | tee named/.gitx/a.c >named/x.git/a.c
	tar -cf named.tar -C named .
	run tagextract --audit named.tar Tag_1 named
	expect_out '2 files compared; 0 changes'
	# an archive of nothing
	tar -cf empty.tar -T /dev/null
	run tagextract --audit empty.tar Tag_1 new
	expect_rc 5
	expect_out 'p/y.c: added'
	expect_out '2 files compared; 2 changes, 1 of them with a tag'
	head -c 700 flat.tar.gz >cut.tar.gz
	head -c 100 flat.tar.gz >cut.tar.gz
	run tagextract --audit cut.tar.gz Tag_1 new
	expect_rc 1
	expect_err 'cut.tar.gz: '
	# cut between two entries
	head -c 1536 flat.tar >between.tar
	run tagextract --audit between.tar Tag_1 new
	expect_rc 1
	expect_err 'between.tar: cut short: no block of zeros ends the .tar'
	# Two members of a .gz, and a wrong CRC of the first or the last; libarchive itself does not check it.
	head -c 700 flat.tar | gzip -c >first.gz
	tail -c +701 flat.tar | gzip -c >last.gz
	cat first.gz last.gz >two.tar.gz
	takes two.tar.gz
	for name in first last; do
		{ head -c -8 $name.gz && printf abcd && tail -c 4 $name.gz; } >bad_$name.gz
	done
	cat bad_first.gz last.gz >bad1.tar.gz
	cat first.gz bad_last.gz >bad2.tar.gz
	head -c -4 two.tar.gz >bad3.tar.gz
	for base in bad1.tar.gz bad2.tar.gz bad3.tar.gz; do
		run tagextract --audit $base Tag_1 new
		expect_rc 1
		expect_err "$base: not an archive that can be read: compressed data "
		run tagextract --port Tag_1 base new $base from_bad
		expect_rc 1
		[ ! -e from_bad ] || fail "$base: a result of damaged data"
	done
fi
run tagextract --archive=base.zip -r '.' base
expect_rc 0
takes base.zip
run tagextract --archive=base.7z -r '.' base
expect_rc 0
takes base.7z
# A .zip that was cut within its directory, or whose last stored member is one; with padding it is whole.
mkdir -p zipped
printf 'a\n' >zipped/a.c
ln -s a.c zipped/l.c
if command -v python3 >/dev/null && [ -z "$EXE" ]; then # links
	python3 - <<'PY'
import io, struct, zipfile
def add(z):
    z.writestr("a.c", "a\n")
    link = zipfile.ZipInfo("l.c")
    link.create_system, link.external_attr = 3, 0o120777 << 16
    z.writestr(link, "a.c")
inner = io.BytesIO()
with zipfile.ZipFile(inner, "w") as z:
    add(z)
outer = io.BytesIO()
with zipfile.ZipFile(outer, "w") as z:
    z.writestr("other.c", "x")
    z.writestr("inner.zip", inner.getvalue())
whole, outer = inner.getvalue(), outer.getvalue()
open("whole.zip", "wb").write(whole)
open("padded.zip", "wb").write(whole + bytes(70000))
open("blank.zip", "wb").write(whole + b"\xff" * 70000)
open("cut.zip", "wb").write(whole[:-30])
open("nested.zip", "wb").write(outer[:-30])
# a second entry of the directory, for what the first one has
only = io.BytesIO()
with zipfile.ZipFile(only, "w") as z:
    z.writestr("a.c", "a\n")
only = only.getvalue()
begin, end = only.index(b"PK\1\2"), only.index(b"PK\5\6")
item, last = only[begin:end], bytearray(only[end:])
struct.pack_into("<HHI", last, 8, 2, 2, 2 * len(item))
open("shared.zip", "wb").write(only[:end] + item.replace(b"a.c", b"l.c") + last)
PY
	for base in whole padded blank; do
		run tagextract --audit $base.zip Tag_1 zipped
		expect_rc 0
		expect_out '2 files compared; 0 changes'
	done
	for base in cut nested; do
		run tagextract --audit $base.zip Tag_1 zipped
		expect_rc 1
		expect_err "$base.zip: cut short or damaged: no central directory of its own ends it"
	done
	run tagextract --audit shared.zip Tag_1 zipped
	expect_rc 1
	expect_err 'shared.zip: entries that share their content with others were not read: 1'
fi
# Names in any script, also of what a link leads to.
mkdir -p 基线/驱动
printf 'a\n' >基线/驱动/初始化.c
printf 'a\n' >基线/é.c
for kind in zip 7z; do
	run tagextract --archive=names.$kind -r '.' 基线
	expect_rc 0
	run tagextract --audit names.$kind Tag_1 基线
	expect_rc 0
	expect_out '2 files compared; 0 changes'
done
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
		expect_out '2 files compared; 1 change,'
	done
	run tagextract --patch HEAD Tag_1 repo/sub
	expect_rc 0
	cmp out want.patch || fail "another patch: $(cat out)"
	run tagextract --audit nosuchtag Tag_1 repo
	expect_rc 1
	expect_err 'nosuchtag: no such folder, archive or git revision'
	# Binary files are read whole, and line ends are those of a checkout.
	printf 'GIF8\000\001\r\n\n\377' >repo/sub/logo.bmp
	printf 'one\ntwo\n' >repo/sub/ends.txt
	: >repo/sub/empty.bin
	echo '*.txt text eol=crlf' >repo/.gitattributes
	as_me() { git -c user.name=a -c user.email=a@b -c protocol.file.allow=always "$@"; }
	as_me -C repo add -A 2>err
	git -C repo checkout -q v1 -- sub/p
	as_me -C repo commit -qm logo
	rm repo/sub/ends.txt
	git -C repo checkout -q -- .
	run tagextract --audit HEAD Tag_1 repo
	expect_rc 0
	expect_out '6 files compared; 0 changes'
	cp new/p/x.c repo/sub/p/
	run tagextract --port Tag_1 HEAD repo HEAD whole
	expect_rc 0
	cmp repo/sub/logo.bmp whole/sub/logo.bmp
	cmp repo/sub/ends.txt whole/sub/ends.txt
	git -C repo rm -q -r sub/logo.bmp sub/ends.txt sub/empty.bin .gitattributes
	as_me -C repo commit -qm 'no logo'
	# a folder of one letter
	git init -q one
	mkdir one/s
	cp -r base/p one/s/
	git -C one add -A
	as_me -C one commit -qm base
	cp new/p/x.c one/s/p/
	run tagextract --audit HEAD Tag_1 one/s
	expect_rc 0
	expect_out '2 files compared; 1 change,'
	# A submodule is compared with the commit that the base has of it, wherever it is checked out.
	git init -q lib
	echo 'int s;' >lib/s.c
	echo 'int e;' >lib/ends.c
	echo '/ends.c text eol=crlf' >lib/.gitattributes
	as_me -C lib add -A
	as_me -C lib commit -qm lib
	as_me -C repo submodule --quiet add "$PWD/lib" sub/lib
	as_me -C repo add .gitmodules
	git -C repo checkout -q v1 -- sub/p
	as_me -C repo commit -qm sub
	git -C repo tag v2
	as_me clone -q repo none
	for where in repo none; do
		cp new/p/x.c $where/sub/p/
		run tagextract --audit v2 Tag_1 $where
		expect_rc 0
		run tagextract --port -n --json Tag_1 v2 $where v2 libdest
		expect_rc 0
	done
	run tagextract --port Tag_1 v2 repo/sub v2 libdest
	expect_rc 0
	cmp lib/s.c libdest/lib/s.c
	cmp new/p/x.c libdest/p/x.c
	rmdir none/sub/lib
	run tagextract --audit v2 Tag_1 none
	expect_rc 5
	expect_out 'sub/lib: deleted'
	# Submodules in one another, 16 deep and 17.
	mkdir -p nest/s/s/s/s/s/s/s/s/s/s/s/s/s/s/s/s/s
	for depth in $(seq 17 -1 0); do
		at=nest/$(printf 's/%.0s' $(seq 1 $depth))
		[ $depth -gt 0 ] || at=nest
		git init -q "$at"
		echo "// Tag_1 $depth" >"$at/a.c"
		[ $depth -eq 17 ] || git -C "$at" update-index --add --cacheinfo "160000,$(git -C "$at/s" rev-parse HEAD),s"
		git -C "$at" add a.c
		as_me -C "$at" commit -qm "$depth"
	done
	run tagextract --audit HEAD Tag_1 nest/s
	expect_rc 0
	expect_out '17 files compared'
	run tagextract --audit HEAD Tag_1 nest
	expect_rc 1
	expect_err 'submodules nested deeper than 16'
	# Nothing is followed through a link.
	mv repo/sub moved
	ln -s ../moved repo/sub
	run tagextract --audit v2 Tag_1 repo
	expect_rc 5
	expect_out 'sub/lib: deleted'
	rm repo/sub
	mv moved repo/sub
	tar -cf whole.tar -C repo .
	run tagextract --audit whole.tar Tag_1 repo
	expect_out '0 changes'
	echo 'int t;' >>repo/sub/lib/s.c
	run tagextract --audit v2 Tag_1 repo
	expect_rc 5
	expect_out 'sub/lib/s.c:2: changed without a tag'
	rm -rf repo/sub/lib
	git init -q repo/sub/lib
	echo x >repo/sub/lib/s.c
	run tagextract --audit v2 Tag_1 repo
	expect_rc 1
	expect_err "v2/sub/lib: the submodule's repository lacks the requested commit"
	! grep -q "s\.c" out || fail "files of the submodule: $(cat out)"
	# What libgit2 cannot open is said to be just that.
	if git init -q --object-format=sha256 sha256 2>/dev/null; then
		run tagextract --audit HEAD Tag_1 sha256
		expect_rc 1
		! grep -q 'in no git repository' err || fail "$(cat err)"
	fi
	git init -q broken
	echo '[broken' >>broken/.git/config
	run tagextract --audit HEAD Tag_1 broken
	expect_rc 1
	expect_err 'config'
	! grep -q 'another user' err || fail "$(cat err)"
	# A revision that cannot be read as a whole is no base.
	git init -q torn
	mkdir torn/part
	echo x | tee torn/a.c >torn/part/b.c
	as_me -C torn add -A
	as_me -C torn commit -qm torn
	object=$(git -C torn rev-parse HEAD:part)
	rm -f "torn/.git/objects/$(echo "$object" | cut -c1-2)/$(echo "$object" | cut -c3-)"
	run tagextract --audit HEAD Tag_1 torn
	expect_rc 1
	expect_err 'HEAD: '
	# One that lacks a file, or where a link leads, is a base of the others. A link has no tag, wherever it leads.
	git init -q lost
	ln -s somewhere lost/link
	echo x | tee lost/a.c >lost/b.c
	as_me -C lost add -A
	as_me -C lost commit -qm lost
	ln -s Tag_1 lost/new.c
	for path in link a.c; do
		object=$(git -C lost rev-parse HEAD:$path)
		object=lost/.git/objects/$(echo "$object" | cut -c1-2)/$(echo "$object" | cut -c3-)
		mv "$object" kept
		run tagextract --audit HEAD Tag_1 lost
		expect_rc 1
		expect_err "$path: object not found"
		expect_out '4 files compared; 1 change, 0 of them with a tag,'
		mv kept "$object"
	done
	if chown 12345 lib lib/.git 2>/dev/null; then
		run tagextract --audit HEAD Tag_1 lib
		expect_rc 1
		expect_err 'belongs to another user'
	fi
fi
# Paths that lead out of an archive, or may mean two places, are refused.
if command -v python3 >/dev/null; then
	for path in ../x.c a/../x.c a//x.c a/./x.c a/. a/.. /x.c; do
		python3 - "$path" <<'X'
import io, sys, tarfile
with tarfile.open('evil.tar', 'w', format=tarfile.USTAR_FORMAT) as t:
    i = tarfile.TarInfo('x.c')
    i.size = 1
    i.tarfile = None
    i.name = sys.argv[1]
    t.addfile(i, io.BytesIO(b'x'))
X
		run tagextract --audit evil.tar Tag_1 new
		expect_rc 1
		expect_err 'leads out of the tree'
	done
fi

# What else an archive may hold: folders of one letter, "./", a dot within names, links of both kinds, a FIFO, other
# encodings. It is the same as the folder.
[ -z "${RUNNER:-}" ] || exit 0
command -v python3 >/dev/null || exit 0
# What is below a folder that could not be read is not said to be deleted, or added.
deep=deep$(printf '/d%.0s' $(seq 1 258))
mkdir -p $deep
echo x >$deep/x.c
echo x >deep/x.c
tar -cf deep.tar -C deep .
run tagextract --audit deep.tar Tag_1 deep
expect_rc 1
expect_err 'nested deeper than 256'
expect_out '0 changes'
expect_out 'not judged'
other=other/e${deep#deep/d} # a folder beside it, whose path is as long
mkdir -p $other
echo x >$other/x.c
cp deep.tar more.tar
tar -rf more.tar -C other .
run tagextract --audit more.tar Tag_1 deep
expect_rc 1
expect_out ' 1 change'
expect_out "${other#other/}/x.c: deleted"
run tagextract --audit deep.tar --html Tag_1 deep
expect_rc 1
[ "$(grep -c '^<li>.*nested deeper than 256.*</li>' out)" -eq 1 ] && [ "$(grep -c '<li>' out)" -eq 1 ] || fail "$(cat out)"
echo '// Tag_1' >deep/tag.c
for report in '-n Tag_1 deep' '-n --json Tag_1 deep' '-l deep' '-l --json deep' '--audit deep.tar Tag_1 deep' \
	'--audit deep.tar --json Tag_1 deep' '--port -n Tag_1 deep.tar deep deep.tar none' \
	'--port -n --json Tag_1 deep.tar deep deep.tar none'; do
	run tagextract $report
	expect_rc 1
	[ "$(grep -c 'nested deeper than 256' err)" -eq 1 ] || fail "$report: $(cat err)"
	case $report in *json*) [ "$(grep -c 'nested deeper than 256' out)" -eq 1 ] || fail "$report: $(cat out)" ;; esac
done
rm deep/tag.c
run tagextract --audit deep Tag_1 deep/
expect_rc 1
expect_out '0 changes'
# A patch from it is not whole.
echo '// Tag_1' >flat.c
run tagextract --patch deep Tag_1 flat.c
expect_rc 1
expect_err 'nested deeper than 256'
mkdir -p tree/a/b
printf 'x\n' >tree/a/b/1.c
printf 'x\n' >tree/a/.hidden
printf 'x\n' >tree/a/..c
printf 'first\n' >tree/first.c
ln tree/first.c tree/second.c
ln -s a/b/1.c tree/link.c
mkfifo tree/fifo
touch -d '2020-02-02 02:02:02 UTC' tree/first.c
python3 - <<'X'
import tarfile
def make(name, prefix, change=lambda i: i, **more):
    with tarfile.open(name, 'w', **more) as t:
        for path in ('a/b/1.c', 'a/.hidden', 'a/..c', 'first.c', 'second.c', 'link.c', 'fifo'):
            t.add('tree/' + path, prefix + path, filter=change)
make('plain.tar', '')
make('dots.tar', '././')
def nowhere(i):
    if i.islnk():
        i.linkname = 'nowhere.c'
    return i
make('nowhere.tar', '', nowhere)
X
for tar in plain.tar dots.tar; do
	run tagextract --audit $tar Tag_1 tree
	expect_rc 0
	expect_out '7 files compared; 0 changes'
done
run tagextract --audit nowhere.tar Tag_1 tree
expect_rc 1
expect_err 'a hard link to nothing: nowhere.c'
printf 'second\n' >tree/second.new
mv tree/second.new tree/second.c
rm tree/fifo tree/link.c
ln -s elsewhere tree/link.c
mkfifo tree/link.fifo
run tagextract --audit plain.tar Tag_1 tree
expect_rc 5
expect_out 'second.c:1: changed'
expect_out 'link.c: type'
expect_out 'fifo: deleted'
! grep -q 'first.c' out || fail "first.c: $(cat out)"
# Files of one byte, and of one more than are read at once.
mkdir sizes
printf x >sizes/one.c
yes | head -c 65537 >sizes/more.c
tar -cf sizes.tar -C sizes .
run tagextract --audit sizes.tar Tag_1 sizes
expect_rc 0
expect_out '2 files compared; 0 changes'
# the bits of others do not make a file executable, and the .git of a work tree or submodule, which may be a file, is no
# part of it
mkdir mode1 mode2
echo x | tee mode1/x.c >mode2/x.c
chmod 641 mode2/x.c
echo 'gitdir: elsewhere' >mode2/.git
run tagextract --audit mode1 Tag_1 mode2
expect_rc 0
mkdir mode2/sub
echo 'gitdir: elsewhere' >mode2/sub/.git
echo x | tee mode1/sub.git >mode2/sub.git
run tagextract --audit mode1 Tag_1 mode2
expect_rc 0
expect_out '2 files compared; 0 changes'
tar -cf mode.tar -C mode2 .
run tagextract --audit mode.tar Tag_1 mode1
expect_rc 0
rm mode2/.git
chmod 755 mode2/x.c
run tagextract --audit mode1 Tag_1 mode2
expect_out 'x.c: mode 100644 -> 100755'
# times of an archive go along to the next drop
mkdir next
printf 'first\n' >tree/first.c
touch -d '2020-02-02 02:02:02 UTC' tree/first.c
tar -cf next.tar -C tree first.c
mkdir mine
printf '// Tag_1\nfirst\n' >mine/own.c
run tagextract --port Tag_1 next mine next.tar dest
expect_rc 0
[ "$(stat -c %Y dest/first.c)" -eq 1580608922 ] || fail "time of dest/first.c: $(stat -c %y dest/first.c)"
# a tree to look at is a folder
run tagextract --port Tag_1 next next.tar next dest2
expect_rc 2
expect_err 'next.tar: not a folder'
run tagextract --audit next Tag_1 next.tar
expect_rc 2
expect_err 'next.tar: not a folder'
# names that are not UTF-8, also where the archive says that they are, and names in UTF-8 where the system's encoding is
# another
mkdir latin
printf 'x\n' >"latin/$(printf 'caf\351.c')"
tar --format=pax -cf pax.tar latin
run tagextract --audit pax.tar Tag_1 latin
expect_rc 0
expect_out '1 file compared; 0 changes'
printf 'x\n' >latin/中文.c
printf 'x\n' >latin/x.c
python3 - <<'X'
import os, tarfile
for name, more in (('gnu.tar', {'format': tarfile.GNU_FORMAT}), ('pax.tar', {'format': tarfile.PAX_FORMAT})):
    with tarfile.open(name, 'w', encoding='utf-8', errors='surrogateescape', **more) as t:
        for n in sorted(os.listdir('latin')):
            if name == 'gnu.tar' or n.isprintable():
                t.add('latin/' + n, n)
X
for where in C C.UTF-8; do
	rc=0
	LC_ALL=$where tool tagextract --lang=en --audit gnu.tar Tag_1 latin >out 2>err || rc=$?
	expect_rc 0
	expect_out '3 files compared; 0 changes'
	rc=0
	LC_ALL=$where tool tagextract --lang=en --audit pax.tar Tag_1 latin >out 2>err || rc=$?
	expect_rc 5
	expect_out '3 files compared; 1 change,'
done
mkdir links
ln -s 中文 links/l.c
python3 - <<'X'
import tarfile
with tarfile.open('links.tar', 'w', format=tarfile.PAX_FORMAT) as t:
    t.add('links/l.c', 'l.c')
X
run tagextract --audit links.tar Tag_1 links
expect_rc 0
expect_out '1 file compared; 0 changes'
# Folders named .git are in no tree; a time that no clock shows is none.
mkdir -p own/.git own/sub/.git
tee own/.git/config own/sub/.git/x own/a.git <tree/first.c >own/a.c
tar -cf own.tar own
rm -rf own/sub
run tagextract --audit own.tar Tag_1 own
expect_rc 0
expect_out '2 files compared; 0 changes'
python3 - <<'X'
import io, tarfile
with tarfile.open('far.tar', 'w', format=tarfile.PAX_FORMAT) as t:
    for name, time in (('a.c', 1 << 62), ('b.c', -(1 << 62))):
        i = tarfile.TarInfo(name)
        i.mtime = time
        t.addfile(i)
X
run tagextract --port Tag_1 far.tar mine far.tar far
expect_rc 0
expect_out '3 files written'
# A hard link is what had the name before it, also when that is a link; one to nothing is refused.
python3 - <<'X'
import io, tarfile
def make(name, entries):
    with tarfile.open(name, 'w') as t:
        for path, text, to in entries:
            i = tarfile.TarInfo(path)
            i.size = len(text)
            if to:
                i.type, i.linkname = tarfile.LNKTYPE, to
            t.addfile(i, io.BytesIO(text))
make('hard.tar', (('f', b'one\n', ''), ('l', b'', 'f'), ('f', b'two\n', ''), ('m', b'', './l'), ('n', b'', 'f')))
make('order.tar', (('b', b'two\n', ''), ('a', b'one\n', ''), ('c', b'', 'a'), ('d', b'', 'b')))
make('nothing.tar', (('l', b'', 'f'), ('f', b'one\n', '')))
make('itself.tar', (('l', b'', 'l'), ('f', b'one\n', '')))
X
mkdir hard
echo one | tee hard/l >hard/m
echo two | tee hard/f >hard/n
run tagextract --audit hard.tar Tag_1 hard
expect_rc 0
expect_out '4 files compared; 0 changes'
mkdir order
echo one | tee order/a >order/c
echo two | tee order/b >order/d
run tagextract --audit order.tar Tag_1 order
expect_rc 0
expect_out '4 files compared; 0 changes'
run tagextract --audit itself.tar Tag_1 hard
expect_rc 1
expect_err 'a hard link to nothing: l'
run tagextract --audit nothing.tar Tag_1 hard
expect_rc 1
expect_err 'a hard link to nothing: f'
# Names in the code page of the system that made the archive are read as the tree has them.
python3 - <<'X'
import io, os, tarfile, zipfile
class Info(zipfile.ZipInfo):
    """Does not say that the name is in UTF-8: bit 11 is not set."""
    def _encodeFilenameFlags(self):
        return self.filename.encode(encoding), self.flag_bits & ~0x800
for encoding, name, top in (('gbk', '目录/修改.c', '工程/'), ('big5', '目錄/修改.c', ''), ('shift_jis', '目録/変更.c', '')):
    files = ((name, b'a\n'), ('p.c', b'x\n'))
    with zipfile.ZipFile(encoding + '.zip', 'w') as z:
        for path, text in files:
            z.writestr(Info(top + path), text)
    with tarfile.open(encoding + '.tar', 'w', format=tarfile.GNU_FORMAT, encoding=encoding) as t:
        for path, text in files:
            i = tarfile.TarInfo(path)
            i.size = len(text)
            t.addfile(i, io.BytesIO(text))
        i = tarfile.TarInfo('link.c')
        i.type, i.linkname = tarfile.SYMTYPE, name
        t.addfile(i)
    for path, text in files:
        os.makedirs(os.path.dirname(f'own-{encoding}/{path}'), exist_ok=True)
        with open(f'own-{encoding}/{path}', 'wb') as f:
            f.write(text + b'// Tag_1\n' * (path == name))
X
for encoding in gbk big5 shift_jis; do
	run tagextract --audit $encoding.zip Tag_1 own-$encoding
	expect_rc 0
	expect_out '2 files compared; 1 change,'
	ln -s "$(cd own-$encoding && echo 目*/*.c)" own-$encoding/link.c
	run tagextract --audit $encoding.tar Tag_1 own-$encoding
	expect_rc 0
	expect_out '3 files compared; 1 change,'
done
run tagextract --port Tag_1 gbk.tar own-gbk gbk.tar decoded
expect_rc 0
cmp own-gbk/目录/修改.c decoded/目录/修改.c
# a tree unpacked with the bytes of the names as they were
mkdir kept
tar -xf gbk.tar -C kept
run tagextract --audit gbk.tar Tag_1 kept
expect_rc 0
expect_out '3 files compared; 0 changes'
# nothing of it is in the tree: the bytes are reported
run tagextract --audit gbk.zip Tag_1 links
expect_rc 5
expect_out 'p.c: deleted'
# Characters of GBK whose bytes are valid UTF-8 (目录 is C4 BF C2 BC): alone, below others, as the top folder, in a link.
python3 - <<'X'
import io, os, tarfile
def tar(name, files, link=None):
    with tarfile.open(name, 'w', format=tarfile.GNU_FORMAT, encoding='latin-1') as t:
        for path in files:
            i = tarfile.TarInfo(path.decode('latin-1'))
            i.size = 2
            t.addfile(i, io.BytesIO(b'a\n'))
        if link:
            i = tarfile.TarInfo('l.c')
            i.type, i.linkname = tarfile.SYMTYPE, link.decode('latin-1')
            t.addfile(i)
def gbk(*paths):
    return [path.encode('gbk') for path in paths]
def tree(name, *paths):
    for path in paths:
        os.makedirs(os.path.dirname(f'{name}/{path}'), exist_ok=True)
        with open(f'{name}/{path}', 'w') as f:
            f.write('a\n')
tar('alone.tar', gbk('目录/b.c'), '目录'.encode('gbk'))
tree('own-alone', '目录/b.c')
os.symlink('目录', 'own-alone/l.c')
tar('below.tar', gbk('工程/目录/b.c', '工程/目录/文件.c', '工程/目录/new.c'))
tree('own-below', '目录/b.c', '目录/文件.c')
tar('top.tar', gbk('目录/b.c', '目录/文件.c', '目录/目录.c'))
tree('own-top', 'b.c', '文件.c', '目录.c')
# names of ASCII below such a folder show nothing
many = [f'a{n:03}.c' for n in range(70)] + ['文件.c', '说明.c']
tar('many.tar', gbk(*(f'项目/{name}' for name in many)))
tree('own-many', *many)
# a name in UTF-8 that is there stays, whatever else is in GBK
tar('mixed.tar', gbk('目录/b.c', '文件.c') + ['Ŀ¼.c'.encode(), 'Ŀ¼.txt'.encode()])
tree('own-mixed', '目录/b.c', '文件.c', 'Ŀ¼.c')
tar('utf8.tar', ['Ŀ¼.c'.encode(), '目录.c'.encode()])
tree('own-utf8', 'Ŀ¼.c', '目录.c')
# one in GBK that is there so, too
tar('kept.tar', gbk('修改.c', '开始.c'))
tree('own-kept', '修改.c', b'\xbf\xaa\xca\xbc.c'.decode('utf-8', 'surrogateescape'))
X
for t in 'alone 2' 'top 3' 'many 72' 'kept 2'; do
	run tagextract --audit ${t% *}.tar Tag_1 own-${t% *}
	expect_rc 0
	expect_out "${t#* } files compared; 0 changes"
done
run tagextract --audit below.tar Tag_1 own-below
expect_rc 5
expect_out '目录/new.c: deleted'
expect_out '3 files compared; 1 change,'
run tagextract --audit mixed.tar Tag_1 own-mixed
expect_rc 5
expect_out 'Ŀ¼.txt: deleted'
expect_out '4 files compared; 1 change,'
run tagextract --audit utf8.tar Tag_1 own-utf8
expect_rc 0
expect_out '2 files compared; 0 changes'
echo '// Tag_1' >>own-below/目录/b.c
run tagextract --port Tag_1 below.tar own-below below.tar ported
expect_rc 0
[ "$(cd ported && find . -type f | LC_ALL=C sort | tr '\n' ' ')" = './目录/b.c ./目录/new.c ./目录/文件.c ' ] ||
	fail "ported: $(find ported)"
