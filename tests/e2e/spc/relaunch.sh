# SPDX-License-Identifier: MIT
# The port goes away under the program and comes back under another name; who has a port open.
. "$SRC/tests/e2e/spc/tree.inc"
t="$PWD/tree"
full_tree "$t"

# The first run pulls the plug and puts it in again elsewhere; the second ends with the port there.
cat >term <<END
#!/bin/sh
echo "\$@" >>runs
[ "\$1" = ttyUSB0 ] || exit 5
rm "$t/sys/class/tty/ttyUSB0" "$t/dev/ttyUSB0"
(sleep 0.5; . "$SRC/tests/e2e/spc/tree.inc"
usb "$t" \$hub/1-9 0403 6001 A50285BI FTDI 'FT232R USB UART'
echo 00 >"$t/sys/devices/\$hub/1-9/bInterfaceNumber"
mkdir -p "$t/sys/devices/\$hub/1-9/1-9:1.0"
echo 00 >"$t/sys/devices/\$hub/1-9/1-9:1.0/bInterfaceNumber"
tty "$t" ttyUSB8 \$hub/1-9/1-9:1.0/ttyUSB8) >/dev/null 2>&1 &
exit 1
END
chmod 755 term
run spc --sys-root "$t" ttyUSB0 --relaunch --program ./term --template '{port} {baud}'
expect_rc 5
[ "$(tr '\n' ';' <runs)" = 'ttyUSB0 115200;ttyUSB8 115200;' ] || fail "runs: $(cat runs)"
expect_err 'ttyUSB0 is gone'

# In use: told by --users, refused at the start, allowed by --ignore-lock.
mkdir -p "$t/proc/123/fd"
printf 'mini\033com\n' >"$t/proc/123/comm"
ln -s "$t/dev/ttyUSB8" "$t/proc/123/fd/5"
run spc --sys-root "$t" --list --users ttyUSB8
expect_rc 0
expect_out 'in use by 123 mini\x1Bcom'
run spc --sys-root "$t" --json --users ttyUSB8
expect_out '"users": "123 mini'
run spc --sys-root "$t" ttyUSB8 --program ./term --template '{port}'
expect_rc 4
expect_err 'in use by 123'
run spc --sys-root "$t" ttyUSB8 --ignore-lock --program ./term --template '{port}'
expect_rc 5
