# SPDX-License-Identifier: MIT
# --check: free only when nothing speaks against it; each reason has its test.
t=$PWD/tree
. "$SRC/tests/e2e/getpd/tree.inc"
usb=pci/usb1/1-1/host0
disk sda 8:0 pci/ata1/host1
part sda sda1 8:1 1 pci/ata1/host1
part sda sda2 8:2 2 pci/ata1/host1
disk sdb 8:16 $usb
part sdb sdb1 8:17 1 $usb
disk sdc 8:32 pci/ata2/host2
mkdir -p "$t/proc/self" "$t/home"
mounts='1 0 8:1 / / rw - ext4 /dev/sda1 rw'
echo "$mounts" >"$t/proc/self/mountinfo"
# check STATUS ARG...: the disk is asked about.
check() {
	status=$1
	shift
	run getpd --sys-root "$t" --check "$@"
	expect_rc "$status"
}

check 0 /dev/sdb
expect_out '/dev/sdb: free, S-sdb, usb, 1.0 MB'
expect_out "fingerprint: --serial='S-sdb' --size=1048576"
[ "$(wc -l <out)" -eq 2 ] || fail "$(cat out)"
check 0 sdb --serial S-sdb --size 1048576
check 0 sdb --size 1M
check 1 sdb --serial S-sdc
expect_out "serial: its serial number is 'S-sdb', not 'S-sdc'"
check 1 sdb --size 1048577
expect_out 'size: it has 1048576 bytes, not 1048577'
check 3 sdz
check 3 /dev/nothing
# A folder of /sys is not a device.
check 3 .
check 3 ..
check 3 /dev/nothing/
check 3 /nothing/.
run getpd --sys-root "$t" --disk .
expect_rc 3
run getpd --sys-root "$t" --check ''
expect_rc 2
# A shell's variable that is not set names nothing: not the disk without a number either.
: >"$t/sys/class/block/sdc/device/serial"
check 2 sdc --serial ''
check 2 sdb --serial=
check 2 sdb --source ''
check 2 sdb --size 0
check 1 sdc
expect_out 'internal'
echo S-sdc >"$t/sys/class/block/sdc/device/serial"
run getpd --sys-root "$t" --check sdb /dev/sda
expect_rc 2
run getpd --sys-root "$t" --source x /dev/sda
expect_rc 2

# The image: too big, on the disk itself, not there.
mkdir image
truncate -s 1M image/fits
truncate -s 1048577 image/large
check 0 sdb --source image/fits
check 1 sdb --source image/large
expect_out 'too-small: the image has 1048577 bytes, the disk 1048576'
check 1 sda --source image/fits
expect_out 'source: the image image/fits is stored on it'
check 1 sdb1 --source image/fits
expect_out 'too-small'

run getpd --sys-root "$t" --json --check sda --source image/large --serial X
valid_json getpd
# A document that is not so is refused.
sed 's/"verdict"/"opinion"/' out >other && mv other out
(valid_json getpd) 2>/dev/null && fail 'the schema allows everything'

# An internal disk is refused until it is named by its number.
check 1 sdc
expect_out 'internal: an internal disk (ata)'
check 0 sdc --serial S-sdc
check 1 sda --serial S-sda
expect_out 'mounted: mounted at /, ext4'
expect_out 'system: the system runs from it: it holds /'

# In use: each kind, and whether the reason names it.
again() { echo "$mounts" >"$t/proc/self/mountinfo"; }
echo '2 1 8:17 / /media/x rw - vfat /dev/sdb1 rw' >>"$t/proc/self/mountinfo"
check 1 sdb
expect_out 'mounted: mounted at /media/x, vfat'
again
echo '/dev/sdb1 partition 1 0 -2' >"$t/proc/swaps"
check 1 sdb
expect_out 'swap: the system swaps to /dev/sdb1'
rm "$t/proc/swaps"
echo '2 1 8:2 / /x rw - xfs /dev/sda2 rw,logdev=/dev/sdb1' >>"$t/proc/self/mountinfo"
check 1 sdb
expect_out 'mounted: mounted at /x, xfs'
again
mkdir -p "$t/proc/fs/jbd2/sdb1" "$t/proc/fs/jbd2/sda1-8"
check 1 sdb
expect_out 'the journal of a mounted file system'
rmdir "$t/proc/fs/jbd2/sdb1"
mkdir -p "$t/sys/fs/ext4/sdb1"
check 1 sdb
expect_out 'mounted out of sight'
rmdir "$t/sys/fs/ext4/sdb1"
for type in LVM2_member linux_raid_member crypto_LUKS zfs_member bcache mpath_member; do
	mkdir -p "$t/run/udev/data"
	echo "E:ID_FS_TYPE=$type" >"$t/run/udev/data/b8:17"
	check 1 sdb
	expect_out "member: sdb1 holds $type"
	[ "$(grep -c member: out)" -eq 1 ] || fail "twice: $(cat out)"
