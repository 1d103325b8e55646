# SPDX-License-Identifier: MIT
# clang-tidy 14 over our own sources (not the tests) as this build compiles them.
. "$SRC/tests/static/lib/check.sh"
want clang-tidy-14 clang-tidy-14
# The analyser follows up to 225,000 states of a function. CI has 45 minutes for everything: there it
# is a ninth of them, which takes a quarter of the time. Both stop early in the largest functions.
depth=
[ "${CI:-}" != true ] || depth='-Xclang -analyzer-config -Xclang max-nodes=25000'
set --
for word in $depth; do
	set -- "$@" "--extra-arg=$word"
done
# One process a few files, so that the processors share the work.
sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$BUILD/compile_commands.json" |
	awk -v src="$SRC/" 'index($0, src "common/") == 1 || index($0, src "tools/") == 1' | sort -u |
	xargs -d '\n' -P "$(nproc)" -n 4 clang-tidy-14 --quiet -p "$BUILD" "$@" >"$BUILD/tidy.log" 2>&1 || {
	grep -E 'error:|warning:' "$BUILD/tidy.log" >"$BUILD/tidy.found" || tail -n 20 "$BUILD/tidy.log" >"$BUILD/tidy.found"
	sort -u "$BUILD/tidy.found"
	exit 1
}
