# SPDX-License-Identifier: MIT
# Through HTTP and SOCKS proxies: mail arrives, secrets are shown to nobody, and who it was that failed is told right.
. "$SRC/tests/e2e/scmail/server.sh"
mkdir proxy
mkfifo proxy/in
"$python" "$SRC/tests/e2e/scmail/proxy_server.py" proxy <proxy/in >proxy/log 2>&1 &
exec 8>proxy/in
n=0
until [ -e proxy/ports ]; do
	n=$((n + 1))
	[ $n -lt 200 ] || fail "no proxy: $(cat proxy/log)"
	sleep 0.05
done
proxy_port() {
	awk -v name="$1" '$1 == name { print $2 }' proxy/ports
}
before=$(taken ok)
for url in "http://127.0.0.1:$(proxy_port http)" "127.0.0.1:$(proxy_port http)" "socks5://127.0.0.1:$(proxy_port socks)" \
	"socks5h://127.0.0.1:$(proxy_port socks)"; do
	mail ok --to=a@x.com --text=x "--proxy=$url"
	expect_rc 0
done
[ "$(taken ok)" -eq $((before + 4)) ] || fail 'not all came through'
# the proxy gets its password, a log does not
mail ok --to=a@x.com --text=x "--proxy=http://me:s3cret@127.0.0.1:$(proxy_port http)" -v
expect_rc 0
grep -q '^Proxy-Authorization: Basic bWU6czNjcmV0' proxy/head || fail "the proxy got $(cat proxy/head)"
expect_err 'Proxy-Authorization: ***'
! grep -q bWU6czNjcmV0 err || fail 'the password of the proxy is shown'
# its refusal is not the mail server's
for case in 'refuses|the proxy refuses: HTTP/1.1 403 Not for mail' 'wants|the proxy refuses: HTTP/1.1 407 Who are you' \
	'hangs|the proxy makes no connection'; do
	mail ok --to=a@x.com --text=x --connect-timeout=1 "--proxy=http://127.0.0.1:$(proxy_port "${case%%|*}")"
	expect_rc 4
	expect_err "${case#*|}"
done
mail ok --to=a@x.com --text=x --proxy=socks5://127.0.0.1:1
expect_rc 4
expect_err 'the proxy makes no connection'
# nor is its consent what the server says
run scmail --server=127.0.0.1 --port="$(proxy_port mute)" --from=b@x.com --to=a@x.com --text=x --timeout=2 --connect-timeout=2 \
	"--proxy=http://127.0.0.1:$(proxy_port http)"
expect_rc 4
expect_err 'the server sends nothing'
# another server that says so and waits is not waited for until the time is over
start=$(date +%s)
for way in '' "--proxy=http://127.0.0.1:$(proxy_port http)"; do
	# shellcheck disable=SC2086 # nothing, or one option
	run scmail --server=127.0.0.1 --port="$(proxy_port ssh)" --from=b@x.com --to=a@x.com --text=x $way
	expect_rc 4
	expect_err "this is not a mail server: it sent 'SSH-2.0-Lab'"
done
[ $(($(date +%s) - start)) -lt 25 ] || fail 'it waits for an SSH server'
