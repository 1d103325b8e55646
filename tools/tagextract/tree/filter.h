/* SPDX-License-Identifier: MIT */
/* Selects the files of a tree to scan. Names are compared without regard to ASCII case. */
#ifndef TAGEXTRACT_FILTER_H
#define TAGEXTRACT_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "biosbelt/err.h"

struct filter_pattern {
	char *text;
	size_t len;
	bool is_end; /* "*.ext" and the like: the text after '*' is the end of a name */
	bool path;   /* had a '/' before its end */
};

struct filter_list {
	struct filter_pattern *patterns;
	size_t count;
};

struct filter {
	bool all;                   /* every file, whatever its name */
	struct filter_list include; /* in addition to the default list */
	struct filter_list exclude; /* files and folders */
	bool no_defaults;           /* only include */
};

/* Adds a shell pattern: without '/' for the name, with '/' or "./" before it for the path below the
 * root. A '/' at the end has no effect; on Windows '\\' is the same.
 * "" is ERR_USAGE. */
enum err_code filter_add(struct filter_list *list, const char *pattern, struct err *err);
/* Adds "*.ext" for each of a comma-separated list; a leading dot is fine. */
enum err_code filter_add_ext(struct filter_list *list, const char *exts, struct err *err);
void filter_free(struct filter *f);

/* base: the part of relative after its last '/'. */
bool filter_takes(const struct filter *f, const char *relative, const char *base);
bool filter_excludes(const struct filter *f, const char *relative, const char *base);
/* Is the file, or a folder that it is in, left out? ERR_NOMEM: unknown. */
enum err_code filter_excludes_path(
	const struct filter *f, const char *relative, bool *out, struct err *err);

/* True for a file name on the default list. */
bool filter_is_default(const char *base);

#endif
