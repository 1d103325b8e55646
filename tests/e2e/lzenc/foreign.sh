# SPDX-License-Identifier: MIT
# Archives that others make: -l and -d agree on what is not supported, and filters that libarchive
# cannot end are ours.
refused() { # refused FILE REASON
	for verb in -l -t; do
		run lzenc $verb "$1"
		expect_rc 6
		expect_err "$2"
	done
	run lzenc -d "$1" "$1.out"
	expect_rc 6
	expect_err "$2"
	[ ! -e "$1.out" ] || fail "$1: something was extracted"
}
# one empty file 'a'; property 10 says that a is to be deleted: 80, or that nothing is: 00
printf '\067\172\274\257\047\034\000\004\060\150\136\277\000\000\000\000\000\000\000\000' >anti.7z
printf '\025\000\000\000\000\000\000\000\004\232\115\222\001\005\001\016\001\200' >>anti.7z
printf '\017\001\200\020\001\200\021\005\000\141\000\000\000\000\000' >>anti.7z
run lzenc -l anti.7z
expect_rc 0
expect_out '           0  anti                                         a'
run lzenc -d anti.7z anti.out
expect_rc 0
expect_err 'entries that an update would delete are skipped: 1'
[ ! -e anti.out/a ] || fail 'what is to be deleted was made'
printf '\067\172\274\257\047\034\000\004\322\207\055\074\000\000\000\000\000\000\000\000' >none.7z
printf '\025\000\000\000\000\000\000\000\005\223\110\164\001\005\001\016\001\200' >>none.7z
printf '\017\001\200\020\001\000\021\005\000\141\000\000\000\000\000' >>none.7z
run lzenc -d none.7z none
expect_rc 0
[ -f none/a ] || fail 'a file that is not to be deleted'
# the same without the property, in format version 1
printf '\067\172\274\257\047\034\001\000\037\001\041\043\000\000\000\000\000\000\000\000' >v1.7z
printf '\022\000\000\000\000\000\000\000\274\025\165\147\001\005\001\016\001\200' >>v1.7z
printf '\017\001\200\021\005\000\141\000\000\000\000\000' >>v1.7z
refused v1.7z 'format version 1'

# archives of other kinds are named, not called damaged
for kind in 'MSWIM\000\000\000 WIM' '070701000002D1 cpio' 'Rar!\032\007\001\000 RAR' \
	'!<arch>\012debian-binary ar'; do
	{
		printf '%b' "$(printf '%s' "${kind% *}" | sed 's/\\/\\0/g')"
		head -c 500 /dev/zero
	} >strange
	refused strange "archives of the kind ${kind##* } are not opened"
done

[ -z "${RUNNER:-}" ] || exit 0
command -v 7zz >/dev/null || exit 0
head -c 30001 "$BIN/lzenc$EXE" >body
for filter in PPC SPARC IA64; do
	for method in LZMA LZMA2 Copy; do
		rm -rf x.7z x
		7zz a -m0=$filter -m1=$method x.7z body >/dev/null
		run lzenc -l x.7z
		expect_out " $filter"
		run lzenc -d x.7z x
		expect_rc 0
		cmp body x/body || fail "$filter with $method"
	done
done
# the time of the last access comes back, that of creation where it can be set
touch -d '2003-04-05 06:07:08' -m body
touch -d '2004-05-06 07:08:09' -a body
7zz a -mta=on -mtc=on times.7z body >/dev/null
run lzenc --json -l times.7z
expect_rc 0
valid_json lzenc
expect_out '"atime_ns": 10838'
expect_out '"created_ns"'
run lzenc -d times.7z times
expect_rc 0
[ "$(stat -c %X times/body)" = "$(date -u -d '2004-05-06 07:08:09' +%s)" ] ||
	[ "$(stat -c %X times/body)" = "$(date -d '2004-05-06 07:08:09' +%s)" ] || fail 'time of access'
# an empty file 'a' and a folder 'd', both read-only in Windows, which has no modes
printf '\067\172\274\257\047\034\000\004\253\063\242\252\000\000\000\000\000\000\000\000' >ro.7z
printf '\042\000\000\000\000\000\000\000\047\132\355\117\001\005\002\016\001\300\017\001' >>ro.7z
printf '\200\021\011\000\141\000\000\000\144\000\000\000\025\012\001\000\041\000\000' >>ro.7z
printf '\000\021\000\000\000\000\000' >>ro.7z
run lzenc -d ro.7z ro
expect_rc 0
[ "$(stat -c %A ro/a ro/d | tr -cd w)" = w ] || fail 'a file that is read-only, or a folder that need not be'
# PPMd data whose first byte is not 0 are damaged, and nothing else
7zz a -m0=PPMd alone.7z body >/dev/null
printf '\377' | dd of=alone.7z bs=1 seek=32 conv=notrunc 2>/dev/null
run lzenc -t alone.7z
expect_rc 5
# libarchive calls it damaged; it is not, as 7-Zip shows
7zz a -m0=BCJ -m1=PPMd ppmd.7z body >/dev/null
run lzenc -t ppmd.7z
[ "$rc" -eq 6 ] || [ "$rc" -eq 0 ] || fail "PPMd after a filter: $rc: $(cat err)"
7zz a -mhe -psecret secret.7z body >/dev/null
refused secret.7z encrypted

# names as tar and its kin write them
command -v bsdtar >/dev/null || lacks bsdtar
mkdir -p dots/sub
echo one >dots/one
echo two >dots/sub/two
(cd dots && bsdtar --format=7zip -cf ../dots.7z ./one ./sub)
run lzenc -q -d dots.7z undotted
expect_rc 0
diff -r dots undotted || fail 'names with dots'
