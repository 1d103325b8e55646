/* SPDX-License-Identifier: MIT */
/*
 * Verified boot of ChromeOS: the RW firmware under a VBLOCK, and the read-only ranges that the
 * security chip verifies. Sources: coreboot/vboot firmware/2lib/include/2struct.h and
 * host/lib/include/gsc_ro.h; coreboot/chrome-ec common/ap_ro_integrity_check.c (at most 32 ranges).
 */
#include "biosbelt/tr.h"
#include "protect/protect_private.h"

#define VBLOCK_SIGN    "CHROMEOS"
#define KEYBLOCK_SIZE  16u
#define KEYBLOCK_MAJOR 2u
#define KEYBLOCK_MINOR 1u
#define KEYBLOCK_LEAST 112u
#define KEYBLOCK_MOST  0x10000u
#define PREAMBLE_BODY  96u /* data_size of the body's signature, from the preamble's start */

/* struct gsc_verification_data */
#define GSC_MAGIC  0x65666135u /* "5afe" */
#define GSC_ALG    24u
#define GSC_DIGEST 84u /* after the headers of signature and root key */
#define GSC_COUNT  148u
#define GSC_RANGES 32u

static void slot_unread(struct gather *g, const char *name, const char *why)
{
	struct protect_check *c = check_add(g, PROTECT_VBOOT, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	c->placed = false;
	check_source(c, "FMAP area %s", name);
	check_note(c, "%s", tr(why));
}

/* The slot's firmware: the number of bytes in its preamble or, if that is 0, the CBFS headers. */
static void read_slot(struct gather *g, const struct fmap *map, const struct fmap_area *block,
	const char *firmware)
{
	uint32_t keyblock = 0, size = 0;
	struct fmap_area area;
	struct protect_check *c;
	struct span head;

	if (!span_slice(g->image, block->off, block->len, &head)) {
		slot_unread(g, block->name, "it is not in the image");
		return;
	}
	if (map->placed && (span_is_filled(head, 0xFF) || span_is_filled(head, 0)))
		return; /* an empty slot */
	if (!span_starts(head, VBLOCK_SIGN, 8) || !span_u32le(head, KEYBLOCK_SIZE, &keyblock) ||
		keyblock > head.len) {
		slot_unread(g, block->name, "no keyblock that can be read");
		return;
	}
	c = check_add(g, PROTECT_VBOOT, PROTECT_SIGNED);
	if (c == NULL)
		return;
	check_source(c, "%s at 0x%zx", block->name, block->off);
	if (!span_u32le(head, (size_t)keyblock + PREAMBLE_BODY, &size) ||
		!fmap_named(g, map, firmware, &area) || size > area.len ||
		!fmap_in_image(g, &area)) {
		c->placed = false;
		check_note(c, "no FMAP area %s that fits it", firmware);
		return;
	}
	if (size != 0) {
		check_range(g, c, area.off, size);
		check_note(c, "the signature is not verified here");
		return;
	}
	check_note(c, "signs the CBFS headers, and with them the hashes of the files");
	(void)cbfs_add_headers(g, c, area.off, area.len);
}

static void gsc_unread(struct gather *g, const char *why)
{
	struct protect_check *c = check_add(g, PROTECT_VBOOT_RO, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	c->placed = false;
	check_source(c, "FMAP area RO_GSCVD");
	check_note(c, "%s", tr(why));
}

/* One digest over the ranges, in the table's order; the chip takes 1 to 32 of them. */
static void read_gsc_ranges(struct gather *g, const struct fmap *map, size_t at, size_t end)
{
	struct protect_check *c;
	struct cursor in = {.in = {g->image.ptr, end}, .pos = at + GSC_ALG};
	enum digest_alg alg = vb2_alg(cursor_u32le(&in));
	uint32_t count, i;

	in.pos = at + GSC_COUNT;
	count = cursor_u32le(&in);
	if (in.bad || alg == DIGEST_NONE || count == 0 || count > GSC_RANGES ||
		(size_t)count * 8 > cursor_left(&in)) {
		gsc_unread(g, "its list of ranges cannot be read");
		return;
	}
	c = check_add(g, PROTECT_VBOOT_RO, PROTECT_SIGNED);
	if (c == NULL)
		return;
	check_source(c, "RO_GSCVD at 0x%zx", at);
	check_digest(c, alg, at + GSC_DIGEST);
	check_note(c, "checked by the security chip of a Chromebook that is set up for it");
	for (i = 0; i < count; i++) {
		int64_t off = map->base + cursor_u32le(&in);
		uint32_t len = cursor_u32le(&in);

		check_range(g, c, (uint64_t)off, len);
	}
}

/* The read-only firmware that a Chromebook's security chip verifies. */
static void read_gsc(struct gather *g, const struct fmap *map, const struct fmap_area *area)
{
	struct protect_check *c;
	struct span data;
	uint32_t magic = 0;
	uint16_t size = 0;

	if (!span_slice(g->image, area->off, area->len, &data)) {
		gsc_unread(g, "it is not in the image");
		return;
	}
	if (map->placed && (span_is_filled(data, 0xFF) || span_is_filled(data, 0)))
		return; /* not signed yet */
	if (!span_u32le(data, 0, &magic) || magic != GSC_MAGIC || !span_u16le(data, 4, &size) ||
		size > data.len) {
		gsc_unread(g, "no verification data that can be read");
		return;
	}
	read_gsc_ranges(g, map, area->off, area->off + size);
	c = check_add(g, PROTECT_VBOOT_RO, PROTECT_SIGNED);
	if (c == NULL)
		return;
	check_source(c, "RO_GSCVD at 0x%zx", area->off);
	check_range(g, c, area->off, size);
	check_note(c, "the table itself: its signature is not verified here");
}

/* Verification data that no FMAP leads to. Four bytes are little evidence, so the size must be that
 * of a table of ranges. */
static void read_lost_gsc(struct gather *g)
{
	uint8_t magic[4];
	size_t hit = 0;
	uint32_t i;

	put_u32le(magic, GSC_MAGIC);
	for (; (hit = image_find(g, hit, magic, 4)) != SIZE_MAX; hit += 4) {
		uint32_t count = 0;
		uint16_t size = 0;

		if (!span_u16le(g->image, hit + 4, &size) ||
			!span_u32le(g->image, hit + GSC_COUNT, &count) || count == 0 ||
			count > GSC_RANGES || size != GSC_COUNT + 4 + 8 * count)
			continue;
		for (i = 0; i < g->list->count; i++)
			if (g->list->checks[i].kind == PROTECT_VBOOT_RO &&
				g->list->checks[i].count != 0 &&
				g->list->ranges[g->list->checks[i].first].off == hit)
				break;
		if (i == g->list->count)
			gsc_unread(g, "there is a table of it, but no FMAP leads there");
	}
}

static bool is_listed(const struct gather *g, size_t off)
{
	struct fmap_area area;
	unsigned i;

	for (i = 0; i < g->fmap_count; i++)
		if ((fmap_named(g, &g->fmaps[i], "VBLOCK_A", &area) && area.off == off) ||
			(fmap_named(g, &g->fmaps[i], "VBLOCK_B", &area) && area.off == off))
			return true;
	return false;
}

/* struct vb2_keyblock: version 2, its size, and the size of the key's data in it. */
static bool is_keyblock(struct span image, size_t off)
{
	uint32_t major = 0, minor = 0, size = 0;

	return span_u32le(image, off + 8, &major) && major == KEYBLOCK_MAJOR &&
	       span_u32le(image, off + 12, &minor) && minor <= KEYBLOCK_MINOR &&
	       span_u32le(image, off + KEYBLOCK_SIZE, &size) && size >= KEYBLOCK_LEAST &&
	       size <= KEYBLOCK_MOST && size <= image.len - off;
}

/* Keyblocks that no FMAP leads to: it is destroyed, or the file is a part of the flash. */
static void read_lost_slots(struct gather *g)
{
	size_t hit = 0;

	for (; (hit = image_find(g, hit, VBLOCK_SIGN, 8)) != SIZE_MAX; hit += 8) {
		struct protect_check *c;

		if (!is_keyblock(g->image, hit) || is_listed(g, hit) ||
			(c = check_add(g, PROTECT_VBOOT, PROTECT_UNKNOWN)) == NULL)
			continue;
		c->placed = false;
		check_source(c, "keyblock at 0x%zx", hit);
		check_note(c, "no FMAP area VBLOCK_A or VBLOCK_B is there");
	}
}

/* Behind another image, the areas of an FMAP without an area of its own are not found. */
static void read_lost_maps(struct gather *g)
{
	static const char why[] = N_("its FMAP does not say where the flash begins");
	struct fmap_area area;
	unsigned i;

	for (i = 0; i < g->lost_fmap_count; i++) {
		const struct fmap *map = &g->lost_fmaps[i];

		if (fmap_named(g, map, "VBLOCK_A", &area) || fmap_named(g, map, "VBLOCK_B", &area))
			slot_unread(g, area.name, why);
		if (fmap_named(g, map, "RO_GSCVD", &area))
			gsc_unread(g, why);
	}
}

void read_vboot(struct gather *g)
{
	struct fmap_area block;
	unsigned i;

	for (i = 0; i < g->fmap_count; i++) {
		const struct fmap *map = &g->fmaps[i];

		if (fmap_named(g, map, "VBLOCK_A", &block))
			read_slot(g, map, &block, "FW_MAIN_A");
		if (fmap_named(g, map, "VBLOCK_B", &block))
			read_slot(g, map, &block, "FW_MAIN_B");
		if (fmap_named(g, map, "RO_GSCVD", &block))
			read_gsc(g, map, &block);
	}
	read_lost_maps(g);
	read_lost_slots(g);
	read_lost_gsc(g);
}
