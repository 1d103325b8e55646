# SPDX-License-Identifier: MIT
# Settings of the configuration file, and where passwords come from. The server says what it was told.
. "$SRC/tests/e2e/scmail/server.sh"
ok=$(port auth_any)
clear='tls = none
insecure-plaintext = yes'

# told WORDS: the log-in that the server got last
told() {
	[ "$(cat srv/auth_any.login)" = "$1" ] || fail "the server was told: $(cat srv/auth_any.login)"
	rm srv/auth_any.login
}

# post ARG...: a mail that shall be sent
post() {
	run scmail --to=a@lab.test --text=hello "$@"
	expect_rc 0
	! grep -qE 's3cret|topp' out err || fail 'the password shows'
}

# a byte order mark, CR LF, a comment; the profile wins over what stands above, the command line over both
printf '\357\273\277# mine\r\nfrom = "\344\270\255" <me@lab.test>\r\nserver = 127.0.0.1\r\nport = 1\r\nuser = bob\r\n' >conf
printf 'tls = none\r\ninsecure-plaintext = yes\r\npassword-file = pw\r\n[lab]\r\nport = %s\r\n' "$ok" >>conf
printf '\357\273\277s3cret\r\n' >pw # as Notepad writes it
post --config=conf --profile=lab
told 'bob s3cret'
grep -q '^From: =?UTF-8?' srv/auth_any.eml || fail 'the sender of the file is not used'
post --config=conf --port="$ok" --user=tom --from=x@lab.test
told 'tom s3cret'
grep -q '^From: x@lab.test' srv/auth_any.eml || fail 'the command line does not win'
SCMAIL_CONFIG=conf SCMAIL_PROFILE=lab post
told 'bob s3cret'
SCMAIL_PASSWORD=topp post --config=conf --profile=lab
told 'bob topp'
echo topp2 >pw2
SCMAIL_PASSWORD=topp post --config=conf --profile=lab --password-file=pw2
told 'bob topp2'

# no log-in goes to a server that it was not meant for
run scmail --config=conf --server=localhost --port="$(port ok)" --ipv4 --to=a@lab.test --text=x -v
expect_rc 0
expect_err 'not for this server'
! grep -q AUTH err || fail 'it logged in'

if [ -z "${RUNNER:-}" ]; then
	mkdir -p home/.config/biosbelt
	cp conf home/.config/biosbelt/scmail.conf
	(
		unset XDG_CONFIG_HOME
		HOME=$PWD/home
		export HOME
		post --profile=lab
	) || exit
	told 'bob s3cret'
	# the home folder in a path, and a password that others can read
	printf 'from=m@lab.test\nserver=127.0.0.1\nport=%s\nuser=bob\n%s\npassword-file=~/pw\n' "$ok" "$clear" >conf2
	echo s3cret >home/pw
	HOME=$PWD/home post --config=conf2
	told 'bob s3cret'
	sed 's/^password-file.*/password=s3cret/' conf2 >conf3
	chmod 644 conf3
	post --config=conf3
	expect_err 'others can read'
	chmod 600 conf3
	post --config=conf3
	[ ! -s err ] || fail "$(cat err)"
fi

# quotation marks, as in other programs' settings
printf 'from = "me@lab.test"\nserver = "127.0.0.1"\nport = '\''%s'\''\nuser = "bob"\n%s\n' "$ok" "$clear" >quoted
for written in '"s3cret"' "'s3cret'" s3cret; do
	printf 'password = %s\n' "$written" | cat quoted - >conf4
	chmod 600 conf4
	post --config=conf4
	told 'bob s3cret'
	[ -n "${RUNNER:-}" ] || [ ! -s err ] || fail "$written: $(cat err)" # Wine's files are readable to all
