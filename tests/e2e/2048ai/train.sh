# SPDX-License-Identifier: MIT
T="--tuples=0123,0145 --stages=8,8+7 --threads=1 --report=20000"
tool 2048train train --checkpoint=a --moves=60000 $T --csv=a.csv -q
tool 2048train train --checkpoint=b --moves=20000 $T -q
tool 2048train train --checkpoint=b --moves=60000 --threads=1 --report=40000 --portable -q
cmp a b || fail "a resumed training went another way"
[ "$(wc -l <a.csv)" -eq 4 ] || fail "the curve has not three lines"
# places to start from: kept in the checkpoint, changed by wish
S=--starts=8+7+6,9
tool 2048train train --checkpoint=d --moves=60000 $T $S -q
tool 2048train train --checkpoint=e --moves=20000 $T $S -q
tool 2048train train --checkpoint=e --moves=60000 --threads=1 --report=40000 -q
cmp d e || fail "a resumed training with starts went another way"
cmp -s a d && fail "starts changed nothing"
tool 2048train train --checkpoint=e --moves=80000 --threads=1 --starts=9,7+6 -q
tool 2048train train --checkpoint=e --moves=90000 --threads=1 --starts=- -q
run 2048train train --checkpoint=e --moves=99000 --starts=9+
expect_rc 2
for bad in --tuples=0012 --stages=9+; do
	run 2048train train --checkpoint=none --moves=1000 --threads=1 $bad
	expect_rc 2
	expect_err "2048train: ${bad%=*}: "
done
[ ! -e none ] || fail "a refused training left a file"
# a network of it plays
tool 2048train pack --checkpoint=d --output=d0.net --prune=0
tool 2048ai --auto --player=net --data=d0.net --depth=1 --games=1 -q
run 2048train pack --checkpoint=d --output=d0.net --prune=0
expect_rc 1
expect_err "exists"
printf 'damage' | dd of=a bs=1 seek=3000 conv=notrunc 2>/dev/null
run 2048train train --checkpoint=a --moves=100000
expect_rc 1
expect_err "damaged"
# a curve that cannot be written does not cost the training
run 2048train train --checkpoint=w --moves=30000 --tuples=0123 --stages=- --csv=nowhere/w.csv
expect_rc 0
expect_err "nowhere"
expect_out "0.03"
[ -s w ] || fail "no checkpoint without the curve"
# the curve as a picture
run 2048train curve --csv=a.csv --output=a.svg
expect_rc 0
[ "$(grep -c '<polyline' a.svg)" -eq 4 ] || fail "not four lines"
grep -q '^</svg>$' a.svg || fail "no whole document"
echo 'a,b' >junk.csv
run 2048train curve --csv=junk.csv --output=junk.svg
expect_rc 1
[ ! -e junk.svg ] || fail "a picture of nothing"
# What follows is the same arithmetic and the same reading on every system.
[ -z "${RUNNER:-}" ] || exit 0
# more stages behind those of a checkpoint; the same way again when resumed
cp d s1
cp d s2
M=--stages=8,8+7,8+7+6,9
tool 2048train train --checkpoint=s1 --moves=300000 --threads=1 $M -q
tool 2048train train --checkpoint=s2 --moves=300000 --threads=1 -q
cmp -s s1 s2 && fail "more stages changed nothing"
cp d s2
tool 2048train train --checkpoint=s2 --moves=80000 --threads=1 --report=20000 $M -q
tool 2048train train --checkpoint=s2 --moves=300000 --threads=1 -q
cmp s1 s2 || fail "a resumed training with more stages went another way"
# more tuples behind those of a checkpoint: the weights that are there stay when nothing is learned
cp d t1
cp d t2
N=--tuples=0123,0145,0156
tool 2048train train --checkpoint=t1 --moves=80000 --threads=1 --report=20000 $N -q
tool 2048train train --checkpoint=t1 --moves=120000 --threads=1 -q
tool 2048train train --checkpoint=t2 --moves=120000 --threads=1 --report=20000 $N -q
cmp t1 t2 || fail "a resumed training with more tuples went another way"
cp d t3
tool 2048train train --checkpoint=t3 --moves=60000 --threads=1 $N -q
tool 2048train pack --checkpoint=d --output=d.net --prune=0
tool 2048train pack --checkpoint=t3 --output=t3.net --prune=0
B=2,4,8,16,4,8,16,32,0,2,4,8,0,0,2,2
tool 2048ai --board=$B --player=net --data=d.net --depth=2 >d.move
tool 2048ai --board=$B --player=net --data=t3.net --depth=2 >t3.move
cmp d.move t3.move || fail "tuples that know nothing changed what a board is worth"
for other in 0145,0123,0156 0123 0156; do
	run 2048train train --checkpoint=t3 --moves=80000 --tuples=$other
	expect_rc 2
	expect_err "2048train: --tuples: the network has others"
