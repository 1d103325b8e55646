# SPDX-License-Identifier: MIT
# A signal in the middle of writing leaves no file behind, and the status tells of it.
[ -z "${RUNNER:-}" ] || skip "signals are not Wine's"
for sig in TERM INT HUP; do
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
	ls -A | grep -q '^\.biosbelt-' || fail "no temporary file"
	kill -s $sig $pid
	rc=0
	wait $pid || rc=$?
	[ "$rc" -gt 128 ] || fail "SIG$sig: status $rc"
	! ls -A | grep -q '^\.biosbelt-' || fail "SIG$sig left a file: $(ls -A)"
	[ ! -e target.bin ] || fail "SIG$sig: half a target"
done
