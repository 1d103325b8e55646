# SPDX-License-Identifier: MIT
# Archives of 7-Zip with a password, and with methods that only it writes.
[ -z "${RUNNER:-}" ] || skip 'the emulator is too slow for this'
command -v 7zz >/dev/null || lacks 7zz
mkdir -p in/sub
head -c 300001 "$BIN/lzenc$EXE" >in/code
seq 1 5000 >in/sub/numbers
: >in/empty
both() { # both FILE: tests and extracts it
	run lzenc -t "$1"
	expect_rc 0
	rm -rf back
	run lzenc -q -d "$1" back
	expect_rc 0
	diff -r in back/in || fail "$1 came out otherwise"
}

# lc8 lp4 is more than liblzma takes
for chain in '-m0=deflate' '-m0=deflate64' '-m0=swap2 -m1=lzma2' '-m0=swap4 -m1=lzma' \
	'-m0=lzma:lc=8:lp=0' '-m0=lzma:lc=8:lp=4:pb=4' '-m0=lzma:lc=3:lp=2:eos=on'; do
	rm -f x.7z
	# shellcheck disable=SC2086
	7zz a -bd $chain x.7z in >/dev/null
	both x.7z
done

word=$(printf 'geh\303\244im')
export LZENC_PASSWORD="$word"
for chain in '' '-mhe' '-mx0' '-m0=deflate64' '-m0=bcj2 -m1=lzma:lc=8 -m2=lzma -m3=lzma'; do
	rm -f x.7z
	# shellcheck disable=SC2086
	7zz a -bd "-p$word" $chain x.7z in >/dev/null
	both x.7z
done
rm -f x.7z h.7z p.7z
7zz a -bd "-p$word" x.7z in >/dev/null
7zz a -bd "-p$word" -mhe h.7z in >/dev/null
7zz a -bd "-p$word" -m0=ppmd p.7z in >/dev/null

# where the password comes from
unset LZENC_PASSWORD
printf '%s\nsecond line\n' "$word" >word.txt
run lzenc -t --password-file=word.txt h.7z
expect_rc 0
printf '\357\273\277%s\r\n' "$word" >word.txt # as Windows' editor writes it
run lzenc -t --password-file=word.txt h.7z
expect_rc 0
WORD=$word run lzenc -t --password-env=WORD h.7z
expect_rc 0
run lzenc -t --password-env=NO_SUCH_WORD x.7z
expect_rc 2
expect_err 'NO_SUCH_WORD is not set'
run lzenc --password-file=word.txt in y.7z
expect_rc 2

run lzenc -t --password-file=- - <x.7z
expect_rc 2
expect_err 'standard input'

# without it, or with a wrong one: one error, nothing comes out
run lzenc -d x.7z none </dev/null
expect_rc 6
expect_err 'encrypted'
[ "$(grep -c encrypted err)" = 1 ] || fail 'said twice'
[ ! -e none ] || fail 'made without a password'
export LZENC_PASSWORD=wrong
for file in x h; do
	run lzenc -d $file.7z none
	expect_rc 5
	expect_err 'wrong'
	[ -z "$(find none -size +0 -type f 2>/dev/null)" ] || fail 'content with a wrong password'
done
export LZENC_PASSWORD="$word"
run lzenc -t p.7z
expect_rc 6
run lzenc -l x.7z
expect_rc 0
expect_out 'AES'
run lzenc -l --json x.7z
expect_out '"encrypted": true'

# volumes, and an archive after a program that extracts it
export LZENC_PASSWORD="$word"
7zz a -bd -v40k "-p$word" -mhe -mx0 v.7z in >/dev/null
[ -e v.7z.003 ] || fail 'no volumes'
both v.7z.001
run lzenc -l v.7z.001
expect_rc 0
expect_out 'numbers'
mv v.7z.002 away
run lzenc -t v.7z.001
expect_rc 5
expect_err 'v.7z.002 is missing'
# two in a row; and what an older archive left beside one that is whole does not matter
[ -e v.7z.004 ] || cp v.7z.003 v.7z.004
mv v.7z.003 away3
run lzenc -t v.7z.001
expect_rc 5
expect_err 'v.7z.002 is missing'
mv away v.7z.002
mv away3 v.7z.003
last=4
while [ -e v.7z.00$((last + 1)) ]; do last=$((last + 1)); done
cp v.7z.001 "v.7z.00$((last + 2))"
run lzenc -t v.7z.001
expect_rc 0
7zz a -bd -v2k -mx0 u.zip in >/dev/null
mv u.zip.002 away
run lzenc -t u.zip.001
expect_rc 5
expect_err 'u.zip.002 is missing'
# what is cut between two members, or after an archive within the archive, looks whole
seq 1 700 >part
tar --format=ustar -cf - part part part part | split -b 3584 --numeric-suffixes=1 -a 3 - t.tar.
rm t.tar.002
run lzenc -t t.tar.001
expect_rc 5
expect_err 't.tar.002 is missing'
if command -v python3 >/dev/null; then
	python3 - <<'EOF'
import io, zipfile
inner, outer = io.BytesIO(), io.BytesIO()
with zipfile.ZipFile(inner, "w") as z:
    z.writestr("inner.txt", bytes(300))
with zipfile.ZipFile(outer, "w") as z:
    z.writestr("lib.jar", inner.getvalue())
    z.writestr("tail.bin", bytes(9000))
data = outer.getvalue()
for i in range(0, len(data), 2000):
    if i != 2000:
        open("j.zip.%03d" % (i // 2000 + 1), "wb").write(data[i : i + 2000])
EOF
	run lzenc -t j.zip.001
	expect_rc 5
	expect_err 'j.zip.002 is missing'
fi
rm -f x.7z
7zz a -bd x.7z in >/dev/null
for program in '\177ELF' 'MZ'; do
	# a look-alike of an archive comes first
	# shellcheck disable=SC2059 # it holds escapes
	{ printf "${program}7z\274\257\047\034\000\004"; head -c 50000 /dev/zero; cat x.7z; } >sfx
	both sfx
	run lzenc -l sfx
	expect_rc 0
	expect_out 'after a program of 50'
done
