# SPDX-License-Identifier: MIT
# Random stacks with random faults, answers known from how they were built; and random machines where much
# shares its blocks. The whole runs are tests/bench/getpd/faults.py and sharing.py.
command -v python3 >/dev/null || lacks python3
python3 "$SRC/tests/bench/getpd/faults.py" "$BIN/getpd" --seed 9000 --count 12 >log || fail "$(cat log)"
python3 "$SRC/tests/bench/getpd/sharing.py" "$BIN/getpd" --seed 9000 --count 3 >>log || fail "$(cat log)"
cat log
