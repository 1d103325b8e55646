# SPDX-License-Identifier: MIT
# 1,000 random arguments through a template, spc and execv.
. "$SRC/tests/e2e/spc/tree.inc"
full_tree "$PWD/tree"
"$BIN/../tests/spc_arguments" echoed "$BIN/spc" --sys-root "$PWD/tree" ttyUSB0 --program "$BIN/argv_echo" \
	>out 2>err || fail "$(cat err)"
expect_out '1000 arguments'
