# SPDX-License-Identifier: MIT
# Layouts with known answers, then random ones.
key=00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff
disks_of() { getpd --json "$1" | sed -n '/"disks"/,/\]/s/^ *"name": "\(.*\)",$/\1/p' | sort -u | tr '\n' ' ' | sed 's/ $//'; }
# peer_disks PATH: findmnt tells the device, lsblk its disks.
peer_disks() {
	_src=$(findmnt -n -o SOURCE -T "$1" | sed 's/\[.*//')
	lsblk -s -n -l -o NAME,TYPE "$_src" 2>/dev/null | sed -n 's/ *disk$//p' | sort -u | tr '\n' ' ' | sed 's/ $//'
}
asked=0
peer_right=0
# expect_disks NAME PATH DISKS: also as nobody.
expect_disks() {
	is "disk.$1" "$(disks_of "$2")" "$3"
	asked=$((asked + 1))
	_peer=$(peer_disks "$2")
	if [ "$_peer" = "$3" ]; then
		peer_right=$((peer_right + 1))
	else
		echo "INFO findmnt and lsblk at $1: '$_peer' instead of '$3'"
	fi
	if [ "$1" = ext ] || [ "$1" = btrfs ] || [ "$1" = crypt ]; then
		is "disk.$1.nobody" "$(su nobody -s /bin/sh -c "getpd --json $2" | sed -n '/"disks"/,/\]/s/^ *"name": "\(.*\)",$/\1/p' |
			sort -u | tr '\n' ' ' | sed 's/ $//')" "$3"
	fi
}

# expect_status NAME PATH STATUS
expect_status() {
	getpd "$2" >/dev/null 2>&1
	is "disk.$1.status" $? "$3"
}
# serial_of DISK: as getpd's fingerprint has it; the order of the names is by chance.
serial_of() { getpd --check "$1" 2>/dev/null | sed -n "s/^fingerprint: --serial='\\(.*\\)' .*/\\1/p"; }
# expect_used NAME DISKS: none of them is free to be overwritten.
expect_used() {
	for _d in $2; do
		getpd --check "$_d" --serial "$(serial_of "$_d")" >/tmp/used 2>&1
		_rc=$?
		[ $_rc -eq 1 ] && grep -q 'mounted: ' /tmp/used || {
			bad "disk.$1.used" "$_d: status $_rc, $(tr '\n' ' ' </tmp/used)"
			return
		}
	done
	ok "disk.$1.used"
}

for d in sdb sdc sdd sde sdf sdg; do
	printf 'label: gpt\nsize=180M\nsize=64M\nsize=64M\n' | sfdisk -q /dev/$d
done
printf 'label: gpt\nsize=100M,name=one\nsize=200M,name="two words"\n' | sfdisk -q /dev/vda
printf 'label: gpt\nsize=10M\nsize=10M\nsize=200M\n' | sfdisk -q /dev/nvme0n1
until_true 5 '[ -e /dev/sdg3 ]'

mkdir -p /mnt/ext /mnt/lvm /mnt/crypt /mnt/bt /mnt/btsub /mnt/bind /mnt/ov /mnt/loop /mnt/z
uuid=01234567-89ab-cdef-0123-456789abcdef
mkfs.ext4 -q -F -L 'fw data' -U $uuid /dev/vda1 && mount -t ext4 /dev/vda1 /mnt/ext
expect_disks ext /mnt/ext vda
is disk.raw "$(getpd --raw /mnt/ext | head -n 1)" "7 9 1"
is disk.serial "$(getpd --json /mnt/ext | sed -n 's/^ *"serial": "\(.*\)",$/\1/p' | head -n 1)" DISK0
is disk.partlabel "$(disks_of 'PARTLABEL=one')" vda
is disk.numbers "$(disks_of "$(cat /sys/class/block/vda1/dev)")" vda
is disk.label "$(disks_of 'LABEL=fw data')" vda
is disk.uuid "$(disks_of UUID=$uuid)" vda
su nobody -s /bin/sh -c 'getpd LABEL=other' 2>/dev/null
is disk.label.nobody $? 4
getpd LABEL=other 2>/dev/null
is disk.label.absent $? 3
mkdir -p /run/lvm
{
	lvm pvcreate -q -y /dev/vdb /dev/sda
	lvm vgcreate -q vg /dev/vdb /dev/sda
	lvm lvcreate -q -y -Zn -Wn -i 2 -L 100M -n lv vg
	lvm vgscan --mknodes
} >/tmp/lvm.log 2>&1 || echo "INFO lvm: $(tail -n 2 /tmp/lvm.log | tr '\n' ' ')"
mkfs.ext4 -q -F /dev/mapper/vg-lv && mount -t ext4 /dev/mapper/vg-lv /mnt/lvm
expect_disks lvm /mnt/lvm "sda vdb"
mdadm -q --create /dev/md0 --run --assume-clean --metadata=1.2 --level=1 --raid-devices=2 /dev/sdb1 /dev/sdc1 2>/dev/null
echo -n secret | cryptsetup luksFormat -q --pbkdf pbkdf2 --pbkdf-force-iterations 1000 --type luks2 /dev/md0 -
is disk.uuid.luks "$(disks_of "UUID=$(cryptsetup luksUUID /dev/md0)")" "sdb sdc"
echo -n secret | cryptsetup open /dev/md0 secure -d -
dmsetup mknodes
mkfs.ext4 -q -F /dev/mapper/secure && mount -t ext4 /dev/mapper/secure /mnt/crypt
expect_disks crypt /mnt/crypt "sdb sdc"
mkfs.btrfs -q -f -L pool /dev/nvme0n1p3 /dev/vda2 >/dev/null 2>&1
is disk.label.btrfs "$(disks_of LABEL=pool)" "nvme0n1 vda"
 btrfs device scan >/dev/null && mount -t btrfs /dev/nvme0n1p3 /mnt/bt
