# SPDX-License-Identifier: MIT
# The queue: nothing is lost, nothing is doubled, unknown stays unknown.
. "$SRC/tests/e2e/scmail/server.sh"

# waiting PLACE: how many mails lie there
waiting() {
	find "q$1" -maxdepth 1 -name '*.mail' | wc -l
}

# flush FAULT
flush() {
	run scmail --server=127.0.0.1 --port="$(port "$1")" --timeout=2 --queue=q --flush
}

mail ok --to=a@x.com --text=one --queue=q
expect_rc 0
[ "$(taken ok)" -eq 1 ] || fail "the mail did not go out"
[ "$(waiting '')" -eq 0 ] || fail "a mail that was sent stays"

head -c 200000 /dev/urandom >a.bin
for n in 1 2 3; do
	mail banner421 --to=a@x.com --subject="n$n" --text=x --atta=a.bin --bcc=h@x.com --queue=q --json
	expect_rc 4
done
[ "$(waiting '')" -eq 3 ] || fail "$(waiting '') mails wait, expected 3"
flush banner421
expect_rc 4
flush dot452
expect_rc 4
[ "$(waiting '')" -eq 3 ] || fail "$(waiting '') mails wait, expected 3"
flush ok
expect_rc 0
expect_out '3 of 3 sent'
[ "$(waiting '')" -eq 0 ] || fail "mails stay"
"$python" - <<'X2' || fail "a mail from the queue is not right"
import email, email.policy
for n in (1, 2, 3):
    raw = open(f'srv/ok.{n + 1}.eml', 'rb').read()
    m = email.message_from_bytes(raw, policy=email.policy.default)
    assert m['subject'] == f'n{n}' and b'h@x.com' not in raw, 'order'
    assert [p for p in m.walk()][2].get_payload(decode=True) == open('a.bin', 'rb').read()
X2

