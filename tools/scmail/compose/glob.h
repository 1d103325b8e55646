/* SPDX-License-Identifier: MIT */
/* Attachments named by a pattern, which no cmd.exe spells out. */
#ifndef SCMAIL_GLOB_H
#define SCMAIL_GLOB_H

#include <stdbool.h>

#include "biosbelt/err.h"

#define GLOB_MAX 1000 /* files of one pattern */

struct glob_list {
	char **paths;
	size_t count;
};

/* Has it * ? or [, and is there no file of just that name? */
bool glob_is_pattern(const char *path);
/*
 * Files that match, in byte order of their paths; '*' and '?' stop at a '/', "**" does not, names
 * that begin with a dot want one in the pattern. ERR_IO when there is none, ERR_LIMIT beyond
 * GLOB_MAX.
 */
enum err_code glob_find(const char *pattern, struct glob_list *out, struct err *err);
void glob_free(struct glob_list *list);

#endif
