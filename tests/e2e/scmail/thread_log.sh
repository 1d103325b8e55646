# SPDX-License-Identifier: MIT
# Answers stay in their thread, fields by options, and the log.
. "$SRC/tests/e2e/scmail/server.sh"

# has LINE: the mail that arrived has that header line
has() {
	tr -d '\r' <srv/ok.eml | grep -qxF -- "$1" || fail "no line $1 in: $(cat srv/ok.eml)"
}
has_not() {
	! grep -qi "^$1:" srv/ok.eml || fail "$1 is there"
}

printf 'From: a@b.c\r\nReferences: <one@x.y>\r\n <two@x.y>\r\nMessage-ID:\r\n <three@x.y>\r\n\r\nMessage-ID: <not@this>\r\n' >saved.eml
mail ok --to=d@e.f --text=x --in-reply-to=saved.eml
expect_rc 0
has 'In-Reply-To: <three@x.y>'
has 'References: <one@x.y> <two@x.y> <three@x.y>'
mail ok --to=d@e.f --text=x --in-reply-to='<lone@x.y>'
has 'In-Reply-To: <lone@x.y>'
has 'References: <lone@x.y>'
mail ok --to=d@e.f --text=x --in-reply-to=lone@x.y --references='<r1@x.y> <r2@x.y>'
has 'In-Reply-To: <lone@x.y>'
has 'References: <r1@x.y> <r2@x.y>'
# a parent without References, of which the thread is its own In-Reply-To
printf 'In-Reply-To: <first@x.y>\nMessage-ID: <second@x.y>\n\n' >saved2.eml
mail ok --to=d@e.f --text=x --in-reply-to=saved2.eml
has 'References: <first@x.y> <second@x.y>'
printf 'Subject: no id\n\nMessage-ID: <not@this>\n' >none.eml
mail ok --to=d@e.f --text=x --in-reply-to=none.eml
expect_rc 1
expect_err 'no Message-ID'
mail ok --to=d@e.f --text=x --in-reply-to=absent.eml
[ "$rc" -ne 0 ] || fail 'an absent file is taken'
mail ok --to=d@e.f --text=x --in-reply-to='<a@b> Bcc: x@y'
expect_rc 2
mail ok --to=d@e.f --text=x --in-reply-to=lone@x.y --header='references: <x@y>'
expect_rc 2
expect_err 'not both'
# a hundred ids are folded, none is cut
ids=$(for n in $(seq 100); do printf '<message-number-%s@example.com> ' "$n"; done)
printf 'References: %s\nMessage-ID: <last@x.y>\n\n' "$ids" >long.eml
mail ok --to=d@e.f --text=x --in-reply-to=long.eml
expect_rc 0
"$python" -c 'import email, email.policy
m = email.message_from_binary_file(open("srv/ok.eml", "rb"), policy=email.policy.default)
assert len(str(m["references"]).split()) == 101, m["references"]
assert max(map(len, open("srv/ok.eml", "rb").read().split(b"\r\n"))) <= 78' || fail 'long References'

mail ok --to=d@e.f --text=x --list-unsubscribe='<https://example.com/u?id=1>, <mailto:u@example.com>' \
	--request-receipt --header='List-Unsubscribe-Post: List-Unsubscribe=One-Click'
has 'List-Unsubscribe: <https://example.com/u?id=1>, <mailto:u@example.com>'
has 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'
has 'Disposition-Notification-To: b@sina.com'
mail ok --to=d@e.f --text=x --request-receipt='张三 <z@x.y>'
grep -q '^Disposition-Notification-To: =?UTF-8?B?' srv/ok.eml || fail 'the name of the receipt is not encoded'
has_not In-Reply-To
printf 'mail,key,old\nx@y.z,a&b,<1@b.c>\n' >t.csv
mail ok --merge=t.csv --to='{mail}' --text=x --list-unsubscribe='<https://example.com/u?k={key}>' --in-reply-to='{old}'
expect_rc 0
has 'List-Unsubscribe: <https://example.com/u?k=a%26b>'
has 'In-Reply-To: <1@b.c>'

# the log: a line a recipient, of any outcome
[ ! -e log ] || rm log
mail part550 --to='a@x.com,later@x.com,bad@x.com' --text=x --log=log
expect_rc 5
[ "$(wc -l <log)" -eq 3 ] || fail "the log has $(wc -l <log) lines"
grep -qE "^20[0-9-]+T[0-9:]+Z to=<a@x.com> from=<b@sina.com> state=delivered code=250 host=127.0.0.1 port=[0-9]+ tls=off user= size=[0-9]+ id=<.*@sina.com> queue= text='2.0.0 queued'$" log ||
	fail "$(cat log)"
grep -q "to=<later@x.com> .* state=waiting code=451 .*text='4.7.1 greylisted'" log || fail "$(cat log)"
grep -q "to=<bad@x.com> .* state=refused code=550 .*用户不存在'" log || fail "$(cat log)"
mail banner421 --to=a@x.com --text=x --queue=q --log=log
grep -q 'to=<a@x.com> .*state=waiting code=421 .*queue=[0-9a-f]*.mail ' log || fail "$(cat log)"
run scmail --server=127.0.0.1 --port="$(port dot_drop)" --timeout=2 --queue=q --flush --log=log
tail -n 1 log | grep -q 'state=unconfirmed' || fail "$(cat log)"
run scmail --server=127.0.0.1 --port=1 --from=a@b.c --to=d@e.f --text=x --log=log
tail -n 1 log | grep -q 'state=waiting code=0 .*nothing answers there' || fail "$(cat log)"
before=$(taken ok)
mail ok --to=d@e.f --text=x --log=/dev/full
expect_rc 0
expect_err '--log'
[ "$(taken ok)" -eq $((before + 1)) ] || fail 'a full log stops a mail'
if [ -z "${RUNNER:-}" ]; then # a FIFO: one that nobody reads keeps no script
	mkfifo pipe
	before=$(taken ok)
	mail ok --to=d@e.f --text=x --log=pipe
	expect_rc 0
	expect_err '--log: pipe: cannot open'
	cat pipe >piped &
	reader=$!
	sleep 0.2
	mail ok --to=d@e.f --text=x --log=pipe
	expect_rc 0
	wait $reader
	grep -q 'state=delivered' piped || fail "a FIFO: $(cat piped err)"
	[ "$(taken ok)" -eq $((before + 2)) ] || fail 'a FIFO as log stops a mail'
fi
n=$(wc -l <log)
for i in 1 2 3 4 5 6 7 8; do
	tool scmail --server=127.0.0.1 --port="$(port ok)" --from=a@b.c --to="$i@x.com" --text=x --log=log >/dev/null 9>&- &
	pids="${pids-} $!"
done
for p in $pids; do wait "$p"; done
[ "$(wc -l <log)" -eq $((n + 8)) ] || fail 'lines of several runs are lost'
# the log is for programs, whatever the language
if [ -z "${RUNNER:-}" ]; then
	mail http --to=d@e.f --text=x --lang=zh --log=zh.log
	expect_rc 4
	expect_err ': 暂时失败: 不是邮件服务器：它说 '
	grep -qF "text='this is not a mail server: it sent " zh.log || fail "the log: $(cat zh.log)"
fi
