#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh MACHINE SRC GOBANG WORK: builds the UEFI applications and tries them in a virtual machine.
set -eu
machine=x86_64
[ "$1" = x64 ] || machine=aarch64
for program in clang lld-link mformat mcopy python3 "qemu-system-$machine"; do
	command -v "$program" >/dev/null || {
		echo "SKIP: $program is not installed"
		exit 77
	}
done
for firmware in /usr/share/ovmf/OVMF.fd /usr/share/qemu-efi-aarch64/QEMU_EFI.fd; do
	[ -f "$firmware" ] || {
		echo "SKIP: $firmware is not installed (ovmf, qemu-efi-aarch64)"
		exit 77
	}
done
rm -rf "$4"
mkdir -p "$4"
"$2/script/efi-image" "$4"
exec python3 "$2/tests/e2e/efi/boot.py" "$1" "$4/gobang.img" "$3" "$4"
