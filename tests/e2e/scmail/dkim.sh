# SPDX-License-Identifier: MIT
# Signatures that another program verifies, as they were sent and after a trip through Postfix.
. "$SRC/tests/e2e/scmail/mail_servers.sh"
"$python" -c 'import dkim' 2>/dev/null || lacks python3-dkim
openssl genrsa -out rsa.pem 2048 2>/dev/null
openssl genrsa -traditional -out old.pem 1024 2>/dev/null
openssl genpkey -algorithm ed25519 -out ed.pem
openssl pkey -in ed.pem -outform DER | tail -c 32 | base64 >seed
umask 022

# verifies FILE LINE...: exactly these lines come of its signatures
verifies() {
	v_file=$1
	shift
	"$python" "$SRC/tests/e2e/scmail/dkim_check.py" "$v_file" s1=rsa.pem s2=ed.pem s3=old.pem >got
	printf '%s\n' "$@" >want
	cmp -s got want || fail "$v_file: $(cat got), expected $(cat want): $(cat "$v_file")"
}
both="--dkim-key=rsa.pem --dkim-selector=s1 --dkim-key=ed.pem --dkim-selector=s2"

# one FILE: the only mail of the box, taken out of it
one() {
	arrives 1
	mv "$(place mail)"/* "$1"
}

# generated texts: blanks, empty lines at the end, dots, 8-bit, attachments
head -c 100000 /dev/urandom >a.bin
for text in '' 'x' 'x

' ' two  blanks 	 
.dot
 

' '固件	升级'; do
	printf '%s' "$text" >body
	# shellcheck disable=SC2086
	run scmail --server=localhost --port="$(server_port plain)" --tls=none --from='王 <me@lab.test>' --to=a@lab.test \
		--to='"x, y" <b@lab.test>' --subject='主题  with  blanks' --body=body --atta=a.bin --reply-to=r@lab.test \
		--list-unsubscribe='<https://lab.test/u>' --save=sent.eml --force $both
	expect_rc 0
	verifies sent.eml 'lab.test s1 rsa-sha256 ok' 'lab.test s2 ed25519-sha256 ok'
	n=0
	while [ "$(count_files "$(place mail)")" -lt 2 ] && [ $n -lt 200 ]; do
		n=$((n + 1))
		sleep 0.05
	done
	for f in "$(place mail)"/*; do
		verifies "$f" 'lab.test s1 rsa-sha256 ok' 'lab.test s2 ed25519-sha256 ok'
		rm "$f"
	done
done
# a changed mail does not verify: the check can fail
sed 's/^Subject: .*/Subject: other/' sent.eml >changed.eml
verifies changed.eml 'lab.test s1 rsa-sha256 bad' 'lab.test s2 ed25519-sha256 bad'

# ready messages, merges, the queue, sendmail, another domain, old key files
printf 'From: me@lab.test\nSubject:  folded\n\tand  more\nX-Other: 1\n\nbody \n\n' >m.eml
post plain --to=a@lab.test --tls=none --queue=q --dkim-key=old.pem --dkim-selector=s3 --dkim-domain=other.test
expect_rc 0
one got.eml
verifies got.eml 'other.test s3 rsa-sha256 ok'
run scmail --server=localhost --port="$(server_port plain)" --tls=none --from=me@lab.test --to=a@lab.test --eml=m.eml \
	--dkim-key=seed --dkim-selector=s2
expect_rc 0
one got.eml
verifies got.eml 'lab.test s2 ed25519-sha256 ok'
printf 'mail,name\na@lab.test,one\nb@lab.test,two\n' >t.csv
# shellcheck disable=SC2086
run scmail --server=localhost --port="$(server_port plain)" --tls=none --from=me@lab.test --merge=t.csv --to='{mail}' \
	--text='{name}' --queue=q $both
expect_rc 0
arrives 2
for f in "$(place mail)"/*; do verifies "$f" 'lab.test s1 rsa-sha256 ok' 'lab.test s2 ed25519-sha256 ok'; done
rm "$(place mail)"/*
printf 'server = localhost\nport = %s\ntls = none\nfrom = me@lab.test\ndkim-key = rsa.pem\ndkim-selector = s1\n' \
	"$(server_port plain)" >conf
tool scmail --config=conf --sendmail -t <<'X' || fail sendmail
To: a@lab.test
Subject: by sendmail

text
X
one got.eml
verifies got.eml 'lab.test s1 rsa-sha256 ok'

# keys that are none
openssl genrsa -out small.pem 512 2>/dev/null || openssl genrsa -out small.pem 768 2>/dev/null
openssl ecparam -name prime256v1 -genkey -noout -out ec.pem
openssl pkey -in rsa.pem -aes128 -passout pass:x -out locked.pem
openssl pkey -in rsa.pem -pubout -out public.pem
head -c 500 rsa.pem >cut.pem
: >empty.pem
head -c 300 /dev/urandom >rubbish.pem
for bad in 'small.pem receivers require' 'ec.pem RSA' 'locked.pem encrypted' 'public.pem public' 'cut.pem ' 'empty.pem ' 'rubbish.pem ' \
	'absent.pem '; do
	post plain --to=a@lab.test --tls=none --dkim-key="${bad%% *}" --dkim-selector=s1
	[ "$rc" -eq 1 ] || fail "$bad: status $rc"
	expect_err "${bad%% *}"
	expect_err "${bad#* }"
done
post plain --to=a@lab.test --tls=none --dkim-key=rsa.pem
expect_rc 2
post plain --to=a@lab.test --tls=none --dkim-key=rsa.pem --dkim-selector='a;b=c'
expect_rc 2
[ "$(count_files "$(place mail)")" -eq 0 ] || fail 'a mail without a good key was sent'
end_servers
