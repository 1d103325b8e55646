# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
about='the release: its content, lintian, and that it is reproducible'
packages='dpkg-dev debhelper lintian git gcc-mingw-w64-x86-64-win32 binutils-mingw-w64-x86-64 musl-tools linux-libc-dev m4
	mandoc bsdextrautils python3 xz-utils'
label=package

prepare() {
	libraries windows
	libraries musl
}
