/* SPDX-License-Identifier: MIT */
/* The functions of libarchive for a .zip of --archive and for archives as a base. */
#ifndef TAGEXTRACT_LIB_ARCHIVE_H
#define TAGEXTRACT_LIB_ARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

#include "biosbelt/library.h"

/* clang-format off */
#define LIB_ARCHIVE(F) \
	F(archive_write_new) F(archive_write_free) F(archive_write_open) F(archive_write_close) \
	F(archive_write_header) F(archive_write_data) F(archive_write_set_format_zip) \
	F(archive_write_set_options) F(archive_write_set_bytes_in_last_block) \
	F(archive_error_string) F(archive_set_error) F(archive_entry_new) F(archive_entry_free) \
	F(archive_entry_set_pathname_utf8) F(archive_entry_pathname) \
	F(archive_entry_copy_pathname_w) F(archive_entry_set_filetype) F(archive_entry_set_perm) \
	F(archive_entry_set_size) F(archive_entry_set_mtime) F(archive_read_new) \
	F(archive_read_free) F(archive_read_support_filter_gzip) \
	F(archive_read_support_filter_bzip2) F(archive_read_support_filter_xz) \
	F(archive_read_support_format_tar) F(archive_read_support_format_zip) \
	F(archive_read_support_format_7zip) F(archive_read_open_memory) F(archive_read_open) \
	F(archive_read_next_header) F(archive_read_data) F(archive_entry_pathname_utf8) \
	F(archive_entry_filetype) F(archive_entry_perm) F(archive_entry_symlink) \
	F(archive_entry_hardlink) F(archive_entry_mtime) F(archive_entry_pathname_w) \
	F(archive_entry_symlink_w) F(archive_entry_hardlink_w) F(archive_format) \
	F(archive_filter_bytes) F(archive_read_header_position)
/* clang-format on */

struct lib_archive {
	LIB_ARCHIVE(LIB_MEMBER)
};

/* *out: valid until the program ends. Not to be called by two threads at once. */
enum err_code lib_archive(const struct lib_archive **out, struct err *err);

#endif
