/* SPDX-License-Identifier: MIT */
#include "biosbelt/fwupdate.h"

/* u32 size, u32 checksum, tag, u8 flags, then the text of the flash configuration. */
#define PFAT_TAG     "_AMIPFAT"
#define PFAT_TAG_LEN 8u
#define PFAT_TAG_OFF 8u
#define PFAT_TEXT    "AMI_BIOS_GUARD_FLASH_CONFIGURATIONS"

/* Signature, 8 bytes of tag, u32 total size, u32 image size, both counted from here. */
#define IFLASH_TAG      "$_IFLASH"
#define IFLASH_TAG_LEN  8u
#define IFLASH_TOTAL    16u
#define IFLASH_IMAGE    20u
#define IFLASH_HEAD_LEN 24u
#define IFLASH_MOST     0x10000000u

#define PFS_HEADER      "PFS.HDR."
#define PFS_HEADER_LEN  8u
#define PFS_HEAD_LEN    16u
/* A PFS section in an update program: these bytes, one of kind, and a zlib stream. */
#define PFS_SECTION_LEN 13u
static const uint8_t pfs_section[10] = {0xEE, 0xAA, 0x76, 0x1B, 0xEC, 0xBB, 0x20, 0xF1, 0xE6, 0x51};

static bool find_pfat(struct span in, size_t *off)
{
	size_t hit = 0;
	struct span text;

	while ((hit = span_find(in, hit, PFAT_TAG, PFAT_TAG_LEN)) != SIZE_MAX) {
		if (hit >= PFAT_TAG_OFF && span_from(in, hit + PFAT_TAG_LEN + 1, &text) &&
			span_starts(text, PFAT_TEXT, sizeof PFAT_TEXT - 1)) {
			*off = hit - PFAT_TAG_OFF;
			return true;
		}
		hit++;
	}
	return false;
}

/* The firmware itself or its certificate, in a file that may be cut short. */
static bool iflash_tagged(struct span in, size_t hit, uint32_t total)
{
	struct span tag;

	return total <= IFLASH_MOST && span_slice(in, hit + IFLASH_TAG_LEN, 8, &tag) &&
	       (span_starts(tag, "_BIOSIMG", 8) || span_starts(tag, "_BIOSCER", 8));
}

static bool find_iflash(struct span in, size_t *off)
{
	size_t hit = 0;

	while ((hit = span_find(in, hit, IFLASH_TAG, IFLASH_TAG_LEN)) != SIZE_MAX) {
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

/* u32 version 1 or 2, then u32 size of what follows; a file that is cut short has it at its start.
 */
static bool find_pfs(struct span in, size_t *off)
{
	size_t hit = 0;

	for (; (hit = span_find(in, hit, PFS_HEADER, PFS_HEADER_LEN)) != SIZE_MAX; hit++) {
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

static bool find_dell(struct span in, size_t *off)
{
	size_t hit = 0;
	struct span at;

	if (find_pfs(in, off))
		return true;
	while ((hit = span_find(in, hit, pfs_section, sizeof pfs_section)) != SIZE_MAX) {
		if (span_slice(in, hit, PFS_SECTION_LEN, &at) && at.ptr[11] == 0x78 &&
			at.ptr[12] == 0x9C) {
			*off = hit;
			return true;
		}
		hit++;
	}
	return false;
}

enum fw_update fw_update_find(struct span image, size_t *off)
{
	if (find_pfat(image, off))
		return FW_UPDATE_PFAT;
	if (find_iflash(image, off))
		return FW_UPDATE_IFLASH;
	if (find_dell(image, off))
		return FW_UPDATE_DELL;
	return FW_UPDATE_NONE;
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
