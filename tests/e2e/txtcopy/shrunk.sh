# SPDX-License-Identifier: MIT
# A file that becomes shorter while it is read is an error of its own; also when it loses so few
# bytes that the system gives no signal.
[ -z "${RUNNER:-}" ] || skip "Windows does not let a mapped file become shorter"
mkfifo pipe
for length in 0 999990; do
	yes 'a line of ASCII' | head -c 1000000 >big.txt
	# The pipe takes a part, and the rest of the file is read when it is gone.
	"$BIN/txtcopy" --from latin1 --to utf-8 --eol crlf --lossy replace big.txt - 2>err >pipe &
	pid=$!
	exec 9<pipe
	head -c 10 <&9 >/dev/null
	truncate -s $length big.txt
	zeros=$(cat <&9 | tr -cd '\0' | wc -c)
	rc=0
	wait $pid || rc=$?
	exec 9<&-
	[ "$rc" -eq 1 ] || fail "$length: status $rc"
	grep -q 'big.txt: was cut short' err || fail "$length: said $(cat err)"
	[ "$zeros" -eq 0 ] || fail "$length: $zeros zeros written"
done
