# SPDX-License-Identifier: MIT
# Closed streams and pipes, escapes from input, overwriting.
run frame_probe --warn "$(printf 'a\033[31mb\nc\302\233d')"
expect_rc 0
grep -qF 'warning: a\x1B[31mb\x0Ac\u{009B}d' err || fail "not escaped: $(cat err)"

run frame_probe -q --warn x
[ ! -s err ] || fail "--quiet printed a warning"

printf 'data' | tool frame_probe --copy new.bin || fail "copy"
[ "$(cat new.bin)" = data ] || fail "wrong bytes"
rc=0
printf 'other' | tool frame_probe --copy new.bin 2>err || rc=$?
[ $rc -eq 1 ] || fail "overwrote: $rc"
grep -q 'exists already' err || fail "no reason: $(cat err)"
[ "$(cat new.bin)" = data ] || fail "overwritten"
printf 'other' | tool frame_probe --force --copy new.bin || fail "--force"
[ "$(cat new.bin)" = other ] || fail "--force did nothing"
rc=0
printf 'x' | tool frame_probe --copy no/such/folder.bin 2>err || rc=$?
[ $rc -eq 1 ] || fail "absent folder: $rc"

if [ -z "${RUNNER:-}" ]; then
	rc=0
	tool frame_probe --bytes=500000 2>err | head -c 10 >/dev/null || rc=$?
	[ ! -s err ] || fail "a closed pipe is talked about: $(cat err)"
	tool frame_probe word >&- 2>err && fail "closed stdout went unnoticed"
	# the file written must not become the missing stdout
	printf 'safe' | tool frame_probe --copy safe.bin word >&- 2>err || true
	[ "$(cat safe.bin)" = safe ] || fail "stdout ran into the file"
	chmod 600 new.bin
	printf 'x' | tool frame_probe --force --copy new.bin
	[ "$(stat -c %a new.bin)" = 600 ] || fail "the mode of a replaced file changed"
	for mode in 755 640 444; do
		chmod "$mode" new.bin
		printf 'x' | tool frame_probe --force --copy new.bin
		[ "$(stat -c %a new.bin)" = "$mode" ] || fail "mode $mode of a replaced file became $(stat -c %a new.bin)"
	done
	for mask in 022 002 027 077; do
		rm -rf masked.bin masked
		(umask $mask && printf 'x' | tool frame_probe --copy masked.bin && tool frame_probe --folder masked/sub)
		want=$(printf '%o %o %o' $((0666 & ~mask)) $((0777 & ~mask)) $((0777 & ~mask)))
		set -- "$(stat -c %a masked.bin masked masked/sub | tr '\n' ' ')"
		[ "$1" = "$want " ] || fail "umask $mask: a file and folders of modes $1"
	done
	ln -s new.bin link.bin
	printf 'via link' | tool frame_probe --force --copy link.bin
	[ -L link.bin ] && [ "$(cat new.bin)" = 'via link' ] || fail "a link was not written through"
	printf 'x' | tool frame_probe --copy /dev/null || fail "/dev/null"
	[ -c /dev/null ] || fail "/dev/null was replaced"
fi

# An open pipe by its name among the descriptors, as /dev/stdout and bash's >(program) are.
if [ -z "${RUNNER:-}" ] && [ -e /dev/fd/1 ]; then
	printf data | tool frame_probe --copy /dev/fd/1 2>err | cat >got
	[ "$(cat got)" = data ] || fail "a pipe by its name: $(cat err)"
	ln -s nowhere/x broken
	rc=0
	printf data | tool frame_probe --copy broken 2>err || rc=$?
	expect_rc 1
	expect_err 'cannot follow the link'
fi
