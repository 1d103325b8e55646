# SPDX-License-Identifier: MIT
# Another file takes the place of an attachment after it was looked at.
lib=$BIN/../tests/fail_alloc.so
[ -f "$lib" ] || skip "no library for it: glibc without sanitizers has it"
attach() { # expected words
	rc=0
	FAIL_SWAP=/a.bin LD_PRELOAD=$lib timeout 20 "$BIN/scmail" --save=m.eml --from=a@x.y --to=b@x.y --subject=t --text=x \
		--atta=a.bin >out 2>err || rc=$?
	expect_rc 1
	expect_err "$1"
	[ ! -e m.eml ] || fail 'a mail was made'
	[ ! -e a.bin.other ] || fail 'nothing took the place'
}
seq 30000 >a.bin
mkfifo a.bin.other
attach 'a.bin: is not a regular file'
rm a.bin
seq 30000 >a.bin
seq 30000 >a.bin.other
touch -d '2020-01-01 UTC' a.bin.other
attach 'a.bin: was changed while it was sent'
