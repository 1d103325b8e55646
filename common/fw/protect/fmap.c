/* SPDX-License-Identifier: MIT */
/*
 * FMAP: the areas of a coreboot image. Offsets count from the start of the flash that the map
 * describes. That need not be the start of the file, which may have several images, or something
 * before one. The area FMAP is the map itself, and thus gives the start. Source: coreboot
 * util/cbfstool/flashmap/fmap.h.
 */
#include <string.h>

#include "protect/protect_private.h"

#define FMAP_SIGN     "__FMAP__"
#define FMAP_MAJOR    1u
#define FMAP_SIZE     18u
#define FMAP_HEAD     56u
#define FMAP_COUNT    54u
#define FMAP_AREA     42u
#define FMAP_AREAS    256u
#define FMAP_NAME_LEN 32u
#define FMAP_TRIES    64u
#define FMAP_SELF     "FMAP"

static bool area_at(struct span image, const struct fmap *m, unsigned i, struct fmap_area *out)
{
	struct cursor c = {.in = image, .pos = m->off + FMAP_HEAD + (size_t)i * FMAP_AREA};
	int64_t off = cursor_u32le(&c);
	uint32_t len = cursor_u32le(&c);
	struct span name = cursor_take(&c, FMAP_NAME_LEN);

	if (c.bad)
		return false;
	off += m->base;
	*out = (struct fmap_area){.off = off < 0 ? SIZE_MAX : (size_t)off, .len = len};
	memcpy(out->name, name.ptr, FMAP_NAME_LEN);
	return true;
}

/* True when all areas have a name: then another version has the same layout. */
static bool is_named(struct span image, const struct fmap *m)
{
	unsigned i;

	for (i = 0; i < m->count; i++) {
		struct fmap_area a;
		const char *p;

		if (!area_at(image, m, i, &a) || a.name[0] == '\0')
			return false;
		for (p = a.name; *p != '\0'; p++)
			if (*p <= ' ' || *p > '~')
				return false;
	}
	return true;
}

static bool find_area(
	struct span image, const struct fmap *m, const char *name, struct fmap_area *out)
{
	unsigned i;

	for (i = 0; i < m->count; i++)
		if (area_at(image, m, i, out) && strcmp(out->name, name) == 0)
			return true;
	return false;
}

/* A map that has its own offset gives the start of the flash. */
static bool read_map(struct span image, size_t off, struct fmap *m)
{
	struct fmap_area area;
	uint16_t areas = 0;
	uint32_t size = 0;
	uint8_t major = 0;

	*m = (struct fmap){.off = off};
	if (!span_u8(image, off + 8, &major) || !span_u32le(image, off + FMAP_SIZE, &size) ||
		!span_u16le(image, off + FMAP_COUNT, &areas) || areas == 0 || areas > FMAP_AREAS ||
		(size_t)areas * FMAP_AREA > image.len - off - FMAP_HEAD)
		return false;
	m->count = areas;
	m->len = FMAP_HEAD + (size_t)areas * FMAP_AREA;
	m->size = size;
	if (major != FMAP_MAJOR && !is_named(image, m))
		return false;
	m->placed = find_area(image, m, FMAP_SELF, &area);
	if (m->placed)
		m->base = (int64_t)off - (int64_t)area.off;
	return true;
}

static bool contains(const struct fmap *m, uint64_t off)
{
	return m->base >= 0 && off >= (uint64_t)m->base && off - (uint64_t)m->base < m->size;
}

/* Whether everything that the map describes is in the image, and in no other map. */
static bool is_copy(const struct gather *g, const struct fmap *m)
{
	unsigned i;

	if (m->base < 0 || m->size == 0 || !contains(m, m->off) ||
		(uint64_t)m->base + m->size > g->image.len)
		return false;
	for (i = 0; i < g->fmap_count; i++)
		if (contains(&g->fmaps[i], (uint64_t)m->base) ||
			contains(m, (uint64_t)g->fmaps[i].base))
			return false;
	return true;
}

/* Of the maps without an offset of their own, keeps those that are in no flash whose place is
 * known. */
static void drop_inner(struct gather *g)
{
	unsigned i, k, count = 0;

	for (i = 0; i < g->lost_fmap_count; i++) {
		const struct fmap *m = &g->lost_fmaps[i];

		for (k = 0; k < g->fmap_count && g->fmaps[k].off != m->off &&
			    (!g->fmaps[k].placed || !contains(&g->fmaps[k], m->off));
			k++)
			;
		if (k == g->fmap_count)
			g->lost_fmaps[count++] = *m;
	}
	g->lost_fmap_count = count;
}

void fmaps_find(struct gather *g)
{
	struct fmap first = {0};
	bool any = false;
	size_t hit = 0;
	unsigned tries = 0;

	for (; (hit = image_find(g, hit, FMAP_SIGN, 8)) != SIZE_MAX; hit += 8) {
		struct fmap m;

		if (!read_map(g->image, hit, &m))
			continue;
		if (!any)
			first = m;
		any = true;
		if (tries++ == FMAP_TRIES || g->fmap_count == FMAPS_MAX ||
			g->lost_fmap_count == FMAPS_MAX) {
			g->list->limited = true;
			break;
		}
		if (!m.placed)
			g->lost_fmaps[g->lost_fmap_count++] = m;
		else if (is_copy(g, &m))
			g->fmaps[g->fmap_count++] = m;
	}
	if (any && g->fmap_count == 0) {
		first.placed = first.placed || first.size == g->image.len;
		g->fmaps[g->fmap_count++] = first;
	}
	drop_inner(g);
}

const struct fmap *fmap_of(const struct gather *g, size_t off)
{
	unsigned i;

	for (i = 0; i < g->fmap_count; i++)
		if (contains(&g->fmaps[i], off))
			return &g->fmaps[i];
	return g->fmap_count != 0 ? &g->fmaps[0] : NULL;
}

bool fmap_named(
	const struct gather *g, const struct fmap *m, const char *name, struct fmap_area *out)
{
	return find_area(g->image, m, name, out);
}

bool fmap_in_image(const struct gather *g, const struct fmap_area *area)
{
	struct span bytes;

	return span_slice(g->image, area->off, area->len, &bytes);
}
