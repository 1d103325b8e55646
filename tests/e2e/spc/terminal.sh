# SPDX-License-Identifier: MIT
# The whole screen at several sizes, and the terminal as it was after every way to end.
command -v tmux >/dev/null || lacks tmux
. "$SRC/tests/e2e/spc/tree.inc"
t="$PWD/tree"
full_tree "$t"
XDG_CONFIG_HOME=$PWD/config
export XDG_CONFIG_HOME
trap 'tm kill-server 2>/dev/null || :' EXIT
tm() { tmux -S "$PWD/socket" -f /dev/null "$@"; }
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
# shows FILE: the screen is that of the file, but for blanks at the ends.
shows() {
	tm capture-pane -p | sed 's/ *$//' >screen
	sed 's/ *$//' "$1" | cmp -s - screen
}
see() { wait_for "tm capture-pane -p | grep -qF -- '$1'"; }

# at COLUMNS ROWS: the screen on stdin is what is drawn on one of that size. A screen shorter than
# ROWS stands for one whose rows between the last port and the help are empty.
tm new-session -d -x 80 -y 24 "exec env PS1='ready> ' LC_ALL=C.UTF-8 TERM=screen-256color sh"
tm set -g status off
at() {
	cat >given
	lines=$(wc -l <given)
	tm resize-window -x "$1" -y "$2"
	{
		if [ "$lines" -lt "$2" ]; then
			sed '$d' given
			i=$lines
			while [ "$i" -lt "$2" ]; do
				echo
				i=$((i + 1))
			done
			tail -n 1 given
		else
			cat given
		fi
	} >wanted
	wait_for 'shows wanted' 
}
tm send-keys "exec $BIN/spc --sys-root $t" Enter
at 80 24 <<'END'
 Serial ports: 9                                                 115200,8,n,1,N
      PORT      VID:PID    SERIAL        DESCRIPTION
 1    ttyACM0   1d6b:0104  串口001       中文串口设备
 2    ttyACM1   dead:beef  S�]0;pwned�N  X�[2J�Y��Z
 3    ttyAMA0                            Platform serial port
 4    ttyS0                              On-board serial port
 5    ttyS4                              PCI serial port (1b36:0002)
 6    ttyUSB0   0403:6001  A50285BI      FT232R USB UART
 7    ttyUSB1   10c4:ea70                CP2105 Dual
 8    ttyUSB2   10c4:ea70                CP2105 Dual
 9    ttyUSB10  1a86:7523                USB serial port
 Enter start   1-9 start that one   Tab, = rate   type to filter   Esc end
END
at 40 10 <<'END'
 Serial ports: 9         115200,8,n,1,N
      PORT      VID:PID    DESCRIPTION
 1    ttyACM0   1d6b:0104  中文串口设备
 2    ttyACM1   dead:beef  X�[2J�Y��Z
 3    ttyAMA0              Platform ser…
 4    ttyS0                On-board ser…
 5    ttyS4                PCI serial p…
 6    ttyUSB0   0403:6001  FT232R USB U…

 Enter start   1-9 start that one   Tab…
END
at 20 5 <<'END'
 Serial ports: 9
 1    ttyACM0   中…
 2    ttyACM1   X�[…
 3    ttyAMA0   Pla…
 Enter start   1-9 …
END
at 80 3 <<'END'
 Serial ports: 9                                                 115200,8,n,1,N
 1    ttyACM0   1d6b:0104  串口001       中文串口设备
 2    ttyACM1   dead:beef  S�]0;pwned�N  X�[2J�Y��Z
END
# One line: the port that Enter would start.
tm send-keys End
at 80 1 <<'END'
 9    ttyUSB10  1a86:7523                USB serial port
END
at 200 60 <<'END'
 Serial ports: 9                                                                                                                                                                         115200,8,n,1,N
      PORT      VID:PID    SERIAL        DESCRIPTION
 1    ttyACM0   1d6b:0104  串口001       中文串口设备
 2    ttyACM1   dead:beef  S�]0;pwned�N  X�[2J�Y��Z
 3    ttyAMA0                            Platform serial port
 4    ttyS0                              On-board serial port
 5    ttyS4                              PCI serial port (1b36:0002)
 6    ttyUSB0   0403:6001  A50285BI      FT232R USB UART
 7    ttyUSB1   10c4:ea70                CP2105 Dual
 8    ttyUSB2   10c4:ea70                CP2105 Dual
 9    ttyUSB10  1a86:7523                USB serial port
 Enter start   1-9 start that one   Tab, = rate   type to filter   Esc end
END
# A filter takes the place of the help where there is no other.
tm send-keys c p 2 1
at 30 5 <<'END'
 Serial ports: 2
 1    ttyUSB1  CP2105 Dual
 2    ttyUSB2  CP2105 Dual

 Filter: cp21
END
tm send-keys Escape
sleep 0.2
tm send-keys Escape
wait_for '! tm has-session 2>/dev/null'

# Every way to end. The shell is one that never sets the terminal itself.
tm new-session -d -x 80 -y 24 "exec env PS1='ready> ' LC_ALL=C.UTF-8 TERM=screen-256color sh"
tm set -g status off
see 'ready>'
shell=$(tm list-panes -F '#{pane_pid}')
child() { cat "/proc/$shell/task/$shell/children"; }
# state: what must be as before. (Whether the mouse is told is in flags that no program may leave.)
state() { tm display -p '#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{mouse_sgr_flag}'; }
# back: the shell has the terminal again. Keys that come before are those of a terminal in raw mode, where Enter
# ends no line.
back() {
	wait_for "[ \"\$(state)\" = '0 1 0 0' ]"
	wait_for '[ "$(tm display -p "#{pane_current_command}")" = sh ]'
}
# settled AFTER: nothing is left of it.
settled() {
	back
	rm -f after
	tm send-keys 'stty -a >after; echo over' Enter
	wait_for '[ -s after ]'
	cmp before after || fail "the terminal is another after $1: $(cat after)"
	[ "$(state)" = '0 1 0 0' ] || fail "after $1: $(state)"
}
tm send-keys 'ulimit -c 0; stty -a >before; echo over' Enter
wait_for '[ -s before ]'
[ "$(state)" = '0 1 0 0' ] || fail "before: $(state)"
begin() {
	tm send-keys "clear; $BIN/spc --sys-root $t" Enter
	see 'Enter start'
	wait_for "[ \"\$(state)\" = '1 1 1 1' ]"
}
# ended STATUS: asked in a line of its own, since a shell drops its line when a program dies of INT.
ended() {
	back
	tm send-keys 'echo status=$?.' Enter
	see "status=$1."
}
for signal in INT:130 TERM:143 HUP:129 QUIT:131 SEGV:139 ABRT:134; do
	begin
	kill -s "${signal%:*}" $(child)
	ended "${signal#*:}"
	settled "${signal%:*}"
done
begin
tm send-keys C-c
ended 3
settled Ctrl-C
# A closed pipe somewhere is nothing to die of.
begin
kill -s PIPE $(child)
sleep 0.3
tm send-keys Escape
ended 3
settled PIPE

# Stopped by a signal or by Ctrl-Z the shell gets its terminal; back again the list is there.
for how in kill key; do
	begin
	if [ $how = kill ]; then kill -s TSTP $(child); else tm send-keys C-z; fi
	settled "stop by $how"
	tm send-keys 'clear; fg' Enter
	see 'Enter start'
	wait_for "[ \"\$(state)\" = '1 1 1 1' ]"
	tm send-keys Down Escape
	settled "going on after $how"
done
# STOP cannot be seen coming: the list is drawn anew with the settings it needs.
begin
kill -s STOP $(child)
wait_for '[ "$(tm display -p "#{pane_current_command}")" = sh ]'
# Blind, since nothing is echoed and Enter makes no line now.
tm send-keys 'stty sane; echo sane' C-j
see 'sane'
tm send-keys 'clear; fg' Enter
wait_for '[ "$(tm display -p "#{pane_current_command}")" = spc ]'
wait_for 'tm capture-pane -p | head -n 1 | grep -q "Serial ports"'
tm send-keys Escape
settled STOP

# A program that is killed cannot put the terminal back: done for it where spc is still there.
cat >rude <<'END'
#!/bin/sh
stty raw -echo
printf '\033[?25l\033[31mrude program\n'
echo $$ >pid
kill -KILL $$
END
chmod 755 rude
for option in --relaunch --tee; do
	rm -f pid
	# Each with words of its own: those of the one before may still be on the screen.
	tm send-keys "clear; $BIN/spc --sys-root $t ttyUSB0 $option --program ./rude --template x; echo after $option: \$?." Enter
	see "after $option: 137."
	settled "KILL with $option"
done
# The shell is asked nothing more and the window goes.
tm send-keys 'exit' Enter
wait_for '! tm has-session 2>/dev/null'
# The terminal goes away: so does spc.
tm new-session -d -x 80 -y 24 "exec env LC_ALL=C.UTF-8 TERM=screen-256color $BIN/spc --sys-root $t 2>$PWD/gone"
see 'Enter start'
pid=$(tm list-panes -F '#{pane_pid}')
tm kill-server
wait_for '! kill -0 $pid 2>/dev/null'
