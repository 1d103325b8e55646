/* SPDX-License-Identifier: MIT */
/*
 * Insyde's flash device map, a store between volumes. Sources: LongSoft/UEFITool
 * common/ksy/insyde_fdm.ksy and ffsparser.cpp. The header's sum covers nothing after the
 * header, so a new digest does not invalidate it.
 */
#include "biosbelt/capsule.h"
#include "biosbelt/tr.h"
#include "protect/protect_private.h"

#define FDM_SIGN       "HFDM"
#define FDM_HEAD       28u
#define FDM_STORE_MAX  0x100000u
#define FDM_ENTRY_OFF  12u /* of the entries' size */
#define FDM_FIXED      52u /* of an entry, before its digest */
#define FDM_REVISIONS  4u
#define FDM_EXTENDED   3u /* the first revision with more in its header */
#define FDM_MODIFIABLE 1u
#define FLASH_MOST     ((uint64_t)64 << 20)
#define FDM_LEAST      16u
#define FDM_LIKELY     4096u /* limit for the offset of the entries and for their size */

struct fdm {
	struct span in;
	size_t off;
	const struct hash_table *packed; /* what in is; NULL: the image */
	uint32_t size, data, entry;
	uint64_t base;
	bool known; /* the layout of the sources */
	bool sum_ok;
};

/* A sum over len bytes of the header, with the right signature. */
static bool sums_up(struct span image, size_t off, size_t len)
{
	struct span head;
	uint8_t sum = 0;
	size_t i;

	if (!span_slice(image, off, len, &head))
		return false;
	for (i = 0; i < head.len; i++)
		sum = (uint8_t)(sum +
				(i < sizeof FDM_SIGN - 1 ? (uint8_t)FDM_SIGN[i] : head.ptr[i]));
	return sum == 0;
}

