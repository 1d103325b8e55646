# SPDX-License-Identifier: MIT
# A signal in the middle of writing leaves no file behind, and the status tells of it.
[ -z "${RUNNER:-}" ] || skip "signals are not Wine's"
# With a name, or without one, as Linux shows such a file.
has_temporary() {
	ls -A | grep -q '^\.biosbelt-' || ls -l "/proc/$pid/fd" | grep -q "$PWD/#[0-9]* (deleted)"
}
# KILL leaves nothing either where files without a name can be had.
last=
python3 -c 'import os; os.open(".", os.O_TMPFILE | os.O_RDWR)' 2>/dev/null && last=KILL
for sig in TERM INT HUP $last; do
	# a file of its own each time: the last round's may still be there when the job begins
	# a background job of sh ignores INT: set its default back through env
	env --default-signal=INT "$BIN/frame_probe" --write=target.bin >out.$sig 2>err &
	pid=$!
	n=0
	until grep -q waiting "out.$sig" 2>/dev/null; do
		n=$((n + 1))
		[ $n -lt 200 ] || fail "never began"
		sleep 0.05
	done
	[ ! -e target.bin ] || fail "target is there too early"
	has_temporary || fail "no temporary file"
	kill -s $sig $pid
	rc=0
	wait $pid || rc=$?
	[ "$rc" -gt 128 ] || fail "SIG$sig: status $rc"
	! ls -A | grep -q '^\.biosbelt-' || fail "SIG$sig left a file: $(ls -A)"
	[ ! -e target.bin ] || fail "SIG$sig: half a target"
done
