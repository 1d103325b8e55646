# SPDX-License-Identifier: MIT
# spc starts the real PuTTY on a pty pair: bytes flow both ways, the log has them, nothing stays.
for tool in putty Xvfb socat xdotool; do
	command -v "$tool" >/dev/null || fail "$tool is not installed"
done
pids=
leave() {
	for pid in $pids; do kill "$pid" 2>/dev/null || :; done
}
trap leave EXIT
# wait_for COMMAND: up to 30 seconds.
wait_for() {
	left=150
	until eval "$1"; do
		left=$((left - 1))
		[ "$left" -gt 0 ] || fail "waited in vain for: $1"
		sleep 0.2
	done
}
# users: processes that have the port in their command line, PuTTY's alone.
users() {
	for folder in /proc/[0-9]*; do
		case $(cat "$folder/cmdline" 2>/dev/null | tr '\0' ' ') in
		*" -serial $port "*) echo "$folder" ;;
		esac
	done
}

# users_of_port: PuTTY has it open.
users_of_port() {
	for file in "$putty"/fd/*; do
		[ "$(readlink "$file")" != "$port" ] || return 0
	done
	return 1
}

socat pty,raw,echo=0,ignoreeof,link="$PWD/port" pty,raw,echo=0,ignoreeof,link="$PWD/far" &
pids="$pids $!"
Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp 3>display 2>xvfb.log &
pids="$pids $!"
wait_for '[ -s display ] && [ -e far ]'
DISPLAY=:$(cat display)
export DISPLAY
port=$(realpath port)
# PuTTY keeps what it knows here, and spc its memory.
XDG_CONFIG_HOME=$PWD/config
export XDG_CONFIG_HOME

cat far >got &
pids="$pids $!"
run spc "$port" 57600 --program putty --log
expect_rc 0
wait_for '[ -n "$(users)" ]'
putty=$(users)
tr '\0' '|' <"$putty/cmdline" >line
case $(cat line) in
*"/putty|-serial|$port|-sercfg|57600,8,n,1,N|-sessionlog|pts_"*.log\|) ;;
*) fail "command line: $(cat line)" ;;
esac

# From the device to the screen, whose text is what the log gets; it begins with the first byte ...
wait_for 'xdotool search --class putty >window 2>/dev/null && [ -s window ]'
wait_for 'users_of_port'
printf 'BIOS 固件 ready\r\n' >far
wait_for '[ -s "$(echo pts*.log)" ]'
log=$(echo pts*.log)
wait_for 'grep -q "BIOS 固件 ready" "$log"'
# ... and from the keyboard to the device.
xdotool windowfocus "$(tail -n 1 window)" type --delay 20 'reboot now'
xdotool key Return
wait_for 'grep -q "reboot now" got'

# It is nobody's child of ours and goes with its window.
kill "${putty#/proc/}"
wait_for '[ -z "$(users)" ]'

# It is started as the settings say; merely being there does not count.
run spc "$port" --dry-run
expect_rc 0
expect_out "spc --program=builtin $port 57600,8,n,1,N"
mkdir -p "$XDG_CONFIG_HOME/biosbelt"
echo 'program = putty' >"$XDG_CONFIG_HOME/biosbelt/spc.conf"
run spc "$port" --dry-run
expect_rc 0
expect_out "putty -serial $port -sercfg 57600,8,n,1,N"
(unset DISPLAY; PATH=/usr/bin:/bin; "$BIN/spc" "$port" --dry-run --program putty) >out
expect_out "/putty -serial $port"
