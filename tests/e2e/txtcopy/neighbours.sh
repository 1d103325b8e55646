# SPDX-License-Identifier: MIT
# A file that cannot be decided alone is taken for what its folder's certain files are in,
# whatever the order of the operands, and also where these are replaced on the way.
gbk() { # NAME...: certain by itself
	for name; do
		printf '/* \320\336\270\304\301\313\264\256\277\332\307\375\266\257\265\304\327\242\312\315 */\nint %s;\n' \
			"$(basename "$name" .c)" >"$name"
	done
}
lone() { printf 'int x; // \326\320\n' >"$1"; }
mkdir src other
gbk src/a.c src/c.c src/d.c
lone src/b.c
lone other/b.c
run txtcopy --detect src/b.c
expect_rc 0
expect_out 'src/b.c: GB18030 (zh-Hans)'
expect_out 'as its 3 neighbours'
alone() { # FILE: nothing beside it decides
	run txtcopy --detect "$1"
	expect_rc 0
	! grep -q neighbour out || fail "$1 has no such neighbours"
}
alone other/b.c
expect_out 'GB18030 (zh-Hans), ambiguous 6' # which draws a warning
printf 'int x; // \344\270\255\n' >want
run txtcopy --to utf-8 src/b.c out.c
expect_rc 0
expect_err 'src/b.c: taken for GB18030, as its 3 neighbours'
cmp -s out.c want || fail "converted from another encoding"
run txtcopy --json --to utf-8 --force src/b.c out.c
expect_rc 0
expect_out '"neighbours": 3'
expect_out '"file": "src/b.c"'
# Any order, in place too: those converted before still count as what they were.
cp -r src one
cp -r src two
cp -r src three
run txtcopy --to utf-8 -i one/a.c one/b.c one/c.c one/d.c
expect_rc 0
run txtcopy --to utf-8 -i two/d.c two/c.c two/a.c two/b.c
expect_rc 0
run txtcopy --to utf-8 -i -r three
expect_rc 0
expect_err 'three/b.c: taken for GB18030, as its 3 neighbours'
for tree in one two three; do
	cmp -s $tree/b.c want || fail "$tree/b.c depends on the order"
	run txtcopy --check -r $tree
	expect_rc 0
done
# Other folders do not count, nor does what was decided by neighbours itself.
mkdir src/sub
lone src/sub/b.c
alone src/sub/b.c
lone src/e.c
run txtcopy --detect src/e.c
expect_out 'as its 3 neighbours'
# Nor does a long file itself, of which only the end is not certain.
mkdir tail
for i in $(seq 2000); do # lines of 32 bytes
	printf '// \266\301\310\241\274\304\264\346\306\367\265\304\326\265\262\242\320\264\273\330\265\275\320\276\306\254\326\320\n// \264\362\277\252\311\350\261\270\312\261\263\366\317\326\264\355\316\363\313\371\322\324\322\252\315\313\263\366\n'
	printf '// \265\310\264\375\267\242\313\315\273\272\263\345\307\370\261\344\277\325\326\256\272\363\324\331\274\314\320\370\n// \320\336\270\304\301\313\264\256\277\332\307\375\266\257\263\314\320\362\300\357\303\346\265\304\327\242\312\315\n// \310\347\271\373\263\365\312\274\273\257\312\247\260\334\324\362\267\265\273\330\322\273\270\366\270\272\312\375\n'
done >tail/a.c
printf '// \303\251\n' >>tail/a.c
alone tail/a.c
# A long one counts for others, wherever its start of 256 KB ends.
mkdir start
(printf 'x' && head -c 300000 tail/a.c) >start/a.c # which is within a character
lone start/b.c
run txtcopy --detect start/b.c
expect_out 'as its 1 neighbour'
# Two encodings in a folder decide nothing.
mkdir mixed
gbk mixed/a.c
printf '/* \203\164\203\100\203\103\203\213\202\360\212\112\202\265\202\334\202\267 */\n' >mixed/c.c
lone mixed/b.c
alone mixed/b.c
# A valid UTF-8 file stays one.
printf 'a width of 1.5 \303\227 Tmclk,\n' >src/u.c
run txtcopy --to utf-8 src/u.c u.out
expect_rc 0
cmp -s src/u.c u.out || fail "valid UTF-8 was changed"
# The first 256 by name, also of those that this run has replaced before it asks.
mkdir crowd
for i in $(seq 100 355); do
	printf '// \320\336\270\304\301\313\264\256\277\332\307\375\266\257\n' >crowd/a$i.c
done
for i in $(seq 100 219); do
	cp mixed/c.c crowd/b$i.c
