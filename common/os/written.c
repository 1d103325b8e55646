/* SPDX-License-Identifier: MIT */
#include "biosbelt/written.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"

#define CAP_MIN 256

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

static int compare_letters(const char *a, const char *b)
{
	const uint8_t *p = (const uint8_t *)a, *q = (const uint8_t *)b;
	uint32_t c, d;
	size_t m, n;

	do {
		c = small(p, &m);
		d = small(q, &n);
		p += m;
		q += n;
	} while (c == d && c != 0);
	return c < d ? -1 : c > d;
}

/* The first of count sorted names that is not before the name. */
static size_t find(char *const *names, size_t count, const char *name)
{
	size_t low = 0;

	while (low < count) {
		size_t middle = low + (count - low) / 2;

		if (compare_letters(names[middle], name) < 0)
			low = middle + 1;
		else
			count = middle;
	}
	return low;
}

/* One of the names of the same letters; NULL: there are no more. */
static const char *alike(const struct written *w, const char *name, unsigned nth)
{
	size_t end, run, i;

	for (end = w->count; end != 0; end -= run) {
		char *const *names;

		run = end & (~end + 1);
		names = w->names + end - run;
		for (i = find(names, run, name); i < run; i++) {
			if (compare_letters(names[i], name) != 0)
				break;
			if (nth-- == 0)
				return names[i];
		}
	}
	return NULL;
}

/* Whether both are the same file, or the same link: where a link leads does not matter. */
static bool is_same_path(const char *a, const char *b)
{
	struct file_info one, two;
	struct err err;

	if (file_info(a, true, &one, &err) != ERR_OK || file_info(b, true, &two, &err) != ERR_OK ||
		one.type != two.type)
		return false;
	if (one.type == FILE_LINK)
		return one.dev == two.dev && one.ino == two.ino;
	return one.type == FILE_REGULAR && file_same(a, b);
}

static bool is_same(const char *root, const char *a, const char *b)
{
	struct blob one, two;
	struct err err;
	bool same = false;

	if (path_join(root, a, &one, &err) != ERR_OK)
		return false;
	if (path_join(root, b, &two, &err) == ERR_OK) {
		same = is_same_path((const char *)one.ptr, (const char *)two.ptr);
		blob_free(&two);
	}
	blob_free(&one);
	return same;
}

/* *count: the names of its letters that are not it. */
static bool has(const struct written *w, const char *name, unsigned *count)
{
	const char *other;

	for (*count = 0; (other = alike(w, name, *count)) != NULL; ++*count)
		if (strcmp(other, name) == 0)
			return true;
	return false;
}

bool written_is(const struct written *w, const char *name)
{
	unsigned count;

	return has(w, name, &count);
}

bool written_has(const struct written *w, const char *name)
{
	unsigned count;

	return has(w, name, &count) || count >= ALIKE_MOST;
}

bool written_alike(const struct written *w, const char *name)
{
	const char *other;
	unsigned i;

	for (i = 0; (other = alike(w, name, i)) != NULL; i++)
		if (strcmp(other, name) != 0)
			return true;
	return false;
}

enum err_code written_check(
	const struct written *w, const char *root, const char *name, struct err *err)
{
	const char *other;
	unsigned i;

	for (i = 0; (other = alike(w, name, i)) != NULL; i++)
		if (strcmp(other, name) != 0 && is_same(root, other, name))
			return err_set(err, ERR_EXISTS,
				"here it is one name with %.200s of this run", other);
	return ERR_OK;
}

/* Makes one run of two, of len names each. */
static void merge(char **names, size_t len, char **spare)
{
	size_t i = 0, k = len, to = 0;

	memcpy(spare, names, len * sizeof *names);
	while (i < len)
		names[to++] = k < len * 2 && compare_letters(names[k], spare[i]) < 0 ? names[k++]
										     : spare[i++];
}

static bool grow(struct written *w)
{
	size_t cap = w->cap > 0 ? w->cap * 2 : CAP_MIN;
	char **more = realloc(w->names, cap * sizeof *more);

	if (more == NULL)
		return false;
	w->names = more;
	more = realloc(w->spare, cap / 2 * sizeof *more);
	if (more == NULL)
		return false;
	w->spare = more;
	w->cap = cap;
	return true;
}

enum err_code written_add(struct written *w, const char *name, struct err *err)
{
	size_t run;
	char *copy;

	if (written_has(w, name))
		return ERR_OK;
	copy = alloc_text(name);
	if (copy == NULL || (w->count == w->cap && !grow(w))) {
		free(copy);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	w->names[w->count++] = copy;
	for (run = 1; (w->count & run) == 0; run *= 2)
		merge(w->names + w->count - run * 2, run, w->spare);
	return ERR_OK;
}

void written_free(struct written *w)
{
	size_t i;

	for (i = 0; i < w->count; i++)
		free(w->names[i]);
	free(w->names);
	free(w->spare);
	*w = (struct written){.count = 0};
}
