# SPDX-License-Identifier: MIT
# Files that the board sends, by XMODEM, YMODEM and ZMODEM from the senders of lrzsz, over good lines
# and over bad ones; ZMODEM the other way; names that would leave the folder; ends by either side.
command -v python3 >/dev/null || lacks python3
command -v rz >/dev/null || lacks lrzsz
command -v tmux >/dev/null || lacks tmux
XDG_CONFIG_HOME=$PWD/config
export XDG_CONFIG_HOME
board=
tm() { tmux -S "$PWD/socket" -f /dev/null "$@"; }
trap 'tm kill-server 2>/dev/null || :; [ -z "$board" ] || kill $board 2>/dev/null || :' EXIT
mkdir src
awk 'BEGIN { for (i = 0; i < 7000; i++) printf "%c", (i * 7 + int(i / 256)) % 128 }' >'src/fw 固件.bin'
printf '\000\377\032\021\023\030\030\030\030\030\030' >>'src/fw 固件.bin'
: >src/empty.bin
head -c 1024 'src/fw 固件.bin' >src/block.bin
touch -d '2020-02-02 02:02:02 UTC' src/block.bin

# on_board SEED EVERY COMMAND...: it begins on the board; see noisy.py.
on_board() {
	[ -z "$board" ] || kill "$board" 2>/dev/null || :
	rm -f near
	seed=$1 every=$2
	shift 2
	python3 "$SRC/tests/e2e/spc/noisy.py" near "$seed" "$every" 'ready again' "$@" >board.out &
	board=$!
	left=100
	until [ -e near ]; do
		left=$((left - 1))
		[ "$left" -gt 0 ] || fail 'no pty'
		sleep 0.05
	done
	port=$(realpath near)
}
term() {
	rc=0
	timeout 120 "$BIN/spc" "$port" "$@" >out 2>err </dev/null || rc=$?
}
# What comes after the file is the board's: a script that waits for it goes on.
for how in 'ymodem sb' 'zmodem sz'; do
	rm -rf in && mkdir in
	on_board 1 0 "${how#* }" --quiet 'src/fw 固件.bin' src/empty.bin src/block.bin
	term --receive=in --protocol="${how% *}" --expect 'ready again' --within 30s
	expect_rc 0
	[ "$(cat out)" = 'ready again' ] || fail "$how: $(od -c out | head)"
	diff -r src in || fail "$how: $(cat err)"
	[ "$(stat -c %Y in/block.bin)" = "$(stat -c %Y src/block.bin)" ] || fail "$how: time"
	[ "$(find in | wc -l)" -eq 4 ] || fail "$how left something: $(find in)"
	rm -f one
	on_board 1 0 "${how#* }" --quiet 'src/fw 固件.bin'
	term --receive=one --protocol="${how% *}" --expect 'ready again' --within 30s
	expect_rc 0
	cmp one 'src/fw 固件.bin' || fail "$how to a file: $(cat err)"
