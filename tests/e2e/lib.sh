# SPDX-License-Identifier: MIT
# Helpers of the end-to-end cases; sourced by run.sh.

# tool NAME ARG...: runs a program of the build (through Wine for a Windows build).
tool() {
	_name=$1
	shift
	if [ -z "${RUNNER:-}" ]; then
		"$BIN/$_name$EXE" "$@"
		return
	fi
	_err=$(mktemp "$SCRATCH.err.XXXXXX")
	# Now and then Wine's server drops a new client before its program begins (thread 0): again.
	for _again in 1 2 3; do
		_rc=0
		"$RUNNER" "$BIN/$_name$EXE" "$@" 2>"$_err" || _rc=$?
		if [ "$_rc" -eq 0 ] || ! grep -q '^wine client error:0:' "$_err"; then
			break
		fi
	done
	cat "$_err" >&2
	rm -f "$_err"
	return "$_rc"
}

fail() {
	printf 'FAIL: %s\n' "$*" >&2
	exit 1
}

skip() {
	printf 'SKIP: %s\n' "$*"
	exit 77
}

# run NAME ARG...: as tool, but keeps stdout in ./out, stderr in ./err and the exit status in $rc.
run() {
	rc=0
	tool "$@" >out 2>err || rc=$?
}

# expect_rc N: the status of the last run.
expect_rc() {
	[ "$rc" -eq "$1" ] || {
		cat out err >&2
		fail "exit status $rc, expected $1"
	}
}

# expect_out/expect_err TEXT: the text stands in what the last run printed.
expect_out() {
	grep -qF -- "$1" out || {
		cat out err >&2
		fail "stdout lacks: $1"
	}
}

expect_err() {
	grep -qF -- "$1" err || {
		cat out err >&2
		fail "stderr lacks: $1"
	}
}

# corpus DIR: prints the path of a corpus folder, or skips the case when it is absent.
corpus() {
	_c=${BIOSBELT_CORPUS:-$SRC/../shared/corpus}
	[ -d "$_c/$1" ] && printf '%s\n' "$_c/$1"
}
