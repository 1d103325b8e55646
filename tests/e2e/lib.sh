# SPDX-License-Identifier: MIT
# Helpers of the end-to-end cases; sourced by run.sh.

# A case that is stopped ends what it began, by its trap for EXIT, which sh does not run by itself then.
trap 'exit 130' HUP INT TERM

# program FILE ARG...: runs a program, through Wine for a Windows build.
program() {
	if [ -z "${RUNNER:-}" ]; then
		"$@"
	else
		BIOSBELT_WINE_AGAIN=1 "$RUNNER" "$@"
	fi
}

# tool NAME ARG...: runs a program of the build; helper: one that was built for the tests alone.
tool() {
	_name=$1
	shift
	program "$BIN/$_name$EXE" "$@"
}
helper() {
	_name=$1
	shift
	program "$BIN/../tests/$_name$EXE" "$@"
}

fail() {
	printf 'FAIL: %s\n' "$*" >&2
	exit 1
}

# shellcheck source=tests/lacks.sh
. "$SRC/tests/lacks.sh"

skip() {
	printf 'SKIP: %s\n' "$*"
	exit 77
}

# run NAME ARG...: as tool, but keeps stdout in ./out, stderr in ./err and the exit status in $rc.
run() {
	rc=0
	tool "$@" >out 2>err || rc=$?
	case " $* " in
	*' --json '*) keep_document "$1" ;;
	esac
}
# keep_document NAME: what ./out has is checked at the end of the case, in one go.
keep_document() {
	[ -s out ] && [ -f "$SRC/docs/schema/$1.json" ] || return 0
	_kept=$((${_kept:-0} + 1))
	mkdir -p "$SCRATCH/.documents/$1"
	cp out "$SCRATCH/.documents/$1/$_kept"
}
# check_documents: what was kept is as docs/schema has it.
check_documents() {
	[ -d "$SCRATCH/.documents" ] && command -v python3 >/dev/null || return 0
	for _folder in "$SCRATCH/.documents"/*/; do
		_name=$(basename "$_folder")
		python3 "$SRC/tests/e2e/json_schema.py" "$SRC/docs/schema/$_name.json" "$_folder"/* >"$SCRATCH/faults" ||
			fail "not as docs/schema/$_name.json: $(cat "$SCRATCH/faults")"
	done
}

# survives STEP NAME ARG...: each STEPth allocation of the program fails once (fail_alloc.c); the run reports that and
# fails, or its output is that of a run with enough memory.
survives() {
	_step=$1
	_lib=$BIN/../tests/fail_alloc.so
	shift
	[ -f "$_lib" ] || skip "no library that makes allocations fail: glibc without sanitizers has it"
	_name=$1
	shift
	_want=0
	FAIL_COUNT=count LD_PRELOAD=$_lib "$BIN/$_name" "$@" >want 2>err || _want=$?
	_n=1
	while [ $_n -le "$(cat count)" ]; do
		rc=0
		FAIL_AT=$_n LD_PRELOAD=$_lib "$BIN/$_name" "$@" >out 2>err || rc=$?
		if [ $rc -ne 1 ] || ! grep -q 'out of memory' out err; then
			[ $rc -eq $_want ] && cmp -s out want ||
				fail "$_name $*: allocation $_n fails: status $rc, $(cat err out)"
		fi
		_n=$((_n + _step))
	done
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

# valid_json NAME: the last run printed a document as docs/schema/NAME.json has it.
valid_json() {
	command -v python3 >/dev/null || return 0
	python3 "$SRC/tests/e2e/json_schema.py" "$SRC/docs/schema/$1.json" out >faults ||
		fail "$(cat faults out)"
}

# corpus DIR: prints the path of a corpus folder, or skips the case when it is absent.
corpus() {
	_c=${BIOSBELT_CORPUS:-$SRC/../shared/corpus}
	[ -d "$_c/$1" ] && printf '%s\n' "$_c/$1"
}
