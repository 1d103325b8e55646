# SPDX-License-Identifier: MIT
# Leaks are the sanitizers' business: cppcheck takes every pointer handed out in a struct for one.
. "$SRC/tests/static/lib/check.sh"
want cppcheck cppcheck
# Its summaries of calls between files mix static functions of one name, of two systems for example,
# so the two checks that work on them (ctu...) are wrong about code that is never built together.
# A folder at a time: includes give the path from the folder of their tool or library.
check() {
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
		--suppress=memleak --suppress=ctunullpointer --suppress=ctuuninitvar \
		--suppress=normalCheckLevelMaxBranches --error-exitcode=1 -I include \
		-I "$1" -D__linux__ -UBIOSBELT_NEVER "$1"
}
bad=0
running=
for folder in common/* tools/*; do
	[ -d "$folder" ] || continue
	check "$folder" &
	running="$running $!"
	# as many at a time as there are processors
	# shellcheck disable=SC2086 # a list of numbers
	set -- $running
	[ $# -lt "$(nproc)" ] || {
		wait "$1" || bad=1
		shift
		running=$*
	}
done
for job in $running; do wait "$job" || bad=1; done
exit "$bad"
