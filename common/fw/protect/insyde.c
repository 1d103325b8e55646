/* SPDX-License-Identifier: MIT */
/*
 * Insyde's flash device map, a store between volumes. Sources: LongSoft/UEFITool
 * common/ksy/insyde_fdm.ksy and ffsparser.cpp. The header's sum covers only the header, so a new
 * digest does not invalidate it.
 */
#include "protect/protect_private.h"

#define FDM_SIGN       "HFDM"
#define FDM_HEAD       28u
#define FDM_STORE_MAX  0x100000u
#define FDM_FIXED      52u /* of an entry, before its digest */
#define FDM_REVISIONS  4u
#define FDM_ENTRIES    512u
#define FDM_MODIFIABLE 1u
#define FLASH_MOST     ((uint64_t)64 << 20)
#define FDM_LEAST      16u
#define FDM_LIKELY     4096u /* limit for the offset of the entries and for their size */

struct fdm {
	size_t off;
	uint32_t size, data, entry;
	uint64_t base;
	bool known; /* the layout of the sources */
};

/* False: not a map, only its letters. */
static bool fdm_parse(struct span image, size_t off, struct fdm *f)
{
	struct cursor c = {.in = image, .pos = off + 4};
	uint8_t format, revision;
	struct span head;

	*f = (struct fdm){.off = off};
	f->size = cursor_u32le(&c);
	f->data = cursor_u32le(&c);
	f->entry = cursor_u32le(&c);
	format = cursor_u8(&c);
	revision = cursor_u8(&c);
	cursor_skip(&c, 2); /* extensions, sum */
	f->base = cursor_u64le(&c);
	f->known = format == 0 && revision <= FDM_REVISIONS && f->data >= FDM_HEAD &&
		   f->data <= f->size && f->size <= FDM_STORE_MAX && f->entry > FDM_FIXED &&
		   f->entry <= FDM_FIXED + DIGEST_LEN_MAX && span_slice(image, off, f->size, &head);
	/* Where the base is an address of flash, a wrong size is damage. */
	return !c.bad && ((format == 0 && revision <= FDM_REVISIONS &&
				  f->base >= FLASH_TOP - FLASH_MOST && f->base < FLASH_TOP) ||
				 (f->size != 0 && f->data >= FDM_LEAST && f->data <= FDM_LIKELY &&
					 f->entry >= FDM_LEAST && f->entry <= FDM_LIKELY));
}

static void note_unread(struct gather *g, const struct fdm *f)
{
	struct protect_check *c = check_add(g, PROTECT_INSYDE_HASH, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	c->placed = false;
	check_source(c, "HFDM at 0x%zx", f->off);
	check_note(c, "the map is of an unknown layout or cut short");
}

static enum digest_alg alg_of_len(size_t len)
{
	switch (len) {
	case 32:
		return DIGEST_SHA256;
	case 48:
		return DIGEST_SHA384;
	case 64:
		return DIGEST_SHA512;
	case 20:
		return DIGEST_SHA1;
	default:
		return DIGEST_NONE;
	}
}

static void read_region(struct gather *g, const struct fdm *f, size_t at)
{
	struct cursor c = {.in = g->image, .pos = at + 32};
	uint64_t off = cursor_u64le(&c), size = cursor_u64le(&c);
	uint32_t attributes = cursor_u32le(&c);
	size_t len = f->entry - FDM_FIXED;
	struct span hash = cursor_take(&c, len);
	enum digest_alg alg = alg_of_len(len);
	struct protect_check *check;

	if (c.bad || (attributes & FDM_MODIFIABLE) != 0 || size == 0 || span_is_filled(hash, 0) ||
		span_is_filled(hash, 0xFF))
		return;
	check = check_add(
		g, PROTECT_INSYDE_HASH, alg != DIGEST_NONE ? PROTECT_RECOMPUTE : PROTECT_UNKNOWN);
	if (check == NULL)
		return;
	check_source(check, "HFDM at 0x%zx", f->off);
	if (alg != DIGEST_NONE)
		check_digest(check, alg, at + FDM_FIXED);
	else
		check_note(check, "digest of %zu bytes, of unknown kind", len);
	check_address(g, check, map_of(g, f->off), f->base + off, size);
}

void read_insyde(struct gather *g)
{
	size_t hit = 0;

	while ((hit = span_find(g->image, hit, FDM_SIGN, 4)) != SIZE_MAX) {
		struct fdm f;
		uint32_t i, count;

		if (!fdm_parse(g->image, hit, &f)) {
			hit += 4;
			continue;
		}
		if (!f.known) {
			note_unread(g, &f);
			hit += 4;
			continue;
		}
		count = (f.size - f.data) / f.entry;
		if (count > FDM_ENTRIES)
			count = FDM_ENTRIES;
		for (i = 0; i < count; i++)
			read_region(g, &f, hit + f.data + (size_t)i * f.entry);
		hit += f.size;
	}
}