done
tool 2048train pack --checkpoint=s1 --output=s1.net
tool 2048ai --auto --player=net --data=s1.net --depth=1 --games=1 -q
run 2048train train --checkpoint=s1 --moves=400000 --stages=8
expect_rc 2
expect_err "can only follow"
run 2048train train --checkpoint=s1 --moves=400000 --stages=8,8+6,8+7+6,9
expect_rc 2
# what cannot be is refused before it trains, and makes no checkpoint
refused() {
	run 2048train train --checkpoint=refused --tuples=0123 --threads=1 --moves=1000 "$@"
	expect_rc 2
	[ ! -e refused ] || fail "a checkpoint in spite of $*"
}
refused --stages=8 --starts=77
expect_err "--starts: expected sets of ranks"
refused --lambda=-1
expect_err "--lambda: a number from"
# a training that begins with a network: what it knows, its shape and its moves; then as any other
tool 2048train pack --checkpoint=s1 --output=from.net --prune=1 --step=1
tool 2048train train --checkpoint=n1 --from=from.net --prune=1 --moves=340000 --threads=1 --report=20000 -q
tool 2048train train --checkpoint=n2 --from=from.net --prune=1 --moves=320000 --threads=1 --report=20000 -q
tool 2048train train --checkpoint=n2 --from=from.net --moves=340000 --threads=1 --report=20000 -q
cmp n1 n2 || fail "a resumed training from a network went another way"
average() { sed -n '$s/.*average \([0-9]*\).*/\1/p' "$1"; }
tool 2048train train --checkpoint=n3 --from=from.net --prune=1 --moves=400000 --threads=1 --alpha=0 >n3.out
tool 2048train train --checkpoint=n4 --moves=100000 --alpha=0 --tuples=0123,0145 --stages=8,8+7 --threads=1 >n4.out
[ "$(average n3.out)" -gt "$(($(average n4.out) * 3 / 2))" ] || fail "the network's weights are not there"
# a network packed with --prune=0 is all kept
tool 2048train pack --checkpoint=s1 --output=s10.net --prune=0 --step=1 -q
tool 2048train train --checkpoint=n10 --from=s10.net --prune=0 --moves=1 --threads=1 --alpha=0 -q
tool 2048train pack --checkpoint=n10 --output=n10.net --prune=0 --step=1 >n10.out
tool 2048train pack --checkpoint=s1 --output=s11.net --prune=0 --step=1 >s10.out
grep '^stage 0: [1-9]' n10.out >n10.txt || fail "nothing of the first stage: $(cat n10.out)"
grep '^stage 0:' s10.out | cmp - n10.txt || fail "the first stage changed: $(cat n10.out s10.out)"
# an optimistic start goes on after a stop
O="--tuples=0123,4567 --stages=8 --threads=1 --report=20000 --carousel=0 --optimistic=20000 -q"
tool 2048train train --checkpoint=o5 --moves=60000 $O
tool 2048train train --checkpoint=o6 --moves=20000 $O
tool 2048train train --checkpoint=o6 --moves=60000 $O
cmp o5 o6 || fail "a resumed optimistic training went another way"
# moves looked at two plies deep: the same way again when resumed, and another than one ply
P="$T --plies=2 -q"
tool 2048train train --checkpoint=p1 --moves=60000 $P
tool 2048train train --checkpoint=p2 --moves=20000 $P
tool 2048train train --checkpoint=p2 --moves=60000 $P
cmp p1 p2 || fail "a resumed training of two plies went another way"
cmp -s a p1 && fail "--plies changed nothing"
run 2048train train --checkpoint=p3 --moves=60000 --plies=3
expect_rc 2
# learning that runs away is not packed
tool 2048train train --checkpoint=wild --moves=200000 --tuples=0123 --stages=- --alpha=10 --lambda=1 --steps=8 \
	--threads=1 -q