expect_disks btrfs /mnt/bt "nvme0n1 vda"
btrfs subvolume create /mnt/bt/sub >/dev/null && mount -t btrfs -o subvol=sub /dev/nvme0n1p3 /mnt/btsub
expect_disks subvolume /mnt/btsub "nvme0n1 vda"
mkdir -p "/mnt/ext/deep folder" && mount --bind "/mnt/ext/deep folder" /mnt/bind
expect_disks bind /mnt/bind vda
mkdir -p /mnt/lvm/low /mnt/ext/up /mnt/ext/work
mount -t overlay ov -o lowerdir=/mnt/lvm/low,upperdir=/mnt/ext/up,workdir=/mnt/ext/work /mnt/ov
expect_disks overlay /mnt/ov "sda vda vdb"
mkdir -p /mnt/lvm/self /mnt/ext/up2 /mnt/ext/work2
mount -t overlay ov2 -o lowerdir=/mnt/lvm/self,upperdir=/mnt/ext/up2,workdir=/mnt/ext/work2 /mnt/lvm/self
expect_disks overlay.self /mnt/lvm/self "sda vda vdb"
umount /mnt/lvm/self
truncate -s 20M /mnt/crypt/image && mkfs.ext4 -q -F /mnt/crypt/image && mount -o loop -t ext4 /mnt/crypt/image /mnt/loop
expect_disks loop /mnt/loop "sdb sdc"
echo 32M >/sys/block/zram0/disksize && mkfs.ext4 -q -F /dev/zram0 && mount -t ext4 /dev/zram0 /mnt/z
expect_disks zram /mnt/z zram0
echo "INFO findmnt and lsblk are right at $peer_right of $asked layouts"
mkswap /dev/sdh >/dev/null && swapon /dev/sdh
is disk.swap "$(getpd --disk sdh | cut -d, -f1)" "/dev/sdh  swap  /dev/sdh"
swapoff /dev/sdh
is disk.unused "$(getpd --disk sdh | cut -d, -f1)" "/dev/sdh  (not mounted)  swap  /dev/sdh"
is disk.unused.parts "$(getpd --disk sdg --raw | sed 's/.* //' | tr '\n' ' ')" "/dev/sdg1 /dev/sdg2 /dev/sdg3 "

# An LVM RAID's health: told to root, a warning for others.
raid='0 65536 raid raid1 3 0 region_size 1024 2'
dmsetup create r1 -u LVM-r1 --table "$raid - /dev/sdf2 - /dev/sdg2" && dmsetup mknodes
getpd /dev/mapper/r1 >/tmp/raid 2>&1
is disk.dm_raid $? 0
dmsetup remove r1
dmsetup create r1 -u LVM-r1 --table "$raid - /dev/sdf2 - -" && dmsetup mknodes
getpd /dev/mapper/r1 >/tmp/raid 2>&1
rc=$?
echo "INFO dm-raid: $(dmsetup status r1)"
is disk.dm_raid.degraded "$rc" 5
grep -q 'sdf' /tmp/raid && ok disk.dm_raid.answer || bad disk.dm_raid.answer "$(cat /tmp/raid)"
dmsetup remove r1
getpd /proc 2>/dev/null
is disk.proc $? 3
getpd /mnt/nothing 2>/dev/null
is disk.absent $? 3
getpd c: 2>/dev/null
is disk.no_drive $? 3

mdadm -q /dev/md0 --fail /dev/sdc1 2>/dev/null
mdadm -q /dev/md0 --remove /dev/sdc1 2>/dev/null
getpd /mnt/crypt >/tmp/degraded 2>/dev/null
is disk.degraded $? 5
grep -q /dev/sdb /tmp/degraded && ok disk.degraded.answer || bad disk.degraded.answer "$(cat /tmp/degraded)"
is disk.reverse "$(getpd --disk sda --raw | sed 's/.* //' | sort -u | tr '\n' ' ')" "/mnt/lvm /mnt/ov "
umount /mnt/loop
umount /mnt/crypt
cryptsetup close secure
mdadm -q --stop /dev/md0
asked=0
peer_right=0
. /stacks.sh
echo "INFO findmnt and lsblk are right at $peer_right of $asked random stacks"
is disk.stacks "$asked" 20

