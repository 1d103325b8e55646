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

/* False: it is short, or the system cannot. */
static bool map_long(const char *path, struct file_map *out)
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
		return false;
	if (GetFileType(h) == FILE_TYPE_DISK && GetFileSizeEx(h, &size) &&
		size.QuadPart > MAP_WORTH)
		ptr = map_all(h);
	if (ptr == NULL)
		CloseHandle(h);
	else
		*out = (struct file_map){
			span_of(ptr, (size_t)size.QuadPart), ptr, true, (intptr_t)h};
	return ptr != NULL;
}

enum err_code file_map_open(
	const char *path, size_t max, bool copy, struct file_map *out, struct err *err)
{
	if (copy || !map_long(path, out))
		return map_copy(path, max, out, err);
	if (out->data.len > max) {
		file_map_close(out);
		return err_set(err, ERR_LIMIT, "longer than %zu bytes", max);
	}
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
		CloseHandle((HANDLE)map->file);
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
