# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
about='the same tests under AddressSanitizer and UndefinedBehaviorSanitizer'
packages=

run_group() {
	build asan
	tests asan -LE 'static|wine|vm|mail|browser|package|putty'
}
