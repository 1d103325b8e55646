# SPDX-License-Identifier: MIT
# What a drive letter means on Linux: Wine's links, mtools' configuration, our own map; never a guess.
t=$PWD/tree
HOME=$PWD/home
XDG_CONFIG_HOME=$PWD/config
export HOME XDG_CONFIG_HOME
unset WINEPREFIX MTOOLSRC
# block NAME MAJ:MIN [DISK NUMBER]
block() {
	mkdir -p "$t/sys/devices/x/block/${3:+$3/}$1" "$t/sys/class/block" "$t/sys/dev/block" "$t/dev"
	echo "$2" >"$t/sys/devices/x/block/${3:+$3/}$1/dev"
	echo 2048 >"$t/sys/devices/x/block/${3:+$3/}$1/size"
	[ -z "${4:-}" ] || echo "$4" >"$t/sys/devices/x/block/$3/$1/partition"
	ln -s "../../devices/x/block/${3:+$3/}$1" "$t/sys/class/block/$1"
	ln -s "../../devices/x/block/${3:+$3/}$1" "$t/sys/dev/block/$2"
	: >"$t/dev/$1"
}
block sda 8:0
block sda1 8:1 sda 1
block sda5 8:5 sda 5
block sdb 8:16
block sdb1 8:17 sdb 1
mkdir -p "$t/proc/self" home/.wine/dosdevices home/.wine/drive_c/Program\ Files/Tool config/biosbelt
printf '%s\n' '1 0 8:1 / / rw - ext4 /dev/sda1 rw' >"$t/proc/self/mountinfo"
# is WHAT DISK [PARTITION]
is() {
	run getpd --sys-root "$t" "$1"
	expect_rc 0
	expect_out "$1 -> /dev/$2${3:+ (partition $3)}"
	[ "$(wc -l <out)" -eq 1 ] || fail "$(cat out)"
}

run getpd --sys-root "$t" c:
expect_rc 3
expect_err 'no drive c: here'

# mtools: a device, its partition, an image, a drive that has no such partition.
cat >home/.mtoolsrc <<END
# drive c: file="/dev/sdz"
drive C: file="/dev/sda" partition=5
drive d: file="/dev/sdb"
drive e: file="$PWD/disk image" partition=1
drive f: exclusive
 file="/dev/sdb" partition=7
drive g: fat_bits=12
END
: >'disk image'
is c: sda 5
is 'C:\AUTOEXEC.BAT' sda 5
is d: sdb
is e: sda 1
expect_err 'partition 1 inside the image'
run getpd --sys-root "$t" f:
expect_rc 3
expect_err 'sdb has no partition 7'
[ "$(grep -o 'f:' err | wc -l)" -eq 1 ] || fail "what was asked for stands twice: $(cat err)"
run getpd c:: # a made-up tree knows no names
expect_rc 3
expect_err 'c::: no such file, and no drive: that is a letter and one colon'
run getpd --sys-root "$t" g:
expect_rc 3
echo 'drive c: file="/dev/sdb" partition=1' >mtools.conf
MTOOLSRC=$PWD/mtools.conf
export MTOOLSRC
is c: sdb 1
unset MTOOLSRC

# Our own map, the last in turn; asked for by name it is the first.
printf '\357\273\277# letters\r\nc = /dev/sdb1\r\nh=8:5\r\nI: = %s/home\r\nj = LABEL=x\r\nk = "8:5"\nl = '"'8:1'"'\n' "$PWD" \
	>config/biosbelt/drives
is h: sda 5
is k: sda 5
is l: sda 1
is I: sda 1
is 'i:\.WINE' sda 1
run getpd --sys-root "$t" 'i:\nothing here'
expect_rc 0 # a made-up tree knows mounts, not names
run getpd --sys-root "$t" j:
expect_rc 3
is c: sda 5
expect_err 'by the rule "mtools", but /dev/sdb1 by "own"'
run getpd --sys-root "$t" --strict c:
expect_rc 2
run getpd --sys-root "$t" --map=own c:
expect_rc 0
expect_out '/dev/sdb (partition 1)'
# Two rules and one disk are not a quarrel.
printf 'c = 8:1\n' >config/biosbelt/drives
run getpd --sys-root "$t" --strict c:
expect_rc 0
[ ! -s err ] || fail "$(cat err)"

# Wine comes first: folders, letters and names without regard to case.
ln -s ../drive_c home/.wine/dosdevices/c:
ln -s / home/.wine/dosdevices/z:
is c: sda 1
is 'C:/program files\TOOL' sda 1
is 'Z:\etc' sda 1
run getpd --sys-root "$t" --json c:
expect_out '"wine"'
WINEPREFIX=$PWD/none
export WINEPREFIX
is c: sda 5
# A file of that name.
: >c:
run getpd --sys-root "$t" --path c:
expect_rc 0
run getpd --sys-root "$t" ./c:
expect_rc 0
# A mistake in the map is told, and the other lines count.
printf 'garbage\nc = 8:1\n' >config/biosbelt/drives
run getpd --sys-root "$t" --map=own c:
expect_rc 0
expect_err 'drives: line 1: not "letter = '
for wrong in 'gg = /' 'h =' '= /'; do
	printf 'c: = 8:1\n# words\n%s\n' "$wrong" >config/biosbelt/drives
	run getpd --sys-root "$t" --map=own c:
	expect_rc 0
	expect_err 'drives: line 3: not "letter = '
done
