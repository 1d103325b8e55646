# SPDX-License-Identifier: MIT
# Tables of what compare.sh wrote, as Markdown, and lzenc's ratios to its peers.
BEGIN { FS = "\t" }
{
	if (!($1 in seen)) {
		seen[$1] = 1
		file[++files] = $1
	}
	size[$1, $2] = $3
	wall[$1, $2] = $4
	cpu[$1, $2] = $5
	memory[$1, $2] = $6
}
function best(f, names, count, i, least) {
	count = split(names, list, " ")
	least = 0
	for (i = 1; i <= count; i++)
		if ((f, list[i]) in size && (least == 0 || size[f, list[i]] < least))
			least = size[f, list[i]]
	return least
}
function ratio(a, b) { return b > 0 && a > 0 ? sprintf("%.4f", a / b) : "-" }
function short(a, b) { return b > 0 && a > 0 ? sprintf("%.2f", a / b) : "-" }
function table(title, names, count, i, k, row) {
	count = split(names, list, " ")
	printf "\n%s\n\n| file |", title
	for (i = 1; i <= count; i++)
		printf " %s |", list[i]
	printf "\n|---|"
	for (i = 1; i <= count; i++)
		printf "---|"
	print ""
	for (k = 1; k <= files; k++) {
		row = "| " file[k] " |"
		for (i = 1; i <= count; i++)
			row = row " " size[file[k], list[i]] " |"
		print row
	}
}
END {
	table("Bytes of plain LZMA", "xz plzip edk2 7zz-lzma 7zz-fb273 lzma lzma-best")
	table("Bytes of F86 and archives", "edk2-f86 f86-best 7zz 7zz-myx 7z 7z-best 7zip 7zip-best")
	print "\nSizes as ratios\n"
	print "| file | plain --best : best peer | F86 --best : edk2 | : best plain | : edk2 --f86 |" \
		" 7z --best : 7zz | 7zip --best : 7zz | : 7zz -myx=9 | lzma : --best | 7z : --best |"
	print "|---|---|---|---|---|---|---|---|---|---|"
	for (k = 1; k <= files; k++) {
		f = file[k]
		plain = best(f, "7zz-lzma 7zz-fb273 xz plzip")
		print "| " f " | " ratio(size[f, "lzma-best"], plain) " | " \
			ratio(size[f, "f86-best"], size[f, "edk2"]) " | " \
			ratio(size[f, "f86-best"], plain) " | " \
			ratio(size[f, "f86-best"], size[f, "edk2-f86"]) " | " \
			ratio(size[f, "7z-best"], size[f, "7zz"]) " | " \
			ratio(size[f, "7zip-best"], size[f, "7zz"]) " | " \
			ratio(size[f, "7zip-best"], size[f, "7zz-myx"]) " | " \
			ratio(size[f, "lzma"], size[f, "lzma-best"]) " | " \
			ratio(size[f, "7z"], size[f, "7z-best"]) " |"
	}
	print "\nWall time, processor time and memory against 7zz -mx9 -mmt2\n"
	print "| file | lzma | 7z | lzma --best | 7z --best | 7zip --best |"
	print "|---|---|---|---|---|---|"
	for (k = 1; k <= files; k++) {
		row = "| " file[k] " |"
		count = split("lzma 7z lzma-best 7z-best 7zip-best", list, " ")
		for (i = 1; i <= count; i++)
			row = row " " short(wall[file[k], list[i]], wall[file[k], "7zz"]) " / " \
				short(cpu[file[k], list[i]], cpu[file[k], "7zz"]) " / " \
				short(memory[file[k], list[i]], memory[file[k], "7zz"]) " |"
		print row
	}
	print "\nLevels 1 to 5 against 7zz of that level: bytes / wall / processor time\n"
	print "| file | -1 | -2 | -3 | -4 | -5 |"
	print "|---|---|---|---|---|---|"
	for (k = 1; k <= files; k++) {
		row = "| " file[k] " |"
		for (i = 1; i <= 5; i++)
			row = row " " short(size[file[k], "7z-" i], size[file[k], "7zz-" i]) " / " \
				short(wall[file[k], "7z-" i], wall[file[k], "7zz-" i]) " / " \
				short(cpu[file[k], "7z-" i], cpu[file[k], "7zz-" i]) " |"
		print row
	}
}
