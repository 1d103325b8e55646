# SPDX-License-Identifier: MIT
# Who is who: SCRAM, client certificates, pinned keys, the keyring, OAuth 2 with refresh tokens.
. "$SRC/tests/e2e/scmail/mail_servers.sh"
ca=--ca=$(place ca)
keys=$(dirname "$(place ca)")
sent=0
delivered() {
	expect_rc 0
	sent=$((sent + 1))
	arrives "$sent"
}

# SCRAM-SHA-256 of a real server; the password does not show and is not sent
export SCMAIL_PASSWORD='secret pw'
for port in login smtps; do
	post $port --to=a@lab.test --user=bob@lab.test --auth=SCRAM-SHA-256 "$ca" --tls=$([ $port = login ] && echo starttls || echo smtps) -v
	delivered
	expect_err '> AUTH SCRAM-SHA-256 ***'
	! grep -qE 'secret|c2VjcmV0' err || fail 'the password shows'
done
SCMAIL_PASSWORD=wrong
post login --to=a@lab.test --user=bob@lab.test --auth=SCRAM-SHA-256 "$ca"
expect_rc 7
unset SCMAIL_PASSWORD
# a server without it
SCMAIL_PASSWORD=x post exim --to=member@exim.test --user=bob --auth=SCRAM-SHA-256 "$ca"
expect_rc 7
# two mails over one connection log in once
printf 'n\n1\n2\n' >t.csv
SCMAIL_PASSWORD='secret pw' post login --to='a@lab.test' --subject='{n}' --merge=t.csv --user=bob@lab.test --auth=SCRAM-SHA-256 "$ca" -v
expect_rc 0
[ "$(grep -c '> AUTH' err)" -eq 1 ] || fail 'it logged in twice'
sent=$((sent + 2))
arrives "$sent"

# client certificates
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=client -keyout client.key -out client.csr 2>/dev/null
openssl x509 -req -in client.csr -CA "$keys/ca.crt" -CAkey "$keys/ca.key" -CAcreateserial -CAserial serial -days 30 -out client.crt 2>/dev/null
cat client.crt client.key >both.pem
post ccert --to=a@lab.test --tls=starttls "$ca" --client-cert=client.crt --client-key=client.key
delivered
post ccert --to=a@lab.test --tls=starttls "$ca" --client-cert=both.pem
delivered
post ccert --to=a@lab.test --tls=starttls "$ca"
[ "$rc" -ne 0 ] || fail 'it is let in without a certificate'
post ccert --to=a@lab.test --tls=starttls "$ca" --client-cert=client.crt
expect_rc 8
post ccert --to=a@lab.test --tls=starttls "$ca" --client-cert=absent.crt
[ "$rc" -ne 0 ] || fail 'an absent certificate is taken'
openssl pkey -in client.key -aes128 -passout pass:x -out locked.key
post ccert --to=a@lab.test --tls=starttls "$ca" --client-cert=client.crt --client-key=locked.key
expect_rc 8
post ccert --to=a@lab.test --client-key=client.key
expect_rc 2
arrives "$sent"

# pin NAME: as openssl says it
pin() {
	printf -- '--pin=sha256//'
	openssl x509 -in "$keys/$1.crt" -pubkey -noout | openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary | base64
}
post plain --to=a@lab.test "$ca" "$(pin good)"
delivered
post plain --to=a@lab.test "$ca" "$(pin self)"
expect_rc 8
post self --to=a@lab.test --insecure "$(pin self)"
delivered
post self --to=a@lab.test --insecure "$(pin good)"
expect_rc 8
post old --to=a@lab.test "$(pin good)"
expect_rc 8
post plain --to=a@lab.test --tls=none "$(pin good)"
expect_rc 2
post plain --to=a@lab.test --pin=sha256//short
expect_rc 2
# fingerprint NAME: as openssl says it
fingerprint() {
	openssl x509 -in "$keys/$1.crt" -noout -fingerprint -sha256 | sed 's/.*=/--pin=/'
}
post plain --to=a@lab.test "$ca" "$(fingerprint good)"
delivered
post self --to=a@lab.test --insecure "$(fingerprint self | tr -d : | tr A-F a-f)"
delivered
SCMAIL_PASSWORD='secret pw' post login --to=a@lab.test --user=bob@lab.test "$ca" "$(fingerprint good)"
delivered
post self --to=a@lab.test --insecure "$(fingerprint good)"
expect_rc 8
expect_err 'another fingerprint'
# nor is a password given to another, and the certificate counts as well
SCMAIL_PASSWORD='secret pw' post login --to=a@lab.test --user=bob@lab.test "$ca" "$(fingerprint self)" -v
expect_rc 8
! grep -q '> AUTH' err || fail 'it logs in to a server with another certificate'
post self --to=a@lab.test "$(fingerprint self)"
expect_rc 8
post plain --to=a@lab.test --pin=00:11
expect_rc 2
arrives "$sent"

# the keyring, by a program of its name
mkdir bin
cat >bin/secret-tool <<'X'
#!/bin/sh
[ "$*" = 'lookup host localhost service smtp user bob@lab.test' ] || exit 1
printf 'secret pw'
X
chmod +x bin/secret-tool
(
	PATH=$PWD/bin:$PATH
	export PATH
	post login --to=a@lab.test --user=bob@lab.test --password-keyring "$ca"
	delivered
	post login --to=a@lab.test --user=eve@lab.test --password-keyring "$ca"
	expect_rc 1
	expect_err 'secret-tool store'
) || exit
sent=$((sent + 1))
# and a real one
if command -v dbus-run-session >/dev/null && command -v dbus-send >/dev/null && command -v gnome-keyring-daemon >/dev/null && command -v secret-tool >/dev/null; then
	mkdir keyring run
	chmod 700 run
	cat >by_keyring.sh <<'X'
