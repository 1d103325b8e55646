# SPDX-License-Identifier: MIT
# Whatever allocation fails, no run leaves out a disk, its serial number or a use of it without a word.
t=$PWD/tree
. "$SRC/tests/e2e/getpd/tree.inc"
disk sda 8:0 pci/ata1/host1
part sda sda1 8:1 1 pci/ata1/host1
part sda sda2 8:2 2 pci/ata1/host1
disk sdb 8:16 pci/usb1/1-1/host0
part sdb sdb1 8:17 1 pci/usb1/1-1/host0
mkdir -p "$t/proc/self/ns" "$t/proc/7/ns" "$t/etc"
echo '1 0 8:1 / / rw - ext4 /dev/sda1 rw' >"$t/proc/self/mountinfo"
echo '1 0 8:17 / /data rw - ext4 /dev/sdb1 rw' >"$t/proc/7/mountinfo"
ln -s 'mnt:[1]' "$t/proc/self/ns/mnt"
ln -s 'mnt:[2]' "$t/proc/7/ns/mnt"
echo '/dev/sdb1 /boot ext4 defaults 0 0' >"$t/etc/fstab"
survives 1 getpd --sys-root "$t" --json /dev/sda2
survives 3 getpd --sys-root "$t" --all
# In use by another container and by fstab, or by the latter alone: never free.
survives 1 getpd --sys-root "$t" --check sdb
rm -r "$t/proc/7"
survives 1 getpd --sys-root "$t" --check sdb
rm "$t/etc/fstab"
echo S-sda >"$t/sys/block/sdb/device/serial"
survives 1 getpd --sys-root "$t" --check sdb --serial S-sda
# What else speaks against a disk: a swap, a RAID member that udev knows, a mapping, an export, each alone.
t=$PWD/other
disk sdb 8:16 pci/usb1/1-1/host0
part sdb sdb1 8:17 1 pci/usb1/1-1/host0
mkdir -p "$t/proc/self" "$t/run/udev/data"
echo '1 0 8:1 / / rw - ext4 /dev/sda1 rw' >"$t/proc/self/mountinfo"
printf 'Filename\tType\n/dev/sdb1 partition 1 0 -2\n' >"$t/proc/swaps"
survives 1 getpd --sys-root "$t" --check sdb
rm "$t/proc/swaps"
echo E:ID_FS_TYPE=LVM2_member >"$t/run/udev/data/b8:17"
survives 1 getpd --sys-root "$t" --check sdb
rm "$t/run/udev/data/b8:17"
mkdir -p "$t/proc/77/fd"
echo cat >"$t/proc/77/comm"
echo '7f3a1000-7f3a5000 rw-s 00000000 00:06 412                    /dev/sdb1' >"$t/proc/77/maps"
survives 1 getpd --sys-root "$t" --check sdb
rm -r "$t/proc/77"
e=$t/sys/kernel/config/nvmet/subsystems/a/namespaces/1
mkdir -p "$e"
echo /dev/sdb >"$e/device_path"
survives 1 getpd --sys-root "$t" --check sdb
rm -r "$t/sys/kernel"

# torn LAST ARGUMENT...: where the system breaks off a list at the first name, the second and so on, a run fails,
# or its answer is the whole one.
torn() {
	last=$1
	shift
	want=0
	"$BIN/getpd" "$@" >want 2>err || want=$?
	n=0
	while [ $((n += 1)) -le "$last" ]; do
		rc=0
		FAIL_NAME=$n LD_PRELOAD=$BIN/../tests/fail_alloc.so "$BIN/getpd" "$@" >out 2>err || rc=$?
		[ $rc -eq $want ] && cmp -s out want || { { [ $rc -eq 1 ] || [ $rc -eq 5 ]; } && grep -q 'cannot read' out err; } ||
			fail "$*: name $n: status $rc, $(cat out err)"
	done
}
mkdir "$t/proc/77" "$t/proc/77/fd"
echo cat >"$t/proc/77/comm"
echo '7f3a1000-7f3a5000 rw-s 00000000 00:06 412                    /dev/sdb1' >"$t/proc/77/maps"
torn 20 --sys-root "$t" --check sdb
torn 30 --sys-root "$PWD/tree" --all
torn 30 --sys-root "$PWD/tree" --check sdb --serial S-sda
# A file that cannot be read: a process's mappings, an export, fstab, each what alone speaks against a disk.
unread() {
	! FAIL_READ=$1 LD_PRELOAD=$BIN/../tests/fail_alloc.so "$BIN/getpd" --sys-root "$t" --check sdb >out 2>err ||
		fail "without $1: $(cat out err)"
	grep -q unseen out || grep -q 'cannot read' err || fail "without $1: $(cat out err)"
}
unread /77/maps
rm -r "$t/proc/77"
mkdir -p "$e"
echo /dev/sdb >"$e/device_path"
unread device_path
rm -r "$t/sys/kernel"
mkdir -p "$t/etc"
echo '/dev/sdb1 /boot ext4 defaults 0 0' >"$t/etc/fstab"
unread /etc/fstab
# Without what its folder in /sys says a disk is not free, whole, fixed or of unknown size, whatever is asked after.
disk sdc 8:32 pci/usb1/1-2/host1
echo '/dev/sdc / ext4 defaults 0 0' >"$t/etc/fstab"
for a in sdb/ro sdb/removable sdb/sdb1/ro; do
	echo 0 >"$t/sys/block/$a"
done
for a in sdb/dev sdb/size sdb/removable sdb/ro sdb/holders sdb/slaves sdb/device/serial sdb1/partition sdb1/ro sdb1/holders; do
	unread "/$a"
done
run 0 getpd --sys-root "$t" /dev/sdb1
for a in sdb1/partition sdb1/size sdb/size sdb/slaves sdb/device/serial; do
	rc=0
	FAIL_READ=/$a LD_PRELOAD=$BIN/../tests/fail_alloc.so "$BIN/getpd" --sys-root "$t" /dev/sdb1 >out 2>err || rc=$?
	[ $rc -eq 1 ] && grep -q "cannot read .*/$a" err || fail "without $a: status $rc, $(cat out err)"
done
# A model's name decides nothing, nor does another disk; one that may be the disk that is asked for does.
for a in sdb sdc; do
	echo Stick >"$t/sys/block/$a/device/model"
	echo "PARTUUID=p-$a" >"$t/sys/block/$a/uevent"
done
for a in sdb/device/model sdc/uevent sdc/device/serial; do
	FAIL_READ=/$a LD_PRELOAD=$BIN/../tests/fail_alloc.so "$BIN/getpd" --sys-root "$t" PARTUUID=p-sdb >out 2>err ||
		fail "without $a: $(cat out err)"
done
rc=0
FAIL_READ=sdc/uevent LD_PRELOAD=$BIN/../tests/fail_alloc.so "$BIN/getpd" --sys-root "$t" PARTUUID=p-sdc >out 2>err || rc=$?
[ $rc -eq 1 ] && grep -q 'cannot read .*/sdc/uevent' err || fail "hidden: status $rc, $(cat out err)"
