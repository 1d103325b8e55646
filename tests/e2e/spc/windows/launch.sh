# SPDX-License-Identifier: MIT
# From a port to a running terminal program: its exact command line, bytes both ways, bad inputs.
. "$SRC/tests/e2e/spc/windows/prefix.inc"
. "$SRC/tests/e2e/spc/windows/seeded.inc"
own_prefix
seed_ports
started() {
	wait_for '[ -e started ]'
	[ "$(sed 1d started | tr '\n' '|')" = "$1" ] || fail "arguments: $(cat started)"
}
# A program with a window is not waited for: it may still be there after a case.
serve() {
	rm -f started received
	timeout 30 head -n 1 <com7.far >hello &
	pids="$pids $!"
}

# Just the port: PuTTYtel beside spc starts with exactly this command line, and talks.
serve
spc COM7
expect_rc 0
started '-serial|com7|-sercfg|115200,8,n,1,N|'
head -n 1 started | grep -q 'puttytel.exe"\{0,1\} -serial com7 -sercfg 115200,8,n,1,N$' || fail "$(head -n 1 started)"
wait_for '[ -s hello ]'
[ "$(cat hello)" = HELLO ] || fail "the far end got: $(cat hello)"
printf 'Firmware 中文 v1\n' >com7.far
wait_for '[ -s received ]'
[ "$(cat received)" = 'Firmware 中文 v1' ] || fail "the program got: $(cat received)"

# Remembered by identity, with the rate; a log with a fresh name that has what was sent.
serve
spc 0403:6001 9600
expect_rc 0
started '-serial|com7|-sercfg|9600,8,n,1,N|'
wait_for '[ -s hello ]'
printf 'x\n' >com7.far
wait_for '[ -s received ]'
serve
spc --last --log
expect_rc 0
wait_for '[ -s hello ]'
printf '日志 one\n' >com7.far
wait_for '[ -s received ]'
set -- COM7-*.log
[ "$(cat "$1")" = '日志 one' ] || fail "the log has: $(cat "$1")"
started "-serial|com7|-sercfg|9600,8,n,1,N|-sessionlog|$1|"

# A name over 9, other settings, own template; --dry-run prints what CreateProcess would get.
spc COM12 19200,7e2 --flow rts --dry-run
expect_rc 0
expect_out 'puttytel.exe -serial com12 -sercfg 19200,7,e,2,R'
spc COM12 --program puttytel --template '{device} "a b" \{port\} {{x}} "q\"q" {number}' --dry-run
expect_rc 2
expect_err 'unknown placeholder'
spc COM12 --program puttytel --template '{device} "a b" {{x}} "q\"q" end\ {number}' --dry-run
expect_rc 0
expect_out 'puttytel.exe \\.\COM12 "a b" {x} "q\"q" end\ 12'

# The settings folder is %APPDATA%: a file with byte order mark and CRLF.
settings=$(find prefix/drive_c/users -name spc.last | head -n 1)
[ -n "$settings" ] || fail 'nothing was remembered below %APPDATA%'
grep -q 'usb:0403:6001:A50285BI' "$settings" || fail "$(cat "$settings")"
printf '\357\273\277program = mine\r\nprogram.mine = portable/puttytel.exe\r\nprogram.mine.args = -p {port}\r\n' \
	>"${settings%/*}/spc.conf"
rm -f started
spc COM12
expect_rc 7
started '-p|COM12|'
rm "${settings%/*}/spc.conf"

# mintty hands over whole lines: that is said.
rc=0
helper in_mintty portable/spc.exe COM12 --program=builtin --expect=x --within=1s 2>err || rc=$?
expect_rc 4
expect_err "a line at a time here; this window has no Windows console: start 'winpty spc'"

# --verify and --pin.
spc --verify --program puttytel --pin
expect_rc 0
expect_out "$(sha256sum portable/puttytel.exe | cut -d' ' -f1)"
printf x >>portable/puttytel.exe
spc COM7
expect_rc 1
expect_err 'not the program that was pinned'

# A batch file: cmd would run what stands after an & in a serial number or a template.
printf '@echo %%1 %%2>batched\r\n' >portable/run.bat
spc COM12 --program portable/run.bat --template '{port} a,b'
expect_rc 0
[ "$(tr -d '\r' <batched)" = 'COM12 "a,b"' ] || fail "the batch file got: $(cat batched)"
for word in 'a&echo.>injected' '%PATH%' 'a|b'; do
	spc COM12 --program portable/run.bat --template "$word"
	expect_rc 2
	expect_err 'batch file'
done
[ ! -e injected ] || fail 'cmd ran a part of an argument'

# Bad inputs.
for rate in 0 -1 115200x '' 4294967296; do
	spc COM7 --baud "$rate"
	expect_rc 2
done
spc COM99
expect_rc 3
expect_err "no port 'COM99'"
spc COM20 --program tio
expect_rc 1
expect_err 'no such program'
# In the list, but no device of that name: gone between list and launch.
cp "$BIN/../tests/spc_probe.exe" portable/other.exe
spc COM20 --program portable/other.exe --template x
expect_rc 3
expect_err 'is gone'
spc
expect_rc 2
expect_err '--list'
spc COM7 --tee --program portable/other.exe --template x
expect_rc 1
expect_err 'only Linux'

# Waiting for a device that is plugged in later.
rm -f started
spc --wait='1a86:*' --timeout 1 --program portable/other.exe --template '{port}'
expect_rc 3
"$RUNNER" portable/spc.exe --wait='1a86:*' --program portable/other.exe --template '{port}' >waited 2>&1 </dev/null &
waiter=$!
sleep 0.5
reg_begin
reg_device 'USB\VID_1A86&PID_7523\5&1&0&2' COM9 'USB-SERIAL CH340 (COM9)' wch.cn CH341SER
reg_import
rc=0
wait "$waiter" || rc=$?
[ "$rc" -eq 7 ] || fail "waiting ended with $rc: $(cat waited)"
started 'COM9|'

# Programs where installers put them: below Program Files, and where App Paths say.
mkdir -p "prefix/drive_c/Program Files/PuTTY" prefix/drive_c/tools
cp "$BIN/../tests/spc_probe.exe" "prefix/drive_c/Program Files/PuTTY/putty.exe"
cp "$BIN/../tests/spc_probe.exe" prefix/drive_c/tools/ttermpro.exe
spc COM7 -p putty --dry-run
expect_rc 0
expect_out 'Program Files\PuTTY\putty.exe" -serial com7'
spc COM7 -p teraterm --dry-run
expect_rc 1
program reg add 'HKCU\Software\Microsoft\Windows\CurrentVersion\App Paths\ttermpro.exe' /ve /d '"C:\tools\ttermpro.exe"' /f \
	>/dev/null 2>&1 </dev/null || fail 'the registry was not changed'
spc COM7 -p teraterm --dry-run
expect_rc 0
expect_out 'C:\tools\ttermpro.exe /C=7'
# A name without a folder is not looked for.
program reg add 'HKCU\Software\Microsoft\Windows\CurrentVersion\App Paths\ttermpro.exe' /ve /d 'ttermpro.exe' /f \
	>/dev/null 2>&1 </dev/null || fail 'the registry was not changed'
spc COM7 -p teraterm --dry-run
expect_rc 1
