# SPDX-License-Identifier: MIT
# Every public header compiles alone, twice in one file, and after others.
. "$SRC/tests/static/lib/check.sh"
bad=0
for header in include/biosbelt/*.h; do
	name=${header#include/}
	printf '#include "%s"\n#include "%s"\ntypedef int not_empty;\n' "$name" "$name" |
		cc -std=c11 -D_XOPEN_SOURCE=700 -Wall -Wextra -Werror -fsyntax-only -I include -x c - || bad=1
done
exit "$bad"
