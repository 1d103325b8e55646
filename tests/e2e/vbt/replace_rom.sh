# SPDX-License-Identifier: MIT
# --replace-vbt inside a video BIOS: sum redone, round trip exact, never in place, refusals.
data=$SRC/tests/data/fuzz
cp "$data/optrom/legacy.rom" old.rom

run bytgvs -q -o finds old.rom
expect_rc 0
cp finds/old_vbt-VALLEYVIEW.bin old.vbt
# The same table with another panel name: same length, sum wrong on purpose.
sed 's/SAMPLE/OTHER1/' old.vbt >new.vbt
cmp -s old.vbt new.vbt && fail "nothing changed"

run bytgvs --replace-vbt new.vbt old.rom -o new.rom
expect_rc 1
expect_err 'checksum is bad'
expect_err '--other-board'
[ ! -e new.rom ] || fail 'a refused result was written'
run bytgvs --replace-vbt new.vbt --other-board old.rom -o new.rom
expect_rc 0
expect_out 'sum of the video BIOS set right'
expect_out 'no known check covers the change'
expect_err 'checksum is bad'
run bytgvs --show new.rom
expect_out '"OTHER1"'
run bytgvs --list --json new.rom
expect_out '"kind": "vbios"'

run bytgvs --replace-vbt old.vbt new.rom -o back.rom
expect_rc 0
cmp old.rom back.rom || fail "the way back is not exact"

run bytgvs --replace-vbt new.vbt old.rom -o old.rom --force
expect_rc 2
expect_err 'never changed in place'
ln old.rom same.rom
run bytgvs --replace-vbt new.vbt old.rom -o same.rom --force
expect_rc 2
expect_err 'never changed in place'
run bytgvs --replace-vbt new.vbt --other-board old.rom -o new.rom
expect_rc 1
run bytgvs --replace-vbt "$data/vbt/mipi.vbt" --other-board old.rom -o big.rom
expect_rc 1
expect_err 'room for'
[ ! -e big.rom ] || fail "wrote a refused result"
run bytgvs --replace-vbt "$data/gop/x64.efi" old.rom -o big.rom
expect_rc 1
expect_err 'x64.efi: no VBT'
run bytgvs --replace-vbt new.vbt "$data/gop/x64.efi" -o big.rom
expect_rc 3
run bytgvs --replace-vbt new.vbt old.rom
expect_rc 2
run bytgvs --replace-vbt new.vbt old.rom -o -
expect_rc 2
expect_err 'not standard output'
[ ! -e ./- ] || fail "a file named -"
tool bytgvs -q --replace-vbt new.vbt --other-board - -o piped.rom <old.rom || fail 'an image on standard input'
cmp new.rom piped.rom
# Copies are replaced together, or none of them.
for i in 1 2 3 4 5 6 7 8; do cat old.vbt old.vbt old.vbt old.vbt old.vbt old.vbt old.vbt old.vbt; done >copies
run bytgvs --replace-vbt new.vbt --other-board copies -o changed
expect_rc 0
! grep -q SAMPLE changed || fail 'a copy was left'
cat old.vbt >>copies
run bytgvs --replace-vbt new.vbt --other-board copies -o more
expect_rc 1
expect_err 'more than 64 copies'
[ ! -e more ] || fail 'some copies of many were replaced'
