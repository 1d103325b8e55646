# SPDX-License-Identifier: MIT
# --merge with --queue: every row is sent, waits, is refused or is unknown, exactly once.
. "$SRC/tests/e2e/scmail/server.sh"

lies() {
	find "q/$1" -maxdepth 1 -name '*.mail' 2>/dev/null | wc -l
}

# places WAITING REFUSED UNCONFIRMED
places() {
	set -- "$*" "$(lies .) $(lies refused) $(lies unconfirmed)"
	[ "$1" = "$2" ] || fail "waiting, refused, unconfirmed: $2, expected $1"
	[ "$(lies sending)" -eq 0 ] || fail 'a mail is left in sending/'
	set -- "$(find q/merging q/merged -mindepth 1 2>/dev/null | wc -l)"
	[ "$1" -eq 0 ] || fail 'a batch is left'
}

# merge FAULT ARG...
merge() {
	mail "$@" --merge=t.csv --to='{mail}' --subject='row {n}' --text='{n}' --queue=q
}

flush() {
	run scmail --server=127.0.0.1 --port="$(port "$1")" --timeout=2 --queue=q --flush
}

printf 'mail,n\na@x.com,1\nb@x.com,2\nc@x.com,3\nd@x.com,4\ne@x.com,5\n' >t.csv
merge ok
expect_rc 0
expect_out '5 rows queued'
expect_out '5 of 5 sent'
places 0 0 0
[ "$(taken ok)" -eq 5 ] || fail "$(taken ok) mails taken, expected 5"

# no connection: all wait, in their order
merge banner421 --json
expect_rc 4
places 5 0 0
"$python" - <<'X2' || fail 'the report of waiting rows is not right'
import json, os
r = json.load(open('out'))
assert [x['row'] for x in r] == [1, 2, 3, 4, 5] and {x['queue_place'] for x in r} == {'waiting'}
assert [x['queue_id'] for x in r] == sorted(x for x in os.listdir('q') if x.endswith('.mail'))
X2
flush ok
expect_out '5 of 5 sent'
places 0 0 0
"$python" - <<'X2' || fail 'the order of the rows is lost'
import re
for n in range(1, 6):
    assert re.search(rb'^Subject: row %d\r$' % n, open(f'srv/ok.{n + 5}.eml', 'rb').read(), re.M)
X2

# one connection that ends after two mails, and a server that is then full: the rest waits
merge two_only
expect_rc 0
places 0 0 0
[ "$(taken two_only)" -eq 5 ] || fail "$(taken two_only) mails taken, expected 5"
merge two_then_full
expect_rc 4
expect_out '2 of 5 sent, 3 queued'
places 3 0 0
flush ok
expect_out '3 of 3 sent'
[ "$(taken two_then_full)" -eq 2 ] && [ "$(taken ok)" -eq 13 ] || fail 'lost or doubled'

# refused, unknown, for later, all in one table
printf 'mail,n\na@x.com,1\nbad@x.com,2\nlater@x.com,3\nd@x.com,4\n' >t.csv
merge part550 --json
expect_rc 5
places 1 1 0
"$python" - <<'X2' || fail 'the report is not right'
import json
r = json.load(open('out'))
assert [x['outcome'] for x in r] == ['delivered', 'refused', 'temporary failure', 'delivered'], r
assert [x['queue_place'] for x in r] == ['', 'refused', 'waiting', ''], r
X2
rm -r q
merge dot_drop
expect_rc 6
places 0 0 4
flush ok
expect_out '0 of 0 sent'
rm -r q
merge auth535 --user=u --password=p --tls=none --insecure-plaintext
expect_rc 7
places 4 0 0

# another run sends from the queue: these rows wait for it
if command -v flock >/dev/null && [ -z "${RUNNER:-}" ]; then
	flock q/lock "$BIN/scmail" --server=127.0.0.1 --port="$(port ok)" --from=b@sina.com --merge=t.csv \
		--to='{mail}' --text=x --queue=q --json >out 2>err || [ $? -eq 4 ] || fail 'the rows wait, and the status says not so'
	expect_err 'another scmail sends from it'
	places 8 0 0
	"$python" -c 'import json
assert [x["outcome"] for x in json.load(open("out"))] == ["not tried"] * 4' || fail 'the report is not right'
fi
rm -r q

# a row that is wrong: nothing is queued and nothing goes out
printf 'mail,n\na@x.com,1\nno address,2\n' >t.csv
before=$(taken ok)
merge ok
[ "$rc" -eq 2 ] || [ "$rc" -eq 1 ] || fail "status $rc for a bad row"
expect_err 'row 2'
places 0 0 0
[ "$(taken ok)" -eq "$before" ] || fail 'a mail went out'

# what a killed run had begun: whole batches come to wait, parts vanish
printf 'mail,n\na@x.com,1\nb@x.com,2\n' >t.csv
merge banner421
id=0123456789abcdef01234567.mail
mkdir "q/merged/$id" "q/merging/$id"
mv q/*.mail "q/merged/$id"
: >"q/merging/$id.lock"
printf 'half a ma' >"q/merging/$id/000000000000000000000000.mail"
flush ok
expect_out '2 of 2 sent'
places 0 0 0

run scmail --dry-run --from=a@b --to='{mail}' --merge=t.csv --text=x --queue=q
expect_rc 2
[ -z "${RUNNER:-}" ] || exit 0
"$python" "$SRC/tests/e2e/scmail/merge_kill.py" "$BIN/scmail$EXE" "$(port drips)" drips 12 "${SCMAIL_KILLS:-8}" ||
	fail 'kill -9 loses or doubles'
