/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/base_private.h"
#include "biosbelt/alloc.h"
#include "biosbelt/file.h"

static bool is_safe(const char *path)
{
	const char *part = path;

	if (path[0] == '\0' || path_is_absolute(path))
		return false;
	for (;;) {
		size_t len = strcspn(part, "/");

		if (len == 0 || (len == 1 && part[0] == '.') ||
			(len == 2 && part[0] == '.' && part[1] == '.'))
			return false;
		if (part[len] == '\0')
			return true;
		part += len + 1;
	}
}

enum err_code base_add(struct base *b, const char *path, struct base_entry **out, struct err *err)
{
	size_t len = strlen(path);
	struct base_entry *e;

	if (!is_safe(path))
		return err_set(err, ERR_FORMAT, "a path that leads out of the tree: %s", path);
	if (b->count == BASE_COUNT_MAX)
		return err_set(err, ERR_LIMIT, "more than %u files", BASE_COUNT_MAX);
	if (!ALLOC_ROOM(b->entries, b->count, &b->cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	e = &b->entries[b->count];
	*e = (struct base_entry){.path = alloc_text_len(path, len), .order = b->count};
	if (e->path == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	b->count++;
	*out = e;
	return ERR_OK;
}
