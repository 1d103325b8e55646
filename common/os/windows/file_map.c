/* SPDX-License-Identifier: MIT */
#include <windows.h>

#include <stdlib.h>

#include "biosbelt/file.h"
#include "os_private.h"

/* Shorter files are copied: while a file is mapped, no program can replace, shorten or delete it.
 */
#define MAP_WORTH ((LONGLONG)64 << 20)

static enum err_code map_copy(const char *path, size_t max, struct file_map *out, struct err *err)
{
	struct blob b;
	enum err_code rc = file_read(path, max, &b, err);

	if (rc == ERR_OK)
		*out = (struct file_map){.data = blob_span(b), .handle = b.ptr};
	return rc;
}

/* The view keeps the file open. */
static void *map_all(HANDLE h)
{
	HANDLE section = CreateFileMappingW(h, NULL, PAGE_READONLY, 0, 0, NULL);
	void *ptr = NULL;

	if (section != NULL) {
		ptr = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
		CloseHandle(section);
	}
	return ptr;
}

/* NULL: it is short, or the system cannot. */
static void *map_long(const char *path, uint64_t *len)
{
	wchar_t *wide = os_wide_path(path);
	HANDLE h = wide == NULL ? INVALID_HANDLE_VALUE
				: CreateFileW(wide, GENERIC_READ,
					  FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
					  NULL, OPEN_EXISTING, 0, NULL);
	LARGE_INTEGER size;
	void *ptr = NULL;

	free(wide);
	if (h == INVALID_HANDLE_VALUE)
		return NULL;
	if (GetFileType(h) == FILE_TYPE_DISK && GetFileSizeEx(h, &size) &&
		size.QuadPart > MAP_WORTH) {
		*len = (uint64_t)size.QuadPart;
		ptr = map_all(h);
	}
	CloseHandle(h);
	return ptr;
}

enum err_code file_map_open(
	const char *path, size_t max, bool copy, struct file_map *out, struct err *err)
{
	uint64_t len = 0;
	void *ptr = copy ? NULL : map_long(path, &len);

	if (ptr == NULL)
		return map_copy(path, max, out, err);
	if (len > max) {
		UnmapViewOfFile(ptr);
		return err_set(err, ERR_LIMIT, "longer than %zu bytes", max);
	}
	*out = (struct file_map){.data = span_of(ptr, (size_t)len), .handle = ptr, .mapped = true};
	os_map_named(out, path);
	return ERR_OK;
}

/* Always a copy: the caller may go on without the bytes that get lost, or replace the file. */
enum err_code file_map_regular(
	const char *path, bool no_follow, size_t max, struct file_map *out, struct err *err)
{
	(void)no_follow;
	return map_copy(path, max, out, err);
}

void file_map_close(struct file_map *map)
{
	if (map->mapped) {
		os_map_forget(map);
		os_map_drop(map->handle, map->data.len);
	} else {
		free(map->handle);
	}
	*map = (struct file_map){.mapped = false};
}

bool file_maps(void)
{
	return false; /* see file_map_regular */
}

/* Pages that are not locked leave the memory by this. */
void file_map_forget(const struct file_map *map, size_t off, size_t len)
{
	struct span part;

	if (map->mapped && span_slice(map->data, off, len, &part))
		(void)VirtualUnlock((uint8_t *)map->handle + off, len); /* only a hint */
}
