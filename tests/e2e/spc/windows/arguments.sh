# SPDX-License-Identifier: MIT
# 1,000 random arguments through a template, spc, CreateProcess and CommandLineToArgvW.
. "$SRC/tests/e2e/spc/windows/prefix.inc"
. "$SRC/tests/e2e/spc/windows/seeded.inc"
own_prefix
seed_ports
cp "$BIN/../tests/spc_arguments.exe" "$BIN/argv_echo.exe" portable/
program portable/spc_arguments.exe echoed portable/spc.exe COM7 --program portable/argv_echo.exe >out 2>err ||
	fail "$(cat err)"
expect_out '1000 arguments'
