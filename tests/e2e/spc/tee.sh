# SPDX-License-Identifier: MIT
# The log that spc writes itself: bytes both ways, the size of the window, times, statuses; and line
# settings from options.
. "$SRC/tests/e2e/spc/tree.inc"
t="$PWD/tree"
full_tree "$t"
XDG_CONFIG_HOME=$PWD/config
export XDG_CONFIG_HOME
# Shows what it is told, on a terminal of its own.
cat >term <<'END'
#!/bin/sh
test -t 0 && test -t 1 && test -t 2 || exit 99
stty -echo raw
printf 'args: %s\r\nsize: %s\r\n' "$*" "$(stty size)"
trap 'printf "now: %s\r\n" "$(stty size)"' WINCH
while :; do
	byte=$(dd bs=1 count=1 2>/dev/null)
	case $byte in
	q) printf '固件 end\r\n'; exit 42 ;;
	'') ;;
	*) printf 'got %s\r\n' "$byte" ;;
	esac
done
END
chmod 755 term

# Without a terminal: stdin goes in, all that is shown goes to stdout and to the log alike.
printf 'abq' | "$BIN/spc" --sys-root "$t" ttyUSB0 --tee --log=plain.log --program ./term --template '{port}' \
	>out 2>err || rc=$?
[ "$rc" -eq 42 ] || fail "status $rc: $(cat out err)"
cmp out plain.log || fail 'the log differs from what was shown'
for line in 'args: ttyUSB0' 'got a' 'got b' '固件 end'; do
	grep -q "$line" plain.log || fail "the log lacks: $line"
done
# A parent that ignores the ends of its children leaves that to spc, which must see those of its own.
rc=0
printf q | timeout 60 env --ignore-signal=CHLD "$BIN/spc" --sys-root "$t" ttyUSB0 --tee --log=ignored.log --program ./term \
	--template x >out 2>err || rc=$?
expect_rc 42
rm ignored.log
rc=0
timeout 60 env --ignore-signal=CHLD "$BIN/spc" --sys-root "$t" ttyUSB0 --relaunch --program ./term --template x \
	>out 2>err </dev/null || rc=$?
expect_rc 99
run spc --sys-root "$t" ttyUSB0 --tee --log=plain.log --program ./term --template x
expect_rc 1
expect_err 'exists already'
run spc --sys-root "$t" ttyUSB0 --timestamps --program ./term --template x
expect_rc 2
run spc --sys-root "$t" ttyUSB0 --tee --program ./absent --template x
expect_rc 1
[ "$(ls ./*.log)" = ./plain.log ] || fail "a log of nothing: $(ls ./*.log)"

# A program that cannot write a log has it done; the name is the port's with the time.
printf 'program.dumb = %s\nprogram.dumb.args = x\n' "$PWD/term" >config/biosbelt/spc.conf
printf q | "$BIN/spc" --sys-root "$t" ttyUSB0 --program dumb --log >out 2>err || :
log=$(ls ttyUSB0-2*.log)
grep -q '固件 end' "$log" || fail "$log: $(cat "$log")"
# Each line has its time before it; no other byte is changed.
printf 'xq' | "$BIN/spc" --sys-root "$t" ttyUSB0 --tee --timestamps --log=times.log --program ./term \
	--template x >out 2>err || :
[ "$(grep -cE '^\[[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}\] ' times.log)" -eq \
	"$(wc -l <out)" ] || fail "$(cat times.log)"
sed -E 's/^\[[^]]*\] //' times.log | cmp - out

# A log for which there is no room: the program goes on, as the builtin terminal does, and the log is
# named at its end.
printf '#!/bin/sh\nseq 1000 1999\nexit "$1"\n' >long
chmod 755 long
for status in 0 3; do
	for times in '' --timestamps; do
		# shellcheck disable=SC2086 # no word, or one
		(
			trap '' XFSZ
			ulimit -f 2
			rc=0
			"$BIN/spc" --sys-root "$t" ttyUSB0 --tee $times --log=full.log --program ./long \
				--template "$status" </dev/null || rc=$?
			exit "$rc"
		) 2>err | cat >out
		expect_err 'full.log: write failed: File too large'
		[ "$(wc -l <out)" -eq 1000 ] || fail "$(wc -l <out) lines were shown"
		[ -s full.log ] || fail 'no log'
		rm full.log
	done
	rc=0
	(
		trap '' XFSZ
		ulimit -f 2
		exec "$BIN/spc" --sys-root "$t" ttyUSB0 --tee --log=full.log --program ./long --template "$status"
	) </dev/null >/dev/null 2>&1 || rc=$?
	expect_rc $((status != 0 ? status : 1))
	rm full.log
done

# Line settings from options, over those of the rate.
run spc --sys-root "$t" ttyUSB1 --baud 250000 --data 7 --parity even --stop 1.5 --flow xon --dry-run \
	--program ./term --template '{sercfg} {data} {parity} {stop} {flow_letter}'
expect_out './term 250000,7,e,1.5,X 7 e 1.5 X'
run spc --sys-root "$t" ttyUSB1 9600,8n2 --parity odd --dry-run --program ./term --template '{sercfg}'
expect_out './term 9600,8,o,2,N'
for bad in '--data 4' '--data 10' '--parity x' '--stop 3' '--flow no'; do
	# shellcheck disable=SC2086 # two words
	run spc --sys-root "$t" ttyUSB1 $bad --dry-run --program ./term --template x
	expect_rc 2
done

# On a terminal: its size is the program's, also when it changes; keys arrive one by one.
command -v tmux >/dev/null || lacks tmux
tm() { tmux -S "$PWD/socket" -f /dev/null "$@"; }
trap 'tm kill-server 2>/dev/null || :' EXIT
see() {
	left=300
	until tm capture-pane -p | grep -qF -- "$1"; do
		left=$((left - 1))
		[ "$left" -gt 0 ] || {
			tm capture-pane -p >&2
			fail "the screen lacks: $1"
		}
		sleep 0.1
	done
}
tm new-session -d -x 70 -y 20 "exec env PS1='ready> ' LC_ALL=C.UTF-8 TERM=screen-256color sh"
tm set -g status off
tm resize-window -x 70 -y 20
tm send-keys "$BIN/spc --sys-root $t ttyUSB0 --tee --log=tmux.log --program ./term --template x; echo status=\$?." Enter
see 'size: 20 70'
tm resize-window -x 60 -y 15
tm send-keys a
see 'now: 15 60'
see 'got a'
tm send-keys C-c
see 'got '
tm send-keys q
see 'status=42.'
grep -q 'got a' tmux.log || fail "$(cat tmux.log)"
tm send-keys 'exit' Enter
