#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh PROGRAMS WORK: builds an initramfs from Debian's kernel package and this machine's tools,
# boots it under emulation and prints what the guest found. BIOSBELT_VM_CACHE keeps the package.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bin=$1
work=$2
PATH=/usr/sbin:/usr/bin:/sbin:/bin:$PATH # the system's own Python has the packaged modules
export PATH

# shellcheck source=tests/lacks.sh
. "$here/../../lacks.sh"
for tool in qemu-system-x86_64 busybox cpio python3 lvm mdadm cryptsetup mkfs.btrfs mkfs.ext4 \
	dmsetup sfdisk losetup lsblk findmnt depmod dpkg-deb; do
	command -v $tool >/dev/null || lacks $tool
done

python3 -c 'import serial' 2>/dev/null || lacks python3-serial
[ -n "$(printf '#include <libserialport.h>' | cc -E - 2>/dev/null)" ] || lacks libserialport-dev

rm -rf "$work"
mkdir -p "$work"
cache=${BIOSBELT_VM_CACHE:-$work/cache}
mkdir -p "$cache"
package=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: \(linux-image-[^ ]*\)/\1/p' | head -n 1)
set -- "$cache/$package"_*.deb
if [ ! -f "$1" ]; then
	(cd "$cache" && apt-get download -q "$package" >/dev/null 2>&1) ||
		lacks "the kernel package $package"
	set -- "$cache/$package"_*.deb
fi
dpkg-deb -x "$1" "$work/kernel"
python3 "$here/image.py" "$work" "$bin" "$here"
rm -rf "$work/root" "$work/kernel"
exec python3 "$here/boot.py" "$work"
