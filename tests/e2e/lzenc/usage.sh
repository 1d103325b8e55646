# SPDX-License-Identifier: MIT
# What is refused before anything is read: options that contradict each other, a reader or a form. None of it
# depends on the system.
[ -z "${RUNNER:-}" ] || skip 'options are read natively as there; cli.sh tries some'
printf 'some text, some text, some text' >in
tool lzenc -q in out.7z
tool lzenc -q in piped.lzma
run lzenc --for=coreboot --lc=4 in out.lzma
expect_rc 2
expect_err 'at most 3'
run lzenc --filter=x86 in out.lzma
expect_rc 2
run lzenc --for=edk2 in out.7z
expect_rc 2
run lzenc in in again.7z
expect_rc 2
expect_err 'two inputs'
run lzenc --json in -
expect_rc 2
# what would not be what its name says
for other in xz ZIP tar.gz tgz zst; do
	run lzenc -q in "other.$other"
	expect_rc 2
	expect_err 'is not made: without --format it would be a .7z'
	[ ! -e "other.$other" ] || fail "other.$other was made"
done
tool lzenc -q --format=7z in other.zip
# contents and the document never mix
for archive in out.7z piped.lzma; do
	run lzenc -d --json $archive -
	expect_rc 2
	expect_err --json
	[ ! -s out ] || fail "something on stdout besides the refusal: $archive"
done
run lzenc --names=gbk in named.lzma
expect_rc 2
expect_err 'only .7z holds names'
# a filter that not all readers decode is for 7-Zip alone
for filter in arm64 riscv delta2 delta12; do
	run lzenc --filter=$filter in filtered.7z
	expect_rc 2
	expect_err "not every reader of .7z decodes the $filter filter"
	run lzenc -q --for=7zip --filter=$filter -f in filtered.7z
	expect_rc 0
	rm filtered.7z
done
run lzenc -q --filter=arm in filtered.7z
expect_rc 0
# the original's stream is one: options that ask for another are not passed over
for way in --lc=2 --best --format=f86 --format=7z --dict=4K --fast-bytes=64 --filter=none; do
	run lzenc --classic $way in classic.7z
	expect_rc 2
	expect_err '--classic is exactly'
done
run lzenc -q --classic --format=lzma --end-marker in classic.7z
expect_rc 0
# one thing at a time
for two in '-l -d' '-d -t' '-t -l'; do
	# shellcheck disable=SC2086
	run lzenc $two out.7z
	expect_rc 2
	expect_err 'only one of'
done
# options of another mode are not passed over; a level is, as with other packers
for wrong in '-d --best out.7z' '-d --lc=3 piped.lzma x' '-t --filter=x86 out.7z' '-l --for=edk2 out.7z' \
	'--memlimit=1M in new.7z' '--f86 in new.lzma'; do
	# shellcheck disable=SC2086
	run lzenc $wrong
	expect_rc 2
	expect_err 'does not go with'
done
[ ! -e new.7z ] || fail 'a refused call wrote'
run lzenc -9 -t out.7z
expect_rc 0

# what no reader of the form could read is refused
for wrong in '--for=edk2 --format=lzma86' '--unknown-size --format=section' '--unknown-size --format=f86' \
	'--format=f86 --filter=none'; do
	# shellcheck disable=SC2086
	run lzenc $wrong in unreadable
	expect_rc 2
	[ ! -e unreadable ] || fail "made although nothing reads it: $wrong"
done
# --name: only where it has an effect, and only what can be extracted again
for name in a/../../b /abs '' .. a/ 'c:\x' "$(printf 'a\tb')"; do
	printf x >piped
	run lzenc --name="$name" - bad.7z
	expect_rc 2
	[ ! -e bad.7z ] || fail "an archive with the name '$name'"
done
run lzenc --name=a in bad.7z
expect_rc 2
expect_err "--name is for an input of '-'"
run lzenc --name=a - bad.lzma
expect_rc 2
expect_err 'only .7z holds names'
run lzenc in ''
expect_rc 2
expect_err 'an empty file name'
run lzenc -d ''
expect_rc 2
