# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
about='the same tests under AddressSanitizer and UndefinedBehaviorSanitizer'
packages='xz-utils tmux socat lrzsz 7zip libarchive-tools python3 python3-py7zr
	e2fsprogs btrfs-progs xfsprogs f2fs-tools jfsutils nilfs-tools erofs-utils dosfstools exfatprogs ntfs-3g mtools'

run_group() {
	build asan
	tests asan -LE "$needy"
}
