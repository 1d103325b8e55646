/* SPDX-License-Identifier: MIT */
/* What --archive uses of libarchive for a .zip. */
#ifndef TAGEXTRACT_LIB_ARCHIVE_H
#define TAGEXTRACT_LIB_ARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

#include "lib/lib_use.h"

/* clang-format off */
#define LIB_ARCHIVE(F) \
	F(archive_write_new) F(archive_write_free) F(archive_write_open) F(archive_write_close) \
	F(archive_write_header) F(archive_write_data) F(archive_write_set_format_zip) \
	F(archive_write_set_options) F(archive_write_set_bytes_in_last_block) \
	F(archive_error_string) F(archive_set_error) F(archive_entry_new) F(archive_entry_free) \
	F(archive_entry_set_pathname_utf8) F(archive_entry_pathname) \
	F(archive_entry_copy_pathname_w) F(archive_entry_set_filetype) F(archive_entry_set_perm) \
	F(archive_entry_set_size) F(archive_entry_set_mtime)
/* clang-format on */

struct lib_archive {
	LIB_ARCHIVE(LIB_MEMBER)
};

/* *out: valid until the program ends. Not to be called by two threads at once. */
enum err_code lib_archive(const struct lib_archive **out, struct err *err);

#endif
