# SPDX-License-Identifier: MIT
# The original's job: tagged files into the same sub-folders beside the source.
mkdir -p bkc26/Pkg/Drv bkc26/Pkg/Inc 'bkc26/中文 目录'
printf 'int a; // Tag_SC01\r\n' >bkc26/Pkg/Drv/A.C
printf 'int a; // Tag_SC011\r\n' >bkc26/Pkg/Drv/B.c
printf '# Tag_SC02\n' >bkc26/Pkg/Inc/x.inf
printf 'Tag_SC01\n' >bkc26/Pkg/Inc/x.bin
printf '// \320\336\270\304Tag_SC01\320\336\270\304\n' >'bkc26/中文 目录/说明.txt'
touch -t 201511121314.15 bkc26/Pkg/Drv/A.C
chmod 700 bkc26/Pkg

run tagextract Tag_SC01 bkc26
expect_rc 0
[ -n "$EXE" ] || [ "$(cd labz && stat -c %a Pkg Pkg/Drv | tr '\n' ' ')" = '700 755 ' ] || fail "not as private"
expect_out 'A.C: Tag_SC01 1'
expect_out '说明.txt: Tag_SC01 1'
expect_out '2 of 4 files with a tag; 2 copied'
cmp bkc26/Pkg/Drv/A.C labz/Pkg/Drv/A.C || fail "other bytes"
cmp 'bkc26/中文 目录/说明.txt' 'labz/中文 目录/说明.txt' || fail "other bytes"
[ "$(find labz -type f | wc -l)" -eq 2 ] || fail "too many files: $(find labz)"
[ ! labz/Pkg/Drv/A.C -nt bkc26/Pkg/Drv/A.C ] && [ ! labz/Pkg/Drv/A.C -ot bkc26/Pkg/Drv/A.C ] ||
	fail "the time was lost"

# again: nothing to do; changed: an error that leaves the file; --force: copied
run tagextract Tag_SC01 bkc26
expect_rc 0
expect_out '2 were there'
printf 'mine\n' >labz/Pkg/Drv/A.C
run tagextract Tag_SC01 bkc26
expect_rc 1
expect_err 'A.C: exists already'
[ "$(cat labz/Pkg/Drv/A.C)" = mine ] || fail "overwritten without --force"
run tagextract --force Tag_SC01 bkc26
expect_rc 0
cmp bkc26/Pkg/Drv/A.C labz/Pkg/Drv/A.C || fail "--force did not copy"

# several tags, target, manifest
run tagextract Tag_SC01,Tag_SC02 bkc26 dst --manifest sums
expect_rc 0
expect_out '3 of 4'
if command -v sha256sum >/dev/null; then
	(cd dst && sha256sum --quiet -c ../sums) || fail "manifest does not fit"
fi
run tagextract -t Tag_SC02 bkc26 other
expect_rc 0
[ -f other/Pkg/Inc/x.inf ] || fail "--tag"

run tagextract -n Tag_SC01 bkc26 nothing
expect_rc 0
expect_out 'nothing copied'
[ ! -e nothing ] || fail "--dry-run made a folder"
run tagextract Absent bkc26 nothing
expect_rc 3
[ ! -e nothing ] || fail "a folder for nothing"

# --dry-run tells what stands in the way, and what would change nothing
printf 'mine\n' >labz/Pkg/Drv/A.C
run tagextract -n Tag_SC01 bkc26
expect_rc 0
expect_out 'A.C: Tag_SC01 1 (would not overwrite)'
expect_out '说明.txt: Tag_SC01 1 (identical)'
expect_out '1 are there, names taken: 1'
run tagextract -n -f --json Tag_SC01 bkc26
expect_rc 0
expect_out '"action": "would copy"'
[ "$(cat labz/Pkg/Drv/A.C)" = mine ] || fail "--dry-run wrote"
printf 'x' >taken.7z
run tagextract -n --archive taken.7z Tag_SC01 bkc26
expect_rc 0
expect_err 'taken.7z: exists already'
run tagextract --ext , Tag_SC01 bkc26
expect_rc 2
expect_err 'no extension'
# What is written is none of the files that were found.
rm -rf found found-out
mkdir found
printf '// Tag_1\n' | tee found/a.c >found/b.c
run tagextract --force --manifest=found/a.c Tag_1 found found-out
expect_rc 2
expect_err 'found/a.c: is one of the files that were found'
printf '// Tag_1\n' | cmp - found/a.c
[ ! -e found-out ] || fail 'copied'
echo x >list.csv
run tagextract --force --manifest=list.csv Tag_1 found found-out
expect_rc 0
