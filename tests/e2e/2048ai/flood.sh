# SPDX-License-Identifier: MIT
# --browser --attach to something that sends and sends, and never answers: status 4, as of one that is silent.
command -v python3 >/dev/null || lacks python3
mkdir srv
mkfifo srv/in
python3 "$SRC/tests/e2e/2048ai/flood.py" srv <srv/in >srv/log 2>&1 &
exec 9>srv/in
left=200
until [ -e srv/ports ]; do
	left=$((left - 1))
	[ "$left" -gt 0 ] || fail "no server: $(cat srv/log)"
	sleep 0.05
done
ends=
while read -r name host port; do
	(
		rc=0
		tool 2048ai --browser --attach="$host:$port" --moves=1 >"$name.out" 2>"$name.err" </dev/null || rc=$?
		[ "$rc" -eq 4 ] || fail "$name: $rc $(cat "$name.err")"
		grep -q 'does not answer' "$name.err" || fail "$name: $(cat "$name.err")"
	) &
	ends="$ends $!"
done <srv/ports
for end in $ends; do
	wait "$end" || exit 1
done
