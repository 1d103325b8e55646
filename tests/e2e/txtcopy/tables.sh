# SPDX-License-Identifier: MIT
# Every code of every table is read, and every character written, as Python's codecs and glibc's iconv do
# it, but for what tables.py lists with its reason.
command -v python3 >/dev/null || lacks python3
[ -z "${RUNNER:-}" ] || skip 'the tables are compared by the program for Linux'
PYTHONDONTWRITEBYTECODE=1 python3 "$SRC/tests/e2e/txtcopy/tables.py" "$BIN/txtcopy" . || fail 'tables.py'
