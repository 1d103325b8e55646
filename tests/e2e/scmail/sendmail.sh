# SPDX-License-Identifier: MIT
# scmail in the place of sendmail: its command line, what a message lacks, statuses of sysexits.h, the queue.
# What calls it: callers.sh.
. "$SRC/tests/e2e/scmail/sendmail_calls.sh"

# call STATUS ARG...: sendmail with standard input from ./in; shows its dialogue in ./err
call() {
	c_want=$1
	shift
	rc=0
	sendmail -v "$@" <in >out 2>err || rc=$?
	expect_rc "$c_want"
	[ ! -s out ] || fail "it prints on standard output: $(cat out)"
}

# cron's own call and message
printf 'From: root (Cron Daemon)\nTo: root\nSubject: Cron <root@board> check\nMIME-Version: 1.0\n' >in
printf 'Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\nX-Cron-Env: <SHELL=/bin/sh>\n\nsaid\n.\nmore\n' >>in
call 0 -i -FCronDaemon -B8BITMIME -oem root
envelope "$(id -un)@lab.test" admin@x.com bob@y.com rob@z.com
field From 'Cron Daemon <root@lab.test>'
field Subject 'Cron <root@board> check'
text "'said\n.\nmore'"
grep -q '^Date: ' srv/ok.eml || fail 'no Date was added'
grep -q '^Message-ID: <.*@lab.test>' srv/ok.eml || fail 'no Message-ID was added'
# a dot alone ends a message without -i; flags in one word
call 0 root
text "'said'"
call 0 -oi -ti
envelope "$(id -un)@lab.test" admin@x.com bob@y.com rob@z.com

# recipients of the fields: comments, groups, quotes, folding, GBK; Bcc is not sent along
printf 'Subject: \271\314\274\376\311\375\274\266\312\247\260\334\nTo: \325\305\310\375 <z@x.com>, "Li, Si" <l@y.com>,\n' >in
printf ' board:Anna (of (our) team) <a@b.c>,\n\t@route.x:c@d.e;\nCc: undisclosed-recipients:;\nBcc: hidden@x.com\n\nhi\n' >>in
call 0 -t -f '<>'
envelope '' z@x.com l@y.com a@b.c c@d.e hidden@x.com
field Subject 固件升级失败
field To '张三 <z@x.com>, "Li, Si" <l@y.com>, Anna <a@b.c>, c@d.e'
no_field Bcc
call 0 -t -f '' extra@x.com
envelope '' extra@x.com z@x.com l@y.com a@b.c c@d.e hidden@x.com
# one that was sent on goes to those of Resent-To alone
printf 'From: a@b.c\nTo: first@x.com\nResent-From: me@x.com\nResent-To: second@x.com\nResent-Bcc: third@x.com\n\nhi\n' >in
call 0 -t -r b@x.com
envelope b@x.com second@x.com third@x.com
no_field Resent-Bcc
grep -q '^To: first@x.com' srv/ok.eml || fail 'To was changed'

# a text alone; nothing at all; a mailbox's first line; CR LF
echo 'no header here' >in
call 0 -F 'Ann, of Lab' -f ann@x.com a@b.c
envelope ann@x.com a@b.c
field From "\"Ann, of Lab\" <$(id -un)@lab.test>"
text "'no header here'"
: >in
call 0 a@b.c
text "''"
# lines of a text that look like fields stay in it; the empty mail was what readers saw
for line in 'Error: disk full' 'http://x.y/z is down' 'Status: 3' 'Date: Friday' 'node7: down: 5' \
	'From Monday on: closed' 'From now on, Jan 5 10:00 2026' 'From 9 Mon Jan 5 10:00:00 2026 to Friday' 'Priority: 1'; do
	printf '%s\nmore: 1\n' "$line" >in
	call 0 a@b.c
	text "'$line\nmore: 1'"
done
for line in 'subject: a' 'X-Y: b' 'content-type: text/plain' 'Precedence: bulk' 'From root@board Mon Jan  1 00:00:00 2026' \
	'From - Thu Jan 11 9:05 CST 2026' 'From a@b Fri Feb 27 16:00:00 2026 +0800' 'Return-Receipt-To: a@b.c' \
	'From u Sat Feb 28 01:02:03 2026 remote from board' 'Disposition-Notification-To: a@b.c' 'Apparently-To: a@b.c'; do
	printf '%s\nmore: 1\n\ntext\n' "$line" >in
	call 0 a@b.c
	text "'text'"
	field more 1
done
for end in '' '\n'; do
	printf 'From Monday on we are closed'"$end" >in
	call 0 a@b.c
	text "'From Monday on we are closed'"
