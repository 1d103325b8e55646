# SPDX-License-Identifier: MIT
. "$SRC/tests/static/lib/check.sh"
want mandoc mandoc
want man man-db
want tbl groff-base
pages=$(find tools docs/template -name '*.1')
[ -n "$pages" ] || {
	echo 'FAIL: no manual pages'
	exit 1
}
# Style hints of other manuals' habits are not errors.
# shellcheck disable=SC2086 # names of tools have no blanks
mandoc -T lint -W warning $pages
# groff, which most systems have, at 80 columns: nothing is too wide. Its sandbox does not start in some containers.
bad=0
for page in $pages; do
	said=$(MANWIDTH=80 MAN_DISABLE_SECCOMP=1 man --warnings -l "$page" 2>&1 >/dev/null)
	[ -z "$said" ] || {
		echo "$page: $said"
		bad=1
	}
done
exit "$bad"
