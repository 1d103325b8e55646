# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
about='ports and stacked disks in one boot of a virtual machine; UEFI applications under OVMF'
# The kernel is taken apart, not installed; the others make the disks inside the machine.
packages='qemu-system-x86 busybox-static cpio python3 kmod lvm2 mdadm cryptsetup-bin btrfs-progs e2fsprogs
	dmsetup fdisk util-linux libserialport-dev python3-serial
	ovmf qemu-efi-aarch64 qemu-system-arm clang lld mtools'
label=vm

prepare() {
	PATH=$PATH:/usr/sbin:/sbin
	export PATH
}
