# SPDX-License-Identifier: MIT
# The report has the order of a walk by names, whatever the threads did; folders of very many files
# are shared out among them.
mkdir -p src/a src/many
echo Tag_1 >src/a/x.c
echo Tag_1 >src/a.c
echo Tag_1 >src/B.c
echo Tag_1 >src/a-b.c
for name in Makefile Makefile.inc Makefile.in; do echo Tag_1 >src/$name; done
i=1000
while [ $i -lt 2100 ]; do
	echo "none" >src/many/f$i.c
	i=$((i + 1))
done
for i in 1000 1511 1512 1513 2023 2024 2099; do echo Tag_1 >src/many/f$i.c; done
for threads in 1 2 7; do
	run tagextract -n -j $threads Tag_1 src
	expect_rc 0
	expect_out '14 of 1107 files'
	sed -n 's/: Tag_1 1$//p' out >names
	printf '%s\n' B.c Makefile Makefile.in Makefile.inc a/x.c a-b.c a.c many/f1000.c many/f1511.c many/f1512.c many/f1513.c \
		many/f2023.c many/f2024.c many/f2099.c >want
	diff want names || fail "order with $threads threads"
done
