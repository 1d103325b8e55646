/* SPDX-License-Identifier: MIT */
/*
 * One folder: its entries, unsorted, and its files, opened relative to the open folder where the
 * system can do that. For programs that read very many files; tree.h is simpler.
 */
#ifndef BIOSBELT_FOLDER_H
#define BIOSBELT_FOLDER_H

#include "biosbelt/err.h"
#include "biosbelt/file.h"

struct folder;
/* One thread at a time uses a folder. */
enum err_code folder_open(const char *path, struct folder **out, struct err *err);
void folder_close(struct folder *f);

/* Returns the next name, UTF-8 on Windows and raw bytes on Linux, valid until the next call; NULL
 * at the end. A failure gives NULL, too, and sets err, which the end leaves alone. *type may be
 * FILE_NONE: the folder does not store it. */
const char *folder_next(struct folder *f, enum file_type *type, struct err *err);

/* As file_info of an entry, whose whole path is path. Follows no links. A missing entry gives
 * ERR_OK and FILE_NONE. */
enum err_code folder_info(struct folder *f, const char *name, const char *path,
	struct file_info *out, struct err *err);

/* As file_peek of an entry, whose whole path is path. */
enum err_code folder_peek(struct folder *f, const char *name, const char *path, void *ptr,
	size_t cap, size_t *got, struct err *err);

#endif
