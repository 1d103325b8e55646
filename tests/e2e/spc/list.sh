# SPDX-License-Identifier: MIT
# The list over a made-up tree: every kind of port, no ghost, nothing hostile comes through.
. "$SRC/tests/e2e/spc/tree.inc"
full_tree "$PWD/tree"

run spc --sys-root tree --list
expect_rc 0
sed 1d out | cut -d' ' -f1 | tr '\n' ' ' >names
[ "$(cat names)" = 'ttyACM0 ttyACM1 ttyAMA0 ttyS0 ttyS4 ttyUSB0 ttyUSB1 ttyUSB2 ttyUSB10 ' ] ||
	fail "ports: $(cat names)"
expect_out 'FT232R USB UART'
expect_out '中文串口设备'
expect_out 'PCI serial port (1b36:0002)'
expect_out 'pci-0000:00:14.0-usb-0:2.4:1.1'
expect_out 'S\x1B]0;pwned\x07N'
! grep -q "$(printf '[\033\007]')" out || fail 'an escape sequence came through'

run spc --sys-root tree --json ttyUSB0
expect_rc 0
expect_out '"serial": "A50285BI"'
expect_out '"driver": "ftdi_sio"'
expect_out '"by_id": "tree/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0"'
run spc --sys-root tree --json ttyUSB2
expect_out '"interface": "01"'
expect_out '"serial": null'

run spc --sys-root tree --list --match 'FTDI*'
[ "$(sed 1d out | wc -l)" -eq 1 ] || fail 'one adapter is FTDI'
run spc --sys-root tree --list --match 'nobody*'
expect_rc 3
expect_err 'no serial port matches'
run spc --sys-root nowhere --list
expect_rc 1
mkdir -p empty/sys/class/tty
run spc --sys-root empty --list
expect_rc 3
run spc --sys-root empty --json
expect_rc 3
expect_out '"ports": []'

run spc --version
expect_rc 0
grep -qE '^spc \(biosbelt\) [0-9]+\.[0-9]+( \([0-9a-f]{12}\))?$' out || fail "version: $(cat out)"
# options of another mode are not passed over; those that an alias may hold are
for wrong in '--list --wait' '--json --verify' '--watch --dry-run' '--verify --last' '--verify --relaunch'; do
	# shellcheck disable=SC2086
	run spc --sys-root tree $wrong
	expect_rc 2
	expect_err 'does not go with'
done
run spc --sys-root tree --program tio --baud 9600 --list
expect_rc 0
