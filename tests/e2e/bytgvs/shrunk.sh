# SPDX-License-Identifier: MIT
# An image that becomes shorter while it is read is an error by its name, and the others are read.
[ -z "${RUNNER:-}" ] || skip "Windows does not let a mapped file become shorter"
[ -r /proc/self/maps ] || skip "there is no /proc"
head -c 50000000 /dev/urandom >big
printf 'nothing here' >small
tries=0
until [ -s err ] && grep -q '^bytgvs: big: was cut short' err; do
	tries=$((tries + 1)) # it may be faster than this script
	[ $tries -lt 50 ] || fail "status $rc, said $(cat err)"
	truncate -s 50000000 big
	"$BIN/bytgvs" big small >out 2>err &
	pid=$!
	until grep -q '/big$' /proc/$pid/maps 2>/dev/null || ! kill -0 $pid 2>/dev/null; do :; done
	truncate -s 100000 big
	rc=0
	wait $pid || rc=$?
done
[ "$rc" -eq 1 ] || fail "status $rc"
grep -q 'small' out || fail "the other is not read: $(cat out)"
