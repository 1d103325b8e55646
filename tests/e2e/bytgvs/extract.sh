# SPDX-License-Identifier: MIT
# The main job: one command, three calls, the right files in the current folder.
helper make_sample_ifwi IFWI_2013_10_01 512
run bytgvs IFWI_2013_10_01
expect_rc 0
expect_out "GOP driver 7.2.1011, x64"
expect_out "VBT VALLEYVIEW, BDB 191"
expect_out "bios/volume@"
expect_out "(IntelGopVbt)/raw"
[ -s IFWI_2013_10_01_gop-7.2.1011-x64.efi ] || fail "no driver written"
[ "$(wc -c <IFWI_2013_10_01_vbt-VALLEYVIEW.bin)" -eq 4096 ] || fail "VBT is not as stored"
sum=$(sha256sum <IFWI_2013_10_01_gop-7.2.1011-x64.efi | cut -c1-64)
expect_out "$sum"

# the same bytes are there already: done, not an error
run bytgvs IFWI_2013_10_01
expect_rc 0
# other bytes are not written over without --force
echo other >IFWI_2013_10_01_vbt-VALLEYVIEW.bin
run bytgvs IFWI_2013_10_01
expect_rc 1
expect_err "IFWI_2013_10_01_vbt-VALLEYVIEW.bin"
[ "$(cat IFWI_2013_10_01_vbt-VALLEYVIEW.bin)" = other ] || fail "wrote over a file"
run bytgvs --force --trim IFWI_2013_10_01
expect_rc 0
[ "$(wc -c <IFWI_2013_10_01_vbt-VALLEYVIEW.bin)" -lt 4096 ] || fail "--trim left the padding"

# --list writes nothing; -o makes its folder; '-' is standard input
mkdir list && cp IFWI_2013_10_01 list/x.bin
(cd list && run bytgvs --list x.bin && expect_rc 0)
[ "$(ls list | grep -vc -e '^x.bin$' -e '^out$' -e '^err$')" -eq 0 ] || fail "--list wrote files"
run bytgvs -o new/folder IFWI_2013_10_01
expect_rc 0
[ -s new/folder/IFWI_2013_10_01_gop-7.2.1011-x64.efi ] || fail "-o wrote nothing"
run bytgvs -q -o quiet IFWI_2013_10_01
expect_rc 0
[ ! -s out ] && [ -s quiet/IFWI_2013_10_01_gop-7.2.1011-x64.efi ] || fail "-q is not quiet: $(cat out)"
tool bytgvs --list - <IFWI_2013_10_01 >out || fail "standard input"
expect_out "VBT VALLEYVIEW"
run bytgvs --list - -
expect_rc 2
expect_err 'only once'

# several runs that write the same files at once: they agree
for i in 1 2 3 4 5 6 7 8; do
	{
		one=0
		tool bytgvs -o together IFWI_2013_10_01 >/dev/null 2>&1 || one=$?
		echo "$one" >"status$i"
	} &
done
wait
[ "$(cat status? | sort -u)" = 0 ] || fail "writing the same at once: $(cat status?)"

# what is required and what is not there
run bytgvs --list --require gop,vbt IFWI_2013_10_01
expect_rc 0
run bytgvs --list --require vbios IFWI_2013_10_01
expect_rc 3
run bytgvs --list --require floppy IFWI_2013_10_01
expect_rc 2
printf 'nothing of the kind' >empty.bin
run bytgvs empty.bin
expect_rc 3
run bytgvs missing.bin
expect_rc 1
run bytgvs
expect_rc 2
