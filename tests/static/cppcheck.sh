# SPDX-License-Identifier: MIT
# Leaks are the sanitizers' business: cppcheck takes every pointer handed out in a struct for one.
. "$SRC/tests/static/lib/check.sh"
want cppcheck cppcheck
cppcheck --quiet -j "$(nproc)" --std=c11 --enable=warning,performance,portability --inline-suppr \
	--suppress=memleak --suppress=normalCheckLevelMaxBranches --error-exitcode=1 -I include \
	-D__linux__ -UBIOSBELT_NEVER common tools
