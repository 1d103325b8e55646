/* SPDX-License-Identifier: MIT */
/* Files of coreboot's CBFS. */
#include "biosbelt/cbfs.h"
#include "walk/fw_private.h"

/* coreboot, commonlib/include/commonlib/bsd/cbfs_serialized.h. */
#define CBFS_TYPE_OPTION_ROM 0x30u
#define CBFS_TYPE_RAW        0x50u
#define CBFS_LZMA            1u
#define CBFS_LZ4             2u
#define CBFS_HEAD_USUAL      256u /* longest header that is accepted without its magic */

/* The compression attribute of an entry, 0 when it has none. *size: of the packed data. */
static uint32_t cbfs_compression(struct span bytes, size_t attr, size_t end, uint32_t *size)
{
	uint32_t how = 0;
	size_t at;

	return cbfs_find_compression(bytes, attr, end, &at) && span_u32be(bytes, at, &how) &&
			       span_u32be(bytes, at + CBFS_UNPACKED_OFF, size)
		       ? how
		       : 0;
}

/* size: from its header, 0: none. */
static void cbfs_stream(
	struct ctx *c, uint32_t parent, size_t off, size_t end, uint32_t how, uint32_t size)
{
	struct fw_node n = {.kind = FW_STREAM,
		.parent = parent,
		.off = off,
		.len = end - off,
		.codec = how == CBFS_LZ4 ? FW_CODEC_LZ4 : FW_CODEC_LZMA,
		.claimed = size,
		.stream_off = off,
		.stream_len = end - off};

	ctx_cover(c, off, end - off);
	walk_stream(c, tree_add(c, &n), false);
}

/* A payload: segments, some of them packed (coreboot, payload_loader). */
static void cbfs_payload(struct ctx *c, uint32_t node, size_t body, size_t end)
{
	struct cbfs_segment s;
	unsigned i;

	for (i = 0; i < CBFS_SEGMENTS_MAX && cbfs_segment_read(c->bytes, body, i, &s); i++)
		if ((s.how == CBFS_LZMA || s.how == CBFS_LZ4) && s.off <= end - body &&
			s.len <= end - body - s.off && s.len > 13)
			cbfs_stream(c, node, body + s.off, body + s.off + s.len, s.how, 0);
}

static void cbfs_name(struct ctx *c, uint32_t node, size_t off, size_t head)
{
	struct span name;
	size_t n = 0;

	if (!span_slice(c->bytes, off + CBFS_HEADER_LEN, head - CBFS_HEADER_LEN, &name))
		return;
	while (n < name.len && name.ptr[n] != 0)
		n++;
	tree_name(c, node, span_of(name.ptr, n));
}

/* Whether an attribute with a possible size begins there. */
static bool is_attribute(struct span bytes, size_t attr, size_t end)
{
	uint32_t len = 0;

	return span_u32be(bytes, attr + 4, &len) && len >= 8 && len <= end - attr;
}

/* Whether a terminated text follows the numbers of a header. */
static bool has_name(struct span in, size_t off)
{
	struct span name;
	size_t n = 0;

	if (!span_from(in, off + CBFS_HEADER_LEN, &name))
		return false;
	while (n < name.len && n < CBFS_HEAD_USUAL && name.ptr[n] > 0x20 && name.ptr[n] < 0x7F)
		n++;
	return n > 0 && n < name.len && name.ptr[n] == 0;
}

/* Programs contain the magic as a constant; a file begins at a multiple of 64, is not inside
 * another, and has a name. */
static void report_lone_magic(struct ctx *c, size_t off)
{
	uint32_t parent = fw_tree_at(c->w->tree, c->space, off);

	if (off % CBFS_ALIGN == 0 && !in_file(c, parent) && has_name(c->bytes, off))
		fw_add_damage(c, parent, off, "CBFS file header is damaged");
}

/* cbfstool also makes empty files; the next header, or the end, follows directly. */
static bool is_empty_file(struct span bytes, size_t off, uint32_t head)
{
	size_t next = (off + head + CBFS_ALIGN - 1) & ~(size_t)(CBFS_ALIGN - 1);
	struct span at;

	return span_from(bytes, next, &at) &&
	       (at.len == 0 || span_starts(at, CBFS_MAGIC, sizeof CBFS_MAGIC - 1));
}

/* The compression of a file with unreadable attributes, by its first bytes. */
static uint32_t guess_compression(struct span in, size_t body)
{
	uint32_t magic = 0;

	if (span_u32le(in, body, &magic) && magic == LZ4_MAGIC)
		return CBFS_LZ4;
	return fw_lzma_plausible(in, body) ? CBFS_LZMA : 0;
}

/* The compression of a file whose header has head bytes and attributes at attr (0: none). */
static uint32_t packing_of(
	struct ctx *c, uint32_t node, uint32_t head, uint32_t attr, uint32_t *unpacked)
{
	size_t off = c->w->tree->nodes[node].off;

