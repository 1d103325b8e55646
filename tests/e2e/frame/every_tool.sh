# SPDX-License-Identifier: MIT
# What every tool does alike: control characters of names do not reach a terminal, a full disk
# behind stdout is told.
[ -z "${RUNNER:-}" ] || skip "Windows has no such names, and no /dev/full"
BIN=$BIN/../bin
. "$SRC/tests/e2e/spc/tree.inc"
bad=$(printf 'evil\033[31m.c')
tree=$PWD/tree

# A mount for getpd, and for spc a device that names itself.
disk=$tree/sys/devices/x/block/sda
mkdir -p "$disk" "$tree/sys/class/block" "$tree/sys/dev/block" "$tree/proc/self"
echo 8:0 >"$disk/dev"
echo 2048 >"$disk/size"
ln -s ../../devices/x/block/sda "$tree/sys/class/block/sda"
ln -s ../../devices/x/block/sda "$tree/sys/dev/block/8:0"
printf '1 1 8:0 / /mnt/%s rw - ext4 /dev/sda rw\n' "$bad" >"$tree/proc/self/mountinfo"
usb "$tree" "$hub/1-1" 0403 6001 A50285BI FTDI "$bad"
tty "$tree" ttyUSB0 "$hub/1-1/1-1:1.0/ttyUSB0"

mkdir src
printf '/* Tag_SC01 */\n' >"src/$bad"
cp "src/$bad" "$bad"
cp "src/$bad" plain.c
tool lzenc -q "$bad" "$bad.7z"

# each HOW: HOW with a command of every tool that prints something, in every form of it.
each() {
	"$1" bytgvs -l "$bad"
	"$1" bytgvs -l --json "$bad"
	"$1" lzenc -l "$bad.7z"
	"$1" txtcopy --detect "$bad"
	"$1" txtcopy --detect --json "$bad"
	"$1" spc --sys-root "$tree" --list
	"$1" spc --sys-root "$tree" --json
	"$1" getpd --sys-root "$tree" --all
	"$1" getpd --sys-root "$tree" --all --json
	"$1" tagextract -n Tag_SC01 src
	"$1" tagextract -n --json Tag_SC01 src
}

escaped() {
	run "$@"
	cat out err >seen
	grep -qE 'evil(\\x1B|\\u001b)' seen || fail "$*: $(cat -v seen)"
	! grep -q "$(printf '\033')" seen || fail "$*: $(cat -v seen)"
}
each escaped
escaped scmail --server=x --from=a@b.c --to=d@e.f --text=x --atta="no/$bad"
escaped 2048ai --replay="no/$bad"
if command -v script >/dev/null; then # a table for programs is one for people on a terminal
	script -qec "$BIN/tagextract -n --csv Tag_SC01 src" tty.log >/dev/null
	grep -qF 'evil\x1B' tty.log || fail "CSV on a terminal: $(cat -v tty.log)"
fi

# The programs of the suite: a new one is found by its folder.
names=
for folder in "$SRC"/tools/*/; do
	name=$(basename "$folder")
	# one without a manual page is not installed, and no tool
	[ ! -x "$BIN/$name$EXE" ] || [ ! -f "$folder/$name.1" ] || names="$names $name"
done
[ -n "$names" ]

for name in $names; do
	# The help says what a tool does in the same kind of sentence.
	tool "$name" --help >help
	sed -n '/^$/{n;p;q;}' help >summary
	grep -qE '^[a-z]+s .*[^.]$' summary || fail "$name: $(cat summary)"
	# It comes after whatever else was given, and so does the version.
	for asked in --help --version; do
		run "$name" a b c d $asked
		expect_rc 0
		[ -s out ] && [ ! -s err ] || fail "$name a b c d $asked: $(cat err)"
	done
	# It ends with a line, so that the prompt is on one of its own.
	[ -z "$(tail -c 1 help)" ] || fail "$name: the help ends in the middle of a line"
done

# An empty variable of a script is told, and does not become the current folder, every disk or any port.
empty() {
	run "$@"
	expect_rc 2
	expect_err 'the value is empty'
}
empty bytgvs --output= plain.c
empty scmail --queue= --server=x --from=a@b.c --to=d@e.f --text=x
empty 2048ai --auto --csv= --player=random
for one in 'bytgvs --which=' 'bytgvs --require=' 'lzenc --exclude=' 'lzenc --names=' 'lzenc --password-env=' \
	'tagextract --tag=' 'tagextract --include=' 'tagextract --ext=' 'txtcopy --exclude=' 'txtcopy --backup=' \
	'spc --match=' 'spc --exclude=' 'spc --wait=' 'spc --template=' 'spc --log=' 'spc --send=' \
	'getpd --disk=' 'getpd --check=' 'getpd --serial=' 'getpd --source=' \
	'scmail --references=' 'scmail --in-reply-to=' 'scmail --charset=' 'scmail --netrc=' 'scmail --pin=' \
	'2048ai --board=' '2048ai --play=' '2048ai --attach=' 'gobang --host=' 'gobang --sprt='; do
	# shellcheck disable=SC2086
	empty $one
done
# where it means something it is taken: a mail without a subject, no proxy, no copy
run scmail --save=- --from=a@b.c --to=d@e.f --cc= --subject= --text= --proxy=
expect_rc 0

[ -c /dev/full ] || skip "no /dev/full here"
full() {
	rc=0
	tool "$@" >/dev/full 2>err || rc=$?
	[ "$rc" -eq 1 ] || fail "$* to a full disk: status $rc"
	[ "$(grep -c 'standard output' err)" -eq 1 ] || fail "$* to a full disk: $(cat err)"
}
each full
full lzenc plain.c -
full lzenc -d "$bad.7z" -
full txtcopy plain.c -
full scmail --dry-run --server=x --from=a@b.c --to=d@e.f --text=x
full tagextract -n --csv Tag_SC01 src
full 2048ai --board="2 0 0 4  0 8 2 0  16 0 0 0  64 32 8 2"
full 2048ai --board="2 0 0 4  0 8 2 0  16 0 0 0  64 32 8 2" --json
full 2048ai --auto --player=random

# The help names the exit statuses 3 and 4 exactly where the manual page does.
for name in $names; do
	tool "$name" --help >help
	grep -qF '0 done, 1 failed, 2 used wrongly' help || fail "$name --help: no exit statuses"
	# What a terminal of 80 columns shows without a break; Chinese is two columns a character.
	for lang in en zh; do
		tool "$name" --lang=$lang --help >wide
		python3 -c 'import sys, unicodedata
for line in open("wide", encoding="utf-8"):
    line = line.rstrip("\n")
    if sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line) > 80:
        sys.exit("over 80 columns: " + line)' || fail "$name --lang=$lang --help"
	done
	page=$(sed -n '/^\.SH EXIT STATUS/,/^\.SH EXAMPLES/p' "$SRC/tools/$name/$name.1")
	for status in '3 ran well but found nothing' '4 temporary'; do
		digit=${status%% *}
		in_help=no in_page=no
		! grep -qF "$status" help || in_help=yes
		! printf '%s\n' "$page" | grep -qE "(^|[ .\"])$digit([ \",;:]|\$)" || in_page=yes
		[ "$in_help" = "$in_page" ] ||
			fail "$name: status $digit: in the help $in_help, in the manual page $in_page"
	done
done
