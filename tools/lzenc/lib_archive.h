/* SPDX-License-Identifier: MIT */
/* The functions of libarchive: loading it takes longer than compressing a small file. */
#ifndef LZENC_LIB_ARCHIVE_H
#define LZENC_LIB_ARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

#include "biosbelt/library.h"

/* clang-format off */
#define LIB_ARCHIVE(F) \
	F(archive_bzlib_version) F(archive_entry_atime) F(archive_entry_atime_is_set) \
	F(archive_entry_atime_nsec) F(archive_entry_filetype) F(archive_entry_free) \
	F(archive_entry_hardlink) F(archive_entry_hardlink_w) F(archive_entry_is_encrypted) \
	F(archive_entry_mtime) F(archive_entry_mtime_is_set) F(archive_entry_mtime_nsec) \
	F(archive_entry_new) F(archive_entry_pathname) F(archive_entry_pathname_w) \
	F(archive_entry_perm) F(archive_entry_size) F(archive_entry_size_is_set) \
	F(archive_entry_symlink) F(archive_entry_symlink_w) F(archive_errno) \
	F(archive_error_string) F(archive_filter_bytes) F(archive_filter_count) \
	F(archive_filter_name) F(archive_format) F(archive_liblz4_version) \
	F(archive_liblzma_version) F(archive_libzstd_version) F(archive_read_data) \
	F(archive_read_data_block) F(archive_read_free) F(archive_read_header_position) \
	F(archive_read_new) \
	F(archive_read_next_header2) F(archive_read_open) F(archive_read_open_memory) \
	F(archive_read_set_format_option) F(archive_read_set_options) \
	F(archive_read_set_passphrase_callback) F(archive_read_support_filter_bzip2) \
	F(archive_read_support_filter_compress) F(archive_read_support_filter_lz4) \
	F(archive_read_support_filter_lzip) F(archive_read_support_filter_xz) \
	F(archive_read_support_filter_zstd) F(archive_read_support_format_7zip) \
	F(archive_read_support_format_empty) F(archive_read_support_format_raw) \
	F(archive_read_support_format_tar) F(archive_read_support_format_zip) \
	F(archive_set_error)
/* clang-format on */

struct lib_archive {
	LIB_ARCHIVE(LIB_MEMBER)
};

/* *out: valid until the program ends. Not to be called by two threads at once. */
enum err_code lib_archive(const struct lib_archive **out, struct err *err);

#endif
