# SPDX-License-Identifier: MIT
# 200 replugs under the builtin terminal, in any order: never another board, never a lost byte.
command -v python3 >/dev/null || lacks python3
python3 "$SRC/tests/e2e/spc/replug.py" "$BIN/spc" 64
