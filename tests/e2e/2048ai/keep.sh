# SPDX-License-Identifier: MIT
# What a person plays is kept, on a pseudo-terminal.
[ -z "$RUNNER" ] || skip 'a console is not a pseudo-terminal'
command -v python3 >/dev/null || lacks python3
BIN=$BIN PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/e2e/2048ai/keep.py" || fail 'keep.py'
