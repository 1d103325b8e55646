# SPDX-License-Identifier: MIT
# Bytes that may get lost without a word: of windows, scripts and logs.
command -v python3 >/dev/null || lacks python3
XDG_CONFIG_HOME=$PWD/config
export XDG_CONFIG_HOME
timeout 240 python3 "$SRC/tests/e2e/spc/lost.py" "$BIN/spc" || fail 'see above'
