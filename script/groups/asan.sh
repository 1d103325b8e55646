# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
about='the same tests under AddressSanitizer and UndefinedBehaviorSanitizer'
# shellcheck source=script/groups/native.sh
packages=$(. "$top/script/groups/native.sh" && echo "$packages")

run_group() {
	build asan
	tests asan -LE "$needy"
}