done
for how in 'xmodem sx' 'xmodem-1k sx -k'; do
	rm -f one
	# shellcheck disable=SC2086
	on_board 1 0 ${how#* } --quiet 'src/fw 固件.bin'
	term --receive=one --protocol="${how%% *}" --expect 'ready again' --within 30s
	expect_rc 0
	cmp -n 7011 one 'src/fw 固件.bin' || fail "$how: $(cat err)"
	tail -c +7012 one | tr -d '\032' | grep -q . && fail "$how: filled with something else"
done
# Lines on which one in 4000 bytes is changed, lost or doubled.
for how in 'xmodem sx' 'ymodem sb' 'zmodem sz'; do
	rm -f one
	on_board 7 4000 "${how#* }" --quiet 'src/fw 固件.bin'
	term --receive=one --protocol="${how% *}"
	expect_rc 0
	cmp -n 7011 one 'src/fw 固件.bin' || fail "$how over a bad line: $(cat err)"
done
for how in 'xmodem rx -c --quiet taken/one' 'ymodem rb --quiet' 'zmodem rz --quiet'; do
	rm -rf taken && mkdir taken
	case $how in x*) in=. ;; *) in=taken ;; esac
	on_board 7 4000 sh -c "cd $in && ${how#* }"
	term --send-file='src/fw 固件.bin' --protocol="${how%% *}"
	expect_rc 0
	sleep 0.5
	cmp -n 7011 taken/* 'src/fw 固件.bin' || fail "${how%% *} over a bad line: $(cat err)"
done
# By ZMODEM a receiver may say that it has the file.
on_board 1 0 sh -c 'cd taken && rz --quiet'
term --send-file='src/fw 固件.bin' --protocol=zmodem
expect_rc 1
expect_err 'did not take it'

# No name leaves the folder, hides or replaces a file.
mkdir -p names/deep
printf profile >names/.profile
rm -rf in && mkdir in
on_board 1 0 sh -c 'cd names/deep && sb --quiet --full-path ../.profile'
term --receive=in --protocol=ymodem
expect_rc 0
[ "$(cd in && find . -type f)" = ./_profile ] || fail "$(find in)"
for how in 'ymodem sb' 'zmodem sz'; do
	printf mine >in/block.bin
	on_board 1 0 "${how#* }" --quiet src/block.bin
	term --receive=in --protocol="${how% *}"
	expect_rc 1
	expect_err 'there already'
	[ "$(cat in/block.bin)" = mine ] || fail "$how replaced a file"
	[ "$(find in | wc -l)" -eq 3 ] || fail "$how left something: $(find in)"
	term --receive=in/block.bin --protocol="${how% *}"
	expect_rc 1
	expect_err 'there already'
done
on_board 1 0 sx --quiet src/block.bin
term --receive=in --protocol=xmodem
expect_rc 1
expect_err 'carries no file name'
# The board stops it, in the middle, or speaks another protocol; nothing of the file is left.
rm -rf in && mkdir in
for protocol in ymodem zmodem; do
	on_board 1 0 sh -c 'printf "# \030\030\030\030\030\030\030\030"; sleep 3'
	term --receive=in --protocol=$protocol
	expect_rc 1
	expect_err 'stopped it'
done
on_board 1 0 sx --quiet src/block.bin
term --receive=in --protocol=ymodem
expect_rc 1
expect_err 'is it XMODEM'
[ "$(find in | wc -l)" -eq 1 ] || fail "left: $(find in)"
# Without lrzsz here.
on_board 1 0 sleep 5
rc=0
"$(command -v env)" PATH=/nowhere "$BIN/spc" "$port" --receive=in --protocol=zmodem >out 2>err </dev/null || rc=$?
expect_rc 1
expect_err 'rz of lrzsz'

# By keys: the protocol, where to; Ctrl-C stops it, and the board hears of it.
see() {
	left=200
	until tm capture-pane -p | grep -qF -- "$1"; do
		left=$((left - 1))
		[ "$left" -gt 0 ] || fail "waited for $1: $(tm capture-pane -p)"
		sleep 0.1
	done
}
on_board 1 0 sh -c 'sb --quiet src/block.bin; sleep 1; cat >heard'
tm new-session -d -x 100 -y 30 "exec $BIN/spc $port"
see 'q quits'
tm send-keys C-] g
see 'folder to receive into'
tm send-keys 'in' Enter
see 'in received; files: 1'
cmp src/block.bin in/block.bin || fail 'by keys'
tm send-keys C-] p C-] p
see 'blocks of 1024'
tm send-keys C-] g
see 'folder to receive into'
tm send-keys 'other' Enter
see 'by XMODEM'
tm send-keys C-c
see 'other not received: stopped'
left=50
until od -An -c heard | grep -q '030 030'; do
	left=$((left - 1))
	[ "$left" -gt 0 ] || fail 'the board did not hear of the end'
	sleep 0.1
done
[ ! -e other ] || fail 'a file is left'
tm send-keys C-] q
