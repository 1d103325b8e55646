# SPDX-License-Identifier: MIT
# TLS as this build does it (OpenSSL or GnuTLS; Schannel on Windows): a mail goes out only when the
# certificate is right. Without a CA file the system's decide; with one that file alone.
command -v openssl >/dev/null || lacks openssl
mkdir srv
sh "$SRC/tests/e2e/scmail/certificates.sh" srv >srv/log 2>&1 || fail "$(cat srv/log)"
server=tls_server.py
. "$SRC/tests/e2e/scmail/server.sh"

# check NAME STATUS ARG...: a mail to that server
check() {
	c_name=$1
	c_want=$2
	shift 2
	rm -f "srv/$c_name.eml"
	run scmail --server=localhost --port="$(awk -v n="$c_name" '$1 == n { print $2 }' srv/ports)" -4 \
		--from=me@lab.test --to=a@lab.test --text=hello --timeout=20 "$@"
	[ "$rc" -eq "$c_want" ] || {
		cat out err >&2
		fail "$c_name $*: status $rc, expected $c_want"
	}
	if [ "$c_want" -eq 0 ]; then
		grep -q hello "srv/$c_name.eml" || fail "$c_name: the mail did not arrive"
	else
		[ ! -e "srv/$c_name.eml" ] || fail "$c_name: a mail went out"
	fi
}

printf 'secret\n' >pw
check good 0 --tls=starttls --ca=srv/ca.crt
check good 0 --ca=srv/ca.crt --user=bob --password-file=pw --auth=PLAIN
check good_smtps 0 --tls=smtps --ca=srv/ca.crt --user=bob --password-file=pw
# one that knows only HELO inside TLS gets no byte in clear
check good_helo 0 --tls=starttls --ca=srv/ca.crt
# "starttls" and "auth" in small letters
check good_small 0 --ca=srv/ca.crt --user=bob --password-file=pw
for name in wrong expired self; do
	check $name 8 --tls=starttls --ca=srv/ca.crt
	check $name 8 --ca=srv/ca.crt --user=bob --password-file=pw
done
check wrong_smtps 8 --tls=smtps --ca=srv/ca.crt
# a file whose name no code page need have
cp srv/ca.crt 公司根证书.pem
check good 0 --tls=starttls --ca=公司根证书.pem
# what is wrong is told, with what helps
if [ -z "${RUNNER:-}" ]; then
	check wrong 8 --tls=starttls --ca=srv/ca.crt
	expect_err '--server must be a name that the certificate has'
	check expired 8 --tls=starttls --ca=srv/ca.crt
	expect_err "this machine's clock"
	for name in good self; do
		check $name 8 --tls=starttls
		expect_err '--ca=FILE names a certificate to trust'
	done
fi
# Wine's Schannel, unlike that of Windows, judges no certificate by itself
[ -n "${RUNNER:-}" ] || check good 8 --tls=starttls
[ -n "${RUNNER:-}" ] || check good_smtps 8 --tls=smtps
check good 8 --tls=starttls --ca=srv/other.crt
check good 1 --tls=starttls --ca=absent.crt
# a greeting in clear: Wine's Schannel takes it for the beginning of a long record and waits
[ -n "${RUNNER:-}" ] || check good 8 --tls=smtps --ca=srv/ca.crt
check self 0 --tls=starttls --insecure
printf 'wrong\n' >pw
check good 7 --ca=srv/ca.crt --user=bob --password-file=pw
