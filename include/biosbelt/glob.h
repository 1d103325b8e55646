/* SPDX-License-Identifier: MIT */
/* Files named by a pattern, which cmd.exe does not expand. */
#ifndef BIOSBELT_GLOB_H
#define BIOSBELT_GLOB_H

#include <stdbool.h>
#include <stddef.h>

#include "biosbelt/err.h"

struct glob_opts {
	size_t max;   /* files */
	bool folders; /* they count too */
};

struct glob_list {
	char **paths;
	size_t count;
};

/* True for a path with * ? or [ unless a file has just that name. */
bool glob_is_pattern(const char *path);
/*
 * Files that match, in byte order of their paths; '*' and '?' stop at a '/', "**" does not, names
 * that begin with a dot need one in the pattern. ERR_IO: no match; ERR_LIMIT: more than opts->max.
 */
enum err_code glob_find(
	const char *pattern, const struct glob_opts *opts, struct glob_list *out, struct err *err);
void glob_free(struct glob_list *list);

#endif
