# SPDX-License-Identifier: MIT
# An input is never replaced by its own output, whatever it is called, not with --force either.
printf 'some text, some text, some text' >in
cp in keep
tool lzenc -q --format=lzma in in.lzma
cp in.lzma keep.lzma
refused() { # refused OPTION... INPUT... OUTPUT
	run lzenc "$@"
	expect_rc 2
	expect_err 'input and output are the same file'
	cmp in keep || fail "the input was replaced: $*"
	cmp in.lzma keep.lzma || fail "the input was replaced: $*"
}
for form in 7z lzma f86 section; do
	refused --force --format=$form in in
	refused --force --format=$form in ./in
done
refused in in
refused --force keep in ./in
refused --classic --force in in
refused -d --force in.lzma in.lzma
refused -d --force in.lzma ./in.lzma
if [ -z "${RUNNER:-}" ]; then
	ln -s in soft
	ln in hard
	refused --force soft in
	refused --force in soft
	refused --force in hard
	ln -s in.lzma soft.lzma
	refused -d --force soft.lzma in.lzma
	{ [ -L soft ] && [ -L soft.lzma ]; } || fail 'a link was replaced'
fi
# what an earlier run left in a folder that is packed is not part of the next archive
mkdir self
cp keep self/data
tool lzenc -q self self/o.7z
cp self/o.7z self/copy.7z
tool lzenc -q self fresh.7z
run lzenc -f self self/o.7z
expect_rc 0
expect_err 'self/o.7z: is the output, and is left out'
expect_out 'files 2'
run lzenc -l self/o.7z
expect_out 'self/copy.7z'
expect_out 'self/data'
grep -q 'self/o\.7z$' out && fail 'the output holds its former self'
# another output is written over as ever
run lzenc --force --format=lzma keep hard
expect_rc 0
run lzenc -d --force in.lzma back
expect_rc 0
cmp back keep || fail 'the data did not come back'
