# SPDX-License-Identifier: MIT
# --json is one document on standard output, whatever goes wrong; odd inputs are refused in time.
. "$SRC/tests/e2e/scmail/server.sh"

# json EXPRESSION: holds for the report r of the last run
json() {
	"$python" -c "import json
r = json.load(open('out', encoding='utf-8'))
assert $1, r" || fail "the report is not right: $1"
}

mail ok --to=a@x.com --text=x --atta=absent.bin --json
expect_rc 1
json '"absent.bin" in r["reason"] and r["outcome"] == "failed"'
mail ok --to=a@x.com --text=x --user=u --password-file=absent --json
expect_rc 1
json '"absent" in r["reason"]'
mail ok --to=a@x.com --text=x --config=absent.conf --json
expect_rc 1
json '"absent.conf" in r["reason"]'
mail ok --to=a@x.com --text=x --profile=absent --json
expect_rc 2
json '"absent" in r["reason"]'
printf 'mail\na@x.com\nb@x.com\n' >t.csv
mail ok --to='{nix}' --text=x --merge=t.csv --json
expect_rc 2
json '"nix" in r[0]["reason"]'
run scmail --server=127.0.0.1 --port=1 --from=b@x.com --to='{mail}' --text=x --merge=t.csv --json
expect_rc 4
json '[x["outcome"] for x in r] == ["temporary failure", "not tried"]'
mail banner421 --to=a@x.com --text=x --queue=q --json
expect_rc 4
json 'r["queue_place"] == "waiting" and r["reply"]["code"] == 421'
id=$(basename q/*.mail)
run scmail --queue=q --drop="$id" --json
expect_rc 0
json "r['outcome'] == 'dropped' and r['queue_id'] == '$id'"
run scmail --queue=q --drop="$id" --json
expect_rc 1
json 'r["outcome"] == "failed"'
run scmail --server=127.0.0.1 --port="$(port ok)" --queue=q --flush --json
expect_rc 0
json 'r == []'
mail dot_drop --to=a@x.com --text=x --json
expect_rc 6
json 'r["outcome"] == "unconfirmed" and r["reply"]["code"] == 0'
run scmail --from=b@x.com --to=a@x.com --text=x --save=x.eml --json
expect_rc 0
json 'r["outcome"] == "saved"'
run scmail --from=b@x.com --to=a@x.com --text=x --dry-run --json
expect_rc 2

# a password that would not be used
mail ok --to=a@x.com --text=x --password=p
expect_rc 2
expect_err 'no --user'
# no mail at all
: >empty.eml
mail ok --to=a@x.com --eml=empty.eml
expect_rc 1
expect_err 'no header field'
# the closing bracket forgotten: the text of the next option is not swallowed
run scmail /server[127.0.0.1] "/port[$(port ok)]" '/to[a@x.com]' '/from[b@x.com]' '/subject[no' 'end' '/text[x]'
expect_rc 2
expect_err 'closing ] is missing'
[ "$(taken ok)" -eq 0 ] || fail 'a mail went out'
[ -z "${RUNNER:-}" ] || exit 0
mkfifo fifo
for option in --body --html --eml --text=x\ --atta --text=x\ --merge; do
	rc=0
	# shellcheck disable=SC2086 # a text and an option
	timeout 20 "$BIN/scmail" --server=127.0.0.1 --port=1 --from=b@x.com --to=a@x.com $option=fifo 2>err || rc=$?
	expect_rc 1
	expect_err 'no ordinary file'
done
for option in --client-cert=fifo "--client-cert=$0 --client-key=fifo"; do
	rc=0
	# shellcheck disable=SC2086 # one option or two
	timeout 20 "$BIN/scmail" --server=127.0.0.1 --port=1 --from=b@x.com --to=a@x.com --text=x $option 2>err || rc=$?
	expect_rc 1
	expect_err 'fifo: not a regular file'
done
# somebody writes the password to a FIFO; what a shell's <(...) gives, in /dev or /proc, is a pipe that has its writer
echo secret >fifo &
rc=0
timeout 20 "$BIN/scmail" --server=127.0.0.1 --port=1 --tls=smtps --user=a --from=b@x.com --to=a@x.com --text=x \
	--password-file=fifo 2>err || rc=$?
expect_rc 4
expect_err 'nothing answers there'
for way in /dev/fd/0 /proc/self/fd/0; do
	[ -e $way ] || continue
	for option in --text=x\ --config= --text=x\ --from=c@x.com\ --atta= --from=c@x.com\ --body=; do
		rc=0
		# shellcheck disable=SC2086 # a text and an option
		echo 'from = c@x.com' | timeout 20 "$BIN/scmail" --to=a@x.com --dry-run $option$way >out 2>err || rc=$?
		expect_rc 0
		grep -q '^From: c@x.com' out || fail "$option$way"
	done
done
