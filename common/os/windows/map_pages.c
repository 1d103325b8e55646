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

/* A mapped file cannot become shorter. */
bool os_map_is_whole(const struct file_map *map)
{
	(void)map;
	return true;
}
