# SPDX-License-Identifier: MIT
# The builtin terminal under a real terminal: keys, commands, what is shown and what is not, and the
# terminal as it was after every way to end.
command -v tmux >/dev/null || lacks tmux
command -v socat >/dev/null || lacks socat
. "$SRC/tests/e2e/spc/tree.inc"
t="$PWD/tree"
full_tree "$t"
XDG_CONFIG_HOME=$PWD/config
export XDG_CONFIG_HOME
socat pty,raw,echo=0,ignoreeof,link=near pty,raw,echo=0,ignoreeof,link=far &
pair=$!
tm() { tmux -S "$PWD/socket" -f /dev/null "$@"; }
trap 'tm kill-server 2>/dev/null || :; kill $pair $reader 2>/dev/null || :' EXIT
# wait_for COMMAND: up to 30 seconds.
wait_for() {
	left=300
	until eval "$1"; do
		left=$((left - 1))
		[ "$left" -gt 0 ] || {
			tm capture-pane -p >&2
			fail "waited in vain for: $1"
		}
		sleep 0.1
	done
}
see() { wait_for "tm capture-pane -p | grep -qF -- '$1'"; }
wait_for '[ -e near ] && [ -e far ]'
port=$(realpath near)
cat far >>got &
reader=$!
tm new-session -d -x 100 -y 30 "exec env PS1='ready> ' LC_ALL=C.UTF-8 TERM=screen-256color sh"
tm set -g status off
see 'ready>'
tm send-keys 'stty -a >before; echo done""-before' Enter
see 'done-before'
tm send-keys "$BIN/spc --sys-root $t $port --log=k.log; echo status=\$?." Enter
see 'Ctrl-] q quits'

# Every key is the board's, Ctrl-C and Ctrl-Z, too; Enter is CR.
tm send-keys 'ls' Enter C-c C-z Up
wait_for '[ "$(od -An -c got | tr -d " \n")" = "ls\r003032033[A" ]'
# What is shown: colours and characters, and nothing that makes the terminal answer or more.
: >got
printf 'plain \033[7m固件\033[0m\r\n\033[6n\033[c\005\033]0;pwned\007\033[21tafter\r\n' >far
see 'plain 固件'
see 'after'
sleep 0.3
[ ! -s got ] || fail "the terminal answered the board: $(od -c got)"
tm display-message -p '#{pane_title}' | grep -q pwned && fail 'the board set the title'
# Commands.
tm send-keys C-] '?'
see 'BREAK'
tm send-keys C-] i
see '115200,8,n,1,N'
see 'log k.log'
tm send-keys C-] e
see 'local echo on'
tm send-keys 'echoed'
see 'echoed'
tm send-keys C-] x
see 'hexadecimal view on'
printf 'hexed\000' >far
see '68 65 78 65 64 00'
tm send-keys C-] x C-] c
see 'control characters shown on'
printf 'bell\007\r\n' >far
see 'bell␇'
tm send-keys C-] c C-] t
see 'times on'
printf '\r\nstamped\r\n' >far
see '] stamped'
: >got
tm send-keys C-] C-]
wait_for '[ "$(od -An -tx1 got | tr -d " ")" = 1d ]'
tm send-keys C-] y
see 'no such command'
# After the end the terminal is as it was, also after a signal.
tm send-keys C-] q
see 'status=0.'
tm send-keys 'stty -a >after; echo done""-after' Enter
see 'done-after'
cmp before after || fail 'the terminal is not as it was'
grep -q 'plain' k.log || fail 'not in the log'
tm send-keys 'clear' Enter
tm send-keys "$BIN/spc --sys-root $t $port --escape=ctrl-a --show-times; echo status=\$?." Enter
see 'Ctrl-A q quits'
# The other screen has three forms, and may be named beside other modes; reverse and LF as a new line are left, too.
tm pipe-pane 'cat >raw'
printf '\033[?1047;5h\033[?25l\033[20h\033[5;10rboard' >far
wait_for '[ "$(tm display-message -p "#{alternate_on}#{cursor_flag}#{scroll_region_upper}")" = 104 ]'
pid=$(pgrep -f "^$BIN/spc --sys-root $t $port --escape=ctrl-a")
kill "$pid"
see 'status=143.'
[ "$(tm display-message -p "#{alternate_on}#{cursor_flag}#{scroll_region_upper}")" = 010 ] ||
	fail 'the screen is not as it was after a signal'
tm pipe-pane
for modes in '[4;20l' '[?1;5;9;45;1000;1002;1003;1004;1006;2004l'; do
	grep -qF "$modes" raw || fail "left on: $modes"
done
tm send-keys 'stty -a >after; echo done""-again' Enter
see 'done-again'
cmp before after || fail "the terminal is not as it was after a signal: $(diff before after)"
# The escape key of the settings; what is trusted passes.
mkdir -p config/biosbelt
echo 'escape = ctrl-t' >config/biosbelt/spc.conf
tm send-keys 'clear' Enter
tm send-keys "$BIN/spc --sys-root $t $port --trust; echo status=\$?." Enter
see 'Ctrl-T q quits'
: >got
printf '\033[6n' >far
wait_for 'grep -q R got'
# Its end undoes what passed.
printf '\033[?1049h\033[?1002;1006hin the other screen\r\n' >far
see 'in the other screen'
modes() { tm display-message -p '#{alternate_on}#{mouse_any_flag}#{mouse_sgr_flag}'; }
[ "$(modes)" = 111 ] || fail "modes $(modes)"
tm send-keys C-t q
see 'status=0.'
[ "$(modes)" = 000 ] || fail "modes left on: $(modes)"
