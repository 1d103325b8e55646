# SPDX-License-Identifier: MIT
# A core does not print, exit, open files by itself or read the environment, so that every line of
# it can be called from a test and from a fuzzer: the archives ask libc for none of these.
. "$SRC/tests/static/lib/check.sh"
want nm binutils
count=0
bad=0
find "$BUILD/common" "$BUILD/tools" -name '*.a' | sort >"$BUILD/archives"
while read -r archive; do
	case ${archive##*/} in
	libbiosbelt_ui.a | libbiosbelt_os.a | libbiosbelt_term.a) continue ;;
	esac
	count=$((count + 1))
	nm -u "$archive" >"$BUILD/asked-by"
	awk '$1 == "U" { print $2 }' "$BUILD/asked-by" | sort -u |
		grep -xE 'printf|fprintf|vprintf|vfprintf|puts|putchar|fputs|perror|exit|_exit|abort|getenv|secure_getenv|setenv|fopen|freopen|system|stdout|stderr|__printf_chk|__fprintf_chk' \
			>"$BUILD/impure" || continue
	echo "${archive##*/} uses: $(tr '\n' ' ' <"$BUILD/impure")"
	bad=1
done <"$BUILD/archives"
[ "$count" -gt 0 ] && [ "$bad" -eq 0 ]
