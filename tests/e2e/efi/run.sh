#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh MACHINE APPLICATION SRC PROGRAM WORK: builds the UEFI applications and tries one of them in a
# virtual machine against the program of the same core.
set -eu
# shellcheck source=tests/lacks.sh
. "$3/tests/lacks.sh"
machine=x86_64
[ "$1" = x64 ] || machine=aarch64
for program in clang lld-link mformat mcopy python3 "qemu-system-$machine"; do
	command -v "$program" >/dev/null || lacks "$program"
done
for firmware in /usr/share/ovmf/OVMF.fd /usr/share/qemu-efi-aarch64/QEMU_EFI.fd; do
	[ -f "$firmware" ] || lacks "$firmware (ovmf, qemu-efi-aarch64)"
done
rm -rf "$5"
mkdir -p "$5"
"$3/script/efi-image" "$5"
exec python3 "$3/tests/e2e/efi/boot.py" "$1" "$2" "$4" "$5"
