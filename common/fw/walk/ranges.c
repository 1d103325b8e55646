/* SPDX-License-Identifier: MIT */
#include "walk/fw_private.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"

/* Index of the first range that ends at or after off. */
static size_t lower(const struct fw_ranges *c, size_t off)
{
	size_t lo = 0;
	size_t hi = c->count;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (c->r[mid].end < off)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

bool cover_add(struct fw_ranges *c, size_t off, size_t end)
{
	size_t i = lower(c, off);
	size_t last = i;

	if (off >= end)
		return true;
	while (last < c->count && c->r[last].off <= end) {
		if (c->r[last].off < off)
			off = c->r[last].off;
		if (c->r[last].end > end)
			end = c->r[last].end;
		last++;
	}
	if (last == i) {
		if (!ALLOC_ROOM(c->r, c->count, &c->cap))
			return false;
		memmove(c->r + i + 1, c->r + i, (c->count - i) * sizeof *c->r);
		c->count++;
	} else if (last > i + 1) {
		memmove(c->r + i + 1, c->r + last, (c->count - last) * sizeof *c->r);
		c->count -= last - i - 1;
	}
	c->r[i] = (struct fw_range){off, end};
	return true;
}

bool cover_has(const struct fw_ranges *c, size_t off)
{
	size_t i = lower(c, off + 1);

	return i < c->count && c->r[i].off <= off;
}

bool cover_gap(const struct fw_ranges *c, size_t from, size_t limit, size_t *off, size_t *end)
{
	size_t i = lower(c, from + 1);

	while (i < c->count && c->r[i].off <= from)
		from = c->r[i++].end;
	if (from >= limit)
		return false;
	*off = from;
	*end = i < c->count && c->r[i].off < limit ? c->r[i].off : limit;
	return true;
}

void cover_free(struct fw_ranges *c)
{
	free(c->r);
	*c = (struct fw_ranges){0};
}
