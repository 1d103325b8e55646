# SPDX-License-Identifier: MIT
# --check of what shares its blocks with something else, and of uses that leave no claim on the device.
t=$PWD/tree
. "$SRC/tests/e2e/getpd/tree.inc"
usb=pci/usb1/1-1/host0
disk sda 8:0 pci/ata1/host1
part sda sda1 8:1 1 pci/ata1/host1
part sda sda3 8:3 3 pci/ata1/host1
disk sdb 8:16 $usb
for n in 1 2 5 6; do part sdb sdb$n 8:$((16 + n)) $n $usb; done
at() { # at PARTITION START SIZE
	echo "$2" >"$t/sys/class/block/$1/start"
	echo "$3" >"$t/sys/class/block/$1/size"
}
at sdb1 100 100
at sdb2 200 2 # an extended one: the kernel shows no more of it
at sdb5 300 100
at sdb6 500 100
mkdir -p "$t/proc/self"
mounts='1 0 8:1 / / rw - ext4 /dev/sda1 rw'
again() { echo "$mounts" >"$t/proc/self/mountinfo"; }
again
check() {
	status=$1
	shift
	run getpd --sys-root "$t" --check "$@"
	expect_rc "$status"
}

# The extended partition holds the chain that leads to the logical ones.
check 0 sdb2
echo '2 1 8:22 / /m rw - vfat /dev/sdb6 rw' >>"$t/proc/self/mountinfo"
check 1 sdb2
expect_out 'mounted: mounted at /m'
check 0 sdb1
check 0 sdb5
# Two tables that tell of the same blocks.
at sdb1 100 450
check 1 sdb1
at sdb1 100 400
check 0 sdb1
at sdb1 100 100
again

# Another path to the same disk, without multipath: what is mounted by one is on the other too.
disk sdc 8:32 $usb
for n in 1 5; do
	part sdc sdc$n 8:$((32 + n)) $n $usb
done
at sdc1 100 100
at sdc5 300 100
echo naa.5000 >"$t/sys/class/block/sdb/device/wwid"
echo naa.5000 >"$t/sys/class/block/sdc/device/wwid"
check 0 sdb1
echo '2 1 8:33 / /m rw - vfat /dev/sdc1 rw' >>"$t/proc/self/mountinfo"
check 1 sdb1
expect_out 'mounted: mounted at /m'
check 1 sdb
expect_out 'mounted: mounted at /m'
check 0 sdb5
again
mkdir -p "$t/sys/fs/ext4/sdc5" # mounted out of sight
check 1 sdb
expect_out 'claimed: /dev/sdc5: '
rm -r "$t/sys/fs" "$t/sys/class/block/sdc" "$t/sys/block/sdc" "$t/sys/class/block/sdb/device/wwid"

# A loop on a device claims nothing of it: writing to the loop is writing to the device.
loop() { # loop NUMBER FILE
	disk "loop$1" "7:$1" virtual
	rm -r "$t/sys/class/block/loop$1/device"
	mkdir -p "$t/sys/class/block/loop$1/loop"
	printf '%s\n' "$2" >"$t/sys/class/block/loop$1/loop/backing_file"
}
loop 1 /dev/sdb
check 0 loop1
expect_out "fingerprint: --serial='S-sdb'"
check 1 loop1 --serial S-sda
echo '2 1 8:17 / /m rw - vfat /dev/sdb1 rw' >>"$t/proc/self/mountinfo"
check 1 loop1
expect_out 'mounted: mounted at /m'
again
loop 1 /dev/sda3
check 1 loop1
expect_out 'internal: an internal disk (ata)'
loop 1 /dev/sdb5
loop 2 /dev/loop1
check 0 loop2
rm "$t/dev/sdb5"
check 5 loop2
: >"$t/dev/sdb5"

# Two loops of one file. The name of the file has blanks at its end.
loop 1 '/home/the image '
loop 2 '/home/the image'
check 0 loop1
loop 2 '/home/the image '
check 1 loop1
expect_out 'held: loop2 uses the same file'
rm -r "$t/sys/class/block/loop2" "$t/sys/block/loop2"
check 0 loop1

# A loop on a loop on a file that is on no disk.
echo '2 1 0:50 / /home rw - tmpfs tmpfs rw' >>"$t/proc/self/mountinfo"
loop 2 /dev/loop1
check 1 loop1
expect_out 'held: /dev/loop2 (loop) is built on it'
check 0 loop2
mkdir -p "$t/etc"
echo '/dev/loop2 /boot/efi vfat noauto 0 0' >"$t/etc/fstab"
check 1 loop2
expect_out 'system: /etc/fstab has it as /boot/efi'
rm -r "$t/etc"
rm -r "$t/sys/class/block/loop2" "$t/sys/block/loop2"
again

# Who uses the whole disk uses its partitions.
mkdir -p "$t/proc/77/fd"
ln -s /dev/sdb "$t/proc/77/fd/3"
check 1 sdb5
expect_out 'open: process 77'
rm -r "$t/proc/77"
mkdir -p "$t/run/udev/data"
echo E:ID_FS_TYPE=isw_raid_member >"$t/run/udev/data/b8:16"
check 1 sdb5
expect_out 'member: sdb holds isw_raid_member'
rm -r "$t/run"

