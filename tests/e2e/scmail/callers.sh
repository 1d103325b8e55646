# SPDX-License-Identifier: MIT
# Programs that call sendmail, as they are where they are installed, else with the words and messages that they
# hand over.
. "$SRC/tests/e2e/scmail/sendmail_calls.sh"

if git send-email --help >/dev/null 2>&1 || git --exec-path | xargs -I% test -e %/git-send-email; then
	(
		git init -q repo && cd repo
		git config user.name 'Wang Lei 王磊'
		git config user.email lei@x.com
		for n in 1 2; do
			echo "line $n" >file
			git add file
			git commit -q -m "board: 修正 $n"
		done
		git format-patch -q --subject-prefix='PATCH v2' -1 -o ../patches
	)
	before=$(taken ok)
	git -C repo -c sendemail.confirm=never send-email --quiet --sendmail-cmd="$BIN/scmail --sendmail" \
		--to='开发 <dev@x.com>' --cc=cc@x.com --from='Wang Lei 王磊 <lei@x.com>' --envelope-sender=lei@x.com \
		"$PWD/patches"/*.patch >out 2>err || fail "git send-email: $(cat err)"
	[ "$(taken ok)" -eq $((before + 1)) ] || fail 'git send-email sent no mail'
	field Subject '[PATCH v2] board: 修正 2'
	field To '开发 <dev@x.com>'
	# and as the server of git send-email, which calls a program with a path
	git -C repo -c sendemail.confirm=never send-email --quiet --smtp-server="$PWD/bin/sendmail" --to=dev@x.com \
		--from=lei@x.com "$PWD/patches"/*.patch >out 2>err || fail "git send-email by smtp-server: $(cat err)"
	[ "$(taken ok)" -eq $((before + 2)) ] || fail 'git send-email by smtp-server sent no mail'
fi
if command -v mutt >/dev/null; then
	before=$(taken ok)
	echo 'from mutt 中文' | mutt -n -F /dev/null -e "set sendmail='$PWD/bin/sendmail -oem -oi' charset=utf-8 copy=no from=me@x.com" \
		-s 主题 -b hidden@x.com -a aliases -- you@x.com >out 2>err || fail "mutt: $(cat err)"
	[ "$(taken ok)" -eq $((before + 1)) ] || fail 'mutt sent no mail'
	"$python" "$SRC/tests/e2e/scmail/arrived.py" srv/ok.eml >got
	[ "$(cat got)" = "主题|'from mutt 中文'|aliases=$(($(wc -c <aliases))):same" ] || fail "mutt: $(cat got)"
	no_field Bcc
fi
if command -v s-nail >/dev/null; then
	before=$(taken ok)
	echo 'from mailx' | s-nail -:/ -S v15-compat=yes -S mta="file://$PWD/bin/sendmail" -r me@x.com -s subject root >out 2>err ||
		fail "s-nail: $(cat err)"
	[ "$(taken ok)" -eq $((before + 1)) ] || fail 's-nail sent no mail'
	text "'from mailx'"
fi

# arrived_from PROGRAM WANT: one mail more, as arrived.py shows it
arrived_from() {
	[ "$(taken ok)" -eq $((before + 1)) ] || fail "$1 sent $(($(taken ok) - before)) mails: $(cat err)"
	"$python" "$SRC/tests/e2e/scmail/arrived.py" srv/ok.eml >got
	[ "$(cat got)" = "$2" ] || fail "$1: arrived $(cat got), meant $2"
}

# bsd-mailx, and what calls it: apticron with fields of its own, smartd with its warning script
printf 'set sendmail=%s\n' "$PWD/bin/sendmail" >mailrc
export MAILRC="$PWD/mailrc"
if command -v bsd-mailx >/dev/null; then
	before=$(taken ok)
	echo '一个软件包可以升级' | bsd-mailx -a 'MIME-Version: 1.0' -a 'Content-type: text/plain; charset=UTF-8' \
		-a 'Content-transfer-encoding: 8bit' -a 'From: apticron@x.com' -s '1 Debian package update(s) for board' root >out 2>err ||
		fail "apticron's mailx: $(cat err)"
	arrived_from "apticron's mailx" "1 Debian package update(s) for board|'一个软件包可以升级'"
	field To root@lab.test
	grep -q '^From: .*apticron@x.com' srv/ok.eml || fail "apticron's sender is lost: $(cat srv/ok.eml)"
	smartd_warning=/usr/share/smartmontools/smartd_warning.sh
	if [ -r $smartd_warning ]; then
		before=$(taken ok)
		SMARTD_MAILER=bsd-mailx SMARTD_ADDRESS='root you@x.com' SMARTD_DEVICE=/dev/sda SMARTD_DEVICESTRING=/dev/sda \
			SMARTD_DEVICETYPE=sat SMARTD_DEVICEINFO='X 盘, S/N:1' SMARTD_FAILTYPE=EmailTest SMARTD_MESSAGE='TEST EMAIL' \
			SMARTD_PREVCNT=0 sh $smartd_warning >out 2>err || fail "smartd: $(cat err)"
		[ "$(taken ok)" -eq $((before + 1)) ] || fail "smartd sent no mail: $(cat err)"
		grep -q '^Subject: SMART error (EmailTest)' srv/ok.eml || fail "smartd: $(cat srv/ok.eml)"
		"$python" "$SRC/tests/e2e/scmail/arrived.py" srv/ok.eml | grep -q 'X 盘, S/N:1' || fail "smartd: $(cat srv/ok.eml)"
	fi
fi

# mdadm --monitor: popen("/usr/sbin/sendmail -t"), and a sender that is not an address
before=$(taken ok)
printf 'From: mdadm monitoring <root>\nTo: root\nSubject: DegradedArray event on /dev/md0:board\n\nThis is an automatically generated mail message.\n' |
	sh -c 'sendmail -t' >out 2>err || fail "mdadm: $(cat err)"
arrived_from mdadm "DegradedArray event on /dev/md0:board|'This is an automatically generated mail message.'"
field From 'mdadm monitoring <root@lab.test>'

# unattended-upgrades: Python's message by sendmail -oi -t
before=$(taken ok)
"$python" - >out 2>err <<'X2' || fail "unattended-upgrades: $(cat err)"
import email.charset, email.message, subprocess
msg = email.message.Message()
msg["Subject"], msg["From"], msg["To"] = "[package on hold] board", "root", "root"
msg["Auto-Submitted"] = "auto-generated"
charset = email.charset.Charset("utf-8")
charset.body_encoding = email.charset.QP
msg.set_payload("升级完成\n.\nend\n", charset)
p = subprocess.Popen(["sendmail", "-oi", "-t"], stdin=subprocess.PIPE, universal_newlines=True)
p.stdin.write(msg.as_string())
p.stdin.close()
raise SystemExit(p.wait())
X2
arrived_from unattended-upgrades "[package on hold] board|'升级完成\n.\nend'"

# Emacs, with its variables: sendmail-program is the link
cat >mail.el <<X
(require 'message)
(require 'sendmail)
(setq user-mail-address "me@x.com" user-full-name "Wang Lei" sendmail-program "$PWD/bin/sendmail"
      mail-specify-envelope-from t message-send-mail-function 'message-send-mail-with-sendmail)
(message-mail "you@x.com" "by Emacs")
(message-goto-body)
(insert "text\n.\nend\n")
(message-send)
X
before=$(taken ok)
if command -v emacs >/dev/null; then
	emacs -Q --batch -l mail.el >out 2>err || fail "Emacs: $(cat err)"
else # the call that it makes
	printf 'To: you@x.com\nSubject: by Emacs\nFrom: Wang Lei <me@x.com>\n\ntext\n.\nend\n' | sendmail -oi -f me@x.com -t
fi
arrived_from Emacs "by Emacs|'text\n.\nend'"
field From 'Wang Lei <me@x.com>'
