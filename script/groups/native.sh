# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
about='build and tests of this system'
# Small programs that cases compare with, or are driven by.
packages='xz-utils bzip2 lz4 zstd 7zip libarchive-tools python3 python3-py7zr coreboot-utils git patch pkg-config
	zsh fish tmux strace socat lrzsz openssl
	e2fsprogs btrfs-progs xfsprogs f2fs-tools jfsutils nilfs-tools erofs-utils dosfstools exfatprogs ntfs-3g mtools'

run_group() {
	build dev
	tests dev -LE "$needy"
}
