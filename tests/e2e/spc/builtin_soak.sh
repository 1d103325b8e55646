# SPDX-License-Identifier: MIT
# The day at the bench, a few seconds of it.
command -v python3 >/dev/null || lacks python3
python3 "$SRC/tests/bench/spc/soak.py" "$BIN/spc" 4
