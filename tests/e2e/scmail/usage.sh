# SPDX-License-Identifier: MIT
# Wrong use never sends anything; the original's command line works.
run scmail '/subject[Hi,' 'buddy]'
expect_rc 2
expect_err 'no server given: quote your arguments'
for bad in '' 'a b' smtp://127.0.0.1 '[::1]' 127.0.0.1:25:1 ::g 'a;b' 127.0.0.1:25; do
	run scmail "--server=$bad" --port=1 --from=b@x.com --to=c@x.com --text=x --queue=queue
	expect_rc 2
	[ ! -e queue ] || fail "'$bad': a mail waits for no server"
done
expect_err 'the port goes with --port'
# an empty variable of a script: no queue in the current folder, no log-in of nobody
for bad in --queue= --save= --body= --config= --ca= '--helo=a b' --helo= "--helo=$(printf 'a\tb')"; do
	run scmail --server=127.0.0.1 --port=1 --from=b@x.com --to=c@x.com --text=x "$bad"
	expect_rc 2
	[ ! -e waiting ] && [ ! -e sending ] || fail "$bad: a queue in the current folder"
done
# an option that does nothing, and an empty one, are told by their names
for bad in '--stdin-name=x|--stdin-name goes with --atta=-' '--dkim-domain=x.com|--dkim-domain needs --dkim-key' \
	'--in-reply-to=|--in-reply-to: the value is empty' "--charset=x y|--charset: no encoding is called 'x y'"; do
	run scmail --save=- --from=b@x.com --to=c@x.com --text=x "${bad%%|*}"
	expect_rc 2
	expect_err "${bad#*|}"
done
# a proxy that cannot be one is told before anything is queued for it
for bad in foo://x http:// socks5://127.0.0.1:99999 'a b' ://x 'http://[::1'; do
	run scmail --server=127.0.0.1 --port=1 --from=b@x.com --to=c@x.com --text=x "--proxy=$bad" --queue=queue
	expect_rc 2
	expect_err "--proxy: '$bad' is no"
	[ ! -e queue ] || fail "'$bad': a mail waits for no proxy"
done
for good in 127.0.0.1:1 socks5h://127.0.0.1:1 http://u:p@127.0.0.1:1; do
	run scmail --server=127.0.0.1 --port=1 --from=b@x.com --to=c@x.com --text=x "--proxy=$good" --timeout=5
	expect_rc 4
done
# the message on standard output, and nothing else there
run scmail --save=- --from=b@x.com --to=c@x.com --subject=s --text=hello
expect_rc 0
expect_out 'Subject: s'
[ ! -e ./- ] || fail 'a file called -'
run scmail --save=- --server=127.0.0.1 --port=1 --queue=queue --from=b@x.com --to=c@x.com --text=x --retry=0
! grep -q queued out || fail "the report went into the message: $(cat out)"
rm -rf queue
for other in --json --dry-run; do
	run scmail --save=- $other --from=b@x.com --to=c@x.com --text=x
	expect_rc 2
done
run scmail --server=127.0.0.1 --port=1 --from=b@x.com --to=c@x.com --text=x --user=b --password=x --netrc=netrc
expect_rc 2
expect_err '--password and --netrc: one of them'
if [ -z "${RUNNER:-}" ]; then
	printf 'machine 127.0.0.1 login bob password x\n' >netrc
	run scmail --server=127.0.0.1 --port=1 --from=b@x.com --to=c@x.com --text=x --user=eve --netrc=netrc
	expect_err 'no password for 127.0.0.1 as user eve'
	# one character of GBK looks like nothing: GB18030, or what the locale or --charset says
	gu=$(printf '\271\314') # U+56FA
	run scmail --dry-run --from=b@x.com --to=c@x.com --text=x --subject="$gu"
	expect_rc 0
	expect_err 'read as GB18030 it is 固'
	grep -qi '^Subject: =?utf-8?' out || fail "no encoded word: $(cat out)"
	rc=0
	LC_ALL='' LC_CTYPE=zh_TW.Big5 "$BIN/scmail" --dry-run --from=b@x.com --to=c@x.com --text=x --subject="$gu" \
		>out 2>err || rc=$?
	expect_rc 0
	expect_err 'read as Big5 it is '
	run scmail --dry-run --from=b@x.com --to=c@x.com --text=x --subject="$gu" --charset=shift_jis
	expect_rc 0
	[ ! -s err ] || fail "a doubt although --charset says it: $(cat err)"
fi
run scmail -4 -6 --server=127.0.0.1 --port=1 --from=b@x.com --to=c@x.com --text=x
expect_rc 2
expect_err '--ipv4 and --ipv6'
if [ -z "${RUNNER:-}" ]; then
	mkdir nohome
	rc=0
	HOME=$PWD/nohome NETRC='' "$BIN/scmail" --netrc --server=127.0.0.1 --port=1 --from=b@x.com --to=c@x.com \
		--text=x >out 2>err || rc=$?
	expect_rc 1
	expect_err 'nohome/.netrc: '
fi
run scmail --dry-run --from=b@x.com --bcc=secret@x.com --text=x
expect_rc 0
expect_out 'To: undisclosed-recipients:;'
! grep -q secret out || fail 'a hidden recipient shows'
run scmail --server=127.0.0.1 --port=1 --from=b@x.com
expect_rc 2
expect_err 'no recipient'
printf 'body\n' >body.txt
printf 'data' >1.bin
run scmail '/server[smtp.sina.com]' '/to[a@qq.com]' '/from[b@sina.com]' /subject[Hi, buddy] '/body[body.txt]' \
	'/atta[1.bin]' '/user[b@sina.com]' '/password[xxxx]' --dry-run
expect_rc 0
expect_out 'Subject: Hi, buddy'
expect_out 'To: a@qq.com'
expect_out 'filename="1.bin"'
expect_err 'warning: --password'
! grep -q xxxx out err || fail "the password shows"
for bad in '--to=a b@c' '--to=a' '--subject=a
Bcc: x@y' '--header=Bcc: x@y' '--atta=absent.bin' '--atta=.' '--body=absent.txt' '--charset=klingon' '--inline=x=1.bin'; do
	run scmail --server=127.0.0.1 --port=1 --from=b@x.com --to=c@x.com --body=body.txt --dry-run "$bad"
	[ "$rc" -eq 1 ] || [ "$rc" -eq 2 ] || fail "$bad: status $rc"
	[ ! -s out ] || fail "$bad: a message was printed"
done
run scmail --server=127.0.0.1 --tls=none --user=u --password=p --from=b@x.com --to=c@x.com --text=x
expect_rc 2
run scmail --server=127.0.0.1 --user=u --from=b@x.com --to=c@x.com --text=x
expect_rc 2
expect_err 'no password for u'
run scmail --server=127.0.0.1 --port=1 --from=b@x.com --to=c@x.com --text=x
expect_rc 4
# two secrets are a question
run scmail --server=127.0.0.1 --from=a@b.c --to=d@e.f --user=u --token=x --password=y
expect_rc 2
expect_err '--token and --password: one of them'
run scmail --server=127.0.0.1 --from=a@b.c --to=d@e.f --user=u --password-env=X --password-file=y
expect_rc 2
expect_err 'one of them'