done
printf '\357\273\277From Monday on: closed\nHello\n' >in
call 0 a@b.c
text "'From Monday on: closed\nHello'"
printf 'From root on Friday\nSubject: x\n\nhi\n' >in
call 0 a@b.c
field Subject x
text "'hi'"
printf 'From root@board Mon Jan  1 00:00:00 2026\r\nSubject: x\r\n\r\nhi\r\n' >in
call 0 a@b.c
field Subject x
text "'hi'"

# bodies that no mail can carry: zero bytes, long lines, GBK, rubbish
printf 'Subject: x\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n\na\0b \350\275\254\n' >in
call 0 a@b.c
text "'a\\x00b 转'"
[ "$(grep -ci '^Content-Transfer-Encoding' srv/ok.eml)" -eq 1 ] || fail 'two transfer encodings'
{
	printf 'Subject: x\n\n'
	head -c 5000 /dev/zero | tr '\0' y
	echo
} >in
call 0 a@b.c
text "'$(head -c 5000 /dev/zero | tr '\0' y)'"
printf 'Subject: x\n\n\271\314\274\376\311\375\274\266\312\247\260\334\243\254\307\353\262\351\277\264\310\325\326\276\241\243\n' >in
call 0 a@b.c
text "'固件升级失败，请查看日志。'"
{
	printf 'Subject: x\n\n'
	head -c 3000 "$BIN/scmail"
} >in
call 0 -i a@b.c
"$python" -c 'import email
m = email.message_from_binary_file(open("srv/ok.eml", "rb"))
assert m.get_payload(decode=True) == open("in", "rb").read()[12:], "the bytes are others"' || fail 'binary output is lost'

# parts that a script wrote: base64 without line ends, a name in raw bytes, no last delimiter
head -c 3000 "$BIN/scmail" >日志.bin
{
	printf 'To: "a@b.c" <a@b.c>; d@e.f\nSubject: x\n \n y\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhi\n'
	printf -- '--b\nContent-Disposition: attachment; filename="日志.bin"\nContent-Transfer-Encoding: base64\n\n'
	base64 -w0 日志.bin
} >in
call 0 -i -t
"$python" "$SRC/tests/e2e/scmail/arrived.py" srv/ok.eml >got
[ "$(cat got)" = "x y|'hi'|日志.bin=3000:same" ] || fail "parts: $(cat got srv/ok.eml)"
field To '"a@b.c" <a@b.c>, d@e.f'
field MIME-Version 1.0

# what declares US-ASCII (cron without a locale) or UTF-8 and is not is declared as what it is
printf 'Subject: x\nMIME-Version: 1.0\nContent-Type: text/plain; charset=ANSI_X3.4-1968\nContent-Transfer-Encoding: 8bit\n\n自检失败\n' >in
call 0 a@b.c
text "'自检失败'"
for charset in us-ascii '"UTF-8"; format=flowed'; do
	printf 'Subject: x\nContent-Type: text/html; charset=%s\n\n\271\314\274\376\311\375\274\266\312\247\260\334\n' "$charset" >in
	call 0 a@b.c
	text "'固件升级失败'"
	[ "$(grep -ci '^Content-Type: text/html' srv/ok.eml)" -eq 1 ] || fail "declared $charset: $(cat srv/ok.eml)"
done
printf 'Subject: x\nContent-Type: text/plain; charset=utf-8\n\ncaf\351\n' >in
call 0 a@b.c
text "'café'"
# what cannot be known stays as it is
printf 'Subject: x\nContent-Type: text/plain; charset=utf-8\n\na\340b\n' >in
call 0 a@b.c
grep -q "$(printf 'a\340b')" srv/ok.eml || fail "a byte was changed: $(cat srv/ok.eml)"
# blanks before the colon, which only old parsers read
printf 'Subject : old\nTo : a@b.c\nBcc : hidden@x.com\n\nhi\n' >in
call 0 -t
envelope "$(id -un)@lab.test" a@b.c hidden@x.com
field Subject old
no_field 'Bcc *'
# the configured sender has a name
settings ok 'from = Lab Robot <robot@x.com>'
call 0 -U a@b.c
field From 'Lab Robot <robot@x.com>'
settings ok

