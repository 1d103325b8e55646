# SPDX-License-Identifier: MIT
# Real servers: TLS in both forms, certificates, log-ins, sizes, refusals, greylisting.
. "$SRC/tests/e2e/scmail/mail_servers.sh"
ca=--ca=$(place ca)
sent=0

# delivered: the last run went well, and one mail more has arrived
delivered() {
	expect_rc 0
	sent=$((sent + 1))
	arrives "$sent"
}

post plain --to=a@lab.test --tls=none
delivered
post old --to=a@lab.test
delivered
if [ -n "$(server_port v6)" ]; then
	run scmail --server=::1 --port="$(server_port v6)" --from=me@lab.test --to=a@lab.test --text=six "$ca" --tls=starttls
	delivered
fi

# certificates: the right CA, and every reason to refuse
post plain --to=a@lab.test --tls=starttls "$ca" -v
delivered
grep -q '> STARTTLS' err || fail "no STARTTLS"
for port in wrong expired self; do
	post "$port" --to=a@lab.test --tls=starttls "$ca"
	expect_rc 8
done
post wrong_smtps --to=a@lab.test --tls=smtps "$ca"
expect_rc 8
post plain --to=a@lab.test --tls=starttls
expect_rc 8
post plain --to=a@lab.test --tls=starttls --ca="$(place other)"
expect_rc 8
post old --to=a@lab.test --tls=starttls "$ca"
expect_rc 8
post plain --to=a@lab.test --tls=smtps "$ca"
expect_rc 8
arrives "$sent"
for port in wrong expired self; do
	post "$port" --to=a@lab.test --tls=starttls --insecure
	delivered
done
post self --to=a@lab.test --tls=starttls --ca="$(dirname "$(place ca)")/self.crt"
delivered

# log-ins
export SCMAIL_PASSWORD='secret pw'
for kind in PLAIN LOGIN CRAM-MD5 DIGEST-MD5; do
	post login --to=a@lab.test --user=bob@lab.test --auth=$kind "$ca" -v
	grep -q "> AUTH $kind" err || fail "no AUTH $kind"
	! grep -qE 'secret|c2VjcmV0' err || fail "the password shows"
	delivered
	post smtps --to=a@lab.test --tls=smtps --user=bob@lab.test --auth=$kind "$ca"
	delivered
done
post login --to=a@lab.test --user=bob@lab.test "$ca"
delivered
post clear --to=a@lab.test --user=bob@lab.test --tls=none --insecure-plaintext
delivered
post clear --to=a@lab.test --user=bob@lab.test
expect_rc 8
post login --to=a@lab.test --user=bob@lab.test
expect_rc 8
SCMAIL_PASSWORD=wrong
for kind in PLAIN LOGIN CRAM-MD5 DIGEST-MD5; do
	post login --to=a@lab.test --user=bob@lab.test --auth=$kind "$ca"
	expect_rc 7
done
unset SCMAIL_PASSWORD
post login --to=a@lab.test --tls=starttls "$ca"
expect_rc 1
arrives "$sent"

# OAuth 2 tokens
"$python" -c 'import sys
sys.path.insert(0, sys.argv[1])
import scripted
print(scripted.TOKEN.decode())' "$SRC/tests/e2e/scmail" >token
printf 'expired-token\n' >token.bad
for kind in XOAUTH2 OAUTHBEARER; do
	port=$(echo $kind | tr "[:upper:]" "[:lower:]")
	post "$port" --to=a@lab.test --user=bob@lab.test --token-file=token --auth=$kind "$ca"
	expect_rc 0
	post "$port" --to=a@lab.test --user=bob@lab.test --token-file=token "$ca"
	expect_rc 0
	post "$port" --to=a@lab.test --user=bob@lab.test --token-file=token.bad "$ca"
	expect_rc 7
done
arrives 4 scripted

# sizes and recipients
head -c 30000 /dev/zero >big.bin
post small --to=a@lab.test --atta=big.bin --tls=none
expect_rc 1
expect_err 'the server takes 20000'
post small --to=a@lab.test --tls=none
delivered
post plain --to=reject550@lab.test --tls=none
expect_rc 1
expect_err 'no such user here'
post plain --to=reject550@lab.test --to=a@lab.test --tls=none
expect_rc 5
expect_err 'reject550@lab.test: refused: 550'
sent=$((sent + 1))
arrives "$sent"
post plain --to=later451@lab.test --tls=none
expect_rc 4
post plain --to=full552@lab.test --tls=none
expect_rc 1
post plain --to=a@elsewhere.test --tls=none
expect_rc 1
post plain --to=nouser@lab.test --tls=none
expect_rc 1
arrives "$sent"

# greylisting: refused, then taken, once
post grey --to=g1@lab.test --tls=none
expect_rc 4
post grey --to=g1@lab.test --tls=none
delivered
post grey --to=g2@lab.test --tls=none --retry=1
delivered
post grey --to=g3@lab.test --tls=none --queue=q
expect_rc 4
arrives "$sent"
run scmail --server=localhost --port="$(server_port grey)" --tls=none --queue=q --flush
delivered

# names that are not ASCII
post plain --to='用户@lab.test' --tls=none
delivered
post plain --to='a@中文.test' --tls=none
delivered
post old --to='用户@lab.test'
expect_rc 1
arrives "$sent"

# exim: another server, other words
export SCMAIL_PASSWORD='secret pw'
n_exim=0
for kind in PLAIN LOGIN CRAM-MD5; do
	post exim --to=member@exim.test --user=bob --auth=$kind "$ca"
	expect_rc 0
	post exim_smtps --to=member@exim.test --user=bob --auth=$kind --tls=smtps "$ca"
	expect_rc 0
	n_exim=$((n_exim + 2))
done
SCMAIL_PASSWORD=wrong
for kind in PLAIN LOGIN CRAM-MD5; do
	post exim --to=member@exim.test --user=bob --auth=$kind "$ca"
	expect_rc 7
done
unset SCMAIL_PASSWORD
post exim --to=member@exim.test --tls=starttls "$ca"
expect_rc 1
expect_err 'log in first'
post exim --to=reject550@exim.test --to=a@exim.test --tls=none
expect_rc 5
expect_err 'reject550@exim.test: refused: 550'
post exim --to='用户@exim.test' --tls=none --subject='主题'
expect_rc 0
post exim --to=later451@exim.test --tls=none
expect_rc 4
post exim --to=a@exim.test --tls=none --subject='forbidden word'
expect_rc 1
expect_err 'we do not want this'
head -c 1100000 /dev/zero >large.bin
post exim --to=a@exim.test --tls=none --atta=large.bin
expect_rc 1
post exim --to=a@exim.test --tls=starttls
expect_rc 8
arrives $((n_exim + 2)) exim
end_servers
