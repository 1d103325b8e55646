# SPDX-License-Identifier: MIT
# Two runs into one folder at the same time: each makes folders and files that the other needs too.
i=0
set --
while [ $i -lt 200 ]; do
	set -- "$@" "src/$i/e"
	i=$((i + 1))
done
mkdir -p "$@"
for folder in "$@"; do
	echo "// Tag_SC01 $folder" >"$folder/x.c"
done
for round in 1 2 3 4 5; do
	rc=0
	other=0
	tool tagextract -q Tag_SC01 src dst$round >/dev/null 2>err &
	tool tagextract -q Tag_SC01 src dst$round >/dev/null 2>err2 || rc=$?
	wait $! || other=$?
	cat err2 >>err
	if [ $rc -ne 0 ] || [ $other -ne 0 ]; then
		fail "exit statuses $rc and $other: $(head -3 err)"
	fi
	[ "$(find dst$round -type f | wc -l)" -eq 200 ] || fail "not all files, or temporary ones"
done
