# SPDX-License-Identifier: MIT
# What became of a mail, by each way in which a server may answer SEARCH: one answer misread doubles it.
. "$SRC/tests/e2e/scmail/server.sh"
mkfifo srv/imap_in
"$python" "$SRC/tests/e2e/scmail/imap_odd.py" srv <srv/imap_in >srv/imap_log 2>&1 &
exec 8>srv/imap_in
n=0
until [ -e srv/imap_ports ]; do
	n=$((n + 1))
	[ $n -lt 200 ] || fail "the IMAP server does not start: $(cat srv/imap_log)"
	sleep 0.05
done
# check ANSWER STATUS
check() {
	mail dot_drop --to=a@x.com --text=x --user=u --password=p --tls=none --insecure-plaintext --settle-wait=0 \
		--settle="imap://127.0.0.1:$(awk -v f="$1" '$1 == f { print $2 }' srv/imap_ports)/Sent"
	[ "$rc" -eq "$2" ] || {
		cat out err >&2
		fail "$1: status $rc, expected $2"
	}
}
check plain 0
check small 0
check lines 0
check none 4
check quoted 4
check no 6
check half 6
check denied 6
expect_err '--settle: the log-in was refused'