done
echo "E:ID_FS_TYPE=vfat" >"$t/run/udev/data/b8:17"
check 0 sdb
mkdir -p "$t/sys/class/block/sdb1/holders"
ln -s ../x "$t/sys/class/block/sdb1/holders/dm-0"
disk dm-0 253:0 virtual
mkdir -p "$t/sys/class/block/dm-0/dm" "$t/sys/class/block/dm-0/slaves"
echo mpath-3600 >"$t/sys/class/block/dm-0/dm/uuid"
echo mpatha >"$t/sys/class/block/dm-0/dm/name"
ln -s ../x "$t/sys/class/block/dm-0/slaves/sdb1"
check 1 sdb
expect_out 'held: dm-0 is built on sdb1: a path of multipath mpatha'
[ "$(grep -c held: out)" -eq 1 ] || fail "twice: $(cat out)"
rm -r "$t/sys/class/block/sdb1/holders" "$t/sys/class/block/dm-0/slaves"
mkdir -p "$t/sys/class/block/dm-0/slaves"
ln -s ../x "$t/sys/class/block/dm-0/slaves/sda2"
disk loop3 7:3 virtual
mkdir -p "$t/sys/class/block/loop3/loop"
echo /dev/sdb >"$t/sys/class/block/loop3/loop/backing_file"
check 1 sdb
expect_out '/dev/loop3 (loop) is built on it'
rm -r "$t/sys/class/block/loop3" "$t/sys/block/loop3"
mkdir -p "$t/proc/77/fd"
echo cat >"$t/proc/77/comm"
ln -s /dev/sdb1 "$t/proc/77/fd/3"
check 1 sdb
expect_out 'open: process 77 (cat) has it open'
# What it has mapped may be closed, or be gone from its folder.
rm "$t/proc/77/fd/3"
for line in '7f3a1000-7f3a5000 rw-s 00000000 00:06 412                    /dev/sdb1' '7f3a1000-7f3a5000 r--p 00000000 00:06 410 /dev/sdb'; do
	printf '%s\n' '55d0c000-55d0d000 r-xp 00000000 08:02 1234                 /usr/bin/cat' '7f3a0000-7f3a1000 rw-p 00000000 00:00 0 ' \
		'7f3a0000-7f3a1000 rw-p 00000000 00:00 0  [anon:a /dev/sdb]' "$line" >"$t/proc/77/maps"
	check 1 sdb
	expect_out 'open: process 77 (cat) has it open'
	sed -i '$d' "$t/proc/77/maps"
	check 0 sdb
