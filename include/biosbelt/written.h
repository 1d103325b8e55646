/* SPDX-License-Identifier: MIT */
/*
 * The names of files and links that a run has written, below a root. Where a folder takes README
 * and readme for one name, as on Windows, the second of them would replace the first.
 */
#ifndef BIOSBELT_WRITTEN_H
#define BIOSBELT_WRITTEN_H

#include <stdbool.h>
#include <stddef.h>

#include "biosbelt/err.h"

struct written {
	char **names; /* a row of sorted runs, one for each bit of count */
	char **spare; /* room to merge two of them */
	size_t count, cap;
};

/* Whether an earlier name is this one, letter for letter. */
bool written_is(const struct written *w, const char *name);
/* The same; true also where there are so many of its letters that not all are kept. */
bool written_has(const struct written *w, const char *name);
/* Whether an earlier name is this one in other letters: perhaps another file, perhaps not there. */
bool written_alike(const struct written *w, const char *name);
/* ERR_EXISTS: the file or link that root/name is now has an earlier name, in other letters. */
enum err_code written_check(
	const struct written *w, const char *root, const char *name, struct err *err);
enum err_code written_add(struct written *w, const char *name, struct err *err);
void written_free(struct written *w);

#endif
