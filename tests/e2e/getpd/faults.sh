# SPDX-License-Identifier: MIT
# Random stacks with random faults, answers known from how they were built; the whole run is
# tests/bench/getpd/faults.py.
command -v python3 >/dev/null || skip 'python3 is not installed'
python3 "$SRC/tests/bench/getpd/faults.py" "$BIN/getpd" --seed 9000 --count 12 >log || fail "$(cat log)"
cat log