# statuses
printf 'Subject: x\n\nhi\n' >in
before=$(taken ok)
call 64 -t
call 64
call 64 -K a@b.c
call 64 -bd
call 64 -f
call 64 loop
expect_err 'circle'
call 64 prog
expect_err 'no program'
call 64 'a b@c d'
printf 'Subject: x\nTo: root\n\nhi\n' >in
call 0 -t
settings banner421
call 75 a@b.c
settings all550
call 69 a@b.c
settings part550
call 67 a@b.c bad@x.com
expect_err 'delivered to a@b.c: do not send it to them again'
call 67 a@b.c later@x.com # not 75, on which callers repeat: the first has it
expect_err 'later@x.com: not yet: 451'
expect_err 'delivered to a@b.c: do not send it to them again'
call 75 later@x.com
call 75 bad@x.com later@x.com # nobody has it
settings dot_drop
call 76 a@b.c
settings auth535 'user = bob' 'password = secret' 'tls = none' 'insecure-plaintext = yes'
call 77 a@b.c
echo 'subject = x' >conf
call 78 a@b.c
SCMAIL_CONFIG=$PWD/absent call 78 a@b.c
rm conf
(
	unset SCMAIL_CONFIG
	call 78 a@b.c
	expect_err 'no server'
)
settings ok
[ "$(taken ok)" -eq $((before + 1)) ] || fail 'a wrong call sent a mail'
# the report of a delivery where the server has it; the dialogue in a file
call 0 -N success,delay -R hdrs -V 'id+1' -X dialogue -Am -L tag -O DeliveryMode=b -oQ/tmp a@b.c
grep -q '^>>> MAIL FROM' dialogue || fail 'no dialogue was kept'
settings dsn
call 0 -N success,delay -R hdrs -V 'id+1' a@b.c
expect_err 'RET=HDRS ENVID=id+2B1'
expect_err 'NOTIFY=SUCCESS,DELAY'

# files that the settings name
settings ok "dkim-key = $PWD/absent.pem" 'dkim-selector = s'
call 78 a@b.c
if [ "$(id -u)" -ne 0 ]; then
	mkdir locked
	chmod 500 locked
	settings ok "queue = $PWD/locked"
	call 74 a@b.c
fi

# with a queue a mail is taken whatever the server does: a caller that hears of a failure sends it again
for fault in auth535 starttls_none; do
	settings $fault "queue = $PWD/q-$fault" 'user = bob' 'password = secret'
	[ $fault = starttls_none ] || printf 'tls = none\ninsecure-plaintext = yes\n' >>conf
	call 0 root
	mailq | grep -q '^1 mail' || fail "a mail does not wait: $fault"
	rc=0
	sendmail -q 2>err || rc=$? # nothing new: the settings are wrong
	[ $rc -ne 0 ] || fail "sendmail -q hides $fault"
done
settings all550 "queue = $PWD/q-refused"
call 69 root
settings banner421 "queue = $PWD/q"
call 0 root
run_mailq() {
	mailq >out 2>err || fail "mailq: $(cat err)"
}
run_mailq
expect_out '1 mail,'
expect_out 'rob@z.com'
sendmail -bp | grep -q '^1 mail,' || fail 'sendmail -bp'
printf 'Subject: empty sender\n\nhi\n' | sendmail -f '<>' a@b.c >out 2>&1 || fail 'a report is not queued'
[ ! -s out ] || fail "a mail that waits draws words: $(cat out)"
settings ok "queue = $PWD/q"
before=$(taken ok)
sendmail -q || fail 'sendmail -q'
[ "$(taken ok)" -eq $((before + 2)) ] || fail 'the queue was not sent'
run_mailq
expect_out 'Mail queue is empty'
newaliases || fail newaliases
sendmail -I || fail 'sendmail -I'
printf 'no colon\n' >>aliases
! newaliases 2>err || fail 'newaliases takes a broken file'
expect_err 'line 8'
sed -i '$d' aliases
sed -i '1s/^/\xef\xbb\xbf/' aliases # of an editor
newaliases || fail 'newaliases trips over a byte order mark'
settings ok

# -bs: programs that speak SMTP to it
printf 'EHLO me\r\nMAIL FROM:<a@b.c> BODY=8BITMIME\r\nRCPT TO:<root>\r\nRCPT TO:<z@x.com>\r\nDATA\r\nSubject: by -bs\r\n\r\n..dot\r\nend\r\n.\r\nMAIL FROM:<>\r\nRCPT TO:<z@x.com>\r\nDATA\r\nSubject: two\r\n\r\nx\r\n.\r\nRCPT TO:<q@x.com>\r\nBLAH\r\nQUIT\r\n' >in
before=$(taken ok)
rc=0
sendmail -bs <in >out 2>err || rc=$?
expect_rc 0
[ "$(cut -c 1-3 out | tr '\n' ' ')" = '220 250 250 250 250 250 250 250 354 250 250 250 354 250 503 500 221 ' ] || fail "-bs: $(cat out)"
[ "$(taken ok)" -eq $((before + 2)) ] || fail '-bs did not send two mails'
"$python" "$SRC/tests/e2e/scmail/arrived.py" "srv/ok.$((before + 1)).eml" >got
[ "$(cat got)" = "by -bs|'.dot\nend'" ] || fail "-bs: arrived $(cat got)"
printf 'HELO me\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<z@x.com>\r\nDATA\r\nSubject: cut off\r\n' | sendmail -bs >out 2>err
[ "$(taken ok)" -eq $((before + 2)) ] || fail 'a message that was cut off was sent'
# wrong recipients are refused one by one: the others get the mail
printf 'HELO me\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<bad@>\r\nRCPT TO:<z@x.com,y@x.com>\r\nRCPT TO:<z@x.com>\r\nDATA\r\nSubject: three\r\n\r\nx\r\n.\r\nQUIT\r\n' |
	sendmail -bs >out 2>err
