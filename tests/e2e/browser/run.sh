#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BIN WORK chromium|firefox: a real browser, headless, plays the page of this folder.
# Nothing but loopback is reached; no process and no folder is left behind.
set -eu
bin=$1 work=$2 browser=$3
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work"
mkdir -p "$work"
cd "$work"
# a short name: browsers make sockets there
TMPDIR=$(mktemp -d "${TMPDIR:-/tmp}/bb.XXXXXX")
export TMPDIR
other=$(mktemp -d "${TMPDIR%/*}/bb.XXXXXX") # for a browser that is not the program's
ended=

fail() {
	echo "FAIL: $*" >&2
	[ ! -s err ] || cat err >&2
	exit 1
}

# wait_for MESSAGE COMMAND...: until it succeeds, a minute at most
wait_for() {
	message=$1 n=0
	shift
	until "$@"; do
		n=$((n + 1))
		[ $n -lt 1200 ] || fail "$message"
		sleep 0.05
	done
}

# shellcheck disable=SC2329 # called by the trap
clean() {
	for pid in $ended $server; do kill -s KILL -- "$pid" 2>/dev/null || :; done
	wait
	rm -rf "$TMPDIR" "$other"
}

python3 "$here/serve.py" "$work/port" &
server=$!
trap clean EXIT
trap 'exit 130' HUP INT TERM
wait_for 'no server' [ -s port ]
page=http://127.0.0.1:$(cat port)/page.html

# play ARG...: with what every case needs; names other than loopback are not even looked up
play() {
	rc=0
	if [ "$browser" = chromium ]; then
		set -- '--browser-option=--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1' "$@"
	fi
	"$bin/2048ai" --browser "--with=$browser" --headless --depth=2 --threads=1 "$@" >out 2>err || rc=$?
	left=$(ls -A "$TMPDIR")
	[ -z "$left" ] || fail "left behind: $left"
}

expect() {
	[ "$rc" -eq "$1" ] || fail "status $rc, not $1"
	grep -q -- "$2" "$3" || fail "no '$2' in: $(cat "$3")"
}

echo '- 150 moves'
play --moves=150 --json "$page"
expect 0 '"moves":150,' out
# every score of 150 moves is a multiple of 4, and more than a stray few merges
score=$(sed -n 's/.*"score":\([0-9]*\).*/\1/p' out)
[ "$score" -gt 800 ] && [ $((score % 4)) -eq 0 ] || fail "score $score after 150 moves"

echo '- a browser that runs already'
mkdir own
if [ "$browser" = chromium ]; then
	sandbox=
	[ "$(id -u)" -ne 0 ] || sandbox=--no-sandbox
	# shellcheck disable=SC2086 # one word or none
	HOME=$work/own TMPDIR=$other setsid chromium $sandbox --headless=new --user-data-dir="$work/own" --disable-dev-shm-usage \
		'--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1' \
		--remote-debugging-port=0 "$page" >/dev/null 2>&1 &
	own=$!
	file=own/DevToolsActivePort
else
	echo 'user_pref("marionette.port", 0);' >own/user.js
	HOME=$work/own TMPDIR=$other setsid firefox-esr --marionette --headless --new-instance --profile "$work/own" "$page" \
		>/dev/null 2>&1 &
	own=$!
	file=own/MarionetteActivePort
fi
ended=-$own
wait_for 'no browser with a port' [ -s $file ]
n=0
while :; do # the page itself comes later than the port
	play "--attach=$(sed -n 1p $file)" --moves=30
	n=$((n + 1))
	[ "$rc" -ne 0 ] && [ $n -lt 60 ] || break
	sleep 0.25
done
expect 0 '30 moves' out
play "--attach=127.0.0.1:$(sed -n 1p $file)" --moves=10 "$page?seed=7"
expect 0 '10 moves' out
kill -0 $own || fail 'the browser of somebody else was ended'

