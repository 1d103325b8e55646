/* SPDX-License-Identifier: MIT */
#include "biosbelt/pfs.h"

#include "biosbelt/biosguard.h"
#include "biosbelt/hash.h"

#define SECTION_HEAD 16u
static const uint8_t section_foot[11] = {
	0xEE, 0xAA, 0xEE, 0x8F, 0x49, 0x1B, 0xE8, 0xAE, 0x14, 0x37, 0x90};

#define FOOT_TAG      "PFS.FTR."
#define VOLUME_HEAD   16u /* tag, u32 version 1 or 2, u32 size of the payload */
#define VOLUME_FOOT   16u /* u32 size, u32 inverted CRC-32, tag */
#define ENTRY_VERSION 16u
#define ENTRY_SIZES   40u   /* u32 each: data, its signature, metadata, their signature */
#define ENTRY_HEAD_1  0x48u /* by the entry's version */
#define ENTRY_HEAD_2  0x58u

#define SCRIPT_PLACE 12u   /* operand of the instruction that sets I0 */
#define META_LEN     0x19u /* u32 address, u32, u32 place, u32 size, ... */
#define META_PLACE   8u

const uint8_t pfs_section_mark[PFS_SECTION_MARK_LEN] = {
	0xEE, 0xAA, 0x76, 0x1B, 0xEC, 0xBB, 0x20, 0xF1, 0xE6, 0x51};

/* The last byte of a head or foot is the XOR of the others. */
static bool xor_is_right(struct span in)
{
	uint8_t sum = 0;
	size_t i;

	for (i = 0; i < in.len; i++)
		sum ^= in.ptr[i];
	return sum == 0;
}

bool pfs_section_parse(struct span in, size_t off, struct pfs_section *out)
{
	struct pfs_section s = {.stream = off + SECTION_HEAD};
	struct span head, foot, mark;
	uint32_t len = 0, again = 0;
	uint16_t zlib = 0;

	if (!span_slice(in, off, SECTION_HEAD, &head) ||
		!span_slice(head, PFS_SECTION_BEFORE, PFS_SECTION_MARK_LEN, &mark) ||
		!span_starts(mark, pfs_section_mark, PFS_SECTION_MARK_LEN) ||
		!span_u32le(head, 0, &len) || len == 0 || !span_u16le(in, s.stream, &zlib) ||
		(zlib & 0xFF) != 0x78)
		return false;
	s.type = head.ptr[4];
	s.stream_len = len;
	if (len > in.len - s.stream)
		s.stream_len = in.len - s.stream;
	else if (span_slice(in, s.stream + len, SECTION_HEAD, &foot) &&
		 span_u32le(foot, 0, &again) && again == len && span_from(foot, 4, &mark) &&
		 span_starts(mark, section_foot, sizeof section_foot) && xor_is_right(foot))
		s.footer = true;
	s.len = SECTION_HEAD + s.stream_len + (s.footer ? SECTION_HEAD : 0);
	*out = s;
	return s.footer || xor_is_right(head);
}

bool pfs_volume_parse(struct span in, size_t off, struct pfs_volume *out)
{
	struct pfs_volume v = {.payload = off + VOLUME_HEAD};
	uint32_t version = 0, len = 0, again = 0, crc = 0;
	struct pfs_entry first;
	struct span at, payload;

	if (!span_from(in, off, &at) || !span_starts(at, PFS_TAG, PFS_TAG_LEN) ||
		!span_u32le(at, 8, &version) || version - 1 >= 2 || !span_u32le(at, 12, &len))
		return false;
	if (len > at.len - VOLUME_HEAD)
		len = (uint32_t)(at.len - VOLUME_HEAD);
	v.payload_end = v.payload + len;
	v.len = VOLUME_HEAD + len;
	if (!pfs_entry_parse(in, v.payload, v.payload_end, &first))
		return false;
	if (span_slice(in, v.payload, len, &payload) && span_from(in, v.payload_end, &at) &&
		span_u32le(at, 0, &again) && span_u32le(at, 4, &crc) && again == len &&
		span_from(at, 8, &at) && span_starts(at, FOOT_TAG, PFS_TAG_LEN)) {
		v.footer = true;
		v.sum_ok = (crc32_update(0, payload) ^ UINT32_MAX) == crc;
		v.len += VOLUME_FOOT;
	}
	*out = v;
	return true;
}

bool pfs_entry_parse(struct span in, size_t pos, size_t end, struct pfs_entry *out)
{
	uint32_t version = 0, size[4] = {0};
	struct pfs_entry e = {.data = 0};
	struct span head;
	size_t head_len, left;
	unsigned i;

	if (pos >= end || end > in.len || !span_u32le(in, pos + ENTRY_VERSION, &version) ||
		version - 1 >= 2)
		return false;
	head_len = version == 1 ? ENTRY_HEAD_1 : ENTRY_HEAD_2;
	left = end - pos;
	if (left < head_len || !span_slice(in, pos, head_len, &head))
		return false;
	left -= head_len;
	for (i = 0; i < 4; i++) {
		(void)span_u32le(head, ENTRY_SIZES + 4 * (size_t)i, &size[i]);
		if (size[i] > left)
			return false;
		left -= size[i];
	}
	for (i = 0; i < GUID_LEN; i++)
		e.guid.b[i] = head.ptr[i];
	e.data = pos + head_len;
	e.data_len = size[0];
	e.meta = e.data + size[0] + size[1];
	e.meta_len = size[2];
	e.next = end - left;
	*out = e;
	return true;
}

bool pfs_block_parse(struct span in, const struct pfs_entry *entry, struct pfs_block *out)
{
	struct span data, platform, meta;
	struct guard_block block;
	struct pfs_block b;

	if (!span_slice(in, entry->data, entry->data_len, &data) ||
		!span_from(data, GUARD_PLATFORM, &platform) || !span_starts(platform, "DELL", 4) ||
		!guard_block_parse(data, 0, &block) ||
		!span_u32le(data, block.script + SCRIPT_PLACE, &b.place))
		return false;
	b.address = b.place;
	if (entry->meta_len >= META_LEN && span_slice(in, entry->meta, entry->meta_len, &meta)) {
		(void)span_u32le(meta, 0, &b.address);
		(void)span_u32le(meta, META_PLACE, &b.place);
	}
	b.data = entry->data + block.data;
	b.data_len = block.data_len;
	*out = b;
	return true;
}
