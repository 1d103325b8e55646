# SPDX-License-Identifier: MIT
# What once lost data, misled or stopped users.
mkdir shift list names case csv regex
# Marks are sought in comments only.
printf '%s\n' 'int f(void)' '{' '  // Tag_1 >>>' '  /* Tag_1 */ x = 1 << 4;' '  y = 2;' \
	'  // Tag_1 <<<' '}' >shift/a.c
run tagextract -n Tag_1 shift
expect_rc 0
expect_out 'a.c: Tag_1 3-6, 4'
[ ! -s err ] || fail "warnings: $(cat err)"

# A blank after the comma.
echo '// Tag_1' >list/one.c
echo '// Tag_2' >list/two.c
run tagextract -n 'Tag_1, Tag_2' list
expect_out '2 of 2'
printf '# the tags of June\nTag_1 # the reset\n' >tags.txt
run tagextract -n --tags-from=tags.txt list
expect_out '1 of 2'

# Names that sources have, and what was not looked at.
for name in Kconfig a.cmd a.env a.ini a.dtsi a.hpp a.md a.lds a.ps1; do echo Tag_1 >names/$name; done
echo Tag_1 >names/logo.BMP
echo Tag_1 >names/other.bmp
run tagextract -n Tag_1 names
expect_out '9 of 9'
expect_out '2 files not looked at'
expect_out '2 .bmp'
# all kinds up to eight, and that there are more
kinds=
for i in 1 2 3 4 5 6 7 8; do
	: >names/x.$i.k$i
	kinds="$kinds, 1 .k$i"
	if [ $i -lt 6 ]; then continue; fi
	told=${kinds%, 1 .k8}
	[ "$told" = "$kinds" ] || told="$told, ..."
	run tagextract -n Tag_1 names
	grep -qx "$((2 + i)) files not looked at (other names; --all does): 2 .bmp$told" out || fail "$(cat out)"
done
rm names/x.*
# endings without regard to case, names without one as they are
for name in x.A_b y.a_B z.A@b COPYING_X; do : >names/$name; done
run tagextract -n Tag_1 names
expect_out '2 .a_b'
expect_out '1 .a@b'
expect_out '1 COPYING_X'
rm names/?.?_? names/z.A@b names/COPYING_X
run tagextract -n --all Tag_1 names
expect_out '11 of 11'
! grep -q 'not looked at' out || fail "all were looked at"

# Words of marks without regard to case, and not as parts of others.
printf '%s\n' '// Tag_1 Start' 'int a;' '// Tag_1 end - restart the timer' >case/a.c
run tagextract -n Tag_1 case
expect_out 'a.c: Tag_1 1-3'
[ ! -s err ] || fail "warnings: $(cat err)"

# Formulas of spreadsheets; the byte order mark that Excel needs.
echo '// Tag_1 =' >'csv/=1+1.c'
run tagextract -n --csv Tag_1 csv
expect_out "'=1+1.c,Tag_1,1,4,mark,"
run tagextract -n --csv -r = csv
expect_out "'=1+1.c,'=,1,10,mark,"
head -c 3 out | od -An -tx1 | grep -q 'ef bb bf' || fail "no byte order mark"

# A pattern pairs by the text that it matched, and the text is in the reports.
printf '%s\n' '//[-start-210101-IB00000001-add]//' '//[-start-210101-IB00000002-add]//' \
	'//[-end-210101-IB00000001-add]//' '//[-end-210101-IB00000002-add]//' >regex/a.c
run tagextract -n --json -r 'IB[0-9]{8}' regex
expect_rc 0
expect_out '"text": "IB00000002"'
[ ! -s err ] || fail "warnings: $(cat err)"
run tagextract -n -r 'IB[0-9]{8}' regex
expect_out '1-3'
expect_out '2-4'
run tagextract -n --csv -r 'IB[0-9]{8}' regex
expect_out ',IB00000001'
