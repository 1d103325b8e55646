/* SPDX-License-Identifier: MIT */
/*
 * The names of files and links that an extraction has written. Where a folder takes README and
 * readme for one name, as on Windows, the second of them would replace the first.
 */
#ifndef LZENC_WRITTEN_H
#define LZENC_WRITTEN_H

#include <stddef.h>

#include "biosbelt/err.h"

struct written {
	char **names; /* a row of sorted runs, one for each bit of count */
	char **spare; /* room to merge two of them */
	size_t count, cap;
};

/* The earlier name, in other letters, of the file or link that root/name is now; NULL: none. */
const char *written_as(const struct written *w, const char *root, const char *name);
enum err_code written_add(struct written *w, const char *name, struct err *err);
void written_free(struct written *w);

#endif
