# SPDX-License-Identifier: MIT
# Helpers of the static checks.
# shellcheck shell=sh
export LC_ALL=C.UTF-8
cd "$SRC" || exit 1

# shellcheck source=tests/lacks.sh
. "$SRC/tests/lacks.sh"
# want PROGRAM PACKAGE: skips the check without it, or fails where everything must run.
want() {
	command -v "$1" >/dev/null || lacks "$1 ($2)"
}

# made_by_hand: of the names on standard input, those of files that no generator wrote.
made_by_hand() {
	xargs awk 'FNR == 1 { made = 0 } FNR <= 3 && /Made by script\// { made = 1 }
		FNR == 3 { if (!made) print FILENAME; nextfile }'
}

# sources PATTERN...: files of the tree by name, without what was built.
sources() {
	find . \( -name build -o -name 'build-*' -o -name .git -o -name out \) -prune -o -type f \
		\( -name "$1" -o -name "${2:-$1}" \) -print | sort
}
