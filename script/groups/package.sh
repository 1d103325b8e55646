# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
about='the release: its content, lintian, and that it is reproducible'
packages="$(release_packages) lintian"
label=package

prepare() {
	libraries windows
	libraries musl
}
