/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "biosbelt/file.h"
#include "os_private.h"

bool os_map_zeros(void *from, size_t len)
{
	int error = errno;
	uintptr_t in_page = (uintptr_t)from % (uintptr_t)sysconf(_SC_PAGESIZE);
	void *ptr = mmap((uint8_t *)from - in_page, len + in_page, PROT_READ,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

	errno = error;
	return ptr != MAP_FAILED;
}

void os_map_drop(void *ptr, size_t len)
{
	(void)munmap(ptr, len);
}

bool os_map_is_whole(const struct file_map *map)
{
	struct stat st;

	return fstat((int)map->file, &st) == 0 && (uintmax_t)st.st_size >= map->data.len;
}
