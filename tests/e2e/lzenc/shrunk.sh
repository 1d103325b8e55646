# SPDX-License-Identifier: MIT
# A large input that becomes shorter while it is read is an error by its name, and makes no output;
# also when it loses so few bytes that the system gives no signal.
# Windows lets no mapped file of its own disks become shorter, but those of a share may, or lose their bytes with it:
# Wine has the same exception.
[ -r /proc/self/maps ] || skip "there is no /proc"
head -c 70000000 /dev/urandom >whole
for length in 100000 69999990; do
	cp whole big
	${RUNNER:-} "$BIN/lzenc$EXE" -1 --no-verify big packed.lzma 2>err &
	pid=$!
	until grep -q '/big$' /proc/$pid/maps; do
		kill -0 $pid || fail "ended: $(cat err)"
	done
	truncate -s "$length" big
	rc=0
	wait $pid || rc=$?
	[ "$rc" -eq 1 ] || fail "$length: status $rc"
	grep -q '^lzenc: big: was cut short' err || fail "$length: said $(cat err)"
	! find . -name '*packed*' -o -name '.biosbelt-*' | grep . || fail "$length: an output was made"
done
[ -z "${RUNNER:-}" ] || exit 0
# What the walk saw as a file, and is a FIFO, or a link to a file of the same size, when it is read: the walk is over once
# standard input is read, of which a pipe holds less.
echo other >elsewhere
for turn in 'mkfifo turns/a.txt' 'ln -s ../elsewhere turns/a.txt'; do
	rm -rf turns input
	mkdir turns
	echo texts >turns/a.txt
	mkfifo input
	timeout 60 "$BIN/lzenc" turns - turns.7z <input 2>err &
	pid=$!
	exec 9>input
	head -c 1000000 big >&9
	rm turns/a.txt
	$turn
	exec 9>&-
	rc=0
	wait $pid || rc=$?
	[ "$rc" -eq 1 ] || fail "$turn: status $rc, $(cat err)"
	grep -q '^lzenc: turns/a.txt: ' err || fail "$turn: said $(cat err)"
	[ ! -e turns.7z ] || fail "$turn: an output was made"
done
