# SPDX-License-Identifier: MIT
# Sourced by the cases of scmail in the place of sendmail: links by its names, settings, and what arrived.
. "$SRC/tests/e2e/scmail/server.sh"
mkdir bin home
for name in sendmail mailq newaliases; do
	ln -s "$BIN/scmail" bin/$name
done
HOME=$PWD/home
PATH=$PWD/bin:$PATH
unset SCMAIL_PASSWORD XDG_CONFIG_HOME

# settings FAULT [LINE...]
settings() {
	printf 'server = 127.0.0.1\nport = %s\ntimeout = 3\nmail-domain = lab.test\naliases = %s\n' "$(port "$1")" \
		"$PWD/aliases" >conf
	shift
	[ $# -eq 0 ] || printf '%s\n' "$@" >>conf
}
SCMAIL_CONFIG=$PWD/conf
export HOME PATH SCMAIL_CONFIG
cat >aliases <<'X'
# as /etc/aliases
root:	admin@x.com, bob
Bob:	bob@y.com,
	"Robert, the other" <rob@z.com>
loop:	pool
pool:	loop
prog:	"|/usr/bin/procmail"
X
settings ok

# envelope FROM TO...: what the server was told
envelope() {
	printf 'MAIL FROM:<%s>' "$1" >want
	shift
	for e_to in "$@"; do printf ' RCPT TO:<%s>' "$e_to" >>want; done
	sed -n 's/.*> \(MAIL FROM:<[^>]*>\).*/\1/p; s/.*> \(RCPT TO:<[^>]*>\).*/\1/p' err | tr '\n' ' ' | sed 's/ $//' >got
	cmp -s got want || fail "envelope $(cat got), expected $(cat want)"
}

# field NAME TEXT, no_field NAME: of the mail that arrived
field() {
	[ "$("$python" -c 'import email, email.policy, sys
m = email.message_from_binary_file(open("srv/ok.eml", "rb"), policy=email.policy.default)
assert not m[sys.argv[1]].defects, m[sys.argv[1]].defects
print(m[sys.argv[1]])' "$1")" = "$2" ] || fail "$1 is not $2: $(cat srv/ok.eml)"
}
no_field() {
	! grep -qi "^$1:" srv/ok.eml || fail "$1 is there: $(cat srv/ok.eml)"
}
# text TEXT: of the mail that arrived
text() {
	"$python" "$SRC/tests/e2e/scmail/arrived.py" srv/ok.eml | cut -d '|' -f 2 >got
	[ "$(cat got)" = "$1" ] || fail "text $(cat got), expected $1"
}
