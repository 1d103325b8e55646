# SPDX-License-Identifier: MIT
# Scripts under shellcheck. The end-to-end cases run in a frame that sets their variables.
. "$SRC/tests/static/lib/check.sh"
want shellcheck shellcheck
{
	grep -d skip -l '^#!/bin/sh' script/* .ci/run
	find script/lib script/groups -type f
	find tests/bench tests/package tests/readers tests/static/lib tests/windows -name '*.sh'
} | xargs shellcheck -S warning
shellcheck -S warning -s sh -e SC2154,SC2034,SC2164,SC2312 tests/static/*.sh
find tests/e2e -name '*.sh' -print0 | xargs -0 shellcheck -S error -s sh
