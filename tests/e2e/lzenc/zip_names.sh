# SPDX-License-Identifier: MIT
# Names of a .zip without the mark of UTF-8: in which code page they are, is seen from all of them together, or said.
command -v python3 >/dev/null || lacks python3
python3 - <<'EOF'
import struct, zlib
def make(path, names, marked=(), made_by=0):
    out = central = b""
    for name in [(n, 0) for n in names] + [(n, 0x800) for n in marked]:
        name, flags = name
        data = b"content of " + name
        rest = struct.pack("<5H3L2H", 20, flags, 0, 0, 0x5A21, zlib.crc32(data), len(data), len(data), len(name), 0)
        central += (b"PK\1\2" + struct.pack("<H", made_by << 8 | 20) + rest + struct.pack("<3H2L", 0, 0, 0, 0, len(out))
                    + name)
        out += b"PK\3\4" + rest + name + data
    count = len(names) + len(marked)
    out += central + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(central), len(out), 0)
    open(path, "wb").write(out)
china = ["说明/发布说明.txt", "说明/主板固件更新步骤.doc", "图片/屏幕.png"]  # two of the folders' names look like UTF-8
make("gbk.zip", [n.encode("gbk") for n in china])
make("marked.zip", [n.encode("gbk") for n in china], ["图片/Größe.txt".encode()])
make("utf8.zip", [n.encode() for n in china])
make("both.zip", [china[2].encode("gbk"), china[1].encode("gbk"), china[0].encode()])
make("dos.zip", [n.encode("gbk").replace(b"/", b"\\") for n in china])
# the second half of a character is a backslash
make("sjis.zip", [n.encode("cp932") for n in ("説明書/お知らせ.txt", "説明書/ファームウェア更新手順.doc", "表示ソ.txt")])
make("big5.zip", [n.encode("big5") for n in ("說明/發布說明.txt", "說明/主機板韌體更新步驟.doc", "功能.txt")])
make("cp866.zip", [n.encode("cp866") for n in ("Описание.txt", "Прошивка/обновление платы.doc")])
make("cp437.zip", [n.encode("cp437") for n in ("Größe.txt", "Résumé.doc", "Ärger/übung.txt")])
make("unknown.zip", [b"\xff\xfe\x80.txt"])
EOF
# in FILE NAME [OPTION]: it has the name, with the right content
has() {
	file=$1 name=$2
	shift 2
	rm -rf tree
	run lzenc -d "$@" "$file" -o tree
	expect_rc 0
	[ -f "tree/$name" ] || fail "$file has no $name but $(find tree)"
	grep -q '^content of ' "tree/$name" || fail "another content of $name"
}
for f in gbk marked dos both; do
	has $f.zip 说明/发布说明.txt
	expect_err 'names look like GB18030'
	[ -f tree/图片/屏幕.png ] || fail "$f: a name that could be UTF-8 too"
done
has marked.zip 图片/Größe.txt
has utf8.zip 说明/主板固件更新步骤.doc
[ ! -s err ] || fail "$(cat err)"
has sjis.zip 表示ソ.txt
expect_err 'names look like Shift_JIS'
has big5.zip 功能.txt
has cp866.zip 'Прошивка/обновление платы.doc'
has cp437.zip Ärger/übung.txt
# said
has gbk.zip 图片/屏幕.png --names=cp936
[ ! -s err ] || fail "$(cat err)"
has sjis.zip 表示ソ.txt --names=932
has cp437.zip Größe.txt --names=437
run lzenc -l --output-encoding=utf-8 gbk.zip
expect_out 'zip, 448 bytes, names look like GB18030'
expect_out 图片/屏幕.png
run lzenc -l --json --names=gbk gbk.zip
expect_out '"names_encoding": "GBK"'
expect_out '"names_guessed": false'
run lzenc -d gbk.zip 说明/发布说明.txt -o one
expect_rc 0
[ "$(find one -type f | wc -l)" -eq 1 ] || fail 'a member by its name'
# all entries are there, what says so is not
head -c 300 gbk.zip >cut.zip
run lzenc -t cut.zip
expect_rc 5
expect_err 'cut short'
run lzenc -l cut.zip
expect_rc 5
[ -z "${RUNNER:-}" ] || exit 0
run lzenc -d --names=euc-tw gbk.zip -o euc
expect_rc 5
expect_err 'the name is not in EUC-TW'
# kept, or nobody knows: the bytes
run lzenc -d --names=keep gbk.zip -o kept
expect_rc 0
[ -f "kept/$(printf '\313\265\303\367/\267\242\262\274\313\265\303\367.txt')" ] || fail 'other bytes'
run lzenc -d unknown.zip -o bytes
expect_rc 0
expect_err 'names that are not UTF-8: 1; --names=ENC'
[ -f "bytes/$(printf '\377\376\200.txt')" ] || fail 'other bytes'
