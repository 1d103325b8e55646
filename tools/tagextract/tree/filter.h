/* SPDX-License-Identifier: MIT */
/* Which files of a tree are looked into. Names are compared without regard to ASCII case. */
#ifndef TAGEXTRACT_FILTER_H
#define TAGEXTRACT_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "biosbelt/err.h"

struct filter_pattern {
	char *text;
	size_t len;
	bool is_end; /* "*.ext" and the like: what follows the '*' is the end of a name */
	bool path;   /* had a '/' before its end */
};

struct filter_list {
	struct filter_pattern *patterns;
	size_t count;
};

struct filter {
	bool all;                   /* every file, whatever its name */
	struct filter_list include; /* beside the default list */
	struct filter_list exclude; /* files and folders */
	bool no_defaults;           /* include alone */
};

/* Adds shell patterns: without '/' they are for the name, with '/' for the path below the root,
 * which
 * "./" before them says too. A '/' at the end changes nothing; on Windows '\\' is as good. */
enum err_code filter_add(struct filter_list *list, const char *pattern, struct err *err);
/* Adds "*.ext" for each of a comma-separated list; a leading dot is fine. */
enum err_code filter_add_ext(struct filter_list *list, const char *exts, struct err *err);
void filter_free(struct filter *f);

/* base: the part of relative after its last '/', which the caller knows. */
bool filter_takes(const struct filter *f, const char *relative, const char *base);
bool filter_excludes(const struct filter *f, const char *relative, const char *base);

/* Is a file of that name looked into without being asked for? */
bool filter_is_default(const char *base);

#endif
