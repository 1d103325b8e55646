# SPDX-License-Identifier: MIT
# Shared by script/test, script/demo and the groups; sourced, with $top set to the tree.
# shellcheck shell=sh
# shellcheck disable=SC2154 # top comes from the caller

say() {
	printf '%s\n' "$*"
}

die() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

# Number of jobs: the processors this process may use.
jobs() {
	nproc 2>/dev/null || echo 2
}

is_debian() {
	command -v apt-get >/dev/null && command -v dpkg-query >/dev/null
}

# build_packages: what a native build needs. The libraries are those that the tree asks for with
# biosbelt_need and biosbelt_need_late, written out, by the names in cmake/deps.cmake.
build_packages() {
	printf 'cmake ninja-build gcc libc6-dev'
	grep -rhoE '^ *biosbelt_need(_late)?\([a-z0-9 ]+' "$top/common" "$top/tools" "$top/tests" \
		--include=CMakeLists.txt | sed 's/.*(//' | tr -s ' ' '\n' | sort -u |
		while read -r library; do
			sed -n "s/^set(biosbelt_dep_$library [^ ]* [^ ]* \([^ )]*\)).*/ \1/p" \
				"$top/cmake/deps.cmake" | tr -d '\n'
		done
}

# release_packages: what script/release needs beside those. dpkg-buildpackage asks for build-essential.
release_packages() {
	echo build-essential debhelper dpkg-dev git mandoc bsdextrautils gcc-mingw-w64-x86-64-win32 \
		binutils-mingw-w64-x86-64 musl-tools linux-libc-dev m4 python3 xz-utils
}

# missing_packages PACKAGE...: those that are not installed, one a line.
missing_packages() {
	for package in "$@"; do
		case $(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null) in
		ii*) ;;
		*) printf '%s\n' "$package" ;;
		esac
	done | sort -u
}

# as_root COMMAND...: as root already, or through sudo.
as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	else
		sudo "$@"
	fi
}

# install_packages YES PACKAGE...: installs what is missing, after saying so and asking unless
# YES is 1. Nothing is upgraded and nothing removed for it.
install_packages() {
	sure=$1
	shift
	if ! is_debian; then
		say 'This system is not Debian: please see to it that these are installed, or their like'
		say '(names of Debian packages):'
		printf '  %s\n' "$@" | sort -u
		return 0
	fi
	missing=$(missing_packages "$@" | tr '\n' ' ')
	[ -n "$missing" ] || return 0
	say "To be installed with apt-get: $missing"
	if [ "$sure" != 1 ]; then
		[ -t 0 ] || die 'not asked, because this is not a terminal: give --yes'
		printf 'Go on? [y/N] '
		read -r answer
		case $answer in y* | Y*) ;; *) die 'nothing was installed' ;; esac
	fi
	[ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null ||
		die "installing packages needs root or sudo: apt-get install $missing"
	# apt and debconf want no terminal, and services are not to be started.
	for attempt in 1 2 3; do
		# shellcheck disable=SC2086 # a list of package names
		as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 RUNLEVEL=1 \
			apt-get install -y -q --no-install-recommends --no-remove --no-upgrade \
			-o DPkg::Lock::Timeout=300 $missing >"$logs/apt.log" 2>&1 && return 0
		# The lists of packages may be absent or old.
		as_root apt-get update -q >>"$logs/apt.log" 2>&1 || sleep "$attempt"
	done
	tail -n 20 "$logs/apt.log" >&2
	return 1
}
