# SPDX-License-Identifier: MIT
# BDAT and BINARYMIME: attachments go out as they are where the server takes them so, and nowhere else.
. "$SRC/tests/e2e/scmail/server.sh"
head -c 1000000 /dev/urandom >a.bin
printf '\r\n.\r\n--boundary\n\0end' >b.bin

# arrived FAULT: text and attachments
arrived() {
	"$python" "$SRC/tests/e2e/scmail/arrived.py" "srv/$1.eml"
}
for fault in binary binary_pipelined; do
	mail $fault --to='a@x.com,b@x.com' --subject=s --text=.dot --atta=a.bin --atta=b.bin -v
	expect_rc 0
	grep -q '> MAIL FROM:.*BODY=BINARYMIME' err || fail 'no BODY=BINARYMIME'
	grep -q '> BDAT 100[0-9]* LAST' err || fail "not the bytes of the file: $(grep BDAT err)"
	! grep -q '> DATA' err || fail 'DATA as well'
	[ "$(arrived $fault)" = 's|'"'.dot'"'|a.bin=1000000:same|b.bin=20:same' ] || fail "$(arrived $fault)"
done
# a mail without a file gains nothing
mail binary --to=a@x.com --subject=s --text=x -v
expect_err '> DATA'
# a server without it, after one with it
mail ok --to=a@x.com --subject=s --text=.dot --atta=a.bin -v
expect_rc 0
expect_err '> DATA'
[ "$(arrived ok)" = 's|'"'.dot'"'|a.bin=1000000:same' ] || fail "$(arrived ok)"
# several over one connection
printf 'mail\na@x.com\nb@x.com\nc@x.com\n' >t.csv
before=$(taken binary)
mail binary --merge=t.csv --to='{mail}' --subject=s --text=x --atta=a.bin -v
expect_rc 0
[ "$(grep -c '> BDAT' err)" -eq 3 ] || fail 'not three times BDAT'
[ "$(grep -c '> EHLO' err)" -eq 1 ] || fail 'more than one connection'
[ "$(taken binary)" -eq $((before + 3)) ] || fail "$(taken binary)"
# refused, and a connection that ends in the chunk
mail binary_refused --to=a@x.com --text=x --atta=a.bin
expect_rc 1
expect_err '554 5.6.1'
# offered and not known after all: DATA, for this mail and for those after it, and nobody gets it twice
head -c 70000 a.bin >c.bin
for file in a c; do # one is cut off on its way, one gone before the answer
	before=$(taken binary_unknown)
	mail binary_unknown --merge=t.csv --to='{mail}' --subject=s --text=.dot --atta=$file.bin -v
	expect_rc 0
	expect_err '> DATA'
	[ "$(grep -c '> BDAT' err)" -eq 1 ] || fail "not once BDAT: $(grep -c '> BDAT' err)"
	[ "$(grep -c '> EHLO' err)" -eq 2 ] || fail 'not two connections'
	[ "$(taken binary_unknown)" -eq $((before + 3)) ] || fail "$(taken binary_unknown) taken, $before before"
done
[ "$(arrived binary_unknown)" = 's|'"'.dot'"'|c.bin=70000:same' ] || fail "$(arrived binary_unknown)"
# a recipient is refused by the same codes: DATA would change nothing
mail binary --to=bad@x.com --text=x --atta=a.bin -v
expect_rc 1
expect_err '501 5.1.3'
[ "$(grep -c '> RCPT' err)" -eq 1 ] || fail 'a refused recipient was asked for twice'
mail binary_drop --to=a@x.com --text=x --atta=a.bin
[ "$rc" -eq 4 ] || [ "$rc" -eq 6 ] || fail "status $rc after a drop"
# the queue keeps what every server takes; a signature covers what it was made for
mail banner421 --to=a@x.com --subject=s --text=x --atta=a.bin --queue=q
run scmail --server=127.0.0.1 --port="$(port binary)" --queue=q --flush -v
expect_rc 0
expect_err '> DATA'
if command -v openssl >/dev/null; then
	openssl genpkey -algorithm ed25519 -out ed.pem
	mail binary --to=a@x.com --subject=s --text=x --atta=a.bin --dkim-key=ed.pem --dkim-selector=s -v
	expect_rc 0
	expect_err '> DATA'
fi
# the file that is read goes away
cp a.bin gone.bin
mail ok --to=a@x.com --subject=s --text=x --atta=gone.bin --atta=a.bin
expect_rc 0
