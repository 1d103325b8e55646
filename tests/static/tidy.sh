# SPDX-License-Identifier: MIT
# clang-tidy 14 over our own sources (not the tests) as this build compiles them.
. "$SRC/tests/static/lib/check.sh"
want clang-tidy-14 clang-tidy-14
# One process a file, so that the processors share the work.
sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$BUILD/compile_commands.json" |
	grep -E "^$SRC/(common|tools)/" | sort -u |
	xargs -P "$(nproc)" -n 4 clang-tidy-14 --quiet -p "$BUILD" >"$BUILD/tidy.log" 2>&1 || {
	grep -E 'error:|warning:' "$BUILD/tidy.log" | sort -u
	exit 1
}
