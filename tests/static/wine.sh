# SPDX-License-Identifier: MIT
# The list of cases that Wine cannot run names only cases that exist, each with a reason; script/wine
# repeats for tests a start that failed, never a program that ran.
. "$SRC/tests/static/lib/check.sh"
bad=0
grep -v '^#' tests/e2e/wine-skip.txt >"$BUILD/wine-skip"
while IFS='	' read -r name reason; do
	case_name=${name#*.}
	grep -rqE "biosbelt_e2e\(${name%%.*}( |\$)" tests/e2e --include=CMakeLists.txt &&
		[ -n "$(find tests/e2e -name "$case_name.sh")" ] && [ -n "$reason" ] || {
		echo "wine-skip.txt: no such case, or no reason: $name"
		bad=1
	}
done <"$BUILD/wine-skip"

# A Wine that drops its first client, finds its address taken at the second start, which it says only
# when asked, whose program ends with 7, and then one of whose own helpers finds it taken, also while the program
# refuses what it read.
fake=$BUILD/fake-wine
rm -rf "$fake"
mkdir -p "$fake/prefix"
mkdir -p "$fake/prefix/made"
: >"$fake/prefix/made/complete"
cat >"$fake/wine" <<'EOF'
#!/bin/sh
echo start >>"$FAKE/starts"
case $(wc -l <"$FAKE/starts") in
1)
	echo 'wine client error:0: write: Bad file descriptor' >&2
	exit 1
	;;
2)
	[ "${WINEDEBUG#*err+virtual}" = "$WINEDEBUG" ] ||
		echo '0024:err:virtual:virtual_alloc_first_teb wine: failed to map the shared user data: c0000018' >&2
	exit 1
	;;
4)
	echo '0028:err:virtual:virtual_alloc_first_teb wine: failed to map the shared user data: c0000018' >&2
	printf 'what the program says' >&2
	exit 0
	;;
5)
	echo '0028:err:virtual:virtual_alloc_first_teb wine: failed to map the shared user data: c0000018' >&2
	printf 'refused' >&2
	exit 5
	;;
esac
echo 'wine client error:24: of a thread that ran' >&2
exit 7
EOF
chmod +x "$fake/wine"
for again in '' 1 2 3; do
	rm -f "$fake/starts"
	[ "$again" != 2 ] || printf '1\n2\n3\n' >"$fake/starts"
	[ "$again" != 3 ] || printf '1\n2\n3\n4\n' >"$fake/starts"
	status=0
	FAKE=$fake PATH=$fake:$PATH BIOSBELT_WINEPREFIX=$fake/prefix BIOSBELT_WINE_AGAIN=$again \
		script/wine x.exe 2>"$fake/err" || status=$?
	echo "${again:-0}: $status, $(wc -l <"$fake/starts") starts, $(cat "$fake/err")"
done >"$fake/seen"
cat >"$fake/wanted" <<'EOF'
0: 1, 1 starts, wine client error:0: write: Bad file descriptor
1: 7, 3 starts, wine client error:24: of a thread that ran
2: 0, 4 starts, what the program says
3: 5, 5 starts, refused
EOF
diff "$fake/wanted" "$fake/seen" || bad=1
exit "$bad"
