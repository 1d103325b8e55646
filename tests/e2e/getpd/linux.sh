# SPDX-License-Identifier: MIT
# Exit statuses and forms of output over a made-up /sys and /proc.
t=$PWD/tree
. "$SRC/tests/e2e/getpd/tree.inc"
# disk NAME MAJ:MIN: without a serial number.
disk() {
	mkdir -p "$t/sys/devices/x/block/$1" "$t/sys/class/block" "$t/sys/dev/block"
	echo "$2" >"$t/sys/devices/x/block/$1/dev"
	echo 2048 >"$t/sys/devices/x/block/$1/size"
	ln -sfn "../../devices/x/block/$1" "$t/sys/class/block/$1"
	ln -sfn "../../devices/x/block/$1" "$t/sys/dev/block/$2"
}
disk sda 8:0
disk sdb 8:16
disk md0 9:0
mkdir -p "$t/sys/devices/x/block/md0/slaves" "$t/sys/devices/x/block/md0/md" "$t/proc/self" "$t/proc/sys/kernel"
ln -s x "$t/sys/devices/x/block/md0/slaves/sda"
ln -s x "$t/sys/devices/x/block/md0/slaves/sdb"
echo raid1 >"$t/sys/devices/x/block/md0/md/level"
echo 0 >"$t/sys/devices/x/block/md0/md/degraded"
printf '%s\n' '1 0 9:0 / / rw - ext4 /dev/md0 rw' '2 1 0:9 / /proc rw - proc proc rw' \
	'3 1 0:50 / /mnt/c rw - 9p C:\134 rw,aname=drvfs;path=C:\134' >"$t/proc/self/mountinfo"

run getpd --sys-root "$t" --raw /home
expect_rc 0
printf '7 0 0\n7 1 0\n\n' | cmp -s - out || fail "$(cat out)"
echo 1 >"$t/sys/devices/x/block/md0/md/degraded"
run getpd --sys-root "$t" /home
expect_rc 5
expect_out '/home -> /dev/md0 (md raid1) -> /dev/sda'
expect_err 'degraded: 1 missing'
# A table says it too, one volume a line, in columns.
run getpd --sys-root "$t" --all
expect_rc 5
expect_out '/  ext4  /dev/sda'
expect_err 'degraded: 1 missing'
printf '%s\n' '5 1 8:0 / /boot/efi rw - vfat /dev/sda rw' '6 1 8:16 / /d rw - ext4 /dev/sdb rw' >>"$t/proc/self/mountinfo"
run getpd --sys-root "$t" --all
expect_out '/boot/efi  vfat  /dev/sda'
expect_out '/d         ext4  /dev/sdb'
run getpd --sys-root "$t" /proc
expect_rc 3
expect_err 'not on a local disk'
run getpd --sys-root "$t" --json /proc
expect_rc 3
expect_out '"fstype": "proc"'
expect_out '"disks": []'
run getpd --sys-root "$t" 250:1
expect_rc 3
run getpd --sys-root "$t" --disk 7
expect_rc 3
run getpd --sys-root "$t" --map=nonsense c:
expect_rc 2
run getpd --sys-root "$t" c:
expect_rc 3
expect_err "no drive c: here (looked at: WSL mounts, Wine's dosdevices, mtools' configuration, our map"
run getpd --sys-root "$t" --map=own c:
expect_rc 3
expect_err "(looked at: our map 'drives')"

# In WSL the Windows around us is asked, if its getpd.exe is there.
echo 5.15.0-microsoft-standard-WSL2 >"$t/proc/sys/kernel/osrelease"
run getpd --sys-root "$t" 'c:\x'
expect_rc 3
expect_err 'Windows around us'
mkdir -p win
printf '#!/bin/sh\nprintf "<%%s>" "$@"\nexit 4\n' >win/getpd.exe
chmod 755 win/getpd.exe
PATH=$PWD/win:$PATH
export PATH
run getpd --sys-root "$t" --raw 'c:\x'
expect_rc 4
expect_out '<--raw><--><c:\x>'

# A label may stand on a device we may not read: 4, try again with the rights. Root has them, unless
# they are taken away.
mkdir "$t/dev"
: >"$t/dev/sda"
chmod 000 "$t/dev/sda"
take_rights "$t/dev/sda"
run getpd --sys-root "$t" LABEL=firmware
expect_rc 4
expect_err '1 may only be read by others'
chmod 600 "$t/dev/sda"
run getpd --sys-root "$t" LABEL=firmware
expect_rc 3
