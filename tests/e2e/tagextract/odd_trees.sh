# SPDX-License-Identifier: MIT
# Trees with traps: target inside, .git, links, FIFOs, unreadable files, hostile names.
mkdir -p src/.git src/Build src/sub
echo Tag_1 >src/.git/x.c
echo Tag_1 >src/Build/x.c
echo Tag_1 >src/sub/x.c
run tagextract Tag_1 src src/out
expect_rc 0
expect_out '2 of 2'
expect_out 'skipped 1 .git'
run tagextract Tag_1 src src/out
expect_rc 0
expect_out '2 of 2'
expect_out 'the target folder'
[ ! -e src/out/out ] || fail "the target was scanned"
run tagextract -x Build -n Tag_1 src src/out
expect_out '1 of 1'
expect_out '1 excluded'
run tagextract -n -x sub Tag_1 src src/out
expect_out '1 of 1'

[ -z "${RUNNER:-}" ] || exit 0

# the target by another name
mkdir -p inside/sub
echo Tag_1 >inside/sub/x.c
run tagextract Tag_1 inside inside/out/
expect_rc 0
ln -s inside/out way
for target in way inside/out/. inside/sub/../out; do
	run tagextract Tag_1 inside $target
	expect_rc 0
	expect_out '1 of 1'
	expect_out 'the target folder'
done
run tagextract Tag_1 inside ''
expect_rc 2

# what stands in the target but is not a file is neither waited for nor written into
mkdir -p taken/sub
mkfifo taken/sub/x.c
run tagextract --force Tag_1 inside taken
expect_rc 1
expect_err 'x.c: cannot write: not a regular file'
rm taken/sub/x.c
ln -s /dev/null taken/sub/x.c
run tagextract --force Tag_1 inside taken
expect_rc 1
rm -r inside taken way

ln -s .. src/sub/loop
ln -s x.c src/sub/link.c
ln -s /etc src/sub/etc
mkfifo src/sub/pipe.c
run tagextract -n Tag_1 src src/out
expect_rc 0
expect_out '3 links'
expect_out '1 FIFOs'
! grep -q 'link.c' err || fail "names of what is skipped, unasked"
run tagextract -n -v Tag_1 src src/out
for what in '.git: skipped (.git)' 'out: skipped (target folder)' 'sub/link.c: skipped (link)' 'sub/pipe.c: skipped (FIFO'; do
	expect_err "$what"
done
run tagextract -n --json -x sub Tag_1 src src/out
expect_out '"path": "sub"'
expect_out '"why": "excluded"'
printf 'Tag_1\n' >"src/sub/$(printf 'bad\377\033[31mname.c')"
run tagextract -n Tag_1 src src/out
expect_rc 0
expect_out 'bad\xFF\x1B[31mname.c'
# What cannot be read is told; root reads it all, unless it gives up that right.
right=
[ "$(id -u)" -ne 0 ] || right='setpriv --bounding-set=-dac_override,-dac_read_search'
mkdir src/locked
echo Tag_1 | tee src/locked/x.c >src/sub/secret.c
chmod 000 src/sub/secret.c src/locked
if ! $right cat src/sub/secret.c >out 2>&1; then
	rc=0
	$right "$BIN/tagextract" Tag_1 src src/out >out 2>err || rc=$?
	expect_rc 1
	expect_err 'secret.c: cannot open'
	expect_err 'locked: cannot read the folder'
	[ -f src/out/Build/x.c ] || fail "the rest was not copied"
fi
chmod 700 src/sub/secret.c src/locked
rm -r src/sub/secret.c src/locked
mkdir blocked
echo x >blocked/sub
run tagextract Tag_1 src blocked
expect_rc 1
expect_err 'x.c: cannot make the folder'
[ -f blocked/Build/x.c ] || fail "the rest was not copied"
if [ -z "${RUNNER:-}" ]; then
	mkdir linked
	ln -s nowhere linked/sub
	run tagextract Tag_1 src linked
	expect_rc 1
	[ -L linked/sub ] || fail "a link that leads nowhere was removed"
fi
# Folders within folders: 256 are looked into, and where there are more, the place is told.
deep=$(printf '/d%.0s' $(seq 1 250))
mkdir -p "deep$deep"
echo Tag_1 >"deep$deep/x.c"
for source in deep deep/; do
	run tagextract -n Tag_1 $source
	expect_rc 0
	expect_out '1 of 1'
	run tagextract -n --json Tag_1 $source
	expect_out "\"path\": \"${deep#/}/x.c\""
done
mkdir -p "deep$deep/1/2/3/4/5/6/7/8"
echo Tag_1 >"deep$deep/1/2/3/4/5/6/7/8/x.c"
for source in deep deep/; do
	run tagextract -n Tag_1 $source
	expect_rc 1
	expect_out '1 of 1'
	expect_err "deep$deep/1/2/3/4/5/6: folders nested deeper than 256"
done
