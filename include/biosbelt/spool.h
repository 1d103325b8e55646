/* SPDX-License-Identifier: MIT */
/*
 * Holds bytes of a pipe that are needed twice: up to SPOOL_MEMORY in memory, more in a temporary
 * file in the folder of TMPDIR, TEMP or TMP, else in os_temp_folder. Write everything first, then
 * call spool_view or spool_to_stdout, in any order.
 */
#ifndef BIOSBELT_SPOOL_H
#define BIOSBELT_SPOOL_H

#include "biosbelt/file.h"

#define SPOOL_MEMORY ((size_t)16 << 20) /* bytes kept in memory */

struct spool {
	struct buf held;
	struct file_out *file;
	char *path; /* of the temporary file */
	int cleanup;
	bool removed; /* the file has no name any more */
	struct file_map map;
};

void spool_init(struct spool *s);
enum err_code spool_write(struct spool *s, struct span data, struct err *err);
/* Overwrites earlier bytes. */
enum err_code spool_patch(
	struct spool *s, uint64_t off, const void *ptr, size_t len, struct err *err);
/* All bytes, after the last write; valid until spool_close. */
enum err_code spool_view(struct spool *s, struct span *out, struct err *err);
/* Writes all bytes to standard output, in blocks; after the last write. */
enum err_code spool_to_stdout(struct spool *s, struct err *err);
void spool_close(struct spool *s);

#endif
