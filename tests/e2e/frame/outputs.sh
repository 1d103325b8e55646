# SPDX-License-Identifier: MIT
# An option or operand that names an output overwrites nothing that is there, and no input with --force either.
BIN=$BIN/../bin
helper make_sample_ifwi s.bin 256
printf '1\n2\n3\n' >gbk.txt
tool lzenc -q gbk.txt in.7z
tool lzenc -q --format=lzma gbk.txt in.lzma
tool bytgvs -q -o parts s.bin
tool bytgvs --show --json parts/s_vbt-VALLEYVIEW.bin >v.json
tool 2048ai --auto --games=1 --player=random --save-replays=games >/dev/null
mkdir src base
printf '// Tag_1\n' | tee src/a.c >base/a.c

# keeps FILE COMMAND...: it fails, and FILE stays as it was.
keeps() {
	precious=$1
	shift
	mkdir -p "$(dirname "$precious")"
	printf 'precious' >"$precious"
	run "$@"
	[ "$rc" -eq 1 ] || [ "$rc" -eq 2 ] || fail "$*: status $rc"
	[ "$(cat "$precious")" = precious ] || fail "$*: $precious is gone"
	rm -rf "$precious"
}
keeps k 2048ai --auto --games=1 --player=random --csv=k
keeps k 2048ai --auto --games=1 --player=random --state=k
keeps r/game000000.2048 2048ai --auto --games=1 --player=random --save-replays=r
keeps k 2048ai --analyze=games/game000000.2048 --player=greedy --csv=k
if [ -x "$BIN/2048train$EXE" ]; then
	small='--tuples=012 --stages=- --moves=1000'
	# shellcheck disable=SC2086
	keeps k 2048train train $small --checkpoint=k
	# shellcheck disable=SC2086
	keeps k 2048train train $small --checkpoint=ck --csv=k
	# shellcheck disable=SC2086
	tool 2048train train $small --checkpoint=ck --csv=curve.csv >/dev/null
	keeps k 2048train pack --checkpoint=ck --output=k
	keeps k 2048train curve --csv=curve.csv --output=k
fi
keeps k gobang --file=k
keeps k lzenc gbk.txt k
keeps k lzenc -d in.lzma k
keeps d/gbk.txt lzenc -d in.7z d
keeps k txtcopy gbk.txt k
keeps d/gbk.txt txtcopy -r gbk.txt d
printf '\344\275\240\n' >utf.txt
keeps utf.txt.bak txtcopy -i --to=gbk --backup utf.txt
keeps k scmail --from=a@b.c --to=d@e.f --text=x --save=k
keeps d/s_vbt-VALLEYVIEW.bin bytgvs -o d s.bin
keeps k bytgvs --replace-vbt=parts/s_vbt-VALLEYVIEW.bin s.bin -o k
keeps k bytgvs --set=12.boot_mode_x=800 parts/s_vbt-VALLEYVIEW.bin -o k
keeps k bytgvs --edit=v.json parts/s_vbt-VALLEYVIEW.bin -o k
keeps t/a.c tagextract Tag_1 src t
keeps k.zip tagextract --archive=k.zip Tag_1 src
rm -rf t
keeps k tagextract --manifest=k Tag_1 src t
[ ! -e t/a.c ] || fail 'copied although the manifest may not be written'
keeps t/a.c tagextract --port Tag_1 base src base t
keeps t/Tag_1/a.c tagextract --split Tag_1 src t

# input FILE COMMAND...: what it reads stays, whatever is forced.
input() {
	read_file=$1
	shift
	cp "$read_file" before
	run "$@"
	expect_rc 2
	cmp -s before "$read_file" || fail "$*: the input $read_file is overwritten"
}
ln -s src/a.c link
input games/game000000.2048 2048ai --analyze=games/game000000.2048 --player=greedy --csv=games/game000000.2048 --force
if [ -x "$BIN/2048train$EXE" ]; then
	input ck 2048train pack --checkpoint=ck --output=ck --force
	input curve.csv 2048train curve --csv=curve.csv --output=curve.csv --force
	tool 2048train pack --checkpoint=ck --output=net >/dev/null
	input net 2048train shrink --from=net --output=net --force
fi
tool 2048ai --auto --games=1 --player=random --state=state >/dev/null
input state 2048ai --auto --games=2 --player=random --state=state --csv=state --force
input gbk.txt lzenc -f gbk.txt gbk.txt
input in.lzma lzenc -f -d in.lzma in.lzma
input s.bin bytgvs -f --replace-vbt=parts/s_vbt-VALLEYVIEW.bin s.bin -o s.bin
input parts/s_vbt-VALLEYVIEW.bin bytgvs -f --replace-vbt=parts/s_vbt-VALLEYVIEW.bin s.bin -o parts/s_vbt-VALLEYVIEW.bin
input v.json bytgvs -f --edit=v.json parts/s_vbt-VALLEYVIEW.bin -o ./v.json
printf 'reply-to = a@b.c\n' >scmail.conf
input scmail.conf scmail --config=scmail.conf --from=a@b.c --to=d@e.f --text=x --save=scmail.conf --force
input gbk.txt scmail --from=a@b.c --to=d@e.f --text=x --atta='gb*.txt' --save=gbk.txt --force
input gbk.txt scmail --from=a@b.c --to=d@e.f --body=gbk.txt --save=gbk.txt --force
input gbk.txt scmail --server=x --from=a@b.c --to=d@e.f --body=gbk.txt --log=./gbk.txt
input src/a.c tagextract -f --manifest=src/a.c Tag_1 src t2
input src/a.c tagextract -f --manifest=link Tag_1 src t3
printf 'log = gbk.txt\n' >log.conf
input gbk.txt scmail --config=log.conf --server=x --from=a@b.c --to=d@e.f --body=gbk.txt
# a device has nothing to lose
if [ -e /dev/null ] && [ -z "$EXE" ]; then
	tool scmail --server=x --from=a@b.c --to=d@e.f --body=/dev/null --log=/dev/null --dry-run >/dev/null
fi
echo Tag_1 >tags
ln tags tags2
input tags tagextract -f --tags-from=tags --manifest=tags2 src t4
input src/a.c tagextract --port -f Tag_1 base src base src
input base/a.c tagextract --port -f Tag_1 base src base ./base/
