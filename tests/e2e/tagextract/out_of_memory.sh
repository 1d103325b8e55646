# SPDX-License-Identifier: MIT
# Whatever allocation fails, a run says so and fails, or its result is that of a run with enough memory.
lib=$BIN/../tests/fail_alloc.so
[ -f "$lib" ] || skip "no library that makes allocations fail: glibc without sanitizers has it"
mkdir -p base/a/skip base/b tree/a/skip tree/b/new
for f in base tree; do
	printf 'int x;\nint y;\nint z;\n' | tee $f/a/one.c >$f/a/two.c
	echo "int $f;" >$f/a/skip/x.c
done
printf 'first line of a file\nx\ny\n// 1\n// 2\n' | tee base/b/old.c >tree/b/new/old.c
printf '// Tag_1 >>>\nint n;\n// Tag_1 <<<\n' | tee -a tree/a/one.c >>tree/b/new/old.c
printf 'int forgotten;\n' >>tree/a/two.c
printf 'caf\351 Tag_1 \304\343\272\303\n' >tree/gbk.c
printf x >tree/a/logo.bin
ln -s one.c tree/a/link.c
cp -r base next
sed -i 's/int x/int xx/' next/a/one.c
mkdir next/c
mv next/b/old.c next/c/old.c
tar -cf base.tar base
tar -cf names.tar -C tree b
mkdir before
cp tree/a/one.c before/
tool tagextract -q Tag_1 before out0

# begin: what runs of the case find
begin() {
	rm -rf out out.tagextract dest
	cp -r out0 out
	cp out0.tagextract out.tagextract
}
# state: of all that a run writes
state() {
	find out out.tagextract dest -type f 2>/dev/null | LC_ALL=C sort | xargs -r cksum
}
# run_survives STEP ARGUMENT...: each STEPth allocation fails once
run_survives() {
	step=$1
	shift
	case $1 in # these have no --threads
	--audit | --port) threads='' ;;
	*) threads=-j1 ;;
	esac
	begin
	rc=0
	FAIL_COUNT=count LD_PRELOAD=$lib "$BIN/tagextract" ${threads:+"$threads"} "$@" >want.out 2>want.err || rc=$?
	want=$rc
	[ $rc -ne 2 ] || fail "$*: $(cat want.err)"
	state >want.state
	n=1
	[ -z "${FAIL_IN:-}" ] || n=$(($(cat count) / 2 + 1)) # libgit2 crashes without memory for its start, the first half
	while [ $n -le "$(cat count)" ]; do
		begin
		rc=0
		FAIL_AT=$n LD_PRELOAD=$lib "$BIN/tagextract" ${threads:+"$threads"} "$@" >out.txt 2>err || rc=$?
		if [ $rc -ne 1 ] || ! grep -qi 'out of memory' err; then
			state >got.state
			[ $rc -eq $want ] && cmp -s out.txt want.out && cmp -s got.state want.state ||
				fail "$*: allocation $n fails: status $rc, $(cat err out.txt)"
		fi
		n=$((n + step))
	done
}
run_survives 3 -n -x nothing Tag_1 tree
run_survives 7 --json -n -i 'Tag_1,Tag_2' tree
run_survives 5 Tag_1 tree out
run_survives 3 --sync Tag_1 tree out
run_survives 7 --patch base Tag_1 tree
run_survives 17 --audit base -x skip Tag_1 tree
run_survives 17 --audit base.tar -x skip Tag_1 tree
run_survives 17 --audit names.tar -x skip Tag_1 tree
run_survives 7 -l tree
run_survives 7 -n -r 'Tag_[0-9]' tree
run_survives 17 --port -x skip Tag_1 base tree next dest
# each allocation of a small tree
mkdir small1 small2
printf 'int x;\nint y;\n' | tee small1/a.c >small2/a.c
printf '// Tag_1\nint z;\n' >>small2/a.c
run_survives 1 --json -n Tag_1 small2
run_survives 1 -n -r 'Tag_[0-9]' small2
run_survives 1 --audit small1 Tag_1 small2
# a file that moved
mkdir -p small3/d small4/d small5/e
printf 'int x;\nint y;\n' | tee small3/d/a.c small5/e/a.c >small4/d/a.c
printf '// Tag_1\nint z;\n' >>small4/d/a.c
run_survives 1 --port Tag_1 small3 small4 small5 dest
# a conflict, and a file of our own
mkdir old mine new
printf 'int x;\nint y;\n' >old/a.c
printf 'int x; // Tag_1\nint y;\n' | tee mine/a.c >mine/b.c
printf 'int xx;\nint y;\n' >new/a.c
run_survives 1 --port Tag_1 old mine new dest
mkdir moved1 moved2
printf 'first line of a file\nx\ny\n// 1\n// 2\n' >moved1/old.c
(cat moved1/old.c && echo '// Tag_1') >moved2/new.c
run_survives 1 --patch moved1 Tag_1 moved2
# nothing is written where a submodule of the old base could not be listed
if command -v git >/dev/null; then
	as_me() {
		git -c user.name=me -c user.email=me@example.org -c protocol.file.allow=always "$@"
	}
	for f in lib repo; do
		as_me init --quiet $f
		cp -r small1/. $f
		[ $f = lib ] || as_me -C repo submodule --quiet add "$PWD/lib" sub
		as_me -C $f add .
		as_me -C $f commit --quiet -m one
	done
	printf '// Tag_1\n' >>repo/a.c
	FAIL_COUNT=count LD_PRELOAD=$lib "$BIN/tagextract" --port Tag_1 HEAD repo small1 dest >out.txt || :
	n=1
	while [ $n -le "$(cat count)" ]; do
		rm -rf dest
		FAIL_AT=$n LD_PRELOAD=$lib "$BIN/tagextract" --port Tag_1 HEAD repo small1 dest >out.txt 2>err || :
		! grep -q 'HEAD.*out of memory' err || [ ! -e dest ] || fail "allocation $n fails: $(cat err out.txt)"
		n=$((n + 1))
	done
fi
# those of the diff itself
export FAIL_IN=libgit2
run_survives 1 --audit small1 Tag_1 small2
run_survives 1 --patch small1 Tag_1 small2