done
printf 'password = "s3cret" it is\n' | cat quoted - >conf4
chmod 600 conf4
post --config=conf4
told 'bob "s3cret" it is'
if [ -z "${RUNNER:-}" ]; then
	printf '#!/bin/sh\necho s3cret\n' >'give it'
	chmod +x 'give it'
	printf 'password-command = "%s/give it"\n' "$PWD" | cat quoted - >conf4
	post --config=conf4
	told 'bob s3cret'
fi
# elsewhere they belong to the password, and a refusal says so
refused=$(port auth535)
# guess WORDS FOUND: the password of the environment is refused
guess() {
	SCMAIL_PASSWORD=$1 run scmail --config=quoted --port="$refused" --to=a@lab.test --text=hello
	expect_rc 7
	[ "$(grep -c 'is part of it' err)" -eq "$2" ] || fail "$1: $(cat err)"
	! grep -q 's3cret' out err || fail 'the password shows'
}
guess '"s3cret"' 1
guess "'s3cret'" 1
guess 's3cret ' 1
guess "$(printf 's3cret\302\240')" 1
guess "$(printf '\342\200\234s3cret\342\200\235')" 1
guess 's3 "cret' 0
SCMAIL_PASSWORD='' run scmail --config=quoted --port="$refused" --to=a@lab.test --text=hello
expect_rc 1
expect_err 'SCMAIL_PASSWORD: its first line is empty'
SCMAIL_PASSWORD=' s3cret' post --config=quoted
told 'bob  s3cret'
[ ! -s err ] || fail "$(cat err)"

# wrong files
for bad in 'bogus = 1' 'port = 0' 'port = 465x' 'log =' 'netrc =' 'tls = maybe' 'insecure = perhaps' 'no equals sign' '[open' 'to = a@b'; do
	printf 'from=m@lab.test\n%s\n' "$bad" >bad
	run scmail --config=bad --to=a@lab.test --text=x --dry-run
	expect_rc 1
	expect_err 'bad: line 2: '
	[ ! -s out ] || fail "$bad: a message was printed"
done
run scmail --config=absent --to=a@lab.test --text=x --dry-run
expect_rc 1
run scmail --config=conf --profile=nobody --to=a@lab.test --text=x --dry-run
expect_rc 2
expect_err '[nobody]'

# login ARG...: a mail with a log-in whose password comes from somewhere
login() {
	post --server=127.0.0.1 --port="$ok" --from=m@lab.test --tls=none --insecure-plaintext "$@"
}
refused() {
	run scmail --server=127.0.0.1 --port="$ok" --from=m@lab.test --to=a@lab.test --text=x --tls=none \
		--insecure-plaintext --user=bob "$@"
	[ "$rc" -eq 1 ] || [ "$rc" -eq 2 ] || fail "$*: status $rc"
	[ ! -e srv/auth_any.login ] || fail "$*: it logged in"
}

if [ -z "${RUNNER:-}" ]; then
	login --user=bob --password-command='printf "%s\n" "s3cret word" more'
	told 'bob s3cret word'
	refused --password-command='sh -c "echo s3cret; exit 3"'
	expect_err 'status 3'
	refused --password-command='true'
	refused --password-command='yes s3cret'
	expect_err 'more than'
	refused </dev/null # whatever terminal there is: standard input is none
	expect_err 'no password for bob'
	"$python" "$SRC/tests/e2e/scmail/ask.py" s3cret "$BIN/scmail" --server=127.0.0.1 --port="$ok" \
		--from=m@lab.test --to=a@lab.test --text=x --tls=none --insecure-plaintext --user=bob >shown ||
		fail "asked: $(cat shown)"
	told 'bob s3cret'
	grep -q 'Password of bob: ' shown || fail "not asked: $(cat shown)"
	! grep -q s3cret shown || fail 'the answer shows'
else
	login --user=bob --password-command='cmd /c echo s3cret'
	told 'bob s3cret'
fi
refused --password-command=''
refused --password-command='"open'
refused --password-command='/nonexistent/program x'
refused --password-file=absent
refused --password-file=.
refused --password-env=NOT_SET_AT_ALL

