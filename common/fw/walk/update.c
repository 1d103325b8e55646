/* SPDX-License-Identifier: MIT */
#include "biosbelt/fwupdate.h"

#include "biosbelt/pfat.h"
#include "biosbelt/pfs.h"
#include "walk/fw_private.h"

/* Signature, 8 bytes of tag, u32 total size, u32 image size, both counted from here. */
#define IFLASH_TAG      "$_IFLASH"
#define IFLASH_TAG_LEN  8u
#define IFLASH_TOTAL    16u
#define IFLASH_IMAGE    20u
#define IFLASH_HEAD_LEN 24u
#define IFLASH_MOST     0x10000000u

#define PFS_HEAD_LEN    16u
/* A PFS section in an update program: its mark, a byte, and a zlib stream. */
#define PFS_SECTION_LEN 13u

static bool find_pfat(struct span in, const struct fw_ranges *blank, size_t *off)
{
	size_t hit = *off + PFAT_TAG_OFF;

	while ((hit = blank_search(blank, in, hit, PFAT_TAG, PFAT_TAG_LEN)) != SIZE_MAX) {
		if (pfat_is_at(in, hit - PFAT_TAG_OFF)) {
			*off = hit - PFAT_TAG_OFF;
			return true;
		}
		hit++;
	}
	return false;
}

/* Whether the tag is that of the firmware itself or of its certificate; the file may be
 * truncated. */
static bool iflash_tagged(struct span in, size_t hit, uint32_t total)
{
	struct span tag;

	return total <= IFLASH_MOST && span_slice(in, hit + IFLASH_TAG_LEN, 8, &tag) &&
	       (span_starts(tag, "_BIOSIMG", 8) || span_starts(tag, "_BIOSCER", 8));
}

static bool find_iflash(struct span in, const struct fw_ranges *blank, size_t *off)
{
	size_t hit = *off;

	while ((hit = blank_search(blank, in, hit, IFLASH_TAG, IFLASH_TAG_LEN)) != SIZE_MAX) {
		uint32_t total = 0, image = 0;

		if (span_u32le(in, hit + IFLASH_TOTAL, &total) &&
			span_u32le(in, hit + IFLASH_IMAGE, &image) && image != 0 &&
			image <= total &&
			(total <= in.len - hit - IFLASH_HEAD_LEN ||
				iflash_tagged(in, hit, total))) {
			*off = hit;
			return true;
		}
		hit++;
	}
	return false;
}

/* u32 version 1 or 2, then u32 size of the rest; a truncated file must begin with it. */
static bool find_pfs(struct span in, const struct fw_ranges *blank, size_t *off)
{
	size_t hit = *off;

	for (; (hit = blank_search(blank, in, hit, PFS_TAG, PFS_TAG_LEN)) != SIZE_MAX; hit++) {
		uint32_t version = 0, size = 0;

		if (hit == 0 || (span_u32le(in, hit + 8, &version) && version - 1 < 2 &&
					span_u32le(in, hit + 12, &size) && size != 0 &&
					size <= in.len - hit - PFS_HEAD_LEN)) {
			*off = hit;
			return true;
		}
	}
	return false;
}

static bool find_pfs_section(struct span in, const struct fw_ranges *blank, size_t *off)
{
	size_t hit = *off;
	struct span at;

	while ((hit = blank_search(blank, in, hit, pfs_section_mark, PFS_SECTION_MARK_LEN)) !=
		SIZE_MAX) {
		if (span_slice(in, hit, PFS_SECTION_LEN, &at) && at.ptr[11] == 0x78 &&
			at.ptr[12] == 0x9C) {
			*off = hit;
			return true;
		}
		hit++;
	}
	return false;
}

/* Each looks from *off on. */
typedef bool finder(struct span in, const struct fw_ranges *blank, size_t *off);

static finder *const finders[FW_UPDATE_KINDS] = {[FW_UPDATE_PFAT] = find_pfat,
	[FW_UPDATE_IFLASH] = find_iflash,
	[FW_UPDATE_DELL] = find_pfs};

void updates_find(struct span bytes, const struct fw_ranges *blank, struct fw_layer *file)
{
	unsigned k;

	for (k = FW_UPDATE_NONE + 1; k < FW_UPDATE_KINDS; k++) {
		file->update_off[k] = 0;
		if (finders[k](bytes, blank, &file->update_off[k]) ||
			(k == FW_UPDATE_DELL &&
				find_pfs_section(bytes, blank, &file->update_off[k])))
			file->updates |= (uint8_t)(1u << k);
	}
}

/* Whether a mark is outside all that was unpacked; *off: the first one that is. FW_LOOK_MAX bounds
 * the marks. */
static bool is_outside(const struct fw_tree *t, uint32_t space, size_t base, finder *find,
	struct span bytes, const struct fw_ranges *blank, size_t *off)
{
	*off = 0;
	while (find(bytes, blank, off)) {
		size_t end = tree_unpacked_end(t, space, base + *off, true);

		if (end == 0)
			return true;
		*off = end - base;
	}
	return false;
}

void updates_settle(const struct fw_tree *t, uint32_t space, size_t base, struct span bytes,
	const struct fw_ranges *blank, struct fw_layer *file)
{
	unsigned k;

	for (k = FW_UPDATE_NONE + 1; k < FW_UPDATE_KINDS; k++) {
		size_t off;

		if (((file->updates & ~file->opened) >> k & 1) == 0)
			continue;
		if (is_outside(t, space, base, finders[k], bytes, blank, &off) ||
			(k == FW_UPDATE_DELL &&
				is_outside(t, space, base, find_pfs_section, bytes, blank, &off)))
			file->update_off[k] = base + off;
		else
			file->updates &= (uint8_t) ~(1u << k);
	}
}

enum fw_update fw_update_find(const struct fw_tree *tree, struct span image, size_t *off)
{
	static const struct fw_ranges none = {NULL, 0, 0};
	const struct fw_ranges *blank = tree != NULL && tree->blank != NULL ? tree->blank : &none;
	struct fw_layer file = {.updates = 0};
	enum fw_update first = FW_UPDATE_NONE;
	unsigned k;

	updates_find(image, blank, &file);
	for (k = 0; k < FW_UPDATE_KINDS; k++)
		if ((file.updates >> k & 1) != 0 &&
			(first == FW_UPDATE_NONE || file.update_off[k] < *off)) {
			first = (enum fw_update)k;
			*off = file.update_off[k];
		}
	return first;
}

bool fw_update_interrupts(enum fw_update kind)
{
	return kind == FW_UPDATE_PFAT || kind == FW_UPDATE_DELL;
}

const char *fw_update_name(enum fw_update kind)
{
	switch (kind) {
	case FW_UPDATE_PFAT:
		return "AMI BIOS Guard (PFAT) update";
	case FW_UPDATE_IFLASH:
		return "Insyde update ($_IFLASH_)";
	case FW_UPDATE_DELL:
		return "Dell update (PFS)";
	default:
		return "no update container";
	}
}
