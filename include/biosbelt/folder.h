/* SPDX-License-Identifier: MIT */
/*
 * One folder: its entries, unsorted, and its files, found from the open folder where the system can
 * do that. For those who look into very many files; tree.h is the comfortable way.
 */
#ifndef BIOSBELT_FOLDER_H
#define BIOSBELT_FOLDER_H

#include "biosbelt/err.h"
#include "biosbelt/file.h"

struct folder;
/* Not for two threads at once. */
enum err_code folder_open(const char *path, struct folder **out, struct err *err);
void folder_close(struct folder *f);

/* The next name, UTF-8 on Windows and raw bytes on Linux, valid until the next call; NULL at the
 * end, with err filled when it came too early. *type may be FILE_NONE: not known without a look. */
const char *folder_next(struct folder *f, enum file_type *type, struct err *err);

/* Of an entry, links not followed; path is its whole path. A missing one is ERR_OK and FILE_NONE.
 */
enum err_code folder_info(struct folder *f, const char *name, const char *path,
	struct file_info *out, struct err *err);

/* file_peek of an entry; path is its whole path. */
enum err_code folder_peek(struct folder *f, const char *name, const char *path, void *ptr,
	size_t cap, size_t *got, struct err *err);

#endif
