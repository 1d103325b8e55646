# SPDX-License-Identifier: MIT
# --list-tags finds the tags of a tree that nobody knows.
mkdir -p src/Pkg
cat >src/Pkg/a.c <<'X'
//[-start-160421-IB10860195-add]//
int a;
//[-end-160421-IB10860195-add]//
// EIP216501 >>>
int b;
// EIP216501 <<<
/* a comment about nothing: START here */
X
printf '# Tag_SC01_Start\nx\n# Tag_SC01_End\n' >src/b.inf
printf '//[-start-150101-IB10860195-add]//\n//[-end-150101-IB10860195-add]//\n' >src/c.c
run tagextract --list-tags src
expect_rc 0
expect_out '3 tags in 3 files'
grep -q '^ *4 *2 *2 *0  bracket    2015-01-01 IB10860195$' out || fail "$(cat out)"
grep -q '^ *2 *1 *1 *0  chevron *EIP216501$' out || fail "$(cat out)"
grep -q '^ *2 *1 *1 *0  word *Tag_SC01$' out || fail "$(cat out)"
head -n 2 out >got
printf '  places   blocks    files unpaired  %-10s %-10s %s\n%8s %8s %8s %8s  %-10s %-10s %s\n' style since tag \
	4 2 2 0 bracket 2015-01-01 IB10860195 >want
cmp got want || fail "columns: $(cat got)"
run tagextract -l --csv src
expect_out 'IB10860195,4,2,2,0,bracket,2015-01-01'
run tagextract -l --json src
expect_out '"tag": "IB10860195"'
expect_out '"since": "2015-01-01"'
# A bracket is enough, and more than two blocks of what is no ticket.
mkdir bracket
printf '//[-start-121029-Q7Z-remove]//\n' >bracket/a.c
for i in 1 2; do printf '// ABC >>>\n// ABC <<<\n' >>bracket/a.c; done
run tagextract -l -q bracket
[ "$(awk '{ print $NF }' out | paste -sd' ' -)" = 'tag Q7Z ABC' ] || fail "$(cat out)"
# words of prose beside a sign
printf '/* COPYRIGHT HOLDER(S) */\n// DMA_7 start\n// see SEC_2 >> and more\n' >src/prose.c
run tagextract -l src
expect_out '3 tags in 4 files; not listed: 2 words with marks that nothing closes'
[ ! -s err ] || fail "warnings: $(cat err)"
run tagextract -l Tag_1 src
expect_rc 2
# two tags, the rarer one first in the file
mkdir two
printf '// EIP100 >>>\n// EIP100 <<<\n' >two/a.c
printf '// EIP200 >>>\n// EIP200 <<<\n' | tee -a two/a.c >>two/a.c
printf '// EIP200 >>>\n// EIP200 <<<\n' >>two/a.c
run tagextract -l -q two
[ "$(awk '{ print $NF }' out | paste -sd' ' -)" = 'tag EIP200 EIP100' ] || fail "$(cat out)"
mkdir none
echo 'int a; // nothing' >none/a.c
run tagextract -l none
expect_rc 3
! grep -q places out || fail "heads without rows"
# A team's own marks, on the command line and in the tree.
printf '// Tag_9 opens\nx\n// Tag_9 closes\n' >none/b.c
run tagextract -l none
expect_rc 3
run tagextract -l --markers=opens,closes none
expect_rc 0
expect_out 'own                   Tag_9'
printf '# marks of our team\nmarkers opens,closes\ninclude *.own\n' >none/.tagextract
echo '// Tag_9' >none/c.own
run tagextract -n Tag_9 none
expect_rc 0
expect_out 'b.c: Tag_9 1-3'
expect_out 'c.own: Tag_9 1'
echo 'exclude *.c' >none/.tagextract
run tagextract -n Tag_9 none
expect_rc 1
expect_err '.tagextract: line 1: neither "markers BEGIN,END" nor "include PATTERN"'