run 2048train pack --checkpoint=wild --output=wild.net
expect_rc 1
expect_err "impossible weights"
[ ! -e wild.net ] || fail "a file of a network that is none"
tool 2048train train --checkpoint=n8 --from=s1.net --moves=310000 --tuples=0123,0145,0156 -q
tool 2048train train --checkpoint=n8 --moves=320000 --tuples=0123,0145,0156 -q
run 2048train train --checkpoint=n9 --from=s1.net --moves=310000 --tuples=0156
expect_rc 2
expect_err "2048train: --tuples: the network has others"
run 2048train train --checkpoint=n5 --from=s1 --moves=310000
expect_rc 1
expect_err "s1: not a network"
[ ! -e n5 ] || fail "a checkpoint of nothing"
for many in 01234567 0,1,2,3,4,5,6,7,8; do
	run 2048train train --checkpoint=c --tuples=$many
	expect_rc 2
	expect_err 'more than'
done
run 2048train train --checkpoint=c --stages=1,2,3,4,5,6,7,8,9
expect_rc 2
run 2048train train --checkpoint=c --tuples=xyz
expect_rc 2
expect_err "2048train: --tuples: n-tuples"
run 2048train train
expect_rc 2

# a smaller network that plays like the large one it was made of
tool 2048train train --checkpoint=large --moves=1500000 --report=500000 --tuples=0123,4567,0145 --stages=10 \
	--threads=1 --seed=1 -q
tool 2048train pack --checkpoint=large --output=large.net --prune=0 --step=1 -q
half=$(($(wc -c <large.net) / 2))
run 2048train shrink --from=large.net --output=little.net --boards=0.1 --bytes=$half --step=8
expect_rc 0
expect_out "stage 1: "
expect_out "off by "
[ "$(wc -c <little.net)" -le $half ] || fail "not smaller: $(wc -c large.net little.net)"
points() { tool 2048ai --auto --data="$1" --nodes=100 --games=40 | sed -n 's/^average  \([0-9]*\).*/\1/p'; }
large=$(points large.net) little=$(points little.net)
[ "$little" -gt $((large * 7 / 10)) ] || fail "$little points, the large network $large"
# the same bytes with any number of threads
for n in 1 3; do
	tool 2048train shrink --from=large.net --output=little$n.net --boards=0.01 --bytes=$half --step=8 --threads=$n -q
done
cmp little1.net little3.net || fail "another network with more threads"
run 2048train shrink --from=large.net --output=little.net
expect_rc 1
expect_err "exists"
run 2048train shrink --from=a --output=none.net
expect_rc 1
expect_err "a: not a network"
run 2048train shrink --from=large.net
expect_rc 2

# stopped by a signal, then resumed: the same as never stopped
T="--tuples=0123,0145 --stages=8,8+7 --threads=1 --report=100000"
tool 2048train train --checkpoint=whole --moves=2000000 $T -q
"$BIN/2048train" train --checkpoint=cut --moves=2000000 $T -q --csv=cut.csv &
pid=$!
while [ ! -s cut.csv ]; do sleep 0.02; done
kill -TERM $pid
rc=0
wait $pid 2>/dev/null || rc=$?
[ "$rc" -eq 1 ] || fail "stopped training: exit status $rc"
[ -s cut ] || fail "no checkpoint after the signal"
tool 2048train train --checkpoint=cut --moves=2000000 $T -q
cmp whole cut || fail "stopping changed the training"

# a place where no checkpoint can be is told before the training
run 2048train train --checkpoint=nowhere/a --moves=1000 $T
expect_rc 1
expect_err "nowhere/a: cannot write"
[ ! -s out ] || fail "a training for nothing: $(cat out)"

# a disk that fills up: the last good checkpoint stays
cp b good
rc=0
(
	trap '' XFSZ
	ulimit -f 20
	"$BIN/2048train" train --checkpoint=b --moves=100000 --threads=1 -q 2>err
) || rc=$?
[ "$rc" -eq 1 ] || fail "exit status $rc on a full disk"
cmp b good || fail "a full disk damaged the checkpoint"
