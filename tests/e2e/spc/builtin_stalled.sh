# SPDX-License-Identifier: MIT
# A screen that takes nothing for some time does not keep the builtin terminal from reading the port.
command -v python3 >/dev/null || lacks python3
XDG_CONFIG_HOME=$PWD/config python3 "$SRC/tests/e2e/spc/stalled.py" "$BIN/spc"