# What is all over the tree comes before what only looks like a ticket: 16 files, and a quarter of the most.
mkdir wide
printf '// PR-4711 add start\n// PR-4711 add end\n' >wide/ticket.c
printf '// ab_c start\n// ab_c end\n' >wide/one.c
for i in $(seq 15); do printf '// OUR_TAG start\n// OUR_TAG end\n' >wide/$i.c; done
run tagextract -l wide
grep -n . out | grep -q '^2:.*PR-4711$' || fail "$(cat out)"
cp wide/1.c wide/16.c
run tagextract -l wide
grep -n . out | grep -q '^2:.*OUR_TAG$' || fail "$(cat out)"
for i in $(seq 65); do printf '// OTHER_TAG start\n// OTHER_TAG end\n' >wide/o$i.c; done
run tagextract -l wide
grep -n . out | grep -q '^3:.*PR-4711$' || fail "$(cat out)"
rm wide/o65.c
run tagextract -l wide
grep -n . out | grep -q '^3:.*OUR_TAG$' || fail "$(cat out)"
# a word of prose has marks without counterparts: more than a quarter
for i in $(seq 9); do echo '// OUR_TAG >>>' >>wide/$i.c; done
echo '// OUR_TAG >>>' >wide/16.c
run tagextract -l wide
grep -n . out | grep -q '^3: *40 *15 *16 *10 .*OUR_TAG$' || fail "$(cat out)"
cp wide/15.c wide/16.c
echo '// OUR_TAG >>>' >>wide/10.c
run tagextract -l wide
grep -n . out | grep -q '^3:.*OUR_TAG$' || fail "$(cat out)"
echo '// OUR_TAG >>>' >>wide/11.c
run tagextract -l wide
grep -n . out | grep -q '^3:.*PR-4711$' || fail "$(cat out)"

# completion offers the tags of the working folder, and nothing where there are none
mkdir offered nothing
printf '//Tag_A7 +>\nint a;\n//Tag_A7 +<\n' >offered/a.c
printf '//Tag_B8 +>\nint b;\n//Tag_B8 +<\n//Tag_B8 +>\nint c;\n//Tag_B8 +<\n' >offered/b.c
(cd offered && tool tagextract --suggest) >names
printf 'Tag_B8\nTag_A7\n' | cmp - names || fail "offered: $(cat names)"
(cd nothing && tool tagextract --suggest=tag) >names
[ ! -s names ] || fail "offered of nothing: $(cat names)"

