# SPDX-License-Identifier: MIT
# Each fault of a server: the right exit status, in bounded time, nothing doubled.
. "$SRC/tests/e2e/scmail/server.sh"

# FAULT STATUS MESSAGES-TAKEN ARG...
check() {
	f_name=$1
	f_want=$2
	f_taken=$3
	shift 3
	mail "$f_name" --to=a@qq.com --subject=x --text=hello "$@"
	[ "$rc" -eq "$f_want" ] || {
		cat out err >&2
		fail "$f_name: status $rc, expected $f_want"
	}
	[ "$(taken "$f_name")" -eq "$f_taken" ] || fail "$f_name: $(taken "$f_name") messages taken, expected $f_taken"
}

check ok 0 1
check banner421 4 0
check silent 4 0
if [ -z "${RUNNER:-}" ]; then # Wine's Schannel takes a greeting in clear for a long record and waits
	expect_err 'the server sends nothing; --tls=smtps?'
	check http 4 0
	expect_err "this is not a mail server: it sent 'HTTP/1.1 400 Bad Request'"
	check ok 8 1 --tls=smtps
	expect_err 'does not speak TLS on this port; --tls=starttls?'
	began=$(date +%s)
	check silent 4 0 --tls=smtps # in the time of --timeout, not in the 30 s of a connection
	[ $(($(date +%s) - began)) -lt 25 ] || fail 'a server that is mute under TLS is waited for'
fi
check ehlo502 0 1
check drop_rcpt 4 0
head -c 20000000 /dev/zero >big.bin
check drop_data 4 0 --atta=big.bin
check dot554 1 0
expect_err '554 5.7.1 拒收'
check dot452 4 0
expect_err '452 4.3.1 disk full'
check dot421 4 0
check mail451 4 0
check mail550 1 0
expect_err 'not from you'
check data554 1 0
check dot_silent 6 1
expect_err 'not confirmed'
check dot_drop 6 1
# an answer that is none says neither yes nor no
check odd_dot 6 1
expect_err 'not confirmed'
check odd_rcpt 4 0
expect_err 'cannot be understood'
check odd_one 5 1 --to=bad@x.com
# without a queue nobody else brings it to the second: a script that repeats on 4 would double it
expect_err 'bad@x.com: not yet'
expect_err 'delivered to a@qq.com: do not send it to them again'
check part550 5 1 --to=later@x.com --to=c@x.com
expect_err 'later@x.com: not yet: 451 4.7.1'
expect_err 'delivered to a@qq.com, c@x.com: do not send it to them again'
mail part550 --to=bad@x.com,later@x.com --text=hello
expect_rc 5
[ ! -s out ] || fail "nobody has it: $(cat out)"
check four_digits 4 0
# One recipient is refused, then the connection ends: the others are not refused.
check refuse_cut 5 0 --to=bad@x.com
expect_err 'a@qq.com: not yet'
expect_err 'bad@x.com: refused: 550 5.1.1'
# Nor is the next mail, where the server refuses RSET after this one.
printf 'mail\nbad@x.com\na@qq.com\n' >two.csv
mail refuse_reset --to='{mail}' --text=hello --merge=two.csv
expect_rc 5
[ "$(taken refuse_reset)" -eq 1 ] || fail "the second was taken $(taken refuse_reset) times: $(cat err)"
check quit_drop 0 1
check quit_silent 0 1
check gbk 0 1 -v
expect_err '< 250 '
! grep -q 'reached ' err || fail "places in libcurl's source stand in the dialogue"
check quit_endless 0 1 -v # each line in time, but nobody waits for all of them
[ "$(grep -c '< 221-and' err)" -lt 80 ] || fail 'the answer to QUIT was heard to its end'
# Nothing is sent with a file of certificates that is not there, or in an encoding nobody knows.
check ok 1 1 --ca=absent.crt
expect_err 'absent.crt'
check ok 2 1 --charset=klingon
check inject 8 0 --tls=starttls
expect_err 'more replies came with the one to STARTTLS'
check garbage_tls 8 0 --tls=starttls
check starttls_none 8 0 --tls=starttls
expect_err 'the server does not offer STARTTLS'
check starttls_drop 4 0 --tls=starttls
expect_err 'the server ended the connection during STARTTLS'
if [ -z "${RUNNER:-}" ]; then # for Schannel, an answer in clear ends the same way
	check tls_cut 4 0 --tls=starttls
	expect_err 'temporary failure: the server ended the connection during STARTTLS'
fi
check tls454 4 0 --tls=starttls
expect_err '454 not now'
check legacy_auth 0 1 --user=u --password=p --tls=none --insecure-plaintext
expect_err 'offers no log-in'
# the words of EHLO in small letters (RFC 5321, section 4.1.1.1)
check small_letters 0 1 --user=u --password=p --tls=none --insecure-plaintext
[ "$(cat srv/small_letters.login)" = 'u p' ] || fail 'no log-in by "auth login plain"'
check need_auth 7 0 --user=u --password=p --tls=none --insecure-plaintext
expect_err 'Authentication required'
check need_auth 1 0
check auth454 4 0 --user=u --password=p --tls=none --insecure-plaintext
printf 'p\nnot this\n' >pw
check legacy_auth 0 2 --user=u --password-file=pw --tls=none --insecure-plaintext
[ -n "${RUNNER:-}" ] ||
	check legacy_auth 0 3 --user=u --password-file=/dev/fd/3 --tls=none --insecure-plaintext 3<pw
