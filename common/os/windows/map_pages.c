/* SPDX-License-Identifier: MIT */
#include <windows.h>

#include "biosbelt/file.h"
#include "os_private.h"

/* A view cannot be replaced in one step, and other threads may read it. */
bool os_map_zeros(void *from, size_t len)
{
	(void)from;
	(void)len;
	return false;
}

void os_map_drop(void *ptr, size_t len)
{
	(void)len;
	(void)UnmapViewOfFile(ptr);
}

/* Only on a share can it have become shorter. */
bool os_map_is_whole(const struct file_map *map)
{
	LARGE_INTEGER size;

	return GetFileSizeEx((HANDLE)map->file, &size) && (uint64_t)size.QuadPart >= map->data.len;
}
