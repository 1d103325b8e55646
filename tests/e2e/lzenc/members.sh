# SPDX-License-Identifier: MIT
# Members and patterns: what is asked for comes out, the rest does not, and what is not there is told.
mkdir -p tree/doc/deep tree/src
echo one >tree/doc/one.txt
echo two >tree/doc/deep/two.txt
echo three >tree/src/three.c
echo four >tree/文件
tool lzenc -q tree a.7z
run lzenc -d a.7z 'tree/doc' -o doc
expect_rc 0
(cd doc && find . -type f | sort) >got
printf './tree/doc/deep/two.txt\n./tree/doc/one.txt\n' >want
cmp got want || fail "a folder: $(cat got)"
run lzenc -d a.7z '**.txt' tree/文件 --exclude='tree/doc/deep' --output=some
expect_rc 0
(cd some && find . -type f | sort) >got
printf './tree/doc/one.txt\n./tree/文件\n' >want
cmp got want || fail "patterns: $(cat got)"
run lzenc -d a.7z 'tree/src/*' -o -
expect_rc 0
expect_out three
run lzenc -d a.7z 'tree/*.h' tree/src -o other
expect_rc 3
expect_err 'a.7z: tree/*.h: no such member'
[ -e other/tree/src/three.c ] || fail 'the other member did not come out'
# as a shell completes a name, or a list shows it
echo five >'tree/[ab]c'
tool lzenc -q -f tree a.7z
run lzenc -d a.7z './tree//doc/' 'tree/[ab]c' -o shown
expect_rc 0
[ -e shown/tree/doc/one.txt ] && [ ! -e shown/tree/src ] || fail 'names with dots'
cmp 'tree/[ab]c' 'shown/tree/[ab]c' || fail 'a name like a pattern'
run lzenc -t a.7z --exclude=./tree/
expect_out 'files 0,'
run lzenc --json -t a.7z
expect_rc 0
expect_out '"ok": true'
run lzenc --json -d a.7z 'tree/*.h' tree/src -f -o other
expect_rc 3
valid_json lzenc
expect_out '"ok": false'
expect_out '"error": "tree/*.h: no such member"'
run lzenc -t --exclude='*' a.7z
expect_rc 0
run lzenc -t --exclude=tree/doc "$PWD/a.7z" # a path from the root was refused after it, without a word
expect_rc 0
expect_out 'files 3,'
# all together, and with libarchive's reader
tool lzenc -q -d a.7z -o all
diff -r tree all/tree || fail 'all of it'
if command -v bsdtar >/dev/null; then
	bsdtar --format=7zip --options=compression=ppmd -cf p.7z tree
	run lzenc -d p.7z tree/src -o ppmd
	expect_rc 0
	(cd ppmd && find . -type f) >got
	printf './tree/src/three.c\n' >want
	cmp got want || fail "ppmd: $(cat got)"
fi
# what -l says of them: time in UTC, mode and CRC-32 (of "three" and a newline)
touch -d '2024-02-29 23:59:58 UTC' tree/src/three.c
chmod 640 tree/src/three.c
touch -d '1969-12-31 23:59:59 UTC' tree/doc
tool lzenc -q -f tree a.7z
run lzenc -l a.7z
expect_rc 0
mode=0640
[ -z "${RUNNER:-}" ] || mode=0644 # Windows has no such modes
expect_out "2024-02-29 23:59:58  $mode  FF46C5D8  tree/src/three.c"
expect_out '1969-12-31 23:59:59'
# only archives have them
tool lzenc -q tree/src/three.c three.lzma
run lzenc -d three.lzma three.c -o out.c
expect_rc 2
expect_err 'only an archive has members'
run lzenc -d a.7z tree/src tree/doc
expect_rc 2
expect_err 'members need --output'

# Another name of a file is a member like others, and what is not asked for stops nothing.
if [ -z "${RUNNER:-}" ]; then
	gbk=$(printf '\320\336\270\304') # 修改
	mkdir -p links/doc
	echo one >links/doc/one
	ln links/doc/one links/doc/two
	echo three >"links/doc/$gbk"
	ln "links/doc/$gbk" "links/doc/$gbk.two"
	mkfifo links/pipe
	tar cf links.tar --sort=name -C links .
	run lzenc -d links.tar --names=gbk doc -o linked
	expect_rc 0
	[ ! -s err ] || fail "$(cat err)"
	(cd linked && find . -type f | sort) >got
	printf './doc/%s\n' one two 修改 修改.two >want
	cmp got want || fail "names of one file: $(cat got)"
	cmp linked/doc/修改.two "links/doc/$gbk" || fail 'another name of a name in GBK'
	run lzenc -d links.tar --names=gbk doc/one 'doc/修改*' -o linked-too
	expect_rc 0
	cmp linked-too/doc/修改.two "links/doc/$gbk" || fail 'a pattern for names in GBK'
	# a file that lies there is not the member of its name
	mkdir -p older/doc
	echo older >older/doc/one
	run lzenc -d links.tar doc/two -o older
	expect_rc 1
	expect_err 'doc/two: is another name of ./doc/one, which was not read'
	[ ! -e older/doc/two ] || fail "content of another file: $(cat older/doc/two)"
	run lzenc -t links.tar --exclude=pipe
	expect_rc 0
	run lzenc -t links.tar
	expect_rc 6
	if command -v 7zz >/dev/null; then
		7zz a -tzip some.zip tree/doc/one.txt >/dev/null
		7zz a -tzip -psecret some.zip tree/src/three.c >/dev/null
		run lzenc -d some.zip tree/doc -o open
		expect_rc 0
		cmp open/tree/doc/one.txt tree/doc/one.txt || fail 'a member beside an encrypted one'
	fi
fi
