/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/base_private.h"
#include "biosbelt/alloc.h"
#include "biosbelt/file.h"

bool base_is_safe(const char *path)
{
	const char *p = path;

	/* With backslashes as separators, a ':' means a drive or a stream. */
	if (path_is_absolute(path) || (path_is_sep('\\') && strchr(path, ':') != NULL))
		return false;
	for (;;) {
		size_t len = 0;

		while (p[len] != '\0' && !path_is_sep(p[len]))
			len++;
		if (len == 0 || (len == 1 && p[0] == '.') ||
			(len == 2 && p[0] == '.' && p[1] == '.'))
			return false;
		if (p[len] == '\0')
			return true;
		p += len + 1;
	}
}

bool base_meets_link(char *path, size_t from)
{
	struct file_info info;
	struct err ignored;
	bool link = false;
	char *p;

	for (p = path + from; *p != '\0' && !link; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		link = file_info(path, true, &info, &ignored) != ERR_OK || info.type == FILE_LINK;
		*p = '/';
	}
	return link;
}

enum err_code base_add(struct base *b, const char *path, struct base_entry **out, struct err *err)
{
	size_t len = strlen(path);
	struct base_entry *e;

	if (!base_is_safe(path))
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
