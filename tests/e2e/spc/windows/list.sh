# SPDX-License-Identifier: MIT
# The list from SERIALCOMM and the devices of class Ports, and their hot-plug.
. "$SRC/tests/e2e/spc/windows/prefix.inc"
. "$SRC/tests/e2e/spc/windows/seeded.inc"
own_prefix
seed_ports

# COM1 depends on this machine.
spc --list
expect_rc 0
sed 1d out | cut -d' ' -f1 | grep -v '^COM1$' | tr '\n' ' ' >names
[ "$(cat names)" = 'COM7 COM9 COM12 COM20 ' ] || fail "ports: $(cat names)"
# the same names are offered for completion
program portable/spc.exe --suggest 2>err </dev/null | tr -d '\r' | grep -v '^COM1$' | tr '\n' ' ' >offered
cmp -s names offered || fail "offered: $(cat offered)"
expect_out '0403:6001  A50285BI'
expect_out '中文串口设备'
! grep -q LPT out || fail 'a printer is not a serial port'
! grep -q '(COM' out || fail 'the name of the port stands in its description'

spc --json --output-encoding=utf-8 COM12
expect_rc 0
expect_out '"device": "\\\\.\\COM12"'
expect_out '"vid": "10c4"'
expect_out '"serial": "串口001"'
expect_out '"manufacturer": "张三"'
expect_out '"driver": "silabser"'
spc --json COM9
expect_out '"vid": null'
spc --json COM20
expect_out '"description": "Half a driver"'
spc --list --match 'usb serial*'
expect_rc 0
[ "$(sed 1d out | wc -l)" -eq 1 ] || fail 'one port has these words'
spc --list 10C4:ea60
expect_rc 0
spc --list --match 'nobody*'
expect_rc 3
expect_err 'no serial port matches'

# A device comes and goes between two polls. (Its port is there all the time: only Windows itself
# can take that away.)
"$RUNNER" portable/spc.exe --watch --json --match '1a86:*' >events 2>&1 </dev/null &
pids="$pids $!"
sleep 1
reg_begin
reg_device 'USB\VID_1A86&PID_7523\5&1&0&2' COM9 'USB-SERIAL CH340 (COM9)' wch.cn CH341SER
reg_import
wait_for "grep -q '\"event\":\"added\"' events"
grep -q '"name":"COM9"' events || fail "$(cat events)"
grep -q '"serial":null' events || fail 'a made-up instance is not a serial number'
program reg delete 'HKLM\System\CurrentControlSet\Enum\USB\VID_1A86&PID_7523' /f >/dev/null 2>&1 </dev/null
wait_for "grep -q '\"event\":\"removed\"' events"
