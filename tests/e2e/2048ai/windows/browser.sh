# SPDX-License-Identifier: MIT
# --browser starts a program, finds its port, plays by keys over its WebSocket and ends it; nothing
# of it is left. The program is page.c beside this case.
page="$BIN/../tests/2048ai_page.exe"
mkdir temp
TEMP=Z:$(printf '%s' "$PWD/temp" | sed 's,/,\\,g')
TMP=$TEMP
WINETEMP=$TEMP WINETMP=$TEMP # Wine takes these for them
export TEMP TMP WINETEMP WINETMP
play() {
	run 2048ai --browser --program="$page" --depth=2 --threads=1 "$@" 'http://127.0.0.1/'
	left=$(ls -A temp)
	[ -z "$left" ] || fail "left behind: $left"
}

play --moves=30
expect_rc 0
grep -qE '^game 1: [0-9]+ points, [0-9]+, 30 moves, .*stopped' out || fail "30 moves: $(cat out)"
play --moves=30 --json
expect_rc 0
expect_out '"moves":30'
# A browser that dies, one that never opens its port, and none.
play --browser-option=--die-after=10
expect_rc 1
expect_err 'the browser'
run 2048ai --browser --program="$BIN/2048ai.exe" --browser-option=--version 'http://127.0.0.1/'
expect_rc 1
expect_err 'the browser'
run 2048ai --browser --program=missing.exe 'http://127.0.0.1/'
[ "$rc" -ne 0 ] || fail 'a program that is missing'
