# SPDX-License-Identifier: MIT
# What arrives is what was meant: texts in GBK, names in Chinese, attachments byte for byte.
. "$SRC/tests/e2e/scmail/server.sh"
printf '\304\343\272\303\243\254\325\342\312\307\325\375\316\304\241\243\n.dot\n..two\n.\nFrom me\nend' >body.txt
head -c 70001 /dev/urandom >'报告 一.bin'
: >empty.bin
mail ok --to='张三 <a@qq.com>; "Last, F" <c@x.com>' --bcc=hidden@x.com --subject='你好，主题' \
	--body=body.txt --atta='报告 一.bin' --atta=empty.bin --priority=high --header='X-Tag: SC01'
expect_rc 0
expect_out 'sent <'
"$python" - <<'X' || fail "the message is not right"
import email, email.policy
raw = open('srv/ok.eml', 'rb').read()
assert b'\n' not in raw.replace(b'\r\n', b'') and b'\r' not in raw.replace(b'\r\n', b''), 'bare line ends'
assert max(len(line) for line in raw.split(b'\r\n')) <= 998 and not any(c > 126 for c in raw), '7-bit'
assert b'hidden' not in raw, 'bcc shows'
m = email.message_from_bytes(raw, policy=email.policy.default)
assert m['subject'] == '你好，主题', m['subject']
assert [a.display_name for a in m['to'].addresses] == ['张三', 'Last, F'], m['to']
assert m['x-tag'] == 'SC01' and m['x-priority'].startswith('1')
for name in ('date', 'message-id', 'from', 'mime-version'):
    assert len(m.get_all(name)) == 1, name
parts = list(m.walk())
text = next(p for p in parts if p.get_content_type() == 'text/plain')
assert text.get_content().replace('\r\n', '\n') == '你好，这是正文。\n.dot\n..two\n.\nFrom me\nend\n', text.get_content()
names = {p.get_filename(): p.get_payload(decode=True) for p in parts if p.get_filename()}
assert names['报告 一.bin'] == open('报告 一.bin', 'rb').read()
assert names['empty.bin'] == b''
assert not any(p.defects for p in parts), [p.defects for p in parts]
X

# a name in GBK, as old Chinese systems left them, is read like a text in GBK
if [ -z "${RUNNER:-}" ]; then
	gbk=$(printf '\262\342\312\324\261\250\270\346.bin') # 测试报告.bin
	printf x >"$gbk"
	mail ok --to=a@x.com --text=x --atta="$gbk"
	expect_rc 0
	expect_err '测试报告.bin'
	"$python" - <<-'X' || fail "the attachment's name is not right"
		import email, email.policy
		m = email.message_from_bytes(open('srv/ok.eml', 'rb').read(), policy=email.policy.default)
		assert [p.get_filename() for p in m.walk() if p.get_filename()] == ['测试报告.bin'], m
	X
fi

# subject and text as a terminal of the locale zh_CN.GB18030 gives them
if [ -z "${RUNNER:-}" ]; then
	gbk=$(printf '\262\342\312\324\261\250\270\346') # 测试报告
	mail ok --to=a@x.com --text="$gbk" --subject=x
	expect_rc 0
	expect_err '--text is not UTF-8; read as GB18030 it is 测试报告'
	mail ok --to=a@x.com --text="$gbk" --subject="$gbk"
	expect_rc 0
	"$python" - <<-'X' || fail "subject or text in GBK is not right"
		import email, email.policy
		m = email.message_from_bytes(open('srv/ok.eml', 'rb').read(), policy=email.policy.default)
		assert m['subject'] == '测试报告', m['subject']
		assert m.get_body().get_content().strip() == '测试报告', m.get_body()
	X
	# names and fields too
	mail ok --to="$gbk <a@x.com>" --header="X-Note: $gbk" --text=x --subject=x --request-receipt="$gbk <b@x.com>"
	expect_rc 0
	expect_err '--to is not UTF-8; read as GB18030 it is 测试报告 <a@x.com>'
	"$python" - <<-'X' || fail "a name or a field in GBK is not right"
		import email, email.policy
		m = email.message_from_bytes(open('srv/ok.eml', 'rb').read(), policy=email.policy.default)
		assert m['to'].addresses[0].display_name == '测试报告', m['to']
		assert m['x-note'] == '测试报告', m['x-note']
		assert '测试报告' in m['disposition-notification-to'], m
	X
	mail ok --to=a@x.com --text=x --subject="$gbk"
	expect_rc 0
	expect_err '--subject is not UTF-8; read as'
	mail ok --to=a@x.com --text=x --subject="$(printf '\377\376\200')"
	expect_rc 2
	expect_err '--subject: no UTF-8'
