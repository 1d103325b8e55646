# SPDX-License-Identifier: MIT
# --replace-vbt through every kind of packing of the corpus, and back again: the finds of the
# beginning. UEFIExtract, where installed, reads the result as it reads the original. Half of the
# images; EFI compression is in unit.replace. $BIOSBELT_ALL=1: the large ones too, which take most of the time.
dir=$(corpus firmware) || skip "no corpus"
command -v xz >/dev/null || lacks xz

finds() { # IMAGE: kind, size and hash of what is in it
	run bytgvs --list --json "$1"
	[ "$rc" -le 1 ] || fail "$1: status $rc"
	grep -E '"(kind|size|sha256|container_sha256)":' out | sed -n '/"kind"/,$p' | grep -v '"size"'
}

count=0
large='byt-ifwi-lzma-x64.bin byt-ifwi-tiano-ia32.bin byt-bios-efistd.fd legacy-vbios.fd'
[ -n "${BIOSBELT_ALL:-}" ] || large=
for image in nested3-tiano-lzma-f86.fd crc32-guided.fd ffs3-largefile.fd cbfs-vbt-lzma.rom $large; do
	[ -f "$dir/$image.xz" ] || continue
	rm -rf x && xz -dc "$dir/$image.xz" >"$image"
	run bytgvs -q -o x "$image"
	expect_rc 0
	old=$(ls x/*_vbt-*.bin)
	# Another panel name: the length stays.
	LC_ALL=C sed 's/LFP_PanelName/BYTGVS_PANEL1/' "$old" >new.vbt
	cmp -s "$old" new.vbt && LC_ALL=C sed 's/DECOMPILATION/BYTGVS_CHANGE/' "$old" >new.vbt
	cmp -s "$old" new.vbt && fail "$image: nothing to change"
	run bytgvs --replace-vbt new.vbt --other-board "$image" -o new.bin
	expect_rc 0
	run bytgvs -q --replace-vbt "$old" new.bin -o back.bin
	expect_rc 0
	finds "$image" >a
	finds back.bin >b
	cmp a b || fail "$image: the finds are not those of the beginning"
	if [ -z "${RUNNER:-}" ] && command -v UEFIExtract >/dev/null; then
		mv "$image" before
		UEFIExtract before report >before.log 2>&1 || true
		UEFIExtract new.bin report >after.log 2>&1 || true
		cmp before.log after.log || fail "$image: UEFIExtract complains"
	fi
	rm -f "$image" new.bin back.bin
	count=$((count + 1))
done
[ "$count" -gt 0 ] || skip "no corpus"
