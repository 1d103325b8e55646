/* SPDX-License-Identifier: MIT */
/* The names of links, and of files that were tested: hard links to them have no content of their
 * own. */
#ifndef LZENC_READ_NAMES_H
#define LZENC_READ_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "biosbelt/err.h"

struct read_names {
	struct read_name *list; /* private */
	size_t count, cap;
	size_t sorted; /* of list */
};

/* target: of a link; NULL: a file. */
enum err_code read_names_add(
	struct read_names *n, const char *name, const char *target, struct err *err);
/* *target, as above, is valid until read_names_free. */
enum err_code read_names_find(
	struct read_names *n, const char *name, bool *found, const char **target, struct err *err);
void read_names_free(struct read_names *n);

#endif
