/* SPDX-License-Identifier: MIT */
/* Copies of texts for a mail, with the columns of a table filled in. */
#include "compose/compose.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"

const char *composed_own(struct composed *c, const char *text, size_t len)
{
	char **bigger = realloc(c->owned, (c->owned_count + 1) * sizeof *bigger);
	char *copy = alloc_text_len(text, len);

	if (bigger != NULL)
		c->owned = bigger;
	if (bigger == NULL || copy == NULL) {
		free(copy);
		return NULL;
	}
	c->owned[c->owned_count++] = copy;
	return copy;
}

enum err_code composed_fill(const struct options *o, struct composed *c, const char *text,
	const char *what, const char **out, struct err *err)
{
	struct buf b;
	enum err_code rc;

	*out = text;
	if (o->merging == NULL || text == NULL)
		return ERR_OK;
	buf_init(&b, HEADER_TEXT_MAX);
	rc = merge_expand(&o->merging->table, o->merging->row, span_of(text, strlen(text)),
		MERGE_STRICT, &b, err);
	if (rc == ERR_OK) {
		*out = composed_own(c, b.ptr != NULL ? (const char *)b.ptr : "", b.len);
		if (*out == NULL)
			rc = err_set(err, ERR_NOMEM, "out of memory");
	}
	buf_free(&b);
	return rc != ERR_OK ? err_prefix(err, "%s", what) : ERR_OK;
}
