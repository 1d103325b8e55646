# SPDX-License-Identifier: MIT
# The ways in which scripts hand a mail over, each with what arrives or with the error: nothing is lost with
# status 0. Forms of other mailers are written with the options that stand for theirs.
. "$SRC/tests/e2e/scmail/server.sh"
forms=0
to="--server=127.0.0.1 --port=$(port ok) --from=cron@lab.test --to=me@lab.test --timeout=10"

# form WANT COMMAND: the command succeeds, one mail arrives, and arrived.py shows WANT of it.
form() {
	forms=$((forms + 1))
	before=$(taken ok)
	rc=0
	eval "$2" >out 2>err || rc=$?
	[ "$rc" -eq 0 ] || fail "status $rc of: $2: $(cat err)"
	[ "$(taken ok)" -eq $((before + 1)) ] || fail "$(($(taken ok) - before)) mails arrived by: $2"
	"$python" "$SRC/tests/e2e/scmail/arrived.py" srv/ok.eml >got
	[ "$(cat got)" = "$1" ] || fail "$2: arrived $(cat got), meant $1"
}

# wrong STATUS WANT COMMAND: the command fails with that status and says WANT; nothing arrives.
wrong() {
	forms=$((forms + 1))
	before=$(taken ok)
	rc=0
	eval "$3" >out 2>err || rc=$?
	[ "$rc" -eq "$1" ] || fail "status $rc, expected $1, of: $3: $(cat err)"
	grep -qF -- "$2" err || fail "$3: says $(cat err), expected $2"
	[ "$(taken ok)" -eq "$before" ] || fail "a mail went out by: $3"
}

# scmail ARG...: with server, sender and recipient
scmail() {
	# shellcheck disable=SC2086
	tool scmail $to "$@"
}

printf 'disk full\nnode 7\n' >report
printf '自检失败 \377 请看\nplain line\n' >bad.log
printf '\271\314\274\376\311\375\274\266\312\247\260\334\243\254\307\353\262\351\277\264\310\325\326\276\241\243\n' >gbk.txt
printf 'a\000b\377\376' >data.bin
cp data.bin 'name with blanks.bin'
cp data.bin '报告 一.bin'
cp data.bin ./-dash.bin
cp data.bin 'a"b;c.bin'
: >empty
mkdir folder
printf '<p>hi</p>\n' >page.html
printf 'BEGIN:VCALENDAR\nMETHOD:REQUEST\nEND:VCALENDAR\n' >meet.ics
mkfifo pipe
size=$(wc -c <data.bin)
text="|'disk full\nnode 7'"

# text that is piped
form "s$text" 'cat report | scmail -s s'
form "s$text" 'scmail -s s <report'
form "s$text" 'scmail -s s --body=- <report'
form "s$text" 'scmail -s s -b - <report'
form "s$text" 'scmail -s s --body=report </dev/null'
form "s$text" 'scmail -s s --body=report <&-'
form "s$text" 'scmail -s s --body=report >/dev/null 2>&1 </dev/null'
form "s$text" 'scmail -s s <pipe & cat report >pipe; wait $!'
form "s$text" 'scmail -s s --body=/dev/fd/3 3<report </dev/null'
form "s$text" 'scmail -s s --body=/dev/stdin <report'
form "s|'here'" 'scmail -s s <<X
here
X'
form "s|'one'" '(printf o; sleep 0.3; printf ne) | scmail -s s'
form "s|'no line end'" 'printf "no line end" | scmail -s s'
form "s|'a\nb'" 'printf "a\r\nb\r\n" | scmail -s s'
form "s|'.\n..\nFrom me'" 'printf ".\n..\nFrom me\n" | scmail -s s'
form "s|'\n\nx'" 'printf "\n\nx\n" | scmail -s s'
form "s|'固件升级失败，请查看日志。'" 'scmail -s s <gbk.txt'
form "s|'固件升级失败，请查看日志。'" 'scmail -s s --charset=gbk <gbk.txt'
form "s|'自检失败 � 请看\nplain line'" 'scmail -s s --undecodable=replace <bad.log'
form "s|'自检失败 � 请看\nplain line'|bad.log=33:same" 'scmail -s s --undecodable=attach --body=bad.log'
form "s|'x'" 'scmail -s s --text=x </dev/null'
form "s|'x'" 'echo not this | scmail -s s --text=x'
form "s|''" 'scmail -s s --text= </dev/null'
wrong 2 'no text' 'scmail -s s </dev/null'
wrong 2 'no text' 'true | scmail -s s'
wrong 2 'no text' 'scmail -s s <empty'
wrong 2 'no text' 'scmail -s s <&-'
wrong 1 'report.txt' 'scmail -s s --body=report.txt </dev/null'
wrong 1 'folder' 'scmail -s s --body=folder </dev/null'
wrong 1 'pipe' 'scmail -s s --body=pipe </dev/null'
printf 'PK\003\004\024\000\010\000xl/workbook.xml' >book.xlsx
wrong 1 'book.xlsx: a workbook' 'scmail -s s --body=book.xlsx </dev/null'
wrong 1 'a workbook' 'tool scmail --server=127.0.0.1 --port=$(port ok) --from=a@b.c --to={mail} -s s --text=x --merge=book.xlsx </dev/null'
wrong 1 '--undecodable=replace' 'scmail -s s <bad.log'
wrong 1 'standard input' 'head -c 70000000 /dev/zero | tr "\000" x | scmail -s s'
wrong 2 '--body' 'scmail -s s --body= </dev/null'

