/* SPDX-License-Identifier: MIT */
/* Lists of tags, as users write them. */
#ifndef TAGEXTRACT_TAGLIST_H
#define TAGEXTRACT_TAGLIST_H

#include <stddef.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

struct tag_list {
	char **tags; /* UTF-8; tag_list_free releases them */
	size_t count;
};

enum err_code tag_list_add(struct tag_list *list, struct span text, struct err *err);
/* "A, B,C": ignores blanks around a tag, and empty parts unless there is nothing else. */
enum err_code tag_list_split(struct tag_list *list, const char *text, struct err *err);
/* A file with one tag a line, in UTF-8 or with a byte order mark. Ignores blank lines, blanks
 * around a tag, lines that begin with #, and comments after a blank and #. */
enum err_code tag_list_file(struct tag_list *list, const char *path, struct err *err);
void tag_list_free(struct tag_list *list);

#endif