fi

printf '<p>hi <img src="cid:logo">\n' >h.html
printf 'PNG' >l.png
mail ok --to=a@x.com --subject=h --text=plain --html=h.html --inline=logo=l.png --atta=empty.bin
expect_rc 0
"$python" - <<'X' || fail "HTML with an image is not right"
import email, email.policy
m = email.message_from_bytes(open('srv/ok.eml', 'rb').read(), policy=email.policy.default)
kinds = [p.get_content_type() for p in m.walk()]
assert kinds == ['multipart/mixed', 'multipart/related', 'multipart/alternative', 'text/plain', 'text/html',
                 'image/png', 'application/octet-stream'], kinds
X

printf 'From: x@y\nBcc: z@y\nSubject: ready\n\nbody\n.\n' >m.eml
mail ok --to=a@x.com --eml=m.eml
expect_rc 0
printf 'From: x@y\r\nSubject: ready\r\n\r\nbody\r\n.\r\n' | cmp - srv/ok.eml || fail "ready message changed"

mail ok --to=a@x.com --text=x --json
expect_rc 0
expect_out '"outcome": "delivered"'
mail ok --to=a@x.com --text=x --save=copy.eml
expect_rc 0
cmp copy.eml srv/ok.eml || fail "--save wrote something else"

# zero bytes in a text are kept; where UTF-16 is as likely, nothing is sent
printf 'ab\0c\nand more text\n' >zero.txt
mail ok --to=a@x.com --body=zero.txt
expect_rc 0
expect_err 'zero bytes'
"$python" - <<'X2' || fail "a text with a zero byte is not right"
import email, email.policy
m = email.message_from_bytes(open('srv/ok.eml', 'rb').read(), policy=email.policy.default)
assert m.get_payload(decode=True) == b'ab\0c\r\nand more text\r\n' and m.get_content_charset() == 'utf-8', m
X2
printf 'ab\0cde' >zero.txt
mail ok --to=a@x.com --body=zero.txt
expect_rc 1
expect_err '--charset decides'
# An encoding that is only likely is told, one that is sure is not.
printf '\271\314\274\376\n' >word.txt # two characters of GBK
run scmail --server=127.0.0.1 --from=b@x.com --to=c@x.com --body=word.txt --dry-run
expect_rc 0
expect_err '%); --charset decides'
printf 'a\303\244b\n' >utf8.txt
run scmail --server=127.0.0.1 --from=b@x.com --to=c@x.com --body=utf8.txt --dry-run
expect_rc 0
[ ! -s err ] || fail "a warning about UTF-8"

# An attachment's type is by its bytes and its name: the bytes win where the two contradict.
# type_is TYPE NAME: of a file NAME with the bytes on stdin
type_is() {
	cat >"$2"
	run scmail --server=127.0.0.1 --from=b@x.com --to=c@x.com --text=x --atta="$2" --dry-run
	expect_rc 0
	tr -d '\r\n' <out | grep -q "Content-Type: $1; name=\"$2\"" || {
		cat out >&2
		fail "$2 is not a $1"
	}
}
printf '\211PNG\r\n\032\n\0\0\0\rIHDR' | type_is image/png screen
printf '\377\330\377\340\0\020JFIF' | type_is image/jpeg photo.png
printf 'PK\003\004\024\0' | type_is application/zip dump.bin
printf 'PK\003\004\024\0' | type_is \
	application/vnd.openxmlformats-officedocument.wordprocessingml.document a.docx
printf '\320\317\021\340\241\261\032\341' | type_is application/vnd.ms-excel a.xls
printf 'RIFF\044\0\0\0WAVEfmt ' | type_is audio/x-wav beep
printf 'RIFX\044\0\0\0WAVEfmt ' | type_is application/octet-stream no.beep
printf 'plain' | type_is application/pdf cut.pdf
printf '' | type_is application/octet-stream nothing

# multipart/related names the type of its first part (RFC 2387, section 3.1).
printf '<img src="cid:a">' >a.html
printf '\211PNG\r\n\032\n' >a.png
run scmail --server=127.0.0.1 --from=b@x.com --to=c@x.com --html=a.html --inline=a=a.png --dry-run
expect_rc 0
expect_out ' type="text/html";'
run scmail --server=127.0.0.1 --from=b@x.com --to=c@x.com --html=a.html --text=x --inline=a=a.png --dry-run
expect_rc 0
expect_out ' type="multipart/alternative";'
