# SPDX-License-Identifier: MIT
# A paste of more than the builtin terminal holds waits until the board has read what came before.
command -v python3 >/dev/null || lacks python3
XDG_CONFIG_HOME=$PWD/config python3 "$SRC/tests/e2e/spc/paste.py" "$BIN/spc"
