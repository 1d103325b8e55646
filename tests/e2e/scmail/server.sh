# SPDX-License-Identifier: MIT
# Sourced by the cases: starts the fault server, or $server of this folder. It ends with the case, whose
# end closes its standard input.
python=
for p in /usr/bin/python3 python3; do
	if command -v "$p" >/dev/null && "$p" -c '' 2>/dev/null; then
		python=$p
		break
	fi
done
[ -n "$python" ] || lacks python3
mkdir -p srv
mkfifo srv/in
"$python" "$SRC/tests/e2e/scmail/${server:-fault_server.py}" srv <srv/in >srv/log 2>&1 &
exec 9>srv/in
n=0
until [ -e srv/ports ]; do
	n=$((n + 1))
	[ $n -lt 200 ] || fail "the test server does not start: $(cat srv/log)"
	sleep 0.05
done

# port FAULT
port() {
	awk -v f="$1" '$1 == f { print $2 }' srv/ports
}

# taken FAULT: how many messages the server took
taken() {
	if [ -e "srv/$1.count" ]; then cat "srv/$1.count"; else echo 0; fi
}

# mail FAULT ARG...: sends one mail to that port
mail() {
	m_fault=$1
	shift
	run scmail --server=127.0.0.1 --port="$(port "$m_fault")" --from=b@sina.com --timeout=2 "$@"
}
