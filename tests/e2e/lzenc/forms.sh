# SPDX-License-Identifier: MIT
# Every form of every small size, and odd ones, comes back through our own decoder.
text() {
	i=0
	while [ $i -lt 300 ]; do
		printf 'line %d of a text about firmware volumes\n' $i
		i=$((i + 1))
	done
}
text >text
back() { # back SIZE FORM OPTION...
	head -c "$1" text >in
	form=$2
	shift 2
	tool lzenc -q -f "$@" --format="$form" in "out.$form" || fail "packing $form"
	case $form in
	f86) tool lzenc -q -d -f --f86 "out.$form" back || fail "decoding $form" ;;
	7z)
		rm -rf dir
		tool lzenc -q -d "out.$form" dir || fail "extracting"
		mv dir/in back
		;;
	*) tool lzenc -q -d -f "out.$form" back || fail "decoding $form" ;;
	esac
	cmp in back || fail "$form of $(wc -c <in) bytes differs"
}
if [ -n "${RUNNER:-}" ]; then # the forms do not depend on the system: each once, and the files that hold them
	for size in 0 5 4097; do
		for form in lzma section 7z; do
			back $size $form
		done
	done
	back 5 lzma86
	back 5 f86
	back 100 lzma --end-marker
	back 100 lzma --unknown-size
	exit 0
fi
for size in 0 1 2 3 4 5 6 7 8 9 10 64 65 4096 4097; do
	for form in lzma lzma86 f86 section 7z; do
		back "$size" $form
	done
done
for size in 0 1 5 4096 12345; do
	back "$size" lzma --end-marker
	back "$size" lzma --unknown-size
done
back 12345 7z --for=7zip --best
back 12345 7z -1
back 12345 lzma -5
