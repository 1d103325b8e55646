/* SPDX-License-Identifier: MIT */
/* Bytes of a pipe that are needed twice: in memory while they are few, else in a temporary file. */
#ifndef TXTCOPY_SPOOL_H
#define TXTCOPY_SPOOL_H

#include "biosbelt/file.h"

#define SPOOL_MEMORY ((size_t)16 << 20) /* bytes kept in memory */

struct spool {
	struct buf held;
	struct file_out *file;
	char *path; /* of the temporary file */
	int cleanup;
	struct file_map map;
};

void spool_init(struct spool *s);
enum err_code spool_write(struct spool *s, struct span data, struct err *err);
/* All of it, once nothing more is written; valid until spool_close. */
enum err_code spool_view(struct spool *s, struct span *out, struct err *err);
/* The same to standard output, in blocks. */
enum err_code spool_to_stdout(struct spool *s, struct err *err);
void spool_close(struct spool *s);

#endif
