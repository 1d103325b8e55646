# SPDX-License-Identifier: MIT
# What a person plays is kept, on a pseudo-terminal.
[ -z "$RUNNER" ] || skip 'a console is not a pseudo-terminal'
command -v python3 >/dev/null || skip 'python3 is not installed'
BIN=$BIN PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/e2e/2048ai/keep.py" || fail 'keep.py'
