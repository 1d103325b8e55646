# SPDX-License-Identifier: MIT
# Wrong use is told.
mkdir src
run tagextract
expect_rc 2
run tagextract Tag_1
expect_rc 2
expect_err 'no source folder'
run tagextract '' src
expect_rc 2
run tagextract Tag_1 absent
expect_rc 1
expect_err 'absent'
run tagextract --json --csv Tag_1 src
expect_rc 2
# What would be passed over in silence is refused.
run tagextract --archive=x.7z Tag_1 src dst
expect_rc 2
for name in '' . .. a/b; do
	run tagextract --sibling="$name" Tag_1 src
	expect_rc 2
	expect_err 'not a path'
done
run tagextract --archive=x.rar Tag_1 src
expect_rc 2
expect_err '.7z or .zip'
run tagextract --archive=.zip Tag_1 src
expect_rc 2
run tagextract --archive=x.7z --manifest=m Tag_1 src
expect_rc 2
run tagextract --untagged=src Tag_1 src dst
expect_rc 2
run tagextract --untagged=src --csv Tag_1 src
expect_rc 2
run tagextract --patch=src --json Tag_1 src
expect_rc 2
run tagextract --patch=src --manifest=m Tag_1 src
expect_rc 2
run tagextract --regex 'a(' src
expect_rc 2
expect_err 'a('
run tagextract --prefer klingon Tag_1 src
expect_rc 2
run tagextract Tag_1 src a b
expect_rc 2
run tagextract --help
expect_rc 0
expect_out 'Usage: tagextract'
