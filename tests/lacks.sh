# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# lacks NAME: a program or package that a test needs is not installed. The test is skipped, but fails under
# script/test, which has installed them all.
lacks() {
	[ "${BIOSBELT_REQUIRE_ALL:-}" != 1 ] || {
		echo "FAIL: $1 is not installed" >&2
		exit 1
	}
	echo "SKIP: $1 is not installed"
	exit 77
}
