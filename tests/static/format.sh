# SPDX-License-Identifier: MIT
# clang-format 14: other versions would lay the tree out differently.
. "$SRC/tests/static/lib/check.sh"
want clang-format-14 clang-format-14
sources '*.c' '*.h' | made_by_hand | xargs clang-format-14 --dry-run -Werror
