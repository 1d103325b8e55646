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
