# SPDX-License-Identifier: MIT
# A mail for each row of a table, over one connection; rows that fail are named.
. "$SRC/tests/e2e/scmail/server.sh"
printf 'mail;name;file\r\na@x.com;张三;one.bin\r\n"b@x.com";"Li; ""Si""";two.bin\r\n\r\nc@x.com;<b>W</b>;one.bin\r\n' >t.csv
printf 'one' >one.bin
printf 'two' >two.bin
printf 'Hello {name}, css { stays }\n' >b.txt
printf '<p>{name}</p>\n' >h.html
mail ok --merge=t.csv --to='{mail}' --subject='For {name} {{x}' --body=- --html=h.html --atta='{file}' -v <b.txt
expect_rc 0
expect_out '3 of 3 sent'
[ "$(grep -c '> EHLO' err)" -eq 1 ] || fail "more than one connection"
"$python" - <<'X2' || fail "a merged mail is not right"
import email, email.policy
rows = [('a@x.com', '张三', b'one', '张三'), ('b@x.com', 'Li; "Si"', b'two', 'Li; &quot;Si&quot;'),
        ('c@x.com', '<b>W</b>', b'one', '&lt;b&gt;W&lt;/b&gt;')]
for n, (to, name, data, html) in enumerate(rows, 1):
    m = email.message_from_bytes(open(f'srv/ok.{n}.eml', 'rb').read(), policy=email.policy.default)
    parts = {p.get_content_type(): p for p in m.walk()}
    assert m['to'] == to and m['subject'] == f'For {name} {{x}}', (m['to'], m['subject'])
    assert parts['text/plain'].get_content().strip() == f'Hello {name}, css {{ stays }}'
    assert parts['text/html'].get_content().strip() == f'<p>{html}</p>'
    assert parts['application/octet-stream'].get_payload(decode=True) == data
X2

# a refused row is named, the others go out
printf 'mail\na@x.com\nbad@x.com\nc@x.com\n' >t.csv
mail part550 --merge=t.csv --to='{mail}' --text=x
expect_rc 5
expect_err 'row 2'
[ "$(taken part550)" -eq 2 ] || fail "$(taken part550) mails taken, expected 2"
mail part550 --merge=t.csv --to='{mail}' --text=x --json
expect_rc 5
"$python" -c 'import json
r = json.load(open("out"))
assert [x["recipients"][0]["accepted"] for x in r] == [True, False, True] and [x["row"] for x in r] == [1, 2, 3]' ||
	fail "the report is not right"

# a server that takes two mails a connection: all arrive, none twice
printf 'mail\na@x.com\nb@x.com\nc@x.com\nd@x.com\ne@x.com\n' >t.csv
mail two_only --merge=t.csv --to='{mail}' --text=x
expect_rc 0
[ "$(taken two_only)" -eq 5 ] || fail "$(taken two_only) mails taken, expected 5"

# a server that is full after two: a script that repeats on 4 would double them
mail two_then_full --merge=t.csv --to='{mail}' --text=x
expect_rc 5
expect_err 'row 3'
[ "$(taken two_then_full)" -eq 2 ] || fail "$(taken two_then_full) mails taken, expected 2"

# no answer to the dot: unknown is told as unknown, nothing is doubled
mail dot_drop --merge=t.csv --to='{mail}' --text=x
expect_rc 6
[ "$(taken dot_drop)" -eq 5 ] || fail "$(taken dot_drop) mails taken, expected 5"

# nothing goes out when a row is wrong
printf 'mail,file\na@x.com,one.bin\nb@x.com,absent.bin\n' >t.csv
before=$(taken ok)
mail ok --merge=t.csv --to='{mail}' --text=x --atta='{file}'
expect_rc 1
expect_err 'row 2'
mail ok --merge=t.csv --to='{mial}' --text=x
expect_rc 2
expect_err 'no column is called mial'
for bad in 'mail,a\nx@y.z\n' 'mail\n"a@x.com\n' 'mail\n' '' 'a,a\n1,2\n' 'mail\n"a@x.com\nBcc: z@y"\n'; do
	# shellcheck disable=SC2059
	printf "$bad" >bad.csv
	mail ok --merge=bad.csv --to='{mail}' --text=x
	[ "$rc" -eq 1 ] || [ "$rc" -eq 2 ] || fail "$bad: status $rc"
done
# all of a mailing's wrong rows at once, so that they can be corrected at once, up to 20; what is wrong with every row once
awk 'BEGIN { print "mail"; for (n = 1; n <= 5000; n++) print n == 7 || n == 8 ? "no address" : n == 4999 ? "b@" : n "@x.com" }' >many.csv
mail ok --merge=many.csv --to='{mail}' --text=x
expect_rc 2
[ "$(sed 's/: --to.*//' err)" = 'scmail: row 7
scmail: row 8
scmail: row 4999' ] || fail "says $(cat err)"
sed -i '10,100s/@//' many.csv
mail ok --merge=many.csv --to='{mail}' --text=x
expect_rc 2
[ "$(wc -l <err)" -eq 20 ] || fail "says $(wc -l <err) lines"
mail ok --merge=t.csv --to='{mail}' --text=x --atta=absent.bin
expect_rc 1
[ "$(wc -l <err)" -eq 1 ] || fail "says $(cat err)"
[ "$(taken ok)" -eq "$before" ] || fail 'mails went out'
# nor does each row repeat that the output of a trial takes no more
printf 'mail\nno address\na@x.com\nb@x.com\nc@x.com\n' >bad.csv
tool scmail --from=a@x.com --merge=bad.csv --to='{mail}' --text=x --dry-run >/dev/full 2>err && fail 'a full disk is no failure'
[ "$(grep -c 'scmail: row' err)" -eq 2 ] || fail "says $(cat err)"
# the place is named once, and a row without an address is not taken for bad quoting
printf 'name,mail\n"a\nb",a@x.com\n' >bad.csv
mail ok --merge=bad.csv --to='{name} <{mail}>' --text=x
[ "$(cat err)" = 'scmail: row 1: --to: the name: a line end in it' ] || fail "says $(cat err)"
printf 'name,mail\na,\n' >bad.csv
mail ok --merge=bad.csv --to='{mail}' --text=x
[ "$(cat err)" = 'scmail: row 1: no recipient' ] || fail "says $(cat err)"
# a column in an option that is the same for all rows
printf 'mail\na@x.com\n' >one.csv
for option in body html calendar server user helo proxy ca queue dsn token-file password-command netrc save; do
	mail_opts="--$option={mail}"
	run scmail --from=b@x.com --merge=one.csv --to='{mail}' --text=x "$mail_opts" --dry-run
	[ "$rc" -eq 2 ] || fail "$mail_opts: status $rc"
done
expect_err '--save'
run scmail --from=b@x.com --merge=one.csv --to='{mail}' --text=x --user='{mail}' --dry-run
expect_err 'is the same for all rows'
[ "$(taken ok)" -eq "$before" ] || fail "a mail went out"
run scmail --server=127.0.0.1 --port=1 --from=b@x.com --merge=t.csv --to='{mail}' --text=x
expect_rc 4
expect_err 'row 1'
expect_err 'rows 2 to 2: not tried'