done
rm -r "$t/proc/77"
# Through the SCSI or NVMe generic device of the disk, too; /dev/null takes its place here.
generic=$t/sys/dev/char/1:3
mkdir -p "$t/proc/77/fd" "$generic/device/block/sdb"
echo cat >"$t/proc/77/comm"
ln -s /dev/null "$t/proc/77/fd/3"
ln -s /sys/class/mmc_rpmb "$generic/subsystem"
check 0 sdb
ln -sfn /sys/class/scsi_generic "$generic/subsystem"
check 1 sdb
expect_out 'open: process 77 (cat) has it open'
check 1 sdb1
check 0 sdc --serial S-sdc
rm -r "$generic"
mkdir -p "$t/sys/devices/nvme0/ng0n1"
ln -s /sys/class/nvme-generic "$t/sys/devices/nvme0/ng0n1/subsystem"
ln -s ../../devices/nvme0/ng0n1 "$generic"
disk nvme0n1 259:0 nvme0
check 1 nvme0n1 --serial S-nvme0n1
expect_out 'open: process 77 (cat) has it open'
check 0 sdb
rm -r "$t/proc/77" "$generic" "$t/sys/block/nvme0n1" "$t/sys/class/block/nvme0n1" "$t/sys/devices/nvme0"
# Its open files may be listed, but not where they lead.
mkdir -p "$t/proc/78/fd"
echo x >"$t/proc/78/fd/file"
ln -s /dev/null "$t/proc/78/fd/3"
chmod 400 "$t/proc/78/fd"
take_rights "$t/proc/78/fd/file"
check 5 sdb
expect_out 'unseen: the open files of 1 of the processes are hidden from this user'
RUNNER=
chmod 700 "$t/proc/78/fd"
rm -r "$t/proc/78"
echo 1 >"$t/sys/class/block/sdb/ro"
check 1 sdb
expect_out 'read-only: sdb is read-only'
rm "$t/sys/class/block/sdb/ro"
mkdir "$t/etc"
echo '/dev/sdb1 /boot/efi vfat noauto 0 0' >"$t/etc/fstab"
check 1 sdb
expect_out 'system: /etc/fstab has it as /boot/efi'
rm "$t/etc/fstab"
check 0 sdb

# The firmware says which partition it started from: a boot option with that start and length.
vars=$t/sys/firmware/efi/efivars
guid=8be4df61-93ca-11d2-aa0d-00e098032b8c
mkdir -p "$vars"
echo 2048 >"$t/sys/class/block/sdb1/start"
printf '\6\0\0\0\1\0' >"$vars/BootCurrent-$guid"
{
	printf '\7\0\0\0'                                  # attributes of the variable
	printf '\1\0\0\0\064\0u\0s\0b\0\0\0'                # of the option, length of the path, "usb"
	printf '\1\1\6\0\0\0'                              # a PCI node
	printf '\4\1\052\0\1\0\0\0\0\010\0\0\0\0\0\0\0\4\0\0\0\0\0\0' # partition 1, start 2048, 1024 blocks
	printf '%016d\2\2\177\377\4\0' 0
} >"$vars/Boot0001-$guid"
check 1 sdb
expect_out 'system: the firmware started the system from sdb1 (Boot0001)'
echo 4096 >"$t/sys/class/block/sdb1/start"
check 0 sdb
printf '\7\0\0\0\1\0\0\0' >"$vars/Boot0001-$guid"
check 0 sdb
rm -r "$t/sys/firmware"

# Two disks with one number: it does not tell which is meant.
disk sdd 8:48 $usb
echo S-sdb >"$t/sys/class/block/sdd/device/serial"
check 1 sdb --serial S-sdb
expect_out 'serial: sdd has the same serial number'
rm -r "$t/sys/devices/$usb/block/sdd" "$t/sys/block/sdd" "$t/sys/class/block/sdd"
check 0 sdb --serial S-sdb

# What cannot be seen is a reason: 5.
echo '2 1 0:40 / /efi rw - autofs systemd-1 rw' >>"$t/proc/self/mountinfo"
check 5 sdb
expect_out 'unseen: /efi may be built on it'
run getpd --sys-root "$t" --json --check sdb
expect_rc 5
expect_out '"verdict": "not all seen"'
expect_out '"unseen": true'
valid_json getpd
again
rm "$t/dev/sdb"
check 5 sdb
expect_out 'unseen: the kernel could not be asked'
: >"$t/dev/sdb"
# The verdict is lost with the output: no status 0.
tool getpd --sys-root "$t" --check sdb >/dev/full 2>err && fail 'free, but nobody was told'
mkdir empty
run getpd --sys-root "$PWD/empty" --check sdb
[ "$rc" -ne 0 ] || fail 'free on a system without /sys'
# A file of a disk's name is not a disk: whatever follows would write to that file.
: >sda
run getpd --check ./sda
[ "$rc" -eq 3 ] || [ ! -d /sys/class/block ] || fail "status $rc: $(cat out err)"
