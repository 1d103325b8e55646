/* SPDX-License-Identifier: MIT */
/* PI 1.7, volume 3: 3.2.1 (volume header), 3.2.3 (file header), 3.2.4 (sections). */
#include "biosbelt/fv.h"

#include <string.h>

#include "biosbelt/hash.h"

#define FV_LENGTH_OFF     32
#define FV_ATTRIBUTES_OFF 44
#define FV_HEADLEN_OFF    48
#define FV_EXT_OFF        52
#define FV_REVISION_OFF   55
#define FV_MAP_OFF        56
#define FV_HEADER_MAX     4096
#define FV_MAP_MAX        64
#define FV_ERASE_POLARITY 0x800u

#define FFS_TYPE_OFF      18
#define FFS_STATE_OFF     23
#define FFS_SIZE64_OFF    24
#define FFS_ATTR_LARGE    0x01u
#define FFS_ATTR_CHECKSUM 0x40u
#define FFS_STATE_DELETED 0x10u

static const struct guid variables_guid =
	GUID_INIT(0xFFF12B8D, 0x7696, 0x4C8B, 0xA9, 0x85, 0x27, 0x47, 0x07, 0x5B, 0x4F, 0x50);
static const struct guid apple_boot_guid =
	GUID_INIT(0x04ADEEAD, 0x61FF, 0x4D31, 0xB6, 0xBA, 0x64, 0xF8, 0xBF, 0x90, 0x1F, 0x5A);

static enum fv_fs fs_of(const struct guid *g)
{
	if (guid_equal(g, &FW_GUID_FFS2) || guid_equal(g, &apple_boot_guid))
		return FV_FS_FFS2;
	if (guid_equal(g, &FW_GUID_FFS3))
		return FV_FS_FFS3;
	if (guid_equal(g, &FW_GUID_FFS1))
		return FV_FS_FFS1;
	return guid_equal(g, &variables_guid) ? FV_FS_OTHER : FV_FS_UNKNOWN;
}

uint16_t fv_sum16(struct span in)
{
	struct cursor c = {.in = in};
	unsigned sum = 0;

	while (cursor_left(&c) >= 2)
		sum += cursor_u16le(&c);
	return (uint16_t)sum;
}

bool fv_apple_body(struct span volume, struct span *body)
{
	uint32_t stored = 0;
	uint16_t head = 0;

	return span_u32le(volume, FV_APPLE_CRC, &stored) && stored != 0 &&
	       span_u16le(volume, FV_HEADLEN_OFF, &head) && span_from(volume, head, body);
}

bool fv_apple_shape(struct span volume)
{
	struct span zeros, body;
	uint32_t used = 0;

	return fv_apple_body(volume, &body) && span_slice(volume, 0, FV_APPLE_CRC, &zeros) &&
	       span_is_filled(zeros, 0) && span_u32le(volume, FV_APPLE_CRC + 4, &used) &&
	       used <= volume.len;
}

bool fv_apple_crc(struct span volume)
{
	uint32_t stored = 0;
	struct span body;

	return fv_apple_body(volume, &body) && span_u32le(volume, FV_APPLE_CRC, &stored) &&
	       crc32_update(0, body) == stored;
}

/* Slim Bootloader's build writes addresses into the zero vector after computing the sum. */
static bool head_sum_is_right(struct span head)
{
	struct span rest;

	return !span_is_filled(head, 0) &&
	       (fv_sum16(head) == 0 ||
		       (span_from(head, FV_GUID_OFF, &rest) && fv_sum16(rest) == 0));
}

/* The block map's total, 0 when it is not terminated. A header may go on after it (Lenovo's). */
static uint64_t map_total(struct span at, size_t head_len)
{
	struct cursor c = {.in = at, .pos = FV_MAP_OFF};
	uint64_t total = 0;
	unsigned i;

	for (i = 0; i < FV_MAP_MAX && c.pos + 8 <= head_len; i++) {
		uint64_t count = cursor_u32le(&c);
		uint64_t size = cursor_u32le(&c);

		if (c.bad)
			return 0;
		if (count == 0 && size == 0)
			return total;
		total += count * size;
	}
	return 0;
}

static size_t data_start(struct span at, const struct fv_head *fv)
{
	uint16_t ext = 0;
	uint32_t ext_len = 0;
	size_t start = fv->head_len;

	if (span_u16le(at, FV_EXT_OFF, &ext) && ext >= FV_MAP_OFF && fv->revision >= 2 &&
		span_u32le(at, (size_t)ext + GUID_LEN, &ext_len) && ext_len >= GUID_LEN + 4 &&
		ext_len < 0x100000 && (size_t)ext + ext_len <= at.len)
		start = (size_t)ext + ext_len;
	return (start + FFS_ALIGN - 1) & ~(size_t)(FFS_ALIGN - 1);
}