# Volumes, arrays and the like are refused on internal disks too, until one is named.
disk dm-0 253:0 virtual
mkdir -p "$t/sys/class/block/dm-0/dm" "$t/sys/class/block/dm-0/slaves"
echo LVM-x >"$t/sys/class/block/dm-0/dm/uuid"
ln -s ../x "$t/sys/class/block/dm-0/slaves/sda3"
check 1 dm-0
expect_out 'internal: it is on an internal disk, sda (ata)'
expect_out "fingerprint: --serial='S-sda'"
check 0 dm-0 --serial S-sda
check 1 dm-0 --serial S-sdb
rm "$t/sys/class/block/dm-0/slaves/sda3"
ln -s ../x "$t/sys/class/block/dm-0/slaves/sdb1"
check 0 dm-0
rm -r "$t/sys/class/block/dm-0" "$t/sys/block/dm-0"

# A thread with files of its own; one that has outlived the first.
mkdir -p "$t/proc/77/fd" "$t/proc/77/task/77/fd" "$t/proc/77/task/78/fd"
echo server >"$t/proc/77/comm"
check 0 sdb
ln -s /dev/sdb5 "$t/proc/77/task/78/fd/4"
check 1 sdb
expect_out 'open: process 77 (server) has it open'
rm -r "$t/proc/77"

# Served to others by the kernel itself.
served() { # served FOLDER FILE: there and then not
	mkdir -p "$t/sys/kernel/config/$1"
	echo /dev/sdb1 >"$t/sys/kernel/config/$1/$2"
	check 1 sdb
	expect_out "held: it is served to others: /sys/kernel/config/$1/$2"
	check 0 sdb5
	echo 0 >"$t/sys/kernel/config/$1/enable"
	check 0 sdb
}
served nvmet/subsystems/one/namespaces/1 device_path
served usb_gadget/g1/functions/mass_storage.0/lun.0 file
served target/core/fileio_0/disk udev_path

# Mounted in another namespace, also where the kernel has no folder for the file system.
mkdir -p "$t/proc/self/ns" "$t/proc/90/ns"
ln -s 'mnt:[1]' "$t/proc/self/ns/mnt"
ln -s 'mnt:[2]' "$t/proc/90/ns/mnt"
echo '7 1 8:21 / /inside rw - vfat /dev/sdb5 rw' >"$t/proc/90/mountinfo"
check 1 sdb
expect_out 'claimed: /dev/sdb5: mounted out of sight, in another mount namespace'
run getpd --sys-root "$t" --all
grep -q '^/dev/sdb5  *(in use)' out || fail "$(cat out)"
echo '7 1 8:99 / /inside rw - xfs /dev/x rw,logdev=/dev/sdb6' >"$t/proc/90/mountinfo"
check 1 sdb6
check 0 sdb5
rm -r "$t/proc/90"

# Folders that somebody hides.
mv "$t/sys/block" "$t/sys/hidden"
check 5 sdb
expect_out 'unseen: /sys/block does not show sdb'
mv "$t/sys/hidden" "$t/sys/block"
mv "$t/sys/dev" "$t/sys/hidden"
echo '2 1 8:17 / /m rw - vfat /dev/odd rw' >>"$t/proc/self/mountinfo"
check 1 sdb
expect_out 'mounted: mounted at /m'
again
mv "$t/sys/hidden" "$t/sys/dev"

# A list with an unreadable part is not reported as complete.
printf 'Filename Type Size Used Priority\nwhat is this\n' >"$t/proc/swaps"
check 5 sdb
expect_out 'unseen: /proc/swaps may be built on it: 1 of its lines cannot be read'
run getpd --sys-root "$t" --all
expect_rc 5
expect_out '/proc/swaps'
rm "$t/proc/swaps"

# The kernel does not report what is below these: no disk, and not complete.
for name in zd0 ublkb0 bcache0; do
	disk $name 230:0 virtual
	echo "5 1 230:0 / /v rw - ext4 /dev/$name rw" >>"$t/proc/self/mountinfo"
	run getpd --sys-root "$t" /v
	expect_rc 5
	expect_out '/v -> unknown: '
	rm -r "$t/sys/class/block/$name" "$t/sys/block/$name"
	again
done
# Flash without a block device; memory that is moved to a disk.
echo '5 1 31:2 / /v rw - jffs2 /dev/mtdblock2 rw' >>"$t/proc/self/mountinfo"
run getpd --sys-root "$t" /v
expect_rc 0
expect_out '/v -> /dev/mtd2'
again
disk zram0 252:0 virtual
echo /dev/sdb5 >"$t/sys/class/block/zram0/backing_dev"
echo '/dev/zram0 partition 1 0 -2' >"$t/proc/swaps"
check 1 sdb
expect_out 'swap: the system swaps to /dev/zram0'
