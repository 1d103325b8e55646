# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
about='Windows build by mingw-w64, and its tests under Wine'
packages='gcc-mingw-w64-x86-64-win32 m4 dpkg-dev wine wine64 7zip libarchive-tools socat lrzsz tmux python3 openssl'

run_group() {
	trap '"$top/script/wine" --stop' EXIT
	trap 'exit 130' HUP INT TERM
	# Making the prefix takes one processor; the libraries are built meanwhile.
	"$top/script/wine" --start >"$logs/wine.log" 2>&1 &
	wine=$!
	libraries windows
	build windows
	wait "$wine"
	tests windows -LE 'static|vm|mail|browser|readers'
}