[ "$(cut -c 1-3 out | tr '\n' ' ')" = '220 250 250 553 553 250 354 250 221 ' ] || fail "-bs: $(cat out)"
expect_err "'bad@' is not a mail address"
[ "$(taken ok)" -eq $((before + 3)) ] || fail '-bs: a wrong recipient keeps the mail from the others'

# recipients that the server refuses when the mail goes out: the others have it, once; the answer, the status
# and a mail to the sender name the refused ones. Where nobody has it, it is for later or an error.
bs_part() {
	printf 'HELO me\r\nMAIL FROM:<a@b.c>\r\n' >in
	for to in "$@"; do printf 'RCPT TO:<%s>\r\n' "$to" >>in; done
	printf 'DATA\r\nSubject: part\r\n\r\nx\r\n.\r\nQUIT\r\n' >>in
	rc=0
	sendmail -bs <in >out 2>err || rc=$?
	answer=$(sed -n "$(($# + 5))p" out | tr -d '\r')
}
for lines in '' "queue = $PWD/bsq"; do
	settings part550 ${lines:+"$lines"}
	before=$(taken part550)
	bs_part z@x.com bad@x.com
	expect_rc 67
	[ "$answer" = '250 2.0.0 accepted, but not for bad@x.com (550)' ] || fail "-bs: $(cat out)"
	[ "$(taken part550)" -eq $((before + 2)) ] || fail '-bs: not the mail once, and one to the sender'
	grep -q '^Subject: part' "srv/part550.$((before + 1)).eml" || fail 'not the mail'
	grep -q '^To: <a@b.c>' "srv/part550.$((before + 2)).eml" || fail 'the mail to the sender is for another'
	grep -q '^bad@x.com: 550 ' "srv/part550.$((before + 2)).eml" || fail 'it does not name who was refused'
	bs_part bad@x.com bad2@x.com
	[ "${answer%% *}" = 554 ] || fail "-bs: all are refused: $(cat out)"
	[ "$(taken part550)" -eq $((before + 2)) ] || fail '-bs: a mail for nobody'
	bs_part z@x.com later@x.com
	if [ -n "$lines" ]; then
		expect_rc 0
		[ "$answer" = '250 2.0.0 accepted' ] || fail "-bs: some wait: $(cat out)"
	else
		expect_rc 67
		[ "${answer%% (*}" = '250 2.0.0 accepted, but not for later@x.com' ] || fail "-bs: some for later: $(cat out)"
	fi
	before=$(taken part550)
	bs_part bad@x.com later@x.com
	[ "${answer%% *}" = "$([ -n "$lines" ] && echo 250 || echo 451)" ] || fail "-bs: nobody has it: $(cat out)"
done
rm -rf bsq
settings ok

# fields that are there and empty are filled in; a word that no line can hold is encoded, in a Subject
printf 'From: \nDate:\nMessage-ID:\n \nTo: a@b.c\nSubject: Cron <root@board> /bin/x %01200d\n\nhi\n' 7 >in
call 0 -t
field From "$(id -un)@lab.test"
field Subject "Cron <root@board> /bin/x $(printf %01200d 7)"
[ "$(grep -c '^Date: .' srv/ok.eml)$(grep -c '^Message-ID: <' srv/ok.eml)$(grep -ci '^\(date\|from\|message-id\):' srv/ok.eml)" = 113 ] ||
	fail "empty fields: $(head -20 srv/ok.eml)"
awk 'length > 999 { exit 1 }' srv/ok.eml || fail 'a line that is too long'
printf 'To: a@b.c\nReferences: <%01200d@b.c>\n\nhi\n' 7 >in
call 65 -t

# --sendmail, with options of scmail before it
printf 'Subject: x\n\nhi\n' >in
rc=0
scmail_before="--config=$PWD/conf --from=conf@x.com"
# shellcheck disable=SC2086
"$BIN/scmail" $scmail_before --sendmail -v a@b.c <in >out 2>err || rc=$?
expect_rc 0
envelope conf@x.com a@b.c
grep -q '^From: conf@x.com' srv/ok.eml || grep -q '^From: <conf@x.com>' srv/ok.eml || fail 'From is not the configured one'
rc=0
"$BIN/scmail" --to=a@b.c --sendmail a@b.c <in >out 2>err || rc=$?
expect_rc 78
expect_err '--to does not go with --sendmail'