/* False: not a map, only its letters. */
static bool fdm_parse(struct gather *g, struct span image, size_t off, struct fdm *f)
{
	struct cursor c = {.in = image, .pos = off + 4};
	uint8_t format, revision;
	struct span head;

	*f = (struct fdm){.in = image, .off = off};
	f->size = cursor_u32le(&c);
	f->data = cursor_u32le(&c);
	f->entry = cursor_u32le(&c);
	format = cursor_u8(&c);
	revision = cursor_u8(&c);
	cursor_skip(&c, 2); /* extensions, sum */
	f->base = cursor_u64le(&c);
	/* From revision 3 on, extensions and the boards' numbers are before the entries. */
	f->sum_ok = sums_up(image, off, FDM_HEAD) ||
		    (revision >= FDM_EXTENDED && f->data > FDM_HEAD && f->data <= FDM_LIKELY &&
			    hash_budget(g, f->data) && sums_up(image, off, f->data));
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

static void read_region(
	struct gather *g, const struct address_map *m, const struct fdm *f, size_t at)
{
	struct cursor c = {.in = f->in, .pos = at + 32};
	uint64_t off = cursor_u64le(&c), size = cursor_u64le(&c);
	uint32_t attributes = cursor_u32le(&c);
	size_t len = f->entry - FDM_FIXED;
	struct span hash = cursor_take(&c, len);
	enum digest_alg alg = alg_of_len(len);
	struct protect_check *check;

	if (c.bad || span_is_filled(hash, 0) || span_is_filled(hash, 0xFF))
		return;
	check = check_add(
		g, PROTECT_INSYDE_HASH, alg != DIGEST_NONE ? PROTECT_RECOMPUTE : PROTECT_UNKNOWN);
	if (check == NULL)
		return;
	check_source(check, "%s at 0x%zx%s", FDM_SIGN,
		f->packed != NULL ? f->packed->image_off : f->off,
		f->packed != NULL ? ", packed" : "");
	if (size == 0) {
		check->act = PROTECT_UNKNOWN;
		check_note(check, "a digest in an entry that is marked as unused");
		return;
	}
	if (alg != DIGEST_NONE)
		check_digest(check, alg, (f->packed != NULL ? f->packed->off : 0) + at + FDM_FIXED);
	else
		check_note(check, "digest of %zu bytes, of unknown kind", len);
	if (f->packed != NULL) {
		check->digest_space = f->packed->space;
		check_note(check, "its table is packed: not compared and not rewritten");
	}
	check_address(g, check, m, f->base + off, size);
	if ((attributes & FDM_MODIFIABLE) == 0)
		return;
	/* Its digest is not compared at boot; where it is right nonetheless, it is kept so. */
	check->by_value = true;
	if (check_settle(g, check) == PROTECT_HOLDS)
		check_note(check, "marked as modifiable");
	else
		check_drop(g);
}

static void read_regions(struct gather *g, const struct address_map *m, const void *table)
{
	const struct fdm *f = table;
	uint32_t i, count = (f->size - f->data) / f->entry;

	for (i = 0; i < count && hash_budget(g, f->entry); i++)
		read_region(g, m, f, f->off + f->data + (size_t)i * f->entry);
}

/* worn: the signature is destroyed. */
static void read_map(struct gather *g, const struct fdm *f, bool worn)
{
	struct protect_check *c;

	if (worn || !f->sum_ok) {
		c = check_add(g, PROTECT_INSYDE_HASH, PROTECT_UNKNOWN);
		if (c == NULL)
			return;
		c->impossible = worn;
		check_source(c, "HFDM at 0x%zx", f->off);
		check_range(g, c, f->off, FDM_HEAD);
		check_note(c, "%s",
			worn ? tr("its signature is destroyed")
			     : tr("the checksum of its header is wrong"));
	}
	read_addressed(g, &(struct addressed){g->image, 0, f->off, read_regions, f});
}

static bool is_whole(const struct fdm *f)
{
	return f->known && f->sum_ok && f->size >= f->data + f->entry &&
	       f->base >= FLASH_TOP - FLASH_MOST && f->base < FLASH_TOP;
}

/* Maps whose signature alone is destroyed: the checksum of the header with the right one holds. */
static void read_worn(struct gather *g, size_t digest)
{
	uint8_t entry[4] = {0};
	size_t hit = FDM_ENTRY_OFF;

	put_u32le(entry, (uint32_t)(FDM_FIXED + digest));
	for (; (hit = image_find(g, hit, (const char *)entry, sizeof entry)) != SIZE_MAX; hit++) {
		struct fdm f;
		struct span sign;

		if (span_slice(g->image, hit - FDM_ENTRY_OFF, 4, &sign) &&
			!span_starts(sign, FDM_SIGN, 4) &&
			fdm_parse(g, g->image, hit - FDM_ENTRY_OFF, &f) && is_whole(&f) &&
			f.data <= FDM_LIKELY)
			read_map(g, &f, true);
	}
}

void note_insyde(struct gather *g, uint32_t space, struct span bytes)
{
	struct span map;
	struct fdm f;
	size_t hit;

	for (hit = 0; (hit = fw_space_find(g->tree, bytes, hit, FDM_SIGN, 4)) != SIZE_MAX; hit += 4)
		if (fdm_parse(g, bytes, hit, &f) && is_whole(&f) && hash_budget(g, f.size) &&
			span_slice(bytes, hit, f.size, &map)) {
			/* most of a store may be padding; the last entry is kept whole */
			size_t end = capsule_padding(map) + f.entry;

			map.len = end < map.len ? end : map.len;
			keep_table(g, TABLE_INSYDE, space, FW_NONE, hit, map);
		}
}

static void read_packed_map(struct gather *g, const struct hash_table *t)
{
	struct span bytes = blob_span(t->bytes);
	struct fdm f;

	if (!fdm_parse(g, bytes, 0, &f))
		return;
	f.packed = t;
	f.size = (uint32_t)bytes.len; /* what is kept of it */
	read_addressed(g, &(struct addressed){bytes, t->off, t->image_off, read_regions, &f});
}

void read_insyde(struct gather *g)
{
	static const size_t digests[] = {20, 32, 48, 64};
	size_t hit = 0, i;

	while ((hit = image_find(g, hit, FDM_SIGN, 4)) != SIZE_MAX) {
		struct fdm f;

		if (!fdm_parse(g, g->image, hit, &f)) {
			hit += 4;
			continue;
		}
		if (!f.known || (f.size - f.data) / f.entry == 0) {
			note_unread(g, &f);
			hit += 4;
			continue;
		}
		read_map(g, &f, false);
		hit += f.size;
	}
	for (i = 0; i < sizeof digests / sizeof digests[0]; i++)
		read_worn(g, digests[i]);
	for (i = 0; i < g->table_count; i++)
		if (g->tables[i].kind == TABLE_INSYDE)
			read_packed_map(g, &g->tables[i]);
}
