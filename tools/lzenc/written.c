/* SPDX-License-Identifier: MIT */
#include "written.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/hash.h"

#define ROOM_MIN 256

/* Names of the same letters that are different files: so many show that the folder tells them
 * apart. More are not kept, as an archive may have any number of them. */
#define ALIKE_MOST 4

/* A small letter of ASCII, Latin-1 or Russian: what differs in other letters alone is not found. */
static uint32_t small(const uint8_t *p, size_t *len)
{
	uint32_t c = p[0];

	*len = 1;
	if (c < 0xC3 || c > 0xD1 || p[1] == '\0')
		return c >= 'A' && c <= 'Z' ? c + 32 : c;
	*len = 2;
	c = (c & 0x1F) << 6 | (p[1] & 0x3F);
	return (c >= 0xC0 && c < 0xDF) || (c >= 0x410 && c < 0x430) ? c + 32 : c;
}

static bool same_letters(const char *a, const char *b)
{
	const uint8_t *p = (const uint8_t *)a, *q = (const uint8_t *)b;
	size_t m, n;

	for (; *p != '\0' && *q != '\0'; p += m, q += n)
		if (small(p, &m) != small(q, &n))
			return false;
	return *p == *q;
}

static size_t place_of(const struct written *w, const char *name)
{
	const uint8_t *p = (const uint8_t *)name;
	uint32_t crc = 0;
	size_t len;

	for (; *p != '\0'; p += len) {
		uint32_t c = small(p, &len);

		crc = crc32_update(crc, span_of(&c, sizeof c));
	}
	return crc & (w->room - 1);
}

static bool is_same(const char *root, const char *a, const char *b)
{
	struct blob one, two;
	struct err err;
	bool same = false;

	if (path_join(root, a, &one, &err) != ERR_OK)
		return false;
	if (path_join(root, b, &two, &err) == ERR_OK) {
		same = file_same((const char *)one.ptr, (const char *)two.ptr);
		blob_free(&two);
	}
	blob_free(&one);
	return same;
}

const char *written_as(const struct written *w, const char *root, const char *name)
{
	size_t i;

	if (w->count == 0)
		return NULL;
	for (i = place_of(w, name); w->names[i] != NULL; i = (i + 1) & (w->room - 1))
		if (same_letters(w->names[i], name) && strcmp(w->names[i], name) != 0 &&
			is_same(root, w->names[i], name))
			return w->names[i];
	return NULL;
}

/* Whether the name is kept, or as many as are needed of its letters. */
static bool is_kept(const struct written *w, const char *name)
{
	unsigned alike = 0;
	size_t i;

	for (i = place_of(w, name); w->names[i] != NULL; i = (i + 1) & (w->room - 1))
		if (strcmp(w->names[i], name) == 0 ||
			(same_letters(w->names[i], name) && ++alike == ALIKE_MOST))
			return true;
	return false;
}

static void put(struct written *w, char *name)
{
	size_t i = place_of(w, name);

	while (w->names[i] != NULL)
		i = (i + 1) & (w->room - 1);
	w->names[i] = name;
	w->count++;
}

static bool grow(struct written *w)
{
	struct written bigger = {.room = w->room > 0 ? w->room * 2 : ROOM_MIN};
	size_t i;

	bigger.names = calloc(bigger.room, sizeof *bigger.names);
	if (bigger.names == NULL)
		return false;
	for (i = 0; i < w->room; i++)
		if (w->names[i] != NULL)
			put(&bigger, w->names[i]);
	free(w->names);
	*w = bigger;
	return true;
}

enum err_code written_add(struct written *w, const char *name, struct err *err)
{
	char *copy;

	if (w->count != 0 && is_kept(w, name))
		return ERR_OK;
	copy = alloc_text(name);
	if (copy == NULL || (w->count * 2 >= w->room && !grow(w))) {
		free(copy);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	put(w, copy);
	return ERR_OK;
}

void written_free(struct written *w)
{
	size_t i;

	for (i = 0; i < w->room; i++)
		free(w->names[i]);
	free(w->names);
	*w = (struct written){NULL, 0, 0};
}