	if (attr == 0 || attr == UINT32_MAX || attr == head)
		return 0;
	if (attr >= CBFS_HEADER_LEN && attr < head &&
		is_attribute(c->bytes, off + attr, off + head))
		return cbfs_compression(c->bytes, off + attr, off + head, unpacked);
	fw_add_damage(c, node, off, "CBFS file: its attributes are damaged");
	return guess_compression(c->bytes, off + head);
}

/* A file whose header is at off; flags: for its node. */
static void found_cbfs(struct ctx *c, size_t off, uint8_t flags)
{
	struct fw_node n = {.kind = FW_CBFS_FILE, .off = off, .flags = flags};
	struct cbfs_head h;
	uint32_t unpacked = 0;
	uint32_t how;
	size_t room = c->bytes.len - off;
	uint32_t node;
	bool head_ok;

	if (!cbfs_head_read(c->bytes, off, &h))
		return;
	head_ok = h.head > CBFS_HEADER_LEN && h.head <= CBFS_HEAD_MAX;
	if (head_ok && h.len == 0 && is_empty_file(c->bytes, off, h.head))
		return;
	if (!head_ok || h.head >= room || h.len == 0) {
		report_lone_magic(c, off);
		return;
	}
	n.parent = fw_tree_at(c->w->tree, c->space, off);
	n.head = h.head;
	n.claimed = (uint64_t)h.len + h.head;
	n.len = n.claimed < room ? (size_t)n.claimed : room;
	n.type = (uint8_t)h.type;
	node = tree_add(c, &n);
	if (node == FW_NONE)
		return;
	cbfs_name(c, node, off, h.head);
	if (flags != 0)
		fw_add_damage(c, node, off, "CBFS file whose header is damaged");
	if (n.claimed > room)
		fw_add_damage(c, node, off, "CBFS file of %u bytes runs past the image", h.len);
	ctx_cover(c, off, h.head);
	notify_node(c, node);
	how = packing_of(c, node, h.head, h.attr, &unpacked);
	if (how == CBFS_LZMA || how == CBFS_LZ4)
		cbfs_stream(c, node, off + h.head, off + n.len, how, unpacked);
	else if (how != 0 && (h.type == CBFS_TYPE_RAW || h.type == CBFS_TYPE_OPTION_ROM))
		fw_add_damage(c, node, off,
			"CBFS file is packed by method %u, which is not unpacked", how);
	else if (h.type == CBFS_TYPE_SELF)
		cbfs_payload(c, node, off + h.head, off + n.len);
}

/* A name of printable characters, padded with zeros up to the attributes or the data. */
static bool is_cbfs_name(struct span in)
{
	size_t n = 0;

	while (n < in.len && in.ptr[n] > 0x20 && in.ptr[n] < 0x7F)
		n++;
	return n > 0 && n < in.len && span_is_filled((struct span){in.ptr + n, in.len - n}, 0x00);
}

/* True when the numbers and the name of a header are right, but not the magic. */
static bool is_damaged_cbfs(struct span in, size_t off)
{
	struct cbfs_head h;
	struct span name;
	uint32_t type = 0;

	/* first the type, which differs nearly everywhere */
	if (!span_u32be(in, off + CBFS_TYPE_OFF, &type) ||
		(type != CBFS_TYPE_RAW && type != CBFS_TYPE_OPTION_ROM) ||
		!cbfs_head_read(in, off, &h))
		return false;
	if (h.head <= CBFS_HEADER_LEN || h.head > CBFS_HEAD_USUAL || h.len == 0 ||
		h.head > in.len - off || h.len > in.len - off - h.head)
		return false;
	if (h.attr == 0)
		h.attr = h.head;
	return h.attr > CBFS_HEADER_LEN && h.attr <= h.head &&
	       span_slice(in, off + CBFS_HEADER_LEN, h.attr - CBFS_HEADER_LEN, &name) &&
	       is_cbfs_name(name);
}

static void scan_damaged_cbfs(struct ctx *c)
{
	size_t off, from, end = 0;

	for (from = 0; cover_gap(&c->blank, from, c->bytes.len, &off, &end); from = end)
		for (off &= ~(size_t)(CBFS_ALIGN - 1);
			off < end && c->bytes.len - off > CBFS_HEADER_LEN; off += CBFS_ALIGN)
			if (is_damaged_cbfs(c->bytes, off) && !cover_has(&c->cover, off))
				found_cbfs(c, off, FW_DAMAGED | FW_RECOVERED);
}

void scan_cbfs(struct ctx *c)
{
	size_t from = 0;
	size_t hit;

	if (!ctx_work(c, c->bytes.len))
		return;
	while ((hit = blank_search(&c->blank, c->bytes, from, CBFS_MAGIC, 8)) != SIZE_MAX) {
		if (!cover_has(&c->cover, hit))
			found_cbfs(c, hit, 0);
		from = hit + 8;
	}
	if (ctx_work(c, c->bytes.len / CBFS_ALIGN))
		scan_damaged_cbfs(c);
}
