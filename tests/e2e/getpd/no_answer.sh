# SPDX-License-Identifier: MIT
# A program that asks for JSON gets a document also when there is no answer.
for what in missing/file --all --disk=999; do
	mkdir -p empty
	run getpd --json --sys-root "$PWD/empty" "$what"
	[ "$rc" -ne 0 ] || continue
	[ -s out ] || fail "no document for $what: $(cat err)"
	valid_json getpd
done
run getpd --json missing/file
expect_rc 3
expect_out '"query": "missing/file"'
expect_out '"error": '
[ -s err ] || fail "nothing on stderr"
# The document has both: what is there in place of a disk, and why that is not an answer.
if [ -z "${RUNNER:-}" ]; then
	run getpd --json /proc
	expect_rc 3
	expect_out '"fstype": "proc"'
	valid_json getpd
	expect_out '"error": "not on a local disk: it is a file system of the kernel (proc)"'
fi
