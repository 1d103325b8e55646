/* SPDX-License-Identifier: MIT */
#include "biosbelt/cbfs.h"

#define SEGMENT_SIZE  28u
#define SEGMENT_ENTRY 0x454E5452u /* "ENTR": where to begin; the last one */
#define ATTR_MAX      64u

bool cbfs_is_file(struct span in, size_t off)
{
	struct span magic;

	return span_slice(in, off, CBFS_MAGIC_LEN, &magic) &&
	       span_starts(magic, CBFS_MAGIC, CBFS_MAGIC_LEN);
}

bool cbfs_head_read(struct span in, size_t off, struct cbfs_head *out)
{
	struct span header;

	if (!span_slice(in, off, CBFS_HEADER_LEN, &header))
		return false;
	return span_u32be(header, CBFS_LEN_OFF, &out->len) &&
	       span_u32be(header, CBFS_TYPE_OFF, &out->type) &&
	       span_u32be(header, 16, &out->attr) && span_u32be(header, 20, &out->head);
}

bool cbfs_segment_read(struct span in, size_t body, unsigned i, struct cbfs_segment *out)
{
	*out = (struct cbfs_segment){.at = body + i * (size_t)SEGMENT_SIZE};
	return span_u32be(in, out->at, &out->type) && span_u32be(in, out->at + 4, &out->how) &&
	       span_u32be(in, out->at + 8, &out->off) &&
	       span_u32be(in, out->at + CBFS_SEGMENT_LEN_OFF, &out->len) &&
	       out->type != SEGMENT_ENTRY;
}

enum cbfs_step cbfs_attr_next(struct span in, size_t *at, size_t end, struct cbfs_attr *out)
{
	*out = (struct cbfs_attr){.off = *at};
	if (*at >= end || !span_u32be(in, *at, &out->tag) || !span_u32be(in, *at + 4, &out->len))
		return CBFS_END;
	if (out->len < 8 || out->len > end - *at)
		return CBFS_BAD;
	*at += out->len;
	return CBFS_ATTR;
}

bool cbfs_find_compression(struct span in, size_t attr, size_t end, size_t *at)
{
	enum cbfs_step step = CBFS_ATTR;
	unsigned i;

	for (i = 0; step == CBFS_ATTR && i < ATTR_MAX; i++) {
		struct cbfs_attr a;

		step = cbfs_attr_next(in, &attr, end, &a);
		if (a.tag == CBFS_TAG_COMPRESS && a.len >= 8) {
			*at = a.off + 8;
			return true;
		}
	}
	return false;
}
