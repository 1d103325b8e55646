/* SPDX-License-Identifier: MIT */
/* Files by their names without folders, whatever the case of ASCII letters: candidates for the new
 * place of a missing file. */
#ifndef TAGEXTRACT_NAMED_H
#define TAGEXTRACT_NAMED_H

#include "biosbelt/err.h"

struct named {
	const char *name; /* in its path, which has to stay */
	size_t index;     /* the caller's */
	void *memo;       /* the caller's, from malloc, or NULL: content that was read before */
};

struct named_list {
	struct named *list;
	size_t count, cap;
};

enum err_code named_add(struct named_list *l, const char *path, size_t index, struct err *err);
/* As by strcmp, without regard to the case of ASCII letters. */
int named_order(const char *a, const char *b);
/* After the last one is added. */
void named_sort(struct named_list *l);
/* Those of the name of path, by index; *count of them. */
struct named *named_find(const struct named_list *l, const char *path, size_t *count);
void named_free(struct named_list *l);

#endif
