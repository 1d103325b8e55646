/* SPDX-License-Identifier: MIT */
/* Mapped files of which bytes get lost while they are read. */
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/utf.h"
#include "os_private.h"

#define MAPS_MOST 256
#define NAME_MOST 512
#define CLAIMED   UINTPTR_MAX /* no address is as high */

/* The handler of a signal, or exception, may run between any two instructions: a place counts once
 * it has an address. */
static struct place {
	atomic_uintptr_t from; /* 0: free */
	atomic_uintptr_t end;
	void *ptr;
	atomic_bool watched;
	atomic_bool lost;
	char name[NAME_MOST]; /* and a colon */
} list[MAPS_MOST];
static bool on_lost(void *address, const char **name)
{
	uintptr_t at = (uintptr_t)address;

	for (struct place *p = list; p < list + MAPS_MOST; p++) {
		uintptr_t from = atomic_load(&p->from);
		uintptr_t end = atomic_load(&p->end);

		if (from == 0 || at < from || at >= end || atomic_load(&p->from) != from)
			continue;
		*name = p->name;
		if (!atomic_load(&p->watched))
			return false;
		atomic_store(&p->lost, true);
		return os_map_zeros(address, end - at);
	}
	return false;
}

static void unmap_all(void)
{
	for (struct place *p = list; p < list + MAPS_MOST; p++) {
		uintptr_t from = atomic_load(&p->from);

		if (from != 0 && from != CLAIMED)
			os_map_drop(p->ptr, atomic_load(&p->end) - from);
	}
}

static void set_name(struct place *p, const char *path)
{
	struct buf shown;

	buf_init(&shown, 0);
	utf8_escape(span_of(path, strlen(path)), &shown);
	(void)snprintf(p->name, sizeof(p->name), "%.*s:", (int)shown.len, (const char *)shown.ptr);
	buf_free(&shown);
}

void os_map_named(const struct file_map *map, const char *path)
{
	uintptr_t from = (uintptr_t)map->handle;

	for (struct place *p = list; p < list + MAPS_MOST; p++) {
		uintptr_t none = 0;

		if (!atomic_compare_exchange_strong(&p->from, &none, CLAIMED))
			continue;
		set_name(p, path);
		p->ptr = map->handle;
		atomic_store(&p->end, from + map->data.len);
		atomic_store(&p->watched, false);
		atomic_store(&p->lost, false);
		atomic_store(&p->from, from);
		os_set_lost_hook(on_lost, unmap_all);
		return;
	}
}

static struct place *find(const struct file_map *map)
{
	for (struct place *p = list; map->mapped && p < list + MAPS_MOST; p++) {
		if (atomic_load(&p->from) == (uintptr_t)map->handle)
			return p;
	}
	return NULL;
}

void os_map_forget(const struct file_map *map)
{
	struct place *p = find(map);

	if (p != NULL)
		atomic_store(&p->from, 0);
}

void file_map_watch(struct file_map *map)
{
	struct place *p = find(map);

	if (p != NULL)
		atomic_store(&p->watched, true);
}

enum err_code file_map_check(const struct file_map *map, struct err *err)
{
	const struct place *p = find(map);

	if (!map->mapped || ((p == NULL || !atomic_load(&p->lost)) && os_map_is_whole(map)))
		return ERR_OK;
	return err_set(err, ERR_IO, "was cut short, or its disk failed, while it was read");
}
