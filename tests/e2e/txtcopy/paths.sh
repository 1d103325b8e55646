# SPDX-License-Identifier: MIT
# Names in Chinese, paths of more than 260 characters, and CR LF: the same on every system.
part=一个很长的文件夹名字_0123456789_abcdefghijklmnopqrstuvwxyz
deep=in
for i in 1 2 3 4 5 6; do deep=$deep/$part$i; done
mkdir -p "$deep"
printf '\326\320\316\304\r\nplain\r\n' >"$deep/文件.txt"
printf '\344\270\255\346\226\207\r\nplain\r\n' >want.crlf
printf '\344\270\255\346\226\207\nplain\n' >want.lf
run txtcopy --from gbk --to utf-8 "$deep/文件.txt" 输出.txt
expect_rc 0
cmp want.crlf 输出.txt || fail "wrong bytes, or line ends changed"
run txtcopy --from gbk --to utf-8 --eol lf -r in result
expect_rc 0
cmp want.lf "result${deep#in}/文件.txt" || fail "the deep copy is wrong"
run txtcopy --detect -r result
expect_rc 0
expect_out '文件.txt: UTF-8, certain, line ends LF'
run txtcopy --in-place --eol crlf "result${deep#in}/文件.txt"
expect_rc 0
cmp want.crlf "result${deep#in}/文件.txt" || fail "not in place"

# A backup that would be the file itself, or lie elsewhere, is none.
printf 'a\r\n' >kept.txt
for suffix in /x a/b; do
	run txtcopy --in-place --eol=lf --force --backup="$suffix" kept.txt
	expect_rc 2
	expect_err 'is not an end of a file name'
	[ "$(wc -c <kept.txt)" -eq 3 ] || fail "converted although the backup '$suffix' is none"
done

# Two inputs of one name: the second does not replace the first one's output, not with --force either.
mkdir -p one/d two/d both
echo one >one/d/f.txt
echo two >two/d/f.txt
for operands in 'one/d/f.txt two/d/f.txt' '-r one two'; do
	# shellcheck disable=SC2086 # words
	run txtcopy --force $operands both
	expect_rc 1
	expect_err 'another file of this run has this output'
	[ "$(cat both/f.txt both/d/f.txt 2>/dev/null | sort -u)" = one ] || fail 'an output was replaced'
done
# a call that is wrong leaves nothing behind, of its report in JSON either, as a sanitizer sees
printf 'x\n' >one.txt
run txtcopy --json one.txt one.txt no-folder.txt
expect_rc 2
expect_err 'several inputs need a folder'
[ ! -s out ] || fail "$(cat out)"
