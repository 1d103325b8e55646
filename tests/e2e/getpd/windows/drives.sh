# SPDX-License-Identifier: MIT
# Drive letters, folders and devices of a Wine prefix: C: is partition 1 of its disk 0.
getpd() {
	run getpd "$@" </dev/null
	sed -i 's/\r$//' out err
}
getpd c:
expect_rc 0
expect_out 'c: -> \\.\PhysicalDrive0 (partition 1)'
for what in c: C: 'c:\' 'C:\windows' 'c:/windows/system32' '\\?\Volume{00000000-0000-0000-0000-000000000043}\'; do
	getpd --raw "$what"
	expect_rc 0
	printf '7 0 1\n\n' | cmp -s - out || fail "$what: $(cat out)"
done
# the system's own form of paths, and some over 260 characters
for what in '\\?\C:\windows' '\\?\C:\' '\\?\c:\windows\system32\kernel32.dll'; do
	getpd --raw "$what"
	expect_rc 0
	printf '7 0 1\n\n' | cmp -s - out || fail "$what: $(cat out)"
done
prefix=${BIOSBELT_WINEPREFIX:-$SRC/build/wineprefix}
part=$(printf '%0120d' 0)
deep="$prefix/drive_c/getpd $$"
trap 'rm -rf "$deep"' EXIT
mkdir -p "$deep/$part/$part/$part"
: >"$deep/$part/$part/$part/一.txt"
wide=$(printf '一%.0s' $(seq 40))
mkdir -p "$deep/$wide/$wide/$wide/$wide/$wide/$wide/$wide/$wide/$wide" # 1,080 bytes of UTF-8
for what in "C:\\getpd $$\\$part\\$part\\$part\\一.txt" "c:/getpd $$/$part/$part/$part" \
	"\\\\?\\C:\\getpd $$\\$part\\$part\\$part" "c:\\getpd $$\\$wide\\$wide\\$wide\\$wide\\$wide\\$wide\\$wide\\$wide\\$wide"; do
	getpd --raw "$what"
	expect_rc 0
	printf '7 0 1\n\n' | cmp -s - out || fail "$what: $(cat out)"
done
getpd --raw "C:\\getpd $$\\$part\\$part\\$part\\absent"
expect_rc 3
for what in PhysicalDrive0 '\\.\PhysicalDrive0'; do
	getpd --raw "$what"
	expect_rc 0
	printf '7 0 0\n\n' | cmp -s - out || fail "$what: $(cat out)"
done
getpd --json c:
expect_rc 0
expect_out '"device": "\\\\.\\PhysicalDrive0"'
expect_out '"partition": 1'
getpd --all
expect_rc 0
expect_out 'C:\  \\.\PhysicalDrive0 (partition 1)'
getpd --disk 0
expect_rc 0
expect_out 'C:\'
getpd --disk 9
expect_rc 3

# The drive that Windows runs from is not free, and every drive is looked at without a right.
getpd --check PhysicalDrive0
expect_rc 1
expect_out 'system: Windows runs from it: it holds C:'
expect_out 'mounted: mounted at C:'
getpd --check PhysicalDrive9
expect_rc 3
getpd --json --check 0
expect_rc 1
valid_json getpd
getpd --json --all
valid_json getpd
getpd --tree c:
expect_rc 0
getpd c: q:
expect_rc 3
expect_out 'c: -> '

# An absent drive and a refused one, as the original said it and with words.
getpd --raw q:
expect_rc 3
[ ! -s out ] || fail 'no drive, no answer'
[ "$(cat err)" = 'CreateFile() Error: 2' ] || fail "$(cat err)"
getpd q:
expect_rc 3
expect_err 'q:: CreateFile() Error: 2: '
getpd 'c:\no such folder'
expect_rc 3
getpd --raw z: # Wine's / is nobody's volume
expect_rc 4
[ "$(cat err)" = 'CreateFile() Error: 5' ] || fail "$(cat err)"

# What it does not take.
for bad in '' '::' 'c:\<|>' '1:'; do
	getpd "$bad"
	[ "$rc" -eq 3 ] || [ "$rc" -eq 1 ] || fail "$bad: status $rc"
	[ -s err ] || fail "$bad: no word about it"
done
getpd
expect_rc 2
getpd --raw --json c:
expect_rc 2
