/* SPDX-License-Identifier: MIT */
/* The names of the files that were tested: hard links to them have no content of their own. */
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

enum err_code read_names_add(struct read_names *n, const char *name, struct err *err);
enum err_code read_names_has(struct read_names *n, const char *name, bool *found, struct err *err);
void read_names_free(struct read_names *n);

#endif
