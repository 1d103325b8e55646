# SPDX-License-Identifier: MIT
# A full disk behind stdout is told, on --help too.
[ -c /dev/full ] || skip "no /dev/full here"
for args in --help --version --completion=bash --bytes=300000 word; do
	rc=0
	# shellcheck disable=SC2086
	tool frame_probe $args >/dev/full 2>err || rc=$?
	[ "$rc" -eq 1 ] || fail "$args to a full disk: status $rc"
	[ "$(grep -c 'standard output' err)" -eq 1 ] || fail "$args to a full disk: $(cat err)"
done
# usage errors keep their status
rc=0
tool frame_probe --nonsense >/dev/full 2>err || rc=$?
[ "$rc" -eq 2 ] || fail "usage error to a full disk: status $rc"