/* How many fields of the header are right; a chance hit has none or one. */
static unsigned marks(struct span at, const struct fv_head *fv)
{
	struct span zero;
	unsigned n = 0;

	n += fv->signature_ok ? 2 : 0;
	n += fv->sum_ok ? 2 : 0;
	n += fv->fs != FV_FS_UNKNOWN ? 2 : 0;
	n += fv->map_len != 0 ? 1 : 0;
	n += fv->map_len != 0 && fv->map_len == fv->claimed ? 1 : 0;
	n += fv->revision == 1 || fv->revision == 2 ? 1 : 0;
	n += span_slice(at, 0, GUID_LEN, &zero) && span_is_filled(zero, 0) ? 1 : 0;
	return n;
}

bool fv_parse(struct span in, size_t off, struct fv_head *out)
{
	struct fv_head fv = {0};
	struct span at;
	struct span head;
	uint32_t attributes = 0;
	uint16_t head_len = 0;

	if (!span_from(in, off, &at) || at.len < FV_HEADER_MIN)
		return false;
	(void)guid_at(at, FV_GUID_OFF, &fv.guid);
	(void)span_u64le(at, FV_LENGTH_OFF, &fv.claimed);
	(void)span_u32le(at, FV_ATTRIBUTES_OFF, &attributes);
	(void)span_u16le(at, FV_HEADLEN_OFF, &head_len);
	(void)span_u8(at, FV_REVISION_OFF, &fv.revision);
	fv.signature_ok = memcmp(at.ptr + FV_SIGNATURE_OFF, "_FVH", 4) == 0;
	fv.fs = fs_of(&fv.guid);
	fv.head_len = head_len;
	fv.erase = (attributes & FV_ERASE_POLARITY) != 0 ? 0xFF : 0x00;
	if (head_len < FV_MAP_OFF + 8 || head_len > FV_HEADER_MAX || head_len % 2 != 0)
		fv.head_len = 0x48; /* one map entry, as in nearly every volume */
	fv.sum_ok = fv.head_len == head_len && span_slice(at, 0, head_len, &head) &&
		    head_sum_is_right(head);
	fv.map_len = map_total(at, fv.head_len);
	if (marks(at, &fv) < 5)
		return false;
	if (fv.head_len >
		at.len) /* truncated inside the header: its length runs past the end as well */
		fv.head_len = at.len;
	fv.data_off = data_start(at, &fv);
	*out = fv;
	return true;
}

#define LANES      UINT64_C(0x00FF00FF00FF00FF) /* every other byte, with room to add up */
#define LANE_WORDS 128u                         /* two bytes each into 16 bits: no carry */

/* Eight bytes at a time, as whole volumes are summed. */
static uint8_t sum8(struct span in)
{
	unsigned sum = 0;
	size_t i = 0;

	while (in.len - i >= sizeof(uint64_t)) {
		uint64_t lanes = 0, word;
		unsigned n;

		for (n = 0; n < LANE_WORDS && in.len - i >= sizeof word; n++) {
			memcpy(&word, in.ptr + i, sizeof word);
			lanes += (word & LANES) + (word >> 8 & LANES);
			i += sizeof word;
		}
		sum += (unsigned)(lanes + (lanes >> 16) + (lanes >> 32) + (lanes >> 48)) & 0xFF;
	}
	for (; i < in.len; i++)
		sum += in.ptr[i];
	return (uint8_t)sum;
}

bool ffs_parse(struct span in, size_t off, uint8_t erase, struct ffs_head *out)
{
	struct ffs_head h = {.head_len = FFS_HEADER_LEN};
	struct cursor c = {.in = in, .pos = off};
	struct span raw;
	uint8_t sum;

	if (!span_slice(in, off, FFS_HEADER_LEN, &raw))
		return false;
	(void)guid_at(raw, 0, &h.guid);
	cursor_skip(&c, FFS_TYPE_OFF);
	h.type = cursor_u8(&c);
	h.attributes = cursor_u8(&c);
	h.claimed = cursor_u24le(&c);
	h.state = cursor_u8(&c);
	/* Sum of the header without State and the file's checksum (3.2.3.1). */
	sum = (uint8_t)(sum8(raw) - raw.ptr[17] - raw.ptr[FFS_STATE_OFF]);
	if ((h.attributes & FFS_ATTR_LARGE) != 0 && span_slice(in, off, FFS3_HEADER_LEN, &raw)) {
		uint64_t large = cursor_u64le(&c);

		/* Old FFS2 files use the bit for something else: their size is not 0 or all
		 * ones. */
		if (h.claimed == 0 || h.claimed == 0xFFFFFF) {
			struct span more = {raw.ptr + FFS_SIZE64_OFF, 8};

			h.claimed = large;
			h.head_len = FFS3_HEADER_LEN;
			sum = (uint8_t)(sum + sum8(more));
		}
	}
	h.sum_ok = sum == 0;
	if (erase == 0)
		h.state = (uint8_t)~h.state;
	h.deleted = (h.state & FFS_STATE_DELETED) == 0;
	*out = h;
	return true;
}

