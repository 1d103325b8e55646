# SPDX-License-Identifier: MIT
# Whatever allocation fails, a run says so and fails, or its result is that of a run with enough memory: a list
# without some words, or members that nobody asked for, are neither.
lib=$BIN/../tests/fail_alloc.so
[ -f "$lib" ] || skip "no library that makes allocations fail: glibc without sanitizers has it"
command -v python3 >/dev/null || lacks python3
awk 'BEGIN { for (i = 0; i < 200; i++) print "line " i * i % 97 }' >one
awk 'BEGIN { for (i = 0; i < 3000; i++) printf "%c", i * i % 251 }' >two
tool lzenc -q one two both.7z
tool lzenc -q two two.lzma
python3 -c "import zipfile
z = zipfile.ZipFile('both.zip', 'w', zipfile.ZIP_DEFLATED)
z.write('one'), z.write('two')"
python3 "$SRC/tests/e2e/lzenc/repack.py" build bios.fd
for json in '' --json; do
	# shellcheck disable=SC2086 # an option or nothing
	{
		survives 1 lzenc -l $json both.7z
		survives 1 lzenc -l $json both.zip
		survives 1 lzenc -l $json two.lzma
		survives 1 lzenc -l $json bios.fd
		survives 1 lzenc -t $json both.7z
	}
done
# on several processors ways do without the steps of others where there is no memory for them: a byte more or less
survives 97 lzenc --repack --dry-run --json --threads=1 bios.fd

# writes STEP ARGUMENT...: as survives, for what a run writes to "made"; an archive may be larger with less memory
writes() {
	step=$1
	shift
	rm -rf made made.7z
	FAIL_COUNT=count LD_PRELOAD=$lib "$BIN/lzenc" "$@" 2>err || fail "$*: $(cat err)"
	find made made.7z -type f -exec cksum {} + 2>/dev/null | LC_ALL=C sort >want.made
	n=1
	while [ $n -le "$(cat count)" ]; do
		rm -rf made made.7z
		rc=0
		FAIL_AT=$n LD_PRELOAD=$lib "$BIN/lzenc" "$@" 2>err || rc=$?
		if [ $rc -ne 1 ] || ! grep -q 'out of memory' err; then
			find made made.7z -type f -exec cksum {} + 2>/dev/null | LC_ALL=C sort >got.made
			[ $rc -eq 0 ] || fail "$*: allocation $n fails: status $rc, $(cat err)"
			if [ -e made.7z ]; then
				tool lzenc -q -t made.7z
			else
				cmp -s got.made want.made || fail "$*: allocation $n fails, and another result"
			fi
		fi
		n=$((n + step))
	done
}
writes 1 -d -q both.7z -o made
writes 1 -d -q both.7z one -o made
writes 1 -d -q both.zip --exclude=one -o made
writes 1 -d -q two.lzma -o made
writes 3 -q -1 --threads=1 one two made.7z
writes 11 -q --threads=1 one two made.7z
