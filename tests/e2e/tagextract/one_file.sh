# SPDX-License-Identifier: MIT
# The source may be a single file, for every kind of result.
mkdir -p src base
echo '// Tag_1' >src/m.c
echo '// old' >base/m.c
run tagextract --manifest=sums Tag_1 src/m.c copy
expect_rc 0
grep -q '  m.c$' sums || fail 'no name in the manifest'
cmp src/m.c copy/m.c || fail "copied otherwise"
run tagextract --archive=x.7z Tag_1 src/m.c
expect_rc 0
expect_out '1 packed'
expect_out '1 of 1 file'
run tagextract --patch=base Tag_1 src/m.c
expect_rc 0
expect_out '+++ b/m.c'
expect_out '-// old'
