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
/* "A, B,C": blanks around a tag do not count, nor do empty parts, unless there is nothing else. */
enum err_code tag_list_split(struct tag_list *list, const char *text, struct err *err);
/* A file with one tag a line, in UTF-8 or with a byte order mark. Blank lines do not count, nor do
 * blanks around a tag, lines that begin with #, and what follows a # after a blank. */
enum err_code tag_list_file(struct tag_list *list, const char *path, struct err *err);
void tag_list_free(struct tag_list *list);

#endif
