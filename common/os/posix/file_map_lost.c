/* SPDX-License-Identifier: MIT */
/* Mapped files of which bytes get lost while they are read. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "biosbelt/file.h"
#include "os_private.h"

#define WATCHED_MOST 256
#define CLAIMED      UINTPTR_MAX /* no address is as high */

/* The handler may run between any two instructions: a place counts once it has an address. */
static struct watched {
	atomic_uintptr_t from; /* 0: free */
	atomic_uintptr_t end;
	atomic_bool lost;
} list[WATCHED_MOST];
static atomic_uintptr_t page_len;

/* Puts zeros where the bytes were, to the end of the mapping. */
static bool replace(void *address)
{
	uintptr_t at = (uintptr_t)address;
	int error = errno;

	for (struct watched *w = list; w < list + WATCHED_MOST; w++) {
		uintptr_t from = atomic_load(&w->from);
		uintptr_t end = atomic_load(&w->end);
		void *ptr;

		if (from == 0 || at < from || at >= end || atomic_load(&w->from) != from)
			continue;
		atomic_store(&w->lost, true);
		at %= atomic_load(&page_len);
		ptr = mmap((uint8_t *)address - at, end - (uintptr_t)address + at, PROT_READ,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
		errno = error;
		return ptr != MAP_FAILED;
	}
	return false;
}

static void watch(const struct file_map *map)
{
	uintptr_t from = (uintptr_t)map->handle;

	atomic_store(&page_len, (uintptr_t)sysconf(_SC_PAGESIZE));
	for (struct watched *w = list; w < list + WATCHED_MOST; w++) {
		uintptr_t none = 0;

		if (!atomic_compare_exchange_strong(&w->from, &none, CLAIMED))
			continue;
		atomic_store(&w->end, from + map->data.len);
		atomic_store(&w->lost, false);
		atomic_store(&w->from, from);
		os_set_lost_hook(replace);
		return;
	}
}

static struct watched *find(const struct file_map *map)
{
	for (struct watched *w = list; map->mapped && w < list + WATCHED_MOST; w++) {
		if (atomic_load(&w->from) == (uintptr_t)map->handle)
			return w;
	}
	return NULL;
}

enum err_code file_map_watched(const char *path, struct file_map *out, struct err *err)
{
	enum err_code rc = file_map_regular(path, out, err);

	if (rc == ERR_OK && out->mapped)
		watch(out);
	return rc;
}

bool file_map_lost(const struct file_map *map)
{
	const struct watched *w = find(map);

	return w != NULL && atomic_load(&w->lost);
}

void file_map_end(struct file_map *map)
{
	struct watched *w = find(map);

	if (w != NULL)
		atomic_store(&w->from, 0);
	file_map_close(map);
}