# show ARG...: in the browser that runs already; a new one for each page would take most of the time
show() {
	play "--attach=$(sed -n 1p $file)" "$@"
}

echo '- the same with the random player to the end, twice'
show --player=random --games=2 --json "$page?fill=13"
expect 0 '"over":true' out
[ "$(grep -c '"over":true' out)" -eq 2 ] || fail "not two games: $(cat out)"

echo '- goes on after 2048'
show --moves=20 "$page?win"
expect 0 '20 moves' out
grep -Eq ', (2048|4096), ' out || fail "no 2048 tile: $(cat out)"

echo '- a page that does not react'
show --moves=5 "$page?deaf"
expect 4 'does not react' err

echo '- a board of another size'
show --moves=5 "$page?size=5"
expect 1 '4 by 4' err

echo '- pages without a game, by what they say and when'
for none in none.html absent.html; do
	show -v "${page%/*}/$none"
	expect 1 'shows no game' err
	took=$(sed -n 's/.*loaded for \([0-9]*\) ms.*/\1/p' err)
	[ "${took:-9999}" -lt 3000 ] || fail "$none: $(cat err)"
done

echo '- the page written anew'
show --moves=150 --json "${page%/*}/store.html"
expect 0 '"moves":150,' out
show --player=random --games=2 --json "${page%/*}/store.html?fill=13"
[ "$(grep -c '"over":true' out)" -eq 2 ] || fail "not two games: $(cat out err)"
show --moves=20 "${page%/*}/store.html?win"
expect 0 '20 moves' out
grep -Eq ', (2048|4096), ' out || fail "no 2048 tile: $(cat out)"

# a browser may take its time, or not listen at all
kill -s KILL -- "-$own" 2>/dev/null || kill -s KILL $own
wait $own || :
ended=

echo '- a page that cannot be loaded'
play 'http://127.0.0.1:1/'
expect 1 'cannot load the page' err

echo '- an absent browser'
play --program=/nonexistent/browser "$page"
expect 1 'no such program' err

echo '- a program that is not a browser'
play --program=/bin/false "$page"
expect 1 'ended as soon' err

echo '- Ctrl-C in the middle'
set -- --browser "--with=$browser" --headless --depth=1 -v
[ "$browser" != chromium ] ||
	set -- "$@" '--browser-option=--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'
env --default-signal=INT "$bin/2048ai" "$@" "$page" >out.int 2>err.int &
player=$!
wait_for "never came to move 100, see err.int" grep -sq 'move 100' err.int
kill -s INT $player
rc=0
wait $player || rc=$?
[ "$rc" -eq 0 ] && grep -q 'stopped' out.int || fail "Ctrl-C: status $rc, $(cat out.int err.int)"
[ -z "$(ls -A "$TMPDIR")" ] || fail "Ctrl-C left $(ls -A "$TMPDIR")"

echo '- the browser dies'
"$bin/2048ai" "$@" "$page" >out 2>err.dies &
player=$!
wait_for "never came to move 100, see err.dies" grep -sq 'move 100' err.dies
# its process group is the one whose leader's parent is our player
child=$(ps -o pid= --ppid $player | tr -d ' ')
kill -s KILL "-$child" 2>/dev/null || kill -s KILL "$child"
rc=0
wait $player || rc=$?
[ "$rc" -eq 1 ] && grep -Eq 'gone|does not listen|cannot read' err.dies ||
	fail "dead browser: status $rc, $(cat err.dies)"
[ -z "$(ls -A "$TMPDIR")" ] || fail "a dead browser left $(ls -A "$TMPDIR")"

echo '- nobody at that port'
play "--attach=$(sed -n 1p $file)"
expect 1 'no browser answers' err
play --attach=http:80x
expect 2 'HOST:PORT' err
echo '- a server that is not a browser'
play "--attach=$(cat port)"
[ "$rc" -ne 0 ] || fail 'a web server was taken for a browser'
grep -Eq 'not a debugging port|Marionette|does not answer|gone' err || fail 'no word about it'