# --check, with the kernel's own word: swap, a mount in another namespace, a process, nothing at all.
serial=$(serial_of sdh)
is disk.serial_of "${serial%?}" SCSI
mkswap /dev/sdh >/dev/null && swapon /dev/sdh
getpd --check sdh --serial "$serial" >/tmp/check
is disk.check.swap "$? $(grep -c 'swap: \|claimed: ' /tmp/check)" '1 2'
swapoff /dev/sdh
mkfs.ext4 -q -F /dev/sdh
mkdir -p /mnt/ns
unshare -m sh -c 'mount -t ext4 /dev/sdh /mnt/ns && touch /tmp/ns.ready; exec sleep 1000' &
ns=$!
until_true 10 '[ -e /tmp/ns.ready ]'
getpd --check sdh --serial "$serial" >/tmp/check
is disk.check.namespace "$? $(grep -c 'claimed: ' /tmp/check)" '1 2'
kill $ns
until_true 5 '! [ -e /sys/fs/ext4/sdh ]'
sleep 1000 </dev/sdh &
reader=$!
getpd --check sdh --serial "$serial" >/tmp/check
is disk.check.open "$? $(grep -c 'open: process' /tmp/check)" '1 1'
kill $reader
wait $reader 2>/dev/null
mknod /tmp/another-name b $(tr : ' ' </sys/class/block/sdh/dev)
sleep 1000 </tmp/another-name &
reader=$!
getpd --check sdh --serial "$serial" >/tmp/check
is disk.check.open.other_node "$? $(grep -c 'open: process' /tmp/check)" '1 1'
kill $reader
wait $reader 2>/dev/null
modprobe sg
for class in scsi_generic bsg; do
	for node in /sys/class/$class/*; do
		[ ! -e "$node/device/block/sdh" ] || numbers=$(tr : ' ' <"$node/dev")
	done
	rm /tmp/another-name
	# shellcheck disable=SC2086 # two numbers
	mknod /tmp/another-name c $numbers
	sleep 1000 <>/tmp/another-name &
	reader=$!
	getpd --check sdh --serial "$serial" >/tmp/check
	is disk.check.open.$class "$? $(grep -c 'open: process' /tmp/check)" '1 1'
	kill $reader
	wait $reader 2>/dev/null
done
getpd --check sdh --serial "$serial" >/tmp/check
is disk.check.free "$? $(grep -c ': free, ' /tmp/check)" '0 1'
grep ': free, ' /tmp/check >/dev/null || echo "INFO check: $(tr '\n' ' ' </tmp/check)"
getpd --check sdh >/tmp/check
is disk.check.internal "$?" 1
su nobody -s /bin/sh -c "getpd --check sdh --serial $serial" >/tmp/check 2>&1
is disk.check.nobody "$?" 5

# A disk is pulled below something mounted: the others are still told, and the lost one by name.
pull() {
	echo 1 >"/sys/block/$1/device/delete"
	until_true 5 "! [ -e /sys/class/block/$1 ]"
}
mkdir -p /mnt/p1 /mnt/p2 /mnt/p3
mdadm -q --create /dev/md7 --run --assume-clean --metadata=1.2 --level=1 --raid-devices=2 /dev/sdb2 /dev/sdc2 2>/dev/null
mkfs.ext4 -q -F /dev/md7 && mount -t ext4 /dev/md7 /mnt/p1
printf '0 65536 linear /dev/sdd2 0\n65536 65536 linear /dev/sde2 0\n' | dmsetup create lin -u LVM-lin
dmsetup mknodes
mkfs.ext4 -q -F /dev/mapper/lin && mount -t ext4 /dev/mapper/lin /mnt/p2
mkfs.btrfs -q -f -m raid1 -d raid1 /dev/sdf1 /dev/sdg1 >/dev/null 2>&1
btrfs device scan >/dev/null && mount -t btrfs /dev/sdf1 /mnt/p3
pull sdc
pull sde
pull sdg
for p in 'p1 sdb' 'p2 sdd' 'p3 sdf'; do
	set -- $p
	is "disk.pulled.$1" "$(disks_of /mnt/$1)" "$2"
	getpd --all >/tmp/all 2>&1
	is "disk.pulled.$1.all" "$(grep -c "^/mnt/$1 .*/dev/$2" /tmp/all)" 1
done
expect_status pulled.linear /mnt/p2 5
expect_status pulled.btrfs /mnt/p3 5
getpd /mnt/p2 >/tmp/p2 2>/dev/null
is disk.pulled.name "$(grep -c 'sde2, gone' /tmp/p2)" 1
mkfs.ext4 -q -F /dev/sdh && mount -t ext4 /dev/sdh /mnt/ns
pull sdh
getpd /mnt/ns >/tmp/gone 2>/dev/null
is disk.pulled.whole "$? $(grep -c 'sdh, gone' /tmp/gone)" '5 1'
