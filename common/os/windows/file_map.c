/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "biosbelt/file.h"

/*
 * Always a copy: when a share goes away, reading a mapped file of it raises an exception that C
 * cannot catch.
 */
enum err_code file_map_open(
	const char *path, size_t max, bool copy, struct file_map *out, struct err *err)
{
	struct blob b;
	enum err_code rc = file_read(path, max, &b, err);

	(void)copy;
	if (rc == ERR_OK)
		*out = (struct file_map){.data = blob_span(b), .handle = b.ptr};
	return rc;
}

enum err_code file_map_regular(
	const char *path, bool no_follow, size_t max, struct file_map *out, struct err *err)
{
	(void)no_follow;
	return file_map_open(path, max, false, out, err);
}

void file_map_watch(struct file_map *map)
{
	(void)map;
}

enum err_code file_map_check(const struct file_map *map, struct err *err)
{
	(void)map;
	(void)err;
	return ERR_OK;
}

void file_map_close(struct file_map *map)
{
	free(map->handle);
	*map = (struct file_map){.mapped = false};
}

bool file_maps(void)
{
	return false; /* see above */
}

void file_map_forget(const struct file_map *map, size_t off, size_t len)
{
	(void)map;
	(void)off;
	(void)len;
}
