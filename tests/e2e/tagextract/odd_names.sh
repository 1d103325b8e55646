# SPDX-License-Identifier: MIT
# Names that are no UTF-8, or hold line ends, hinder nobody.
[ -z "${RUNNER:-}" ] || skip "such names do not exist on Windows"
mkdir src
echo Tag_1 >src/a.c
echo Tag_1 >"src/$(printf 'bad\377.c')"
echo Tag_1 >"$(printf 'src/two\nlines\\.c')"
run tagextract --manifest=sums Tag_1 src copy
expect_rc 0
(cd copy && sha256sum --status -c ../sums) || fail "sha256sum does not take the manifest"
for kind in 7z zip; do
	run tagextract --archive=x.$kind Tag_1 src
	expect_rc 1
	expect_err 'bad\xFF.c: the name is no UTF-8'
	expect_out '2 packed'
	[ -s x.$kind ] || fail "the rest is not packed"
done
