# SPDX-License-Identifier: MIT
# What a script hands over is in the mail, or the call fails: nothing is lost with status 0.
set -- --dry-run --server=127.0.0.1 --from=a@b.c --subject=s

# piped standard input is the text
echo 'report line' >report
rc=0
tool scmail "$@" --to=d@e.f <report >out 2>err || rc=$?
expect_rc 0
expect_out 'report line'

# no text and nothing piped: an error that names the ways
rc=0
tool scmail "$@" --to=d@e.f </dev/null >out 2>err || rc=$?
expect_rc 2
expect_err 'no text: --text, --body'

# a file whose size the system gives as 0 is read to its end
if [ -z "${RUNNER:-}" ] && [ -r /proc/version ]; then
	run scmail "$@" --to=d@e.f --text=x --atta=/proc/version
	expect_rc 0
	sed -n '/^Content-Disposition: attachment/,/^--/p' out | sed '1,/^\r*$/d; /^--/d' | tr -d '\r' |
		base64 -d >got
	cmp got /proc/version || fail 'the attachment is not what /proc/version holds'
fi

# one cell is one address, whatever it holds
printf 'mail,name\n"a@x.com, other@y.com",Bob\n' >list.csv
run scmail "$@" --to='{mail}' --text='x {name}' --merge=list.csv
expect_rc 2
expect_err 'is more than one mail address'

# what a finished message cannot take is refused
printf 'From: a@b.c\nTo: d@e.f\nSubject: s\n\nhi\n' >m.eml
run scmail --dry-run --server=127.0.0.1 --eml=m.eml --to=d@e.f --reply-to=r@x.com
expect_rc 2
expect_err '--reply-to does not go with --eml'
