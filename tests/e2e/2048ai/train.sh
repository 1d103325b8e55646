# SPDX-License-Identifier: MIT
T="--tuples=0123,0145 --stages=8,8+7 --threads=1 --report=20000"
tool 2048ai train --checkpoint=a --moves=60000 $T --csv=a.csv -q
tool 2048ai train --checkpoint=b --moves=20000 $T -q
tool 2048ai train --checkpoint=b --moves=60000 --threads=1 --report=40000 --portable -q
cmp a b || fail "a resumed training went another way"
[ "$(wc -l <a.csv)" -eq 4 ] || fail "the curve has not three lines"
printf 'damage' | dd of=a bs=1 seek=3000 conv=notrunc 2>/dev/null
run 2048ai train --checkpoint=a --moves=100000
expect_rc 1
expect_err "damaged"
run 2048ai train --checkpoint=c --tuples=xyz
expect_rc 2
run 2048ai train
expect_rc 2
