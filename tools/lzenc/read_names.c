/* SPDX-License-Identifier: MIT */
#include "read_names.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/hash.h"
#include "names.h"

struct read_name {
	uint32_t crc; /* of the tidied name */
	char *name;
	char *target; /* of a link; NULL: a file */
};

/* Tidies a name and computes its CRC; the caller frees it. */
static enum err_code tidy(const char *name, struct read_name *out, struct err *err)
{
	struct blob text;
	struct buf b;
	enum err_code rc;

	buf_init(&b, 0);
	name_tidy(name, &b);
	rc = buf_finish(&b, &text, err);
	if (rc == ERR_OK)
		*out = (struct read_name){crc32_update(0, blob_span(text)), (char *)text.ptr, NULL};
	return rc;
}

enum err_code read_names_add(
	struct read_names *n, const char *name, const char *target, struct err *err)
{
	struct read_name *one;

	if (!ALLOC_ROOM(n->list, n->count, &n->cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	one = &n->list[n->count];
	if (tidy(name, one, err) != ERR_OK)
		return err->code;
	n->count++;
	one->target = target != NULL ? alloc_text(target) : NULL;
	return target == NULL || one->target != NULL ? ERR_OK
						     : err_set(err, ERR_NOMEM, "out of memory");
}

static int by_name(const void *pa, const void *pb)
{
	const struct read_name *a = pa, *b = pb;

	return a->crc != b->crc ? (a->crc < b->crc ? -1 : 1) : strcmp(a->name, b->name);
}

/* The last of the sorted runs of so many names. */
static size_t last_run(size_t count)
{
	return count & (~count + 1);
}

/*
 * Sorts the names that were added: they are a row of sorted runs, one for each bit of their count.
 * So neither adding nor finding takes long, in whatever order links and files come.
 */
static void sort_read(struct read_names *n)
{
	while (n->sorted < n->count) {
		size_t run = last_run(++n->sorted);

		qsort(n->list + n->sorted - run, run, sizeof(*n->list), by_name);
	}
}

enum err_code read_names_find(
	struct read_names *n, const char *name, bool *found, const char **target, struct err *err)
{
	const struct read_name *one = NULL;
	struct read_name want;
	size_t end, run;

	if (tidy(name, &want, err) != ERR_OK)
		return err->code;
	sort_read(n);
	for (end = n->sorted; end != 0 && one == NULL; end -= run) {
		run = last_run(end);
		one = bsearch(&want, n->list + end - run, run, sizeof(want), by_name);
	}
	*found = one != NULL;
	*target = one != NULL ? one->target : NULL;
	free(want.name);
	return ERR_OK;
}

void read_names_free(struct read_names *n)
{
	for (size_t i = 0; i < n->count; i++) {
		free(n->list[i].name);
		free(n->list[i].target);
	}
	free(n->list);
}