printf word | gnome-keyring-daemon --unlock --foreground --components=secrets >keyring.log 2>&1 &
n=0
# Asked before this one has the name, the bus would start another, which is locked and stays.
until dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner \
	string:org.freedesktop.secrets 2>>keyring.log | grep -q true; do
	n=$((n + 1))
	[ $n -lt 240 ] || exit 1
	sleep 0.25
done
n=0
until printf 'secret pw' | secret-tool store --label=scmail host localhost service smtp user bob@lab.test 2>store.log; do
	n=$((n + 1))
	[ $n -lt 40 ] || exit 1
	sleep 0.25
done
rc=0
"$@" || rc=$?
kill $!
exit $rc
X
	rc=0
	XDG_DATA_HOME=$PWD/keyring XDG_RUNTIME_DIR=$PWD/run dbus-run-session -- sh by_keyring.sh "$BIN/scmail" --server=localhost \
		--port="$(server_port login)" "$ca" --from=me@lab.test --to=a@lab.test --text=x --user=bob@lab.test --password-keyring \
		>out 2>err || rc=$?
	delivered
fi
if ! command -v secret-tool >/dev/null; then
	post login --to=a@lab.test --user=bob@lab.test --password-keyring "$ca"
	expect_rc 1
	expect_err 'libsecret-tools'
fi

# OAuth 2: a token is asked for, kept, and asked for again when its time is over
mkdir tok cache
mkfifo tok/in
"$python" "$SRC/tests/e2e/scmail/token_server.py" tok <tok/in 9>&- &
exec 7>tok/in
n=0
until [ -e tok/port ]; do
	n=$((n + 1))
	[ $n -lt 200 ] || fail 'no token server'
	sleep 0.05
done
good=$("$python" -c 'import sys
sys.path.insert(0, sys.argv[1])
import scripted
print(scripted.TOKEN.decode())' "$SRC/tests/e2e/scmail")
XDG_CACHE_HOME=$PWD/cache
export XDG_CACHE_HOME
printf '{"client_id": "id&1", "client_secret": "s", "refresh_token": "first", "type": "authorized_user", "token_uri": "http://127.0.0.1:%s/token"}' \
	"$(cat tok/port)" >oauth.json
oauth() {
	post xoauth2 --to=a@lab.test --user=bob@lab.test --oauth=oauth.json "$ca" "$@"
}
forms() {
	find tok -name 'form.*' | wc -l
}
printf '200 {"access_token": "%s", "expires_in": 3600, "refresh_token": "second"}' "$good" >tok/answer
oauth
expect_rc 0
[ "$(cat tok/form.1)" = 'grant_type=refresh_token&client_id=id%261&client_secret=s&refresh_token=first' ] || fail "$(cat tok/form.1)"
oauth -v
expect_rc 0
! grep -q ya29 err || fail 'the token shows'
[ "$(forms)" -eq 1 ] || fail 'the token was not kept'
cache=$(find cache -name 'scmail-oauth-*' ! -name '*.lock')
[ "$(stat -c %a "$cache")" = 600 ] || fail 'others can read the token'
sed -i 's/"expires_at":[0-9]*/"expires_at":1/' "$cache"
oauth
expect_rc 0
grep -q refresh_token=second tok/form.2 || fail "the newer refresh token is not used: $(cat tok/form.2)"
# the clock went back: a token that ends later than one made now would is not used
sed -i 's/"expires_at":[0-9]*/"expires_at":9999999999/' "$cache"
oauth
expect_rc 0
[ "$(forms)" -eq 3 ] || fail 'a token of a later time is used'
# several at once ask once
sed -i 's/"expires_at":[0-9]*/"expires_at":1/' "$cache"
for n in 1 2 3 4; do
	tool scmail --server=localhost --port="$(server_port xoauth2)" --from=me@lab.test --to=a@lab.test --text=x --user=bob@lab.test \
		--oauth=oauth.json "$ca" >"out.$n" 2>&1 7>&- &
	pids="${pids-} $!"
done
for p in $pids; do wait "$p" || fail "$(cat out.?)"; done
[ "$(forms)" -eq 4 ] || fail "$(forms) forms, expected 4"
# the provider refuses, is down, talks nonsense; files that are none
sed -i 's/"expires_at":[0-9]*/"expires_at":1/' "$cache"
echo '400 {"error": "invalid_grant", "error_description": "Token has been revoked."}' >tok/answer
oauth
expect_rc 1
expect_err 'Token has been revoked.'
echo '503 busy' >tok/answer
oauth
expect_rc 4
echo '200 <html>' >tok/answer
oauth
expect_rc 1
echo '{"client_id": "x"}' >oauth.json
oauth
expect_err 'refresh_token'
echo '{"client_id": "x", "refresh_token": "y", "token_uri": "http://example.com/"}' >oauth.json
oauth
expect_err 'https'
echo 'no json' >oauth.json
oauth
expect_rc 1
exec 7>&-
arrives 8 scripted
end_servers
