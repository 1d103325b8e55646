# SPDX-License-Identifier: MIT
# The same input gives the same bytes on every system: the sums in bytes.txt hold for the native
# program and for that of Windows. They belong to liblzma 5.4.1, and to 5.8.4 as well, which
# script/static-library prefers. After a change of the encoders: take the list that this case prints.
if [ -z "${RUNNER:-}" ]; then
	version=$(dpkg-query -W -f '${Version}' liblzma5 2>/dev/null) || version=unknown
	case $version in 5.4.1-*) ;; *) skip "the sums are of liblzma 5.4.1, not $version" ;; esac
fi
printf '%b' "$(awk -v most=16000 -f "$SRC/tests/e2e/lzenc/calls.awk")" >in
# Lines of words, which the quick parse takes for text; shorter input has none.
awk 'function next_one() { x = x * 16807 % 2147483647; return int(x / 65536) }
BEGIN {
	x = 7
	while (n++ < 5000) {
		line = ""
		for (i = next_one() % 9; i >= 0; i--)
			line = line " " substr("interfacestatusprotocolhandle", next_one() % 20 + 1, next_one() % 9 + 1)
		print line
	}
}' >text
: >sums
input=in
sum() { # sum OPTION...
	case $* in *7z*) set -- "$@" --name=in ;; esac
	tool lzenc "$@" - - <$input >out || fail "lzenc $* of $input"
	printf '%s  %s\n' "$(sha256sum <out | cut -c1-64)" "${*% --name=in}" >>sums
}
for effort in --level=1 --level=3 --level=5 --level=9 --best; do
	sum --format=lzma $effort
	sum --format=7z $effort
done
for form in lzma86 f86 section; do # the same encoder, and what is around its stream
	sum --format=$form --level=3
	sum --format=$form --best
done
for effort in --level=2 --level=9 --best; do
	sum --for=7zip $effort
	sum --for=coreboot $effort
done
for filter in arm armt arm64; do
	sum --for=7zip --filter=$filter
done
sum --classic
sum --format=lzma --end-marker
sum --format=lzma --unknown-size
sum --format=7z --threads=1 --level=3
input=text
for level in 1 2 4; do
	sum --level=$level --format=lzma
done
LC_ALL=C sort -k 2 sums >sorted
diff "$SRC/tests/e2e/lzenc/bytes.txt" sorted || {
	echo 'The list that this program makes:'
	cat sorted
	fail 'other bytes than those of bytes.txt'
}
