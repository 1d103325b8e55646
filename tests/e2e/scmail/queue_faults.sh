# SPDX-License-Identifier: MIT
# A mail with --queue against each fault: whatever happens, it is exactly once somewhere. What the server
# confirmed is gone, what is unknown lies in unconfirmed/, what is refused in refused/, the rest waits
# and arrives once at the next --flush.
. "$SRC/tests/e2e/scmail/server.sh"

lies() {
	find "q/$1" -maxdepth 1 -name '*.mail' 2>/dev/null | wc -l
}

# FAULT STATUS PLACE ARG...: PLACE is sent, waits, refused or unconfirmed
check() {
	f_name=$1
	f_want=$2
	f_place=$3
	shift 3
	rm -rf q
	mail "$f_name" --to=a@qq.com --subject="$f_name" --text=hello --queue=q "$@"
	[ "$rc" -eq "$f_want" ] || {
		cat out err >&2
		fail "$f_name: status $rc, expected $f_want"
	}
	set -- "$(lies .)" "$(lies refused)" "$(lies unconfirmed)" "$(lies sending)"
	case $f_place in
	sent) f_lies='0 0 0 0' ;;
	waits) f_lies='1 0 0 0' ;;
	refused) f_lies='0 1 0 0' ;;
	unconfirmed) f_lies='0 0 1 0' ;;
	esac
	[ "$*" = "$f_lies" ] || fail "$f_name: waiting, refused, unconfirmed, sending: $*, expected $f_lies"
	f_before=$(taken ok)
	run scmail --server=127.0.0.1 --port="$(port ok)" --queue=q --flush
	expect_rc 0
	f_now=$(taken ok)
	[ $((f_now - f_before)) -eq "$1" ] || fail "$f_name: $((f_now - f_before)) mails after --flush, expected $1"
	[ "$(lies .)" -eq 0 ] || fail "$f_name: it waits still"
}

head -c 20000000 /dev/zero >big.bin
check banner421 4 waits
check silent 4 waits
check ehlo502 0 sent
check drop_rcpt 4 waits
check drop_data 4 waits --atta=big.bin
check dot554 1 refused
check dot452 4 waits
check dot421 4 waits
check dot_silent 6 unconfirmed
check dot_drop 6 unconfirmed
check quit_drop 0 sent
check quit_silent 0 sent
head -c 4000 /dev/zero >small.bin
check mid552 1 refused --atta=small.bin
# said while the mail was still on its way, and then cut off
check mid552 1 refused --atta=big.bin
check mid452 4 waits --atta=big.bin
check mid250 4 waits --atta=big.bin
check inject 8 waits --tls=starttls
check garbage_tls 8 waits --tls=starttls
check starttls_drop 4 waits --tls=starttls
check legacy_auth 0 sent --user=u --password=p --tls=none --insecure-plaintext
check auth535 7 waits --user=u --password=p --tls=none --insecure-plaintext
check auth454 4 waits --user=u --password=p --tls=none --insecure-plaintext
check need_auth 7 waits --user=u --password=p --tls=none --insecure-plaintext
check gbk 0 sent
check drips 0 sent
check long_banner 0 sent
check part550 5 sent --to=bad@x.com
check all550 1 refused
check grey451 4 waits
check mail451 4 waits
check mail550 1 refused
check data554 1 refused
check junk_reply 4 waits
check endless 4 waits

# a disk that is full when some of the recipients have the mail: nobody gets it again, and it is said who lacks it
rm -rf q
mail banner421 --to=a@x.com --to=later@x.com --text=hello --atta=small.bin --queue=q
expect_rc 4
rc=0
(
	trap '' XFSZ
	ulimit -f 4
	tool scmail --server=127.0.0.1 --port="$(port part550)" --queue=q --flush >out 2>err
) || rc=$?
expect_rc 1
expect_err 'is in unconfirmed/: later@x.com does not have it'
[ "$(lies .) $(lies unconfirmed) $(lies sending)" = '0 1 0' ] || fail "a full disk: $(find q)"