done
lone crowd/z.c
run txtcopy --to utf-8 -i -r crowd
expect_rc 0
expect_err 'crowd/z.c: taken for GB18030, as its 256 neighbours'
# A single character that makes no text by itself is one beside such files; without them it stays, and
# that is told without being asked.
mkdir -p tiny/with tiny/without
gbk tiny/with/a.c
printf 'x \304\343\n' >tiny/with/b.c
cp tiny/with/b.c tiny/without/b.c
run txtcopy --to utf-8 -r tiny tiny-made
expect_rc 0
expect_err 'tiny/with/b.c: taken for GB18030, as its 1 neighbour'
expect_err 'tiny/without/b.c: looks binary (is too short to tell text from data), copied as it is'
printf 'x \344\275\240\n' | cmp -s - tiny-made/with/b.c || fail "a single character was not converted"
cmp -s tiny/without/b.c tiny-made/without/b.c || fail "what makes no text was changed"
# A name with one letter that is a letter of other pages too.
mkdir west
for f in a c d; do
	printf '# Andr\351 M\374ller, Universit\344t Z\374rich, f\374r die Gr\366\337e\n' >west/$f.c
done
printf 'x = 1;\nname = "B\234uf";\n' >west/b.c
printf 'x = 1;\nname = "B\305\223uf";\n' >want
cp west/b.c alone.c
run txtcopy --to utf-8 alone.c out.c --force
expect_rc 1
expect_err 'could be windows-1252'
run txtcopy --to utf-8 --force west/b.c out.c
expect_rc 0
expect_err 'west/b.c: taken for windows-1252, as its 3 neighbours'
cmp -s out.c want || fail "a name was not read as its neighbours"
# One certain file decides nothing where another is likely in a second encoding, ...
mkdir likely
cp west/a.c likely/a.c
printf 'x = 1;\n/* F\201r die Gr\224\341e */\n' >likely/c.c
cp west/b.c likely/b.c
alone likely/b.c
# ... nor do many where one is certain in another that the file could be in.
mkdir pair
for i in 1 2 3 4 5 6 7 8; do
	cp west/a.c pair/a$i.c
done
printf '/* \320\336\270\304\301\313\264\256\277\332\307\375\266\257\265\304\327\242\312\315 */\n' >pair/z.c
lone pair/b.c
alone pair/b.c
# A long file is replaced before those after it are read, and what it was is known still.
mkdir long
yes "$(cat west/a.c)" | head -c 33600000 >long/a.c
cp west/b.c long/b.c
run txtcopy --to utf-8 -r -i long
expect_rc 0
expect_err 'long/b.c: taken for windows-1252, as its 1 neighbour'
cmp -s long/b.c want || fail "a name was not read as its neighbour was"
# A letter of UTF-8 that may be a character of GBK is one where other files are in UTF-8.
mkdir utf8 chinese
for f in a c d; do
	printf '// gr\303\266\303\237er als m\303\266glich, f\303\274r jeden Schl\303\274ssel in %s\n' $f >utf8/$f.c
done
gbk chinese/a.c chinese/c.c chinese/d.c
for d in utf8 chinese; do
	printf '// \316\273\n' >$d/b.c
done
cp utf8/b.c alone.c
run txtcopy --to utf-8 --force alone.c out.c
expect_rc 1
expect_err 'could be UTF-8'
run txtcopy --to utf-8 --force utf8/b.c out.c
expect_rc 0
expect_err 'utf8/b.c: taken for UTF-8, as its 3 neighbours'
cmp -s out.c utf8/b.c || fail "valid UTF-8 was changed"
run txtcopy --to utf-8 --force chinese/b.c out.c
expect_rc 1
expect_err 'could be UTF-8 or GB18030'
# A line of one usual character is no doubt in a text of its encoding: nobody is asked.
mkdir usual
gbk usual/a.c usual/b.c
cat src/c.c src/d.c >>usual/b.c
printf '// %%s \273\362 %%s\n' >>usual/b.c
alone usual/b.c
expect_out 'certain'
# Neighbours count whose outputs exist already, too.
mkdir -p again/src made
cp src/a.c src/b.c src/c.c again/src
cp src/a.c src/c.c made
run txtcopy --to utf-8 -r again/src made
expect_rc 1
expect_err 'again/src/b.c: taken for GB18030, as its 2 neighbours'
# The first operand that names a file is the one that says what it was.
cp -r src named
rm -r named/sub named/d.c named/e.c named/u.c
run txtcopy --to utf-8 -i named/a.c named/a.c named/c.c named/c.c named/b.c
expect_rc 0
expect_err 'named/b.c: taken for GB18030, as its 2 neighbours'
# Files are read alike whether they are operands or not.
mkdir hinted
printf 'caf\351 na\357ve\n' | tee hinted/a.c >hinted/c.c
printf 'name \267\242\313\315\n' >hinted/b.c
for files in hinted/b.c 'hinted/a.c hinted/b.c hinted/c.c'; do
	run txtcopy --detect --encodings big5,windows-1252 $files
	expect_rc 0
	expect_out 'as its 2 neighbours'
done
