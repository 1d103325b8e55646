# SPDX-License-Identifier: MIT
# --repack on files and a payload of a CBFS; repack.py builds and judges.
command -v python3 >/dev/null || lacks python3
helper_py() { python3 "$SRC/tests/e2e/lzenc/repack.py" "$@"; }
helper_py cbfs cb.rom || fail 'the image cannot be built'

run lzenc --repack --json cb.rom -o small.rom
expect_rc 0
told=$(sed -n 's/^  "freed": \([0-9]*\),$/\1/p' out)
[ "$(grep -c '"freed": [1-9]' out)" -eq 4 ] || fail 'not three streams' # and the sum
helper_py judge-cbfs cb.rom small.rom >free || fail 'the result is another image'
read -r before after <free
[ "$((after - before))" = "$told" ] || fail "freed $((after - before)), told $told"
[ "$told" -ge 500 ] || fail "only $told bytes"
run lzenc --repack small.rom -o again.rom
expect_rc 3

# coreboot's own tool reads it
command -v cbfstool >/dev/null || exit 0
head -c 90000 "$SRC/docs/benchmarks.md" >part
cbfstool made.rom create -m x86 -s 0x40000 >log 2>&1 || fail 'cbfstool makes no image'
for name in one two; do
	cbfstool made.rom add -f part -n "$name" -t raw -c lzma -A sha256 >log 2>&1 || fail "$(cat log)"
done
# an AArch64 program begins with a jump, which looks like the header of an EFI section
{ printf '\012\000\000\024\037\040\003\325'; cat part; } >jump
cbfstool made.rom add -f jump -n jump -t raw -c lzma >log 2>&1 || fail "$(cat log)"
run lzenc --repack made.rom -o less.rom
expect_rc 0
expect_out 'streams 3,'
cbfstool less.rom print -k >log 2>&1 || fail "$(cat log)"
for name in one two; do
	cbfstool less.rom extract -n "$name" -f got -m x86 >log 2>&1 || fail "$(cat log)"
	cmp part got || fail "$name holds something else"
done
cbfstool less.rom add -f part -n three -t raw -c lzma >log 2>&1 || fail 'nothing can be added any more'
