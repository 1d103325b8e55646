# SPDX-License-Identifier: MIT
# A copy in the folder of sent mails, and mails that no answer came for, settled by a folder: Dovecot over what
# Postfix took.
. "$SRC/tests/e2e/scmail/mail_servers.sh"
command -v dovecot >/dev/null || PATH=$PATH:/usr/sbin
command -v dovecot >/dev/null || lacks dovecot-imapd
ca=--ca=$(place ca)
# the box is made with the first mail
post plain --to=a@lab.test --tls=none
expect_rc 0
arrives 1
box=$(dirname "$(place mail)")
mkdir imap
mkfifo imap/in
"$python" "$SRC/tests/e2e/scmail/imap_server.py" imap "$(dirname "$(place ca)")" "$box" "$(server_port plain)" <imap/in >imap/log 2>&1 &
exec 7>imap/in
n=0
until [ -e imap/ports ]; do
	n=$((n + 1))
	[ $n -lt 300 ] || fail "no IMAP server: $(cat imap/log)"
	sleep 0.05
done
imap_port() {
	awk -v name="$1" '$1 == name { print $2 }' imap/ports
}
imap=imap://localhost:$(imap_port imap)
# mails that were taken, whether somebody has seen them or not
taken() {
	find "$box/new" "$box/cur" -type f | wc -l
}
# in_folder NAME: mails in it
in_folder() {
	find "$box/.$1" -path '*/cur/*' -o -path '*/new/*' 2>/dev/null | wc -l
}
# comes N: so many were taken in all
comes() {
	n=0
	while [ "$(taken)" -lt "$1" ] && [ $n -lt 200 ]; do
		n=$((n + 1))
		sleep 0.05
	done
	[ "$(taken)" -eq "$1" ] || fail "$(taken) mails were taken, expected $1"
}
export SCMAIL_PASSWORD='secret pw'
login=--user=bob@lab.test

# copies: with TLS in both forms, a folder in Chinese, with an attachment, from the queue, of a merge
head -c 100000 /dev/urandom >a.bin
post login --to=a@lab.test "$login" "$ca" --subject='一 copy' --atta=a.bin --save-sent="$imap/Sent" --save=sent.eml
expect_rc 0
[ ! -s err ] || fail "$(cat err)"
comes 2
[ "$(in_folder Sent)" -eq 1 ] || fail 'no copy in Sent'
tr -d '\r' <sent.eml >want
cmp "$(find "$box/.Sent" -path '*/cur/*')" want || fail 'the copy is not what was sent'
find "$box/.Sent/cur" -name '*:2,*S*' | grep -q . || fail 'the copy is not marked as read'
post login --to=a@lab.test "$login" "$ca" --save-sent="imaps://localhost:$(imap_port imaps)/已发送" --queue=q
expect_rc 0
comes 3
[ "$(in_folder '&XfJT0ZAB-')" -eq 1 ] || fail 'no copy in the folder with a Chinese name'
printf 'n\n1\n2\n3\n' >t.csv
post login --to=a@lab.test --merge=t.csv --subject='{n}' "$login" "$ca" --save-sent="$imap/Sent" --queue=q
expect_rc 0
comes 6
[ "$(in_folder Sent)" -eq 4 ] || fail "$(in_folder Sent) copies"
post login --to=a@lab.test --to=reject550@lab.test "$login" "$ca" --save-sent="$imap/Sent"
expect_rc 5
comes 7
[ "$(in_folder Sent)" -eq 5 ] || fail 'no copy of what was sent in part'
post login --to=reject550@lab.test "$login" "$ca" --save-sent="$imap/Sent"
expect_rc 1
[ "$(in_folder Sent)" -eq 5 ] || fail 'a copy of what was refused'
# what fails there does not make a mail that was sent a failure
for bad in "$imap/Absent" "imap://localhost:1/Sent" "imaps://localhost:$(imap_port imap)/Sent"; do
	post login --to=a@lab.test "$login" "$ca" --save-sent="$bad" --connect-timeout=3
	expect_rc 0
	expect_err 'sent, but not saved'
done
comes 10
# addresses that are none are told before
for bad in 'imap://localhost' 'imap://localhost/' 'http://localhost/Sent' 'Sent' 'imap:///x'; do
	post login --to=a@lab.test "$login" "$ca" --save-sent="$bad"
	expect_rc 2
done
post plain --to=a@lab.test --tls=none --save-sent="$imap/Sent"
expect_rc 2
comes 10

# a pin is that of the mail server: it holds on the same host, and on another --insecure opens nothing
good=--pin=$(openssl x509 -in "$(dirname "$(place ca)")/good.crt" -noout -fingerprint -sha256 | sed 's/.*=//')
copies=$(in_folder Sent)
post login --to=a@lab.test "$login" --insecure "$good" --save-sent="$imap/Sent"
expect_rc 0
[ "$(in_folder Sent)" -eq $((copies + 1)) ] || fail "no copy by a pin: $(cat err)"
post login --to=a@lab.test "$login" --insecure "$good" --save-sent="imap://127.0.0.1:$(imap_port imap)/Sent"
expect_rc 0
expect_err 'not saved'
[ "$(in_folder Sent)" -eq $((copies + 1)) ] || fail 'a server that nothing vouches for got the password'
comes 12

# no answer to the dot: the folder says what became of the mail
through() {
	t_port=$1
	shift
	run scmail --server=localhost --port="$(imap_port "$t_port")" --from=me@lab.test --to=a@lab.test --text=x --tls=none \
		--insecure-plaintext "$login" "$ca" --timeout=5 "$@"
}
through cut
expect_rc 6
comes 13
imaps=imaps://localhost:$(imap_port imaps)
through cut --settle="$imaps/INBOX" --settle-wait=1
expect_rc 0
expect_out 'sent <'
comes 14
through lost --settle="$imaps/INBOX" --settle-wait=1
expect_rc 4
comes 14
# the queue: what the folder has is done, what it lacks waits, and goes out once
for port in cut lost; do
	through $port --queue=u
	expect_rc 6
done
comes 15
[ "$(find u/unconfirmed -name '*.mail' | wc -l)" -eq 2 ] || fail 'not two are unconfirmed'
run scmail --server=localhost --port="$(server_port plain)" --tls=none --insecure-plaintext "$login" "$ca" --queue=u --flush \
	--settle="$imaps/INBOX" --settle-wait=1
expect_rc 0
expect_out '1 of 1 sent'
comes 16
[ "$(find u -name '*.mail' | wc -l)" -eq 0 ] || fail "$(find u -name '*.mail') is left"
# a folder that cannot be asked settles nothing
through cut --queue=u --settle="imap://localhost:1/INBOX" --connect-timeout=2
expect_rc 6
expect_err '--settle'
[ "$(find u/unconfirmed -name '*.mail' | wc -l)" -eq 1 ] || fail 'it is not unconfirmed'
comes 17
# kill -9 of two runs at once, each settling what the others left (SCMAIL_KILLS=200 is the long run)
"$python" "$SRC/tests/e2e/scmail/settle_kill.py" "$BIN/scmail$EXE" "$(server_port plain)" "$(imap_port imaps)" "$(place ca)" \
	"$box" "${SCMAIL_KILLS:-4}" || fail 'kill -9 loses or doubles'
unset SCMAIL_PASSWORD
exec 7>&-
end_servers
