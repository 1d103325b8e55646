# SPDX-License-Identifier: MIT
# Sourced by the cases: starts Postfix, exim and aiosmtpd on loopback. They end, and their folder
# goes, with the case (standard input of their parent closes), even when it is killed.
unpacked=${BIOSBELT_MAIL_SERVERS:-$SRC/build/mail-servers}
python=/usr/bin/python3
[ -x "$python" ] || lacks python3
[ -f "$unpacked/complete" ] || lacks "script/lib/mail-servers build/mail-servers"
[ "$(id -u)" -eq 0 ] || skip "Postfix starts as root only"
"$python" -c 'import aiosmtpd' 2>/dev/null || lacks python3-aiosmtpd
[ -n "$(find /usr/lib -name libnss_wrapper.so 2>/dev/null)" ] || lacks libnss-wrapper
command -v openssl >/dev/null || lacks openssl
mkdir real
mkfifo real/in
"$python" "$SRC/tests/e2e/scmail/mail_servers.py" real "$unpacked" <real/in >real/log 2>&1 &
servers=$!
exec 8>real/in
n=0
until [ -e real/ports ]; do
	n=$((n + 1))
	if [ $n -ge 600 ] || ! kill -0 "$servers" 2>/dev/null; then
		fail "the mail servers do not start: $(cat real/log)"
	fi
	sleep 0.05
done

# server_port NAME
server_port() {
	awk -v name="$1" '$1 == name { print $2 }' real/ports
}

# place NAME: a path
place() {
	awk -v name="$1" '$1 == name { print $2 }' real/places
}

# arrives N [PLACE]: waits until N mails lie there; more than that is a failure too.
arrives() {
	a_folder=$(place "${2:-mail}")
	n=0
	while [ "$(count_files "$a_folder")" -lt "$1" ] && [ $n -lt 200 ]; do
		n=$((n + 1))
		sleep 0.05
	done
	[ "$(count_files "$a_folder")" -eq "$1" ] || {
		tail -n 30 "$(place log)" >&2
		fail "$(count_files "$a_folder") mails arrived, expected $1"
	}
}

count_files() {
	find "$1" -type f ! -name '*.part' 2>/dev/null | wc -l
}

# post PORT ARG...: a mail through that port of the real servers
post() {
	p_port=$(server_port "$1")
	shift
	run scmail --server=localhost --port="$p_port" --from=me@lab.test --timeout=20 --text=hello "$@"
}

# end_servers: ends them; neither a process (their parent looks) nor a folder may be left.
end_servers() {
	e_folder=$(dirname "$(place ca)")
	exec 8>&-
	wait "$servers" || fail "the servers ended badly: $(cat real/log)"
	[ ! -e "$e_folder" ] || fail "$e_folder is left"
}
