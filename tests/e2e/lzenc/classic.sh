# SPDX-License-Identifier: MIT
# --classic: the original tool's header under any name, size as 64 bits, no end marker.
printf 'hello hello hello hello' >in
tool lzenc -q --classic in result.7z
od -An -tx1 -v result.7z | tr -d ' \n' >hex
case $(cat hex) in
5d000080001700000000000000*) ;;
*) fail "header is $(cat hex)" ;;
esac
run lzenc -l result.7z
expect_rc 0
expect_out 'lzma, '
expect_out 'lc3 lp0 pb2, dictionary 8388608, filter not stored, size known, no end marker'
tool lzenc -q -d result.7z back
cmp in back || fail 'content differs'
