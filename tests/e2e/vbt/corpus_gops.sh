# SPDX-License-Identifier: MIT
# The version computed from a driver's code is the one in its file's name.
dir=$(corpus firmware)/parts || skip "no corpus"
count=0
for file in "$dir"/gop-*; do
	[ -f "$file" ] || skip "no corpus"
	version=$(basename "$file" | cut -d- -f2)
	machine=$(basename "$file" .efi | cut -d- -f3)
	run bytgvs --list --json "$file"
	expect_rc 0
	expect_out "\"version\": \"$version\""
	expect_out "\"machine\": \"$machine\""
	count=$((count + 1))
done
[ "$count" -ge 5 ] || fail "only $count drivers"