check auth535 7 0 --user=u --password=p --tls=none --insecure-plaintext
expect_err 'wrong password'
check auth535 8 0 --user=u --password=p
check gbk 0 2
check drips 0 1
check never_over 4 0 # each line in time, but not the reply
check trickle 4 0    # each byte
expect_err 'the server did not answer in time'
check long_banner 0 1
check part550 5 2 --to=bad@x.com
expect_err 'bad@x.com: refused: 550 5.1.1 用户不存在'
check all550 1 0
check grey451 4 0
check junk_reply 4 0
check endless 4 0
[ -n "${RUNNER:-}" ] || expect_err "the server's answer has no end"
# told as what it is, long before the time is over
for name in endless_lines endless_ehlo endless_rcpt endless_data; do
	began=$(date +%s)
	run scmail --server=127.0.0.1 --port="$(port $name)" --from=b@sina.com --to=a@qq.com --text=x --atta=big.bin --timeout=120
	expect_rc 4
	expect_err "the server's answer has no end"
	[ $(($(date +%s) - began)) -lt 25 ] || fail "$name: heard for too long"
	[ "$(taken "$name")" -eq 0 ] || fail "$name: a message was taken"
done
check half_banner 4 0
[ -n "${RUNNER:-}" ] || expect_err "the server's answer has no end"
head -c 4000 /dev/zero >small.bin
check mid552 1 0 --atta=small.bin
expect_err '552 5.3.4 too big'
# said while the mail was still on its way, and then cut off
check mid552 1 0 --atta=big.bin
expect_err '552 5.3.4 too big'
check mid452 4 0 --atta=big.bin
expect_err '452 4.3.1 disk full'
check mid250 4 0 --atta=big.bin
expect_err 'before the message was over'
# commands in groups: each answer still belongs to its command
check pipelined 0 1 --to=b@x.com -v
expect_err '> DATA'
check pipelined 5 2 --to=bad@x.com --to=later@x.com --to=c@x.com
expect_err 'bad@x.com: refused: 550 5.1.1'
expect_err 'later@x.com: not yet: 451 4.7.1'
check pipelined 0 3 --to="$(awk 'BEGIN { for (i = 0; i < 400; i++) printf "%sr%d@x.com", i ? "," : "", i }')" --json
[ "$(grep -c '"code": 250' out)" -eq 402 ] || fail 'not every recipient has its answer'
check dsn 0 1 --dsn=success,delay -v
expect_err '> RCPT TO:<a@qq.com> NOTIFY=SUCCESS,DELAY'
check ok 1 1 --dsn=never
expect_err 'does not offer reports'
# bytes above 127 are announced (RFC 6152), where there are any and the server wants to hear it
printf '%s\n' 'From: b@x.com' 'Subject: x' 'MIME-Version: 1.0' 'Content-Type: text/plain; charset=utf-8' \
	'Content-Transfer-Encoding: 8bit' '' '收到' >8bit.eml
run scmail --server=127.0.0.1 --port=1 --from=a@b.c --to=d@e.f --text=x
expect_rc 4
expect_err '127.0.0.1:1: temporary failure: nothing answers there'
# announced REGEX: what stands behind the address in MAIL
announced() {
	expect_rc 0
	tr -d '\r' <err | grep -q "> MAIL FROM:<b@sina.com> SIZE=[0-9]*$1\$" || {
		cat err >&2
		fail "MAIL does not end in '$1'"
	}
}
for name in eight_bit gbk; do
	mail $name --to=a@qq.com --eml=8bit.eml -v
	case $name in gbk) announced '' ;; *) announced ' BODY=8BITMIME' ;; esac
	tr -d '\r' <srv/$name.eml | cmp - 8bit.eml || fail "$name: the ready message changed"
done
mail eight_bit --to=a@qq.com --subject='收到' --text='收到' -v
announced ''
mail banner421 --to=a@qq.com --eml=8bit.eml --queue=q
expect_rc 4
run scmail --server=127.0.0.1 --port="$(port eight_bit)" --queue=q --flush -v
announced ' BODY=8BITMIME'
tr -d '\r' <srv/eight_bit.eml | cmp - 8bit.eml || fail 'the ready message changed in the queue'
check pipelined_all550 1 0 --to=b@x.com
check pipelined_mail550 1 0 --to=b@x.com
expect_err 'not from you'
check pipelined_nobody 1 0
# retried, and still nothing doubled
check utf8 0 1 --to='测试@x.com'
check ok 1 1 --to='测试@x.com'
expect_err SMTPUTF8