# no answer after the dot: never sent again by itself
mail dot_drop --to=a@x.com --text=unknown --queue=q
expect_rc 6
[ "$(waiting /unconfirmed)" -eq 1 ] || fail "it is not in unconfirmed/"
flush ok
expect_out '0 of 0 sent'
id=$(basename q/unconfirmed/*.mail)
run scmail --queue=q --resend="$id"
expect_rc 0
flush ok
expect_out '1 of 1 sent'
run scmail --queue=q --resend="$id"
expect_rc 1
run scmail --queue=q --drop=../../etc/passwd
expect_rc 2

# refused, and refused in part
mail all550 --to=a@x.com --text=x --queue=q
expect_rc 1
[ "$(waiting /refused)" -eq 1 ] || fail "it is not in refused/"
run scmail --queue=q --drop="$(basename q/refused/*.mail)"
expect_rc 0
[ "$(waiting /refused)" -eq 0 ] || fail "--drop left it"
mail part550 --to='a@x.com,later@x.com,bad@x.com' --text=x --queue=q
expect_rc 5
[ "$(waiting '')" -eq 1 ] || fail "the recipient for later is lost"
grep -q '^to <later@x.com>' q/*.mail || fail "the wrong recipient waits"
! grep -q '^to <a@x.com>' q/*.mail || fail "a recipient would get it twice"
# a broken file does not hold up the others
printf 'rubbish' >q/000000000000000000000000.mail
flush ok
expect_rc 5
expect_out '1 of 2 sent'
run scmail --queue=q --resend=000000000000000000000000.mail
expect_rc 1
run scmail --queue=q --drop=000000000000000000000000.mail
expect_rc 0
# nor one that was cut or changed: length and checksum tell
for cut in 'truncate -s -3' 'sed -i s/X-Mailer/X-Nailer/'; do
	mail banner421 --to=a@x.com --text=x --queue=q
	expect_rc 4
	$cut q/*.mail
	flush ok
	expect_rc 1
	expect_err 'is in broken/'
	flush ok
	expect_rc 0
	run scmail --queue=q --drop="$(basename q/broken/*.mail)"
	expect_rc 0
done

# nor one that cannot be read
if [ -z "${RUNNER:-}" ]; then
	if [ "$(id -u)" -eq 0 ]; then
		RUNNER=$PWD/without_rights
		printf '#!/bin/sh\nexec setpriv --bounding-set=-dac_override,-dac_read_search "$@"\n' >"$RUNNER"
		chmod 755 "$RUNNER"
	fi
	for n in 1 2 3; do
		mail banner421 --to=a@x.com --text=x --queue=q
	done
	id=$(basename "$(find q -maxdepth 1 -name '*.mail' | sort | head -n 1)")
	chmod 0 "q/$id"
	flush ok
	expect_rc 5
	expect_out '2 of 3 sent'
	expect_err "$id"
	# a list that lacks what is in one is not the whole answer
	mail banner421 --to=c@x.com --text=x --queue=q
	for json in '' --json; do
		# shellcheck disable=SC2086 # none or one
		run scmail --queue=q --status $json
		expect_rc 1
		expect_err "scmail: $id: "
		expect_out "$id"
		expect_out c@x.com
	done
	valid_json scmail
	chmod 600 "q/$id"
	flush ok
	expect_rc 0
	expect_out '2 of 2 sent'
	RUNNER=
fi

# mails that vanish from the queue while a run is at another one hold up nothing
# during HOW STATUS FAULT-MAILS ARG...: starts a run; the second mail that waits is dropped, or refused as by
# another run, while the first is under way
during() {
	d_how=$1
	d_status=$2
	d_taken=$3
	shift 3
	tool scmail --server=127.0.0.1 --port="$(port slow_dot)" --queue=q "$@" >out 2>err &
	d_pid=$!
	n=0
	until [ "$(taken slow_dot)" -eq "$d_taken" ]; do
		n=$((n + 1))
		[ $n -lt 200 ] || fail 'the first mail does not come'
		sleep 0.05
	done
	d_id=$(basename "$(find q -maxdepth 1 -name '*.mail' | sort | head -n 1)")
	case $d_how in
	dropped) tool scmail --queue=q --drop="$d_id" || fail --drop ;;
	*) mv "q/$d_id" "q/$d_how/" ;;
	esac
	rc=0
	wait $d_pid || rc=$?
	expect_rc "$d_status"
	[ "$(waiting '')" -eq 0 ] || fail 'a mail waits still'
	[ "$(taken slow_dot)" -eq $((d_taken + 1)) ] || fail 'a mail is lost or doubled'
}
for n in 1 2 3; do
	mail banner421 --to=a@x.com --text=x --queue=q
done
during dropped 0 1 --flush
expect_out '2 of 2 sent'
printf 'n\n1\n2\n3\n' >t.csv
during dropped 0 3 --from=b@x.com --to=a@x.com --text='{n}' --merge=t.csv
expect_out '2 of 3 sent'
expect_err 'not in the queue any more'
during refused 5 5 --from=b@x.com --to=a@x.com --text='{n}' --merge=t.csv
expect_out '2 of 3 sent'
expect_err 'is in refused/'
rm q/refused/*.mail
during unconfirmed 6 7 --from=b@x.com --to=a@x.com --text='{n}' --merge=t.csv
expect_err 'is in unconfirmed/'
rm q/unconfirmed/*.mail

for bad in '--flush' '--flush --drop=x --queue=q' '--queue=q --drop=x --to=a@b'; do
	# shellcheck disable=SC2086
	run scmail $bad
	expect_rc 2
done
[ -z "${RUNNER:-}" ] || exit 0
"$python" "$SRC/tests/e2e/scmail/queue_kill.py" "$BIN/scmail$EXE" "$(port drips)" drips 12 "${SCMAIL_KILLS:-20}" ||
	fail "kill -9 loses or doubles"
# A folder whose name was typed wrong is not an empty queue.
for what in --flush --drop=18ea2e1c13cadef5dc1dafe9.mail; do
	run scmail --server=127.0.0.1 --port="$(port ok)" --queue=typo "$what"
	expect_rc 1
	expect_err 'typo: no such folder'
	[ ! -e typo ] || fail "$what made the folder"
done
# Nor is a file.
: >file
for what in --status --flush --drop=18ea2e1c13cadef5dc1dafe9.mail; do
	run scmail --server=127.0.0.1 --port="$(port ok)" --queue=file "$what"
	expect_rc 1
	expect_err 'file: no such folder'
done

# several at once: each sends its own, none is left for a --flush that nobody asked for
pids=
for n in 1 2 3 4 5; do
	tool scmail --server=127.0.0.1 --port="$(port pipelined)" --from=b@sina.com --to=a@x.com --text="at once $n" \
		--queue=together >"out.$n" 2>&1 9>&- &
	pids="$pids $!"
done
for p in $pids; do
	wait "$p" || fail "one of several at once failed: $(cat out.?)"
done
[ "$(find together -name '*.mail' | wc -l)" -eq 0 ] || fail "mails sent at once wait: $(cat out.?)"
[ "$(taken pipelined)" -eq 5 ] || fail "$(taken pipelined) mails arrived, expected 5"
