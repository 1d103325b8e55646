# SPDX-License-Identifier: MIT
. "$SRC/tests/static/lib/check.sh"
want mandoc mandoc
pages=$(find tools docs/template -name '*.1')
[ -n "$pages" ] || {
	echo 'FAIL: no manual pages'
	exit 1
}
# Style hints of other manuals' habits are not errors.
# shellcheck disable=SC2086 # names of tools have no blanks
mandoc -T lint -W warning $pages
