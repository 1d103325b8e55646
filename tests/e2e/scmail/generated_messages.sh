# SPDX-License-Identifier: MIT
# Messages of a fixed seed: names, subjects, texts in many encodings, attachments up to 1 MiB + 1. Clean
# in all five layers, raw and after a trip through Postfix. SCMAIL_MESSAGES=10000 is the long
# run, which SCMAIL_FIRST cuts in pieces.
. "$SRC/tests/e2e/scmail/mail_servers.sh"
perl -MMIME::Parser -e 1 2>/dev/null || lacks libmime-tools-perl
"$python" "$SRC/tests/e2e/scmail/generated_messages.py" "$BIN/scmail$EXE" "$(server_port plain)" "$(place mail)" \
	"${SCMAIL_MESSAGES:-100}" "${SCMAIL_SEED:-6}" "${SCMAIL_FIRST:-0}"
end_servers