# attachments
form "s|''|data.bin=$size:same" 'scmail -s s --atta=data.bin </dev/null'
form "s|'x'|data.bin=$size:same" 'scmail -s s --text=x --atta=data.bin </dev/null'
form "s$text|data.bin=$size:same" 'scmail -s s --atta=data.bin <report'
form "s|''|data.bin=$size:same|report=17:same" 'scmail -s s -a data.bin -a report </dev/null'
form "s|''|stdin=$size:b'a\\x00b\\xff\\xfe'" 'scmail -s s -a - <data.bin'
form "s|''|data.bin=$size:same" 'cat data.bin | scmail -s s -a - --stdin-name=data.bin'
form "s|''|name with blanks.bin=$size:same" 'scmail -s s -a "name with blanks.bin" </dev/null'
form "s|''|报告 一.bin=$size:same" 'scmail -s s -a "报告 一.bin" </dev/null'
form "s|''|-dash.bin=$size:same" 'scmail -s s -a -dash.bin </dev/null'
form "s|''|a\"b;c.bin=$size:same" 'scmail -s s -a "a\"b;c.bin" </dev/null'
form "s|''|empty=0:same" 'scmail -s s -a empty </dev/null'
form "s|''|-dash.bin=$size:same|a\"b;c.bin=$size:same|data.bin=$size:same|name with blanks.bin=$size:same|报告 一.bin=$size:same" \
	'scmail -s s -a "*.bin" </dev/null'
if [ -r /proc/version ]; then
	cat /proc/version >version
	form "s|''|version=$(($(wc -c <version))):same" 'scmail -s s -a /proc/version </dev/null'
	form "s|'$(cat version)'" 'scmail -s s --body=/proc/version </dev/null'
fi
# the names that the system has for standard input
for name in /dev/stdin /dev/fd/0 /proc/self/fd/0; do
	form "s|''|data.bin=$size:same" "cat data.bin | scmail -s s -a $name --stdin-name=data.bin"
	form "s|''|report=17:same" "scmail -s s -a $name --stdin-name=report <report"
	form "s$text" "cat report | scmail -s s --body=$name"
	wrong 2 'standard input' "cat report | scmail -s s --body=- -a $name"
	wrong 2 'standard input' "cat report | scmail -s s --body=$name --html=$name"