printf '# log-ins\nmachine other login eve password wrong\nmachine 127.0.0.1\n\tlogin bob password "s3 cret\\""\n' >netrc
printf 'machine 127.0.0.1 login tom password s3cret\nmacdef x\nmachine 127.0.0.1\n\ndefault login d password dd\n' >>netrc
login --netrc=netrc
told 'bob s3 cret"'
login --netrc=netrc --user=tom
told 'tom s3cret'
NETRC=netrc login --netrc
told 'bob s3 cret"'
refused --netrc=absent
printf 'machine 127.0.0.1 login bob\n' >netrc2
refused --netrc=netrc2
expect_err 'no password for 127.0.0.1'
printf 'machine 127.0.0.1 login bob password "s3' >netrc2
refused --netrc=netrc2
expect_err 'line 1'

# attachments: patterns and standard input
mkdir logs
for name in b.log a.log .hidden.log '中文.log' other.txt; do echo "$name" >"logs/$name"; done
login --netrc=netrc -a 'logs/*.log' -a 'logs/oth?r.t[xy]t'
[ "$(grep -c '^Content-Disposition: attachment' srv/auth_any.eml)" -eq 4 ] || fail 'not four attachments'
! grep -q hidden srv/auth_any.eml || fail 'a hidden file is there'
if [ -z "${RUNNER:-}" ]; then
	echo literal >'logs/[ab].log'
	login --netrc=netrc -a 'logs/[ab].log'
	[ "$(grep -c '^Content-Disposition: attachment' srv/auth_any.eml)" -eq 1 ] || fail 'a name that is there'
fi
head -c 300000 /dev/zero | tr '\0' 'x' >big
TMPDIR=$PWD/spool TEMP=$PWD/spool TMP=$PWD/spool
export TMPDIR TEMP TMP
mkdir spool
run scmail --server=127.0.0.1 --port="$ok" --from=m@lab.test --to=a@lab.test --text=x --netrc=netrc --tls=none \
	--insecure-plaintext -a - --stdin-name=dump.bin <big
expect_rc 0
grep -q 'filename="dump.bin"' srv/auth_any.eml || fail 'no dump.bin'
"$python" - "$PWD/srv/auth_any.eml" big <<'END' || fail 'standard input arrived changed'
import email, sys
m = email.message_from_binary_file(open(sys.argv[1], "rb"))
parts = [p.get_payload(decode=True) for p in m.walk() if p.get_filename() == "dump.bin"]
sys.exit(parts != [open(sys.argv[2], "rb").read()])
END
[ -z "$(find spool -name 'scmail*')" ] || fail 'the spooled file stays'
rm -f srv/auth_any.login
for bad in 'logs/*.zip' 'absent/*.log'; do
	refused --password=p -a "$bad"
done
run scmail --dry-run --from=m@lab.test --to=a@lab.test --body=- -a - <big
expect_rc 2
if [ -z "${RUNNER:-}" ]; then # what cannot be read is named, not the file that it would become
	run scmail --dry-run --from=m@lab.test --to=a@lab.test --text=x -a - <spool
	expect_rc 1
	expect_err 'scmail: standard input: cannot read'
fi
run scmail --dry-run --from=m@lab.test --to=a@lab.test --text=x --dsn=success,delay
expect_rc 0
for bad in '' now 'never,delay' 'delay,delay' 'delay,'; do
	run scmail --dry-run --from=m@lab.test --to=a@lab.test --text=x "--dsn=$bad"
	expect_rc 2
done
# The log-in of one server is never shown to another.
printf 'server = mail.example.com\nuser = me\n' >other.conf
run scmail --config=other.conf --server=127.0.0.1 --port=1 --from=b@x.com --to=c@x.com --text=x
expect_rc 4
! grep -q 'no password for me' err || fail 'the user of another server'
run scmail --config=other.conf --from=b@x.com --to=c@x.com --text=x
expect_rc 2
expect_err 'no password for me'
