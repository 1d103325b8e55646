# SPDX-License-Identifier: MIT
# Labels and UUIDs read from devices where there is no udev: real file systems of everybody's mkfs,
# and blkid as the judge.
PATH=$PATH:/usr/sbin:/sbin
t=$PWD/tree
n=0
mkdir -p "$t/dev" "$t/proc/self" "$t/sys/class/block" "$t/sys/dev/block"
: >"$t/proc/self/mountinfo"
# device SIZE: a new disk, whose name and image are then $disk and $image.
device() {
	n=$((n + 1))
	disk=sd$(printf '%s' abcdefghijklmnopqrstuvwxyz | cut -c$n)
	image=$t/dev/$disk
	truncate -s "$1" "$image"
	mkdir -p "$t/sys/devices/x/block/$disk"
	echo "8:$((n * 16))" >"$t/sys/devices/x/block/$disk/dev"
	echo 2048 >"$t/sys/devices/x/block/$disk/size"
	ln -s "../../devices/x/block/$disk" "$t/sys/class/block/$disk"
}
# found WHAT: the disk that is answered is $disk.
found() {
	run getpd --sys-root "$t" "$1"
	expect_rc 0
	expect_out "$1 -> /dev/$disk"
}
kinds=
# check KIND: label and UUID as blkid tells them.
check() {
	label=$(blkid -p -o value -s LABEL "$image" || :)
	uuid=$(blkid -p -o value -s UUID "$image" || :)
	[ -n "$label$uuid" ] || fail "blkid finds nothing on $1"
	[ -z "$label" ] || found "LABEL=$label"
	[ -z "$uuid" ] || found "UUID=$uuid"
	kinds="$kinds $1"
}
# make KIND SIZE MKFS ARG...: the program is one the group of tests installs.
make() {
	kind=$1
	device "$2"
	shift 2
	command -v "$1" >/dev/null || lacks "$1"
	"$@" "$image" >log 2>&1 </dev/null || fail "$1: $(cat log)"
	check "$kind"
}

make ext4 4M mkfs.ext4 -q -F -L 'fw data 4'
make vfat12 1M mkfs.fat -F 12 -n 'FAT TWELVE'
make vfat16 20M mkfs.fat -F 16 -n SIXTEEN
make vfat32 40M mkfs.fat -F 32 -n THIRTYTWO
make exfat 8M mkfs.exfat -L '固件盘 ex'
make ntfs 4M mkfs.ntfs -q -F -L '固件 volume of NTFS'
make ntfs4k 8M mkfs.ntfs -q -F -s 512 -c 65536 -L 'big clusters'
make swap 1M mkswap -L swappy
make f2fs 64M mkfs.f2fs -q -l '快闪 f2'
make jfs 20M mkfs.jfs -q -L journal
[ ! -e /etc/mtab ] && echo 'no nilfs2: its mkfs cannot work without /etc/mtab' || # a bare chroot
	make nilfs2 140M mkfs.nilfs2 -q -L 'log structured'
make xfs 320M mkfs.xfs -q -L xlabel
make btrfs 120M mkfs.btrfs -q -L 'butter & co'
device 1M
mkdir -p tiny
echo x >tiny/x
mkfs.erofs -U 11223344-5566-7788-99aa-bbccddeeff00 "$image" tiny >log 2>&1 || fail "$(cat log)"
check erofs

# The label is changed as Windows does it: in the folder alone.
device 20M
mkfs.fat -F 16 -n OLD "$image" >/dev/null
command -v mlabel >/dev/null || lacks mtools
MTOOLS_SKIP_CHECK=1 mlabel -i "$image" ::'NEW NAME'
printf 'STALE      ' | dd of="$image" bs=1 seek=43 conv=notrunc status=none
[ "$(blkid -p -o value -s LABEL "$image")" = 'NEW NAME' ] || fail 'blkid reads another label'
found 'LABEL=NEW NAME'
run getpd --sys-root "$t" LABEL=STALE
expect_rc 3
echo "kinds:$kinds"