# What looks like a team's marks first: a comment that says what was done, a ticket's name; last what is within a
# longer comment. A word that a counterpart must prove is not part of the tag.
mkdir ranks
printf '/* names:\n * MODE_A start of it\n * MODE_A end of it\n * MODE_A start\n * MODE_A end\n */\n' >ranks/a.c
printf '/* SMC_PART begin */\nx\n/* SMC_PART end */\n/* SMC_PART begin */\nx\n/* SMC_PART end */\n' >ranks/b.c
printf '// PMC_4410_B\nx\n// PMC_4410_E\n' >ranks/c.c
printf '// ODM_change begin by lin\nx\n// ODM_change end\n' >ranks/d.c
printf '// GPIO_77_B begin\nx\n// GPIO_77_B end\n' >ranks/e.c
run tagextract -l --csv ranks
expect_rc 0
tail -n +2 out | sed 's/^\xEF\xBB\xBF//' | cut -d, -f1-3 | tr -d '\r' >ranks.got
printf '%s\n' ODM_change,2,1 PMC_4410,2,1 SMC_PART,4,2 GPIO_77_B,2,1 MODE_A,4,2 | cmp - ranks.got || fail "$(cat ranks.got)"
# Both count alike: more blocks come first.
mkdir alike
printf '// FAN_PART begin by lin\nx\n// FAN_PART end by lin\n' >alike/a.c
printf '// PMC_4420_B\nx\n// PMC_4420_E\n// PMC_4420_B\nx\n// PMC_4420_E\n' >alike/b.c
run tagextract -l --csv alike
tail -n +2 out | cut -d, -f1-3 | tr -d '\r' >ranks.got
printf '%s\n' PMC_4420,4,2 FAN_PART,2,1 | cmp - ranks.got || fail "$(cat ranks.got)"
for i in 1 2; do printf '// FAN_PART begin by lin\nx\n// FAN_PART end by lin\n' >>alike/a.c; done
run tagextract -l --csv alike
tail -n +2 out | cut -d, -f1-3 | tr -d '\r' >ranks.got
printf '%s\n' FAN_PART,6,3 PMC_4420,4,2 | cmp - ranks.got || fail "$(cat ranks.got)"
# A tag with half of its marks within a longer comment is not among the last.
printf '/* names:\n * MODE_A start\n * MODE_A end\n */\n// MODE_A start\n// MODE_A end\n' >ranks/a.c
rm ranks/[cde].c
printf '/* SMC_PART begin */\nx\n/* SMC_PART end */\n' >ranks/b.c
run tagextract -l --csv ranks
tail -n +2 out | cut -d, -f1-3 | tr -d '\r' >ranks.got
printf '%s\n' MODE_A,4,2 SMC_PART,2,1 | cmp - ranks.got || fail "$(cat ranks.got)"
# Half of the comments have to say it, or one be in brackets; else the number of blocks decides.
mkdir said
for i in 1 2 3; do printf '// BAZ_QUX begin\nx\n// BAZ_QUX end\n'; done >said/a.c
first() { # tag
	run tagextract -l --csv said
	head -n 2 out | tail -n 1 | grep -q "^$1," || fail "not $1 first: $(cat out)"
}
printf '// FOO_BAR begin by x\nx\n// FOO_BAR end\n// FOO_BAR begin by x\nx\n// FOO_BAR end\n' >said/b.c
first FOO_BAR
printf '// FOO_BAR begin by x\nx\n// FOO_BAR end\n// FOO_BAR begin\nx\n// FOO_BAR end\n' >said/b.c
first BAZ_QUX
printf '//[-start-FOO_BAR-x]//\nx\n//[-end-FOO_BAR-x]//\n' >said/b.c
first FOO_BAR
# One in brackets is one without a counterpart and without a word of what was done, too.
printf '//[-start-Q7Z-]//\n' >said/b.c
first Q7Z
# A name first in a comment that says what was done: the verb is not the tag.
mkdir verbs
cat >verbs/a.c <<'X'
/* ARRIS ADD START */
int a;
/* ARRIS ADD END */
//[ECID:000000] ZTEBSP bob 20130110 for frame rate  start
int b;
//[ECID:000000] ZTEBSP bob 20130110 for frame rate end
/* HTC added start */
int c;
/* HTC added end */
X
run tagextract -l verbs
expect_rc 0
expect_out '3 tags in 1 file'
for tag in ARRIS ZTEBSP HTC; do
	grep -q "^ *2 *1 *1 *0  word .* $tag\$" out || fail "$(cat out)"
done
# prose that begins with such a name
cat >verbs/a.c <<'X'
/* BSP waits for all APs. It means the task triggered by BSP is started. */
int a;
/* BSP waits for all APs. It means the task triggered by BSP is ended. */
X
run tagextract -l verbs
expect_rc 3
# More tags than the table has room for at first.
mkdir many
awk 'BEGIN { for (i = 1000; i < 1700; i++) printf "// Tag_%d >>>\nint a;\n// Tag_%d <<<\n// Tag_%d >>>\n// Tag_%d <<<\n", i, i, i, i }' >many/a.c
run tagextract -l --csv many
expect_rc 0
[ "$(grep -cE 'Tag_1[0-6][0-9][0-9],4,2,1,0,' out)" -eq 700 ] || fail "$(head -3 out) $(wc -l <out)"
# Of two tags with as many blocks the one with more places is first.
mkdir places
printf '// Abc_12 start\n// Abc_12 end\n// Zed_12 start\n// Zed_12 end\n// Zed_12 start\n' >places/a.c
run tagextract -l --csv places
[ "$(tail -n 2 out | cut -d, -f1-3 | tr '\n' ' ')" = 'Zed_12,3,1 Abc_12,2,1 ' ] || fail "order: $(cat out)"
