# SPDX-License-Identifier: MIT
# What a group of script/test is written with. A file script/groups/NAME.sh sets
#   about     one line for people
#   packages  Debian packages it needs beside those of a build
# and defines run_group, which calls the functions below; every test is counted from ctest's report.
# A group of tests that only need the everyday build and packages sets
#   label     of its tests
# instead, and may define prepare, for what else they need. Several such groups run as one, since
# many of their tests wait more than they work.
# shellcheck shell=sh
# shellcheck disable=SC2154

# Labels of tests that need more than a build; the test presets of CMakePresets.json leave out the same.
# shellcheck disable=SC2034
needy='static|wine|vm|mail|browser|package|putty|readers|mcu'

# build PRESET: configures and builds.
build() {
	cd "$top" || return
	say "-- building $1"
	{
		cmake --preset "$1" && nice cmake --build --preset "$1"
	} >"$logs/build-$1.log" 2>&1 || {
		grep -E -A 12 'FAILED|rror' "$logs/build-$1.log" | head -n 60 >&2
		die "the build $1 failed; everything it said: $logs/build-$1.log"
	}
}

# libraries SYSTEM: those that programs for it carry inside, several at once: most of the time goes into
# configure scripts, which use one processor each.
libraries() {
	"$top/script/static-library" --list | tr ' ' '\n' |
		xargs -P "$(jobs)" -n 1 nice "$top/script/static-library" "$1" >"$logs/libraries-$1.log" 2>&1 || {
		tail -n 20 "$logs/libraries-$1.log" >&2
		die "the libraries for $1 could not be built"
	}
}

# tests PRESET CTEST-ARG...: runs tests of a build and keeps the report for the count. Two more at a time
# than there are processors, since many of them wait.
tests() {
	preset=$1
	shift
	report=$logs/report-$group-$preset.xml
	say "-- testing $preset"
	status=0
	(cd "$top/build/$preset" && nice ctest -j "$(($(jobs) + 2))" --no-tests=error --output-junit "$report" "$@") \
		>"$logs/test-$group-$preset.log" 2>&1 || status=$?
	[ -s "$report" ] || {
		tail -n 20 "$logs/test-$group-$preset.log" >&2
		return 1
	}
	"$top/script/lib/report" --failures "$report"
	[ "$status" -eq 0 ] || [ -n "$("$top/script/lib/report" --failures "$report")" ]
}

# labelled GROUP...: those that set a label, all of them in one run.
labelled() {
	labels=
	for name in "$@"; do
		unset -f prepare
		# shellcheck source=script/groups/vm.sh
		. "$top/script/groups/$name.sh"
		! command -v prepare >/dev/null || prepare
		labels=$labels${labels:+|}$label
	done
	build dev
	tests dev -L "^($labels)\$"
}
