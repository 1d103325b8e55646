# SPDX-License-Identifier: MIT
# A damaged image: what is intact is written, the damage is told, the status says which.
helper make_sample_ifwi s.bin 256
off=$(grep -abo _FVH s.bin | head -1 | cut -d: -f1)
[ -n "$off" ] || fail "no volume in the sample"
cp s.bin wiped.bin
printf '\0\0\0\0' | dd of=wiped.bin bs=1 seek="$off" conv=notrunc 2>/dev/null
run bytgvs wiped.bin
expect_rc 0
expect_out "GOP driver 7.2.1011"
expect_out "Damage:"
expect_out "_FVH is missing"
# the end is missing in the middle of the packed part: nothing whole, so status 1
head -c $((off + 3000)) s.bin >cut.bin
run bytgvs cut.bin
expect_rc 1
expect_out "cut short"
run bytgvs --show cut.bin
expect_rc 1
expect_err "cut.bin: no VBT found in a damaged image"
tool bytgvs -q -o finds s.bin || fail "the sample"
run bytgvs --replace-vbt finds/s_vbt-VALLEYVIEW.bin cut.bin -o new.bin
expect_rc 1
expect_err "in a damaged image"
[ ! -e new.bin ] || fail "wrote a refused result"
# a swap in a damaged image tells the damage, which it does not mend
run bytgvs --replace-vbt finds/s_vbt-VALLEYVIEW.bin wiped.bin -o swapped.bin
expect_rc 0
expect_err "the image is damaged at "
expect_err "_FVH is missing"
run bytgvs --replace-vbt finds/s_vbt-VALLEYVIEW.bin s.bin -o swapped-sound.bin
expect_rc 0
case $(cat err) in *damaged*) fail "a sound image is called damaged" ;; esac
# a bare VBT without its end: listed, written only with --partial
run bytgvs s.bin
head -c 900 s_vbt-VALLEYVIEW.bin >v.vbt
run bytgvs v.vbt
expect_rc 1
expect_out "NOT WHOLE"
[ ! -e v_vbt-VALLEYVIEW.bin ] && [ ! -e v_vbt-VALLEYVIEW.bin.partial ] || fail "wrote half a VBT"
run bytgvs --partial v.vbt
expect_rc 1
[ "$(wc -c <v_vbt-VALLEYVIEW.bin.partial)" -eq 900 ] || fail "--partial wrote no part"

# A program that names a GOP driver, as this one does, is none whose head is gone.
printf '\177ELF' >program
head -c 3000 /dev/zero >>program
for c in I n t e l '(' R ')' ' ' G O P ' ' D r i v e r; do printf '%s\0' "$c"; done >>program
head -c 3000 /dev/zero >>program
run bytgvs --list program
expect_rc 3
tail -c +5 program >data # nothing says that this is a program
run bytgvs --list data
expect_rc 1
expect_out 'text of a GOP driver'

# Places that could be the start of a packed stream do not use the search up.
printf '\000\020\000\000\000\040\000\000\001\000\377' >look
i=0
while [ $i -lt 18 ]; do
	cat look look >twice && mv twice look
	i=$((i + 1))
done
run bytgvs --list look
expect_rc 3

# A file in an archive has a checksum there.
{ printf 'PK\003\004'; cat s.bin; } >s.zip
run bytgvs --list s.zip
expect_rc 0
expect_out 'zip archive, not opened'
run bytgvs --replace-vbt finds/s_vbt-VALLEYVIEW.bin s.zip -o zipped.bin
expect_rc 1
expect_err 'unpack it first'
printf 'PK\003\004 deflated' >d.zip
run bytgvs --protected d.zip
expect_rc 1
expect_err 'unpack it first'
