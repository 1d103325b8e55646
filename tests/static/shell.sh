# SPDX-License-Identifier: MIT
# Scripts under shellcheck. The end-to-end cases run in a frame that sets their variables.
. "$SRC/tests/static/lib/check.sh"
want shellcheck shellcheck
shellcheck -S warning script/demo script/try-installed script/efi-image script/fuzz script/test script/static-library script/wine script/lib/* \
	script/groups/*.sh .ci/run tests/package/*.sh tests/windows/*.sh tests/static/lib/*.sh
shellcheck -S warning -s sh -e SC2154,SC2034,SC2164,SC2312 tests/static/*.sh
find tests/e2e -name '*.sh' -print0 | xargs -0 shellcheck -S error -s sh
