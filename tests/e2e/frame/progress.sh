# SPDX-License-Identifier: MIT
# Progress is for terminals only.
run frame_probe --steps=5
expect_rc 0
[ ! -s err ] || fail "progress in a pipe: $(cat err)"
[ -z "${RUNNER:-}" ] || exit 0
command -v script >/dev/null || lacks script
script -qec "$BIN/frame_probe --steps=30" tty.log >/dev/null
grep -q 'image.bin' tty.log || fail "no progress on a terminal"
script -qec "$BIN/frame_probe -q --steps=30" tty.log >/dev/null
! grep -q 'image.bin' tty.log || fail "progress in spite of --quiet"
# A narrow terminal: no line is as wide as it, or each would leave a row behind.
for columns in 20 12 7; do
	script -qec "stty cols $columns; $BIN/frame_probe --steps=30" tty.log >/dev/null
	grep '%' tty.log | tr '\r' '\n' | grep '%' >lines || fail "no progress in $columns columns"
	awk -v most=$columns 'length($0) >= most { exit 1 }' lines || fail "wider than $columns: $(cat lines)"
done