done
# a password or key that is read there is not the text
wrong 2 'no text' 'echo s3cret | scmail -s s --user=bob --password-file=/dev/stdin --tls=none --insecure-plaintext'
printf 'helo = me\npassword = s3cret\n' >conf
wrong 2 'no text' 'scmail -s s --config=/dev/stdin <conf'
wrong 2 'no text' 'scmail -s s --ca=/dev/stdin <report'
wrong 2 'no text' 'echo s3cret | scmail -s s --user=bob --password-file=- --tls=none --insecure-plaintext'
wrong 2 'no text' 'printf "mail\nme@lab.test\n" | tool scmail --server=127.0.0.1 --port=$(port ok) --from=a@b.c --to={mail} -s s --merge=-'
wrong 2 'standard input' 'scmail -s s --body=- --dkim-selector=x --dkim-key=/dev/fd/0 <report'
wrong 1 'absent.bin' 'scmail -s s -a absent.bin <report'
wrong 1 'folder' 'scmail -s s -a folder <report'
wrong 1 'pipe' 'scmail -s s -a pipe <report'
wrong 1 '*.none' 'scmail -s s -a "*.none" <report'
wrong 2 'standard input' 'scmail -s s -a - --body=- <report'
truncate -s 5G large.bin
wrong 1 'the server takes 200000000' 'scmail -s s -a large.bin <report'
if [ "$(id -u)" -ne 0 ]; then
	cp report secret
	chmod 0 secret
	wrong 1 'secret' 'scmail -s s -a secret <report'
	wrong 1 'secret' 'scmail -s s --body=secret </dev/null'
fi
# one that grows meanwhile is sent as long as it was, which may be anything between two writes
head -c 3000000 /dev/zero >grows.log
(for n in 1 2 3 4 5 6 7 8; do head -c 300000 /dev/zero >>grows.log; sleep 0.02; done) &
grows=$!
scmail -s s -a grows.log </dev/null >out 2>err || fail "a growing file: $(cat err)"
wait $grows
"$python" "$SRC/tests/e2e/scmail/arrived.py" srv/ok.eml | grep -q '^s|.*|grows.log=[3-5][0-9]\{6\}:' ||
	fail 'what arrived of a growing file is not as long as it was'
forms=$((forms + 1))

# other kinds of texts
form "s|'<p>hi</p>'" 'scmail -s s --html=page.html </dev/null'
form "s|'<p>hi</p>'" 'scmail -s s --html=- <page.html'
form "s|'x'" 'scmail -s s --text=x --html=page.html </dev/null'
form "s|'x'" 'scmail -s s --text=x --calendar=meet.ics </dev/null'
wrong 1 '--calendar' 'scmail -s s --calendar=report </dev/null'

# where scripts run: cron, a service without an environment, no locale, no home folder, a full disk
form "s$text" 'env -i PATH=/usr/bin:/bin "$BIN/scmail" $to -s s <report'
form "s$text" 'env -i "$BIN/scmail" $to -s s <report'
form "s$text" 'env -i HOME=/nonexistent LOGNAME=root SHELL=/bin/sh PATH=/usr/bin:/bin "$BIN/scmail" $to -s s <report'
form "冒烟|'x'" 'LC_ALL=C scmail -s 冒烟 --text=x </dev/null'
form "冒烟|'x'" 'LC_ALL=zh_CN.GB18030 scmail -s "$(printf "\303\260\321\314")" --text=x </dev/null'
# what the system writes in decides where a short text leaves it open: code pages of consoles
form "s|'für'" 'printf "f\201r" | LC_ALL=de_DE.CP850 scmail -s s'
form "s|'Prüfung fehlgeschlagen'" 'printf "Pr\201fung fehlgeschlagen" | LC_ALL=de_DE.CP850 scmail -s s'
form "s|'да'" 'printf "\244\240" | LC_ALL=ru_RU.CP866 scmail -s s'
form "s|'是'" 'printf "\312\307" | LC_ALL=zh_CN.GBK scmail -s s'
form "s|'失败'" 'printf "\312\247\260\334\n" | LC_ALL=en_US.CP437 scmail -s s'
form "s|'für'" 'printf "f\374r\n" | LC_ALL=de_DE.CP850 scmail -s s'
wrong 1 'not text' 'printf "f\201r" | LC_ALL=C.UTF-8 scmail -s s'
wrong 1 'not text' 'printf "\312\307" | LC_ALL=de_DE.CP850 scmail -s s'
wrong 1 'not text' 'printf "\001\201\002" | LC_ALL=de_DE.CP850 scmail -s s'
# names in GBK: two or three characters look like Cyrillic, Korean, Arabic or lines of a frame
gbk_subject() {
	form "[$1] board 7 failed|'x'" "scmail -s \"\$(printf '[$2] board 7 failed')\" --text=x </dev/null"
}
form "s|'Hello 王磊,\nthe build is done.'" "printf 'Hello \315\365\300\332,\nthe build is done.\n' | scmail -s s"
grep -q 'read as GB18030' err || fail "says $(cat err)"
gbk_subject 王磊 '\315\365\300\332'
gbk_subject 陈伟 '\263\302\316\260'
gbk_subject 赵敏 '\325\324\303\364'
gbk_subject 吴彦祖 '\316\342\321\345\327\346'
form "s$text" 'nohup "$BIN/scmail" $to -s s <report'
form "s$text" '(trap "" HUP PIPE; scmail -s s <report)'
form "s$text" '(ulimit -n 16; scmail -s s <report)'
wrong 1 '/absent' 'TMPDIR=$PWD/absent scmail -s s -a - <data.bin'
wrong 2 'no recipient' 'tool scmail --server=127.0.0.1 --port=1 -f a@b.c -s s <report'
wrong 2 'no sender' 'tool scmail --server=127.0.0.1 --port=1 -t a@b.c -s s <report'
wrong 2 'no server' 'HOME=$PWD tool scmail -f a@b.c -t a@b.c -s s <report'
wrong 2 'a @b.c' 'tool scmail --server=127.0.0.1 --port=1 -f a@b.c -t "a @b.c" -s s <report'
wrong 2 '--subject' 'scmail -s "a
Bcc: x@y.z" <report'