/* Framework FFS specification 0.9, 2.2.1: FFS_ATTRIB_TAIL_PRESENT, later used for large files. */
size_t ffs_tail_len(const struct ffs_head *head, uint8_t revision)
{
	return revision == 1 && (head->attributes & FFS_ATTR_LARGE) != 0 &&
			       head->head_len == FFS_HEADER_LEN &&
			       head->claimed >= FFS_HEADER_LEN + 2
		       ? 2
		       : 0;
}

bool ffs_type_known(uint8_t type)
{
	return (type >= FFS_RAW && type <= FFS_TYPE_LAST) || (type >= 0xC0 && type <= FFS_PAD);
}

bool ffs_has_sections(uint8_t type)
{
	return type >= FFS_FREEFORM && type <= FFS_TYPE_LAST;
}

bool ffs_body_sum_ok(struct span in, size_t off, const struct ffs_head *head, struct span body)
{
	uint8_t stored = 0;

	if ((head->attributes & FFS_ATTR_CHECKSUM) == 0 || !span_u8(in, off + 17, &stored))
		return true;
	return (uint8_t)(sum8(body) + stored) == 0;
}

bool section_type_known(uint8_t type)
{
	return (type >= SECTION_COMPRESSION && type <= SECTION_DISPOSABLE) ||
	       (type >= SECTION_PE32 && type <= SECTION_RAW) || type == SECTION_PEI_DEPEX ||
	       type == SECTION_MM_DEPEX || type == 0x20 || type == 0xF0; /* Insyde, Phoenix */
}

static void parse_guided(struct cursor *c, struct section_head *h)
{
	struct span g = cursor_take(c, GUID_LEN);
	uint16_t data;

	(void)guid_at(g, 0, &h->guid);
	data = cursor_u16le(c);
	h->attributes = cursor_u16le(c);
	h->head_len = data >= h->common_len + 20 ? data : h->common_len + 20;
}

bool section_parse(struct span in, size_t off, struct section_head *out)
{
	struct section_head h = {.common_len = 4};
	struct cursor c = {.in = in, .pos = off};

	if (off > in.len)
		return false;
	h.claimed = cursor_u24le(&c);
	h.type = cursor_u8(&c);
	if (h.claimed == 0xFFFFFF) {
		h.claimed = cursor_u32le(&c);
		h.common_len = 8;
	}
	h.head_len = h.common_len;
	if (h.type == SECTION_COMPRESSION) {
		h.unpacked = cursor_u32le(&c);
		h.method = cursor_u8(&c);
		h.head_len += 5;
	} else if (h.type == SECTION_GUIDED) {
		parse_guided(&c, &h);
	} else if (h.type == SECTION_FREEFORM_GUID) {
		(void)guid_at(cursor_take(&c, GUID_LEN), 0, &h.guid);
		h.head_len += GUID_LEN;
	}
	if (c.bad || !section_type_known(h.type) || h.claimed < h.head_len)
		return false;
	*out = h;
	return true;
}

const char *section_type_name(uint8_t type)
{
	switch (type) {
	case SECTION_COMPRESSION:
		return "compressed";
	case SECTION_GUIDED:
		return "guided";
	case SECTION_DISPOSABLE:
		return "disposable";
	case SECTION_PE32:
		return "pe32";
	case SECTION_PIC:
		return "pic";
	case SECTION_TE:
		return "te";
	case SECTION_DXE_DEPEX:
	case SECTION_PEI_DEPEX:
	case SECTION_MM_DEPEX:
		return "depex";
	case SECTION_VERSION:
		return "version";
	case SECTION_UI:
		return "ui";
	case SECTION_COMPAT16:
		return "compat16";
	case SECTION_FV_IMAGE:
		return "fv";
	case SECTION_FREEFORM_GUID:
		return "freeform";
	case SECTION_RAW:
		return "raw";
	default:
		return "section";
	}
}
