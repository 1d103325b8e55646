# SPDX-License-Identifier: MIT
# The seven hard messages: clean in all five layers, raw and after a trip through Postfix and exim.
. "$SRC/tests/e2e/scmail/mail_servers.sh"
perl -MMIME::Parser -e 1 2>/dev/null || lacks libmime-tools-perl
"$python" "$SRC/tests/e2e/scmail/hard_messages.py" "$BIN/scmail$EXE" "$(server_port plain)" "$(place mail)"
"$python" "$SRC/tests/e2e/scmail/hard_messages.py" "$BIN/scmail$EXE" "$(server_port exim)" "$(place exim)"
end_servers
