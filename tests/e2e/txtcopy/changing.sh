# SPDX-License-Identifier: MIT
# What changes between the walk, the reading and the end.
# A backup with the same content, as an interrupted run leaves it, is in nobody's way.
printf '/* \320\336\270\304\301\313\264\256\277\332\307\375\266\257 */\n' >gbk.c
cp gbk.c again.c
cp gbk.c again.c.bak
run txtcopy --to utf-8 -i --backup again.c
expect_rc 0
cmp again.c.bak gbk.c || fail "the backup"
cmp -s again.c gbk.c && fail "not converted"

[ -z "${RUNNER:-}" ] || exit 0
# Names that a walk saw as files, and that are a FIFO and a link when their turn comes: the outputs before them are FIFOs,
# more than there are threads, which wait for readers.
mkdir in made
i=100
while [ $i -lt 165 ]; do
	echo text >in/$i
	mkfifo made/$i
	i=$((i + 1))
done
echo text | tee in/fifo in/file >in/link
timeout 60 "$BIN/txtcopy" -r in made 2>err &
pid=$!
exec 9<made/100
rm in/fifo in/link
mkfifo in/fifo
ln -s ../gbk.c in/link
cat <&9 >/dev/null
rm made/100
cat made/1?? >/dev/null
rc=0
wait $pid || rc=$?
exec 9<&-
[ "$rc" -eq 1 ] || fail "status $rc"
expect_err 'in/fifo: is not a regular file'
expect_err 'in/link: '
[ -f made/file ] && [ ! -e made/fifo ] && [ ! -e made/link ] || fail "$(ls made)"

# A file that is replaced while it is converted stays, and so does its older backup, whatever --force says.
[ -d /proc/self/fd ] || exit 0
awk 'BEGIN { for (i = 0; i < 400000; i++) print "/* \320\336\270\304\301\313\264\256\277\332\307\375\266\257 */", i }' >long.c
echo older >long.c.bak
echo newer >newer.c
"$BIN/txtcopy" --to utf-16le --from gbk -i --backup --force long.c 2>err &
pid=$!
until ls -l /proc/$pid/fd 2>/dev/null | grep -qE 'deleted|biosbelt-' || ! kill -0 $pid; do :; done
mv newer.c long.c
rc=0
wait $pid || rc=$?
[ "$rc" -eq 1 ] || fail "status $rc of a file that was replaced"
expect_err 'was changed meanwhile: left as it is'
[ "$(cat long.c)" = newer ] && [ "$(cat long.c.bak)" = older ] || fail "$(head -n 1 long.c long.c.bak)"
