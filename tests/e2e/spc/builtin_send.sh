# SPDX-License-Identifier: MIT
# Files that the builtin terminal sends: by XMODEM and YMODEM to the receivers of lrzsz, as text with
# pace, as a step of a script; and what goes wrong.
command -v socat >/dev/null || lacks socat
command -v rz >/dev/null || lacks lrzsz
XDG_CONFIG_HOME=$PWD/config
export XDG_CONFIG_HOME
socat pty,raw,echo=0,ignoreeof,link=near pty,raw,echo=0,ignoreeof,link=far &
pair=$!
deaf_pair=
reader=
spc=
end() {
	# shellcheck disable=SC2086 # those that began
	kill $pair $deaf_pair $reader $spc || :
	[ -z "$deaf_pair" ] || kill -CONT "$deaf_pair" || :
} 2>/dev/null
trap end EXIT
left=100
until [ -e near ] && [ -e far ]; do
	left=$((left - 1))
	[ "$left" -gt 0 ] || fail 'no pty'
	sleep 0.05
done
port=$(realpath near)
# Meanwhile a text goes to a board that never takes anything: it is given up after a minute.
socat pty,raw,echo=0,ignoreeof,link=deaf pty,raw,echo=0,ignoreeof,link=stopped &
deaf_pair=$!
until [ -e stopped ]; do sleep 0.05; done
kill -STOP $deaf_pair
head -c 3000000 /dev/zero | tr '\000' a >long
(
	rc=0
	timeout 100 "$BIN/spc" "$(realpath deaf)" --send-file=long >/dev/null 2>deaf.err </dev/null || rc=$?
	echo $rc >deaf.rc
) &
deaf=$!
exec 9<>far # else what a receiver says last goes with its end
term() {
	rc=0
	timeout 120 "$BIN/spc" "$port" "$@" >out 2>err </dev/null || rc=$?
}
# A file of every byte that is not a multiple of a block; an empty one; one of exactly a block.
awk 'BEGIN { for (i = 0; i < 20000; i++) printf "%c", (i * 7 + int(i / 256)) % 128 }' >'fw 固件.bin'
printf '\000\377\032\021\023' >>'fw 固件.bin'
: >empty.bin
head -c 1024 'fw 固件.bin' >block.bin
mkdir taken

# far_end COMMAND...: a receiver, after which the board says that it is ready again
far_end() {
	(cd taken && "$@" <../far >../far 2>../receiver && sleep 0.2 && printf 'ready' >../far)
}
for file in 'fw 固件.bin' empty.bin block.bin; do
	far_end rb --quiet &
	term --send-file="$file" --protocol=ymodem --expect ready --within 30s
	wait $! || fail "rb: $(cat receiver)"
	expect_rc 0
	cmp "$file" "taken/$file" || fail "YMODEM: $file"
done
# XMODEM has no size: the last block is filled up. With a CRC, without, and in long blocks.
for how in 'xmodem rx --quiet -c' 'xmodem rx --quiet' 'xmodem-1k rx --quiet -c'; do
	rm -f taken/x
	# shellcheck disable=SC2086
	far_end ${how#* } x &
	term --send-file='fw 固件.bin' --protocol="${how%% *}" --expect ready --within 30s
	wait $! || fail "rx: $(cat receiver)"
	expect_rc 0
	cmp -n 20005 'fw 固件.bin' taken/x || fail "$how"
	tail -c +20006 taken/x | tr -d '\032' | grep -q . && fail "$how: filled with something else"
done
# A receiver that stops it, and a file that is not there.
(sleep 1 && printf '\030\030\030' >far) &
term --send-file=block.bin --protocol=xmodem
expect_rc 1
expect_err 'the receiver stopped it'
term --send-file=absent.bin
expect_rc 1
expect_err 'absent.bin'
# Nor is a pipe that nobody writes waited for: no key would end that.
mkfifo none.pipe
term --send-file=none.pipe
expect_rc 1
expect_err 'none.pipe'

# As text: line ends are what Enter sends; with a pause; with a prompt to be waited for.
printf 'one\r\ntwo\nthree' >text
timeout 60 cat far >>got &
reader=$!
term --send-file=text --enter=crlf --char-delay=2 --line-delay=50
expect_rc 0
sleep 0.3
printf 'one\r\ntwo\r\nthree' | cmp - got || fail "$(od -c got)"
: >got
(
	for line in one two; do
		left=100
		until [ "$(tail -c 1 got | od -An -c | tr -d ' ')" = '\r' ]; do
			left=$((left - 1))
			[ "$left" -gt 0 ] || exit 1
			sleep 0.1
		done
		grep -q three got && exit 1
		: >got
		printf 'bo\033[1mard\033[0m # ' >far # escape sequences are left out
	done
) &
board=$!
term --send-file=text --line-wait='board # ' --log=sent.log --log-typed
expect_rc 0
wait $board || fail 'a line came before its prompt'
grep -q '>> two' sent.log || fail "$(cat sent.log)"

# A board that takes nothing for a while loses nothing of what is piped in.
left=100
until grep -q three got || [ "$left" -eq 0 ]; do
	left=$((left - 1))
	sleep 0.1
done
kill $reader
: >got
head -c 3000000 /dev/urandom >piped
(sleep 15 && timeout 60 cat far >>got) &
reader=$!
timeout 60 "$BIN/spc" "$port" -p builtin >out 2>err <piped &
spc=$!
left=400
until [ "$(wc -c <got)" -ge 3000000 ] || [ "$left" -eq 0 ]; do
	left=$((left - 1))
	sleep 0.1
done
cmp piped got || fail "$(cat err)"

wait $deaf
# Nor does a script end well that could not send what it was told to.
rc=0
timeout 60 "$BIN/spc" "$(realpath deaf)" --send='reset\r' >out 2>err </dev/null || rc=$?
expect_rc 1
expect_err 'the line takes nothing: not all was sent'
kill -CONT $deaf_pair
[ "$(cat deaf.rc)" = 1 ] || fail "deaf: $(cat deaf.rc deaf.err)"
grep -q 'long not sent: the line takes nothing' deaf.err || fail "$(cat deaf.err)"
