#!/bin/sh
# SPDX-License-Identifier: MIT
# Remakes the saved inputs of the fuzz targets sevenzip, bcj2, lzma_forms, lzma_encode,
# lzma_verify, codec, zip_names, zip_data, archive and branch from generated text:
# archive-seeds.sh LZENC, run in this folder.
set -eu
lzenc=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$PWD
cd "$work"
mkdir -p in/sub
i=0
while [ $i -lt 60 ]; do
	printf 'line %d of a text about firmware\n' $i
	i=$((i + 1))
done >in/text.txt
printf '\350\001\000\000\000\017\204\020\000\000\000\351\377\377\377\377' >in/sub/code.bin
: >in/empty
ln -s text.txt in/link
"$lzenc" -q -f in "$here/sevenzip/tree.7z"
"$lzenc" -q -f --best in/text.txt "$here/sevenzip/one.7z"
"$lzenc" -q -f --for 7zip --filter=arm64 in/text.txt "$here/sevenzip/arm64.7z"
"$lzenc" -q -f in/text.txt "$here/lzma_forms/known.lzma"
"$lzenc" -q -f --unknown-size in/text.txt "$here/lzma_forms/marker.lzma"
"$lzenc" -q -f --format=section --filter=x86 in/text.txt "$here/lzma_forms/f86.sec"
"$lzenc" -q -f --format=lzma86 --filter=x86 in/text.txt "$here/lzma_forms/x86.lzma86"
xz -c in/text.txt >"$here/lzma_forms/text.xz"
{ printf '\000'; cat in/sub/code.bin in/sub/code.bin; } >"$here/bcj2/code"
printf '\001\350\017\000\204\000\000\000\000\000\000\000\000\000\000\000\000' >"$here/bcj2/streams"
mkdir -p "$here/lzma_encode"
# lc, lp, pb, dictionary, fast bytes, depth, way: see fuzz_lzma_encode.c
{ printf '\003\002\073\020\001'; cat in/text.txt; } >"$here/lzma_encode/quick"
{ printf '\000\001\003\003\011'; cat in/sub/code.bin in/text.txt; } >"$here/lzma_encode/quick-checked"
{ printf '\007\012\020\004\004'; cat in/text.txt; } >"$here/lzma_encode/trees-marker"
{ printf '\002\000\010\004\012'; cat in/sub/code.bin in/text.txt; } >"$here/lzma_encode/chains-checked"
mkdir -p "$here/lzma_verify"
# lc and lp, pb and dictionary, way, turned bit, cut, which bit: see fuzz_lzma_verify.c
{ printf '\003\042\010\000\377\000\000\000'; cat in/text.txt; } >"$here/lzma_verify/quick"
{ printf '\003\042\002\000\040\000\100\013'; cat in/text.txt; } >"$here/lzma_verify/trees-marker-damaged"
{ printf '\003\042\001\000\010\000\000\003'; cat in/sub/code.bin in/text.txt; } >"$here/lzma_verify/lzma2-damaged"
{ printf '\135\002\004\000\005\000\000\000'; printf '\000\000\060\140\377\377'; } >"$here/lzma_verify/as-it-is"
mkdir -p "$here/codec"
# which decoder and its settings: see fuzz_codec.c; a gzip file's stream begins after 10 bytes
{ printf '\000\000'; gzip -9nc in/text.txt | tail -c +11; } >"$here/codec/deflate"
{ printf '\001\000'; gzip -9nc in/text.txt | tail -c +11; } >"$here/codec/deflate64"
{ printf '\000\000\001\003\000\374\377xyz'; } >"$here/codec/stored"
{ printf '\002\001'; cat in/sub/code.bin; } >"$here/codec/swap"
{ printf '\003\037'; cat in/sub/code.bin in/sub/code.bin; } >"$here/codec/aes"
{ printf '\004\000'; "$lzenc" -q --lc=0 --lp=0 --unknown-size --format=lzma in/text.txt - | tail -c +14; } >"$here/codec/lzma"
{
	printf 'PK\001\002\024\000\024\000%20s' '' | tr ' ' '\000'
	printf '\010\000%16s\320\336\270\304.txt' '' | tr ' ' '\000'
	printf 'PK\005\006%8s\066\000\000\000\000\000\000\000\000\000' '' | tr ' ' '\000'
} >"$here/zip_names/gbk"
mkdir -p "$here/archive" "$here/branch" "$here/zip_data"
mkdir few
cp in/sub/code.bin few/code
ln few/code few/again
ln -s code few/link
tar -b 1 --format=ustar --sort=name --owner=0 --group=0 --mtime=@0 -cf "$here/archive/few.tar" few
gzip -9nc "$here/archive/few.tar" >"$here/archive/few.tar.gz"
head -c 600 in/text.txt | xz -c >"$here/archive/text.xz"
python3 - "$here/archive/few.zip" <<END
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as z:
    z.writestr(zipfile.ZipInfo("few/text"), "line of a text\n" * 20, zipfile.ZIP_DEFLATED)
    z.writestr(zipfile.ZipInfo("few/"), "")
    z.writestr(zipfile.ZipInfo("\u00e9"), "stored")
END
# two entries of method 9: a short Deflate stream is Deflate64 as well
python3 - "$here/zip_data/two.zip" "$here/archive/two.zip" <<END
import struct, sys, zlib
out = central = b""
for name, text in (b"a", b"line of a text\n" * 9), (b"b", b"firmware" * 20):
    packed = zlib.compress(text, 9)[2:-4]
    head = struct.pack("<5H3L2H", 20, 0, 9, 0, 0x5A21, zlib.crc32(text), len(packed), len(text), 1, 0)
    central += b"PK\1\2\24\3" + head + struct.pack("<3H2L", 0, 0, 0, 0, len(out)) + name
    out += b"PK\3\4" + head + name + packed
out += central + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 2, 2, len(central), len(out), 0)
for path in sys.argv[1:]:
    open(path, "wb").write(out)
END
"$lzenc" -q -f few "$here/archive/few.7z"
# filter, direction and size of the pieces: see fuzz_branch.c
{ printf '\001\003'; cat in/sub/code.bin in/sub/code.bin; } >"$here/branch/x86"
{ printf '\010\041'; cat in/text.txt | head -c 200; } >"$here/branch/riscv"