# as other mailers are called: mailx, mutt, sendEmail, swaks, blat, swithmail and the original
form "disk$text" 'cat report | scmail --subject disk'
form "disk$text|data.bin=$size:same" 'scmail -s disk -a data.bin -- <report'
form "Subject|'the message'|data.bin=$size:same" 'scmail -s Subject --text "the message" -a data.bin'
form "s$text" 'scmail -s s --header "X-Job: nightly" --body report </dev/null'
form "Hi, buddy$text|data.bin=$size:same" 'scmail "/subject[Hi, buddy]" "/body[report]" "/atta[data.bin]" </dev/null'
form "Hi, buddy$text" 'scmail /subject[Hi, buddy] /body[report] </dev/null'
form "Hi$text" 'scmail /SUBJECT[Hi] <report'
form "s$text" 'echo report | xargs -I% sh -c "exec \"\$BIN/scmail\" \$0 -s s --body=%" "$to"'
form "s$text" 'find . -name report -exec "$BIN/scmail" $to -s s --body={} ";" </dev/null'
form "s$text" 'x=$(scmail -s s <report) && [ -n "$x" ]'
form "s$text" 'scmail -s s <report | grep -q "^sent <"'
form "s$text" 'scmail -s s -q <report && [ ! -s out ]'
form "s$text" 'scmail -s s --json <report | grep -q delivered'
form "s$text" 'scmail -s s --save=copy.eml <report && grep -q "^node 7" copy.eml'
form "s$text" 'scmail -s s <report >/dev/full'
form "s$text" 'scmail -s s <report >&-'
form "s$text" 'scmail -s s --json <report >/dev/full'
wrong 1 'No space left' 'scmail -s s --save=- <report >/dev/full'
wrong 1 'No space left' 'scmail -s s --dry-run <report >/dev/full'
wrong 1 'No space left' 'scmail -s s --save=/dev/full --force <report'
mkdir box
wrong 1 'No space left' 'tool scmail --queue=box --status >/dev/full'

# a loop over names whose text is given does not eat the names
before=$(taken ok)
printf 'data.bin\nreport\n' | while read -r name; do
	scmail -s "$name" --text=x -a "$name" >out 2>err || fail "a loop: $(cat err)"
done
[ "$(taken ok)" -eq $((before + 2)) ] || fail "a loop over 2 names sent $(($(taken ok) - before)) mails"
echo "$forms forms"
[ "$forms" -ge 60 ] || fail "only $forms forms"
