/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/fv.h"
#include "biosbelt/num.h"
#include "biosbelt/optrom.h"
#include "replace_part.h"

/* PI 1.7, volume 3, 3.2.3 "EFI_FFS_FILE_HEADER". */
#define FFS_SUM_HEAD    16u
#define FFS_SUM_BODY    17u
#define FFS_ATTRIBUTES  19u
#define FFS_SIZE        20u
#define FFS_STATE       23u
#define FFS_SIZE_LARGE  24u
#define FFS_CHECKSUMMED 0x40u
#define FFS_SIZE_MAX    0xFFFFFFu

/* PI 1.7, volume 3, 3.2.5.7: the CRC32 section's value follows GUID, offset and attributes. */
#define CRC_OFF            20u /* behind the common header */
#define GUIDED_AUTH_STATUS 2u  /* EFI_GUIDED_SECTION_AUTH_STATUS_VALID */

/* coreboot, commonlib/bsd/cbfs_serialized.h: CBFS_FILE_ATTR_TAG_HASH */
#define CBFS_HEADER   24u
#define CBFS_TAG_HASH 0x68736148u
#define CBFS_ATTR_MAX 64
#define CBFS_ALIGN    64u /* CBFS_ALIGNMENT: where the next file begins */
#define CBFS_LEN_OFF  8u
#define CBFS_TYPE_OFF 12u
#define CBFS_HEAD_OFF 20u
#define CBFS_MAGIC    "LARCHIVE"
#define CBFS_EMPTY    0xFFFFFFFFu /* CBFS_TYPE_DELETED2: free space has a header of its own */
#define CBFS_HEAD_MAX 4096u

static const struct guid capsule_uefi =
	GUID_INIT(0x3B6686BD, 0x0D76, 0x4030, 0xB7, 0x0E, 0xB5, 0x51, 0x9E, 0x2F, 0xC5, 0xA0);
static const struct guid capsule_aptio =
	GUID_INIT(0x14EEBB90, 0x890A, 0x43DB, 0xAE, 0xD1, 0x5D, 0x3C, 0x45, 0x88, 0xA4, 0x18);

static uint8_t sum8(const uint8_t *p, size_t len)
{
	return optrom_sum(span_of(p, len));
}

static bool cbfs_hashed(const struct fw_node *n, struct span bytes)
{
	uint32_t at = 0, tag = 0, len = 0;
	unsigned i;

	if (!span_u32be(bytes, n->off + 16, &at) || at < CBFS_HEADER)
		return false;
	for (i = 0; i < CBFS_ATTR_MAX && at < n->head; i++) {
		if (!span_u32be(bytes, n->off + at, &tag) ||
			!span_u32be(bytes, n->off + at + 4, &len) || len < 8 || len > n->head)
			return false;
		if (tag == CBFS_TAG_HASH)
			return true;
		at += len;
	}
	return false;
}

const char *seal_reason(const struct fw_node *n, struct span bytes)
{
	struct section_head h;

	switch (n->kind) {
	case FW_SECTION:
		if (n->type != SECTION_GUIDED || !section_parse(bytes, n->off, &h) ||
			guid_equal(&h.guid, &FW_GUID_CRC32))
			return NULL;
		if (guid_equal(&h.guid, &FW_GUID_SIGNED) ||
			guid_equal(&h.guid, &FW_GUID_RSA2048_SHA256) ||
			(h.attributes & GUIDED_AUTH_STATUS) != 0)
			return "a signed section";
		return NULL;
	case FW_CAPSULE:
		if (guid_equal(&n->guid, &capsule_uefi) || guid_equal(&n->guid, &capsule_aptio))
			return NULL;
		return "a signed capsule";
	case FW_CBFS_FILE:
		return cbfs_hashed(n, bytes) ? "a CBFS file with a hash" : NULL;
	default:
		return NULL;
	}
}

static void put_size24(uint8_t *p, size_t size)
{
	put_u24le(p, (uint32_t)size);
}

static void seal_ffs_head(uint8_t *p, size_t head_len)
{
	p[FFS_SUM_HEAD] = 0;
	/* As if the body's sum and the state were 0. */
	p[FFS_SUM_HEAD] = (uint8_t)(0x100 - sum8(p, head_len) + p[FFS_SUM_BODY] + p[FFS_STATE]);
}

static void seal_file(const struct fw_node *n, struct blob *bytes)
{
	struct ffs_head h;
	uint8_t *p = bytes->ptr + n->off;

	if (!ffs_parse(blob_span(*bytes), n->off, 0xFF, &h) || h.claimed < h.head_len ||
		h.claimed > bytes->len - n->off)
		return;
	if ((h.attributes & FFS_CHECKSUMMED) != 0)
		p[FFS_SUM_BODY] =
			(uint8_t)(0x100 - sum8(p + h.head_len, (size_t)h.claimed - h.head_len));
	seal_ffs_head(p, h.head_len);
}

static void seal_section(const struct fw_node *n, struct blob *bytes)
{
	struct section_head h;
	struct span body;

	if (n->type != SECTION_GUIDED || !section_parse(blob_span(*bytes), n->off, &h) ||
		!guid_equal(&h.guid, &FW_GUID_CRC32) || h.claimed < h.head_len ||
		h.head_len < h.common_len + CRC_OFF + 4 ||
		!span_slice(blob_span(*bytes), n->off + h.head_len, (size_t)h.claimed - h.head_len,
			&body))
		return;
	put_u32le(bytes->ptr + n->off + h.common_len + CRC_OFF, crc32_update(0, body));
}

/*
 * The last byte of what a legacy ROM's sum covers takes up the difference, as EDK2's EfiRom does
 * it. That it is free is seen from the bytes before it.
 */
static void seal_rom(const struct fw_node *n, struct blob *bytes, struct buf *told)
{
	struct optrom rom;
	uint8_t *p = bytes->ptr + n->off;
	size_t len;

	if (!optrom_parse(blob_span(*bytes), n->off, &rom) ||
		rom.images[0].code_type != OPTROM_CODE_LEGACY)
		return;
	len = rom.images[0].init_len;
	if (len == 0 || len > bytes->len - n->off || rom.images[0].sum_ok)
		return;
	p[len - 1] = (uint8_t)(p[len - 1] - sum8(p, len));
	buf_printf(told, "sum of the video BIOS set right in its last byte, 0x%02x\n", p[len - 1]);
}

void seal_space(const struct fw_tree *tree, uint32_t node, struct blob *bytes, struct buf *told)
{
	uint32_t space = node != FW_NONE ? tree->nodes[node].space : 0;

	for (; node != FW_NONE && tree->nodes[node].space == space;
		node = tree->nodes[node].parent) {
		const struct fw_node *n = &tree->nodes[node];

		if (n->kind == FW_SECTION)
			seal_section(n, bytes);
		else if (n->kind == FW_FILE)
			seal_file(n, bytes);
		else if (n->kind == FW_ROM_IMAGE)
			seal_rom(n, bytes, told);
	}
}

/* A section's or file's new size into its header; false: the field is too small. */
static bool set_section_size(uint8_t *p, const struct section_head *h, size_t size)
{
	if (h->common_len == 8) {
		if (size > UINT32_MAX)
			return false;
		put_u32le(p + 4, (uint32_t)size);
		return true;
	}
	if (size >= FFS_SIZE_MAX)
		return false;
	put_size24(p, size);
	return true;
}

static bool set_file_size(uint8_t *p, const struct ffs_head *h, size_t size)
{
	if (h->head_len == FFS3_HEADER_LEN) {
		put_u64le(p + FFS_SIZE_LARGE, size);
		return true;
	}
	if (size >= FFS_SIZE_MAX)
		return false;
	put_size24(p + FFS_SIZE, size);
	return true;
}

struct room {
	size_t volume; /* its start and end */
	size_t volume_end;
	uint8_t erase;
};

/* Takes count bytes at off from free space or from a pad file; both ends 8-aligned. */
static bool take_room(struct blob *bytes, const struct room *r, size_t off, size_t count)
{
	struct span rest, pad_body;
	struct ffs_head pad;

	if (off > r->volume_end || count > r->volume_end - off ||
		!span_slice(blob_span(*bytes), off, r->volume_end - off, &rest))
		return false;
	if (span_is_filled(rest, r->erase))
		return true;
	if (!ffs_parse(blob_span(*bytes), off, r->erase, &pad) || pad.type != FFS_PAD ||
		!pad.sum_ok || pad.head_len != FFS_HEADER_LEN || pad.claimed > rest.len ||
		pad.claimed < pad.head_len ||
		!span_slice(rest, pad.head_len, (size_t)pad.claimed - pad.head_len, &pad_body) ||
		!span_is_filled(pad_body, r->erase))
		return false;
	if (pad.claimed == count) { /* all of it */
		memset(bytes->ptr + off, r->erase, count);
		return true;
	}
	if (pad.claimed < count + FFS_HEADER_LEN)
		return false;
	memmove(bytes->ptr + off + count, bytes->ptr + off, FFS_HEADER_LEN);
	memset(bytes->ptr + off, r->erase, count < FFS_HEADER_LEN ? count : FFS_HEADER_LEN);
	set_file_size(bytes->ptr + off + count, &pad, (size_t)pad.claimed - count);
	seal_ffs_head(bytes->ptr + off + count, FFS_HEADER_LEN);
	return true;
}

/* The file around node when every part between ends where the file ends; its new end in *end. */
static uint32_t growing_file(const struct fw_tree *tree, uint32_t node, size_t need, size_t *end)
{
	const struct fw_node *n = &tree->nodes[node];

	*end = n->off + n->len + need;
	while (n->kind == FW_SECTION && n->parent != FW_NONE) {
		const struct fw_node *outer = &tree->nodes[n->parent];
		size_t inner_end = n->off + n->len, outer_end = outer->off + outer->len;

		if (outer->space != n->space || outer_end < inner_end ||
			outer_end - inner_end >= SECTION_ALIGN)
			return FW_NONE;
		if (outer_end > *end)
			*end = outer_end;
		node = n->parent;
		n = outer;
	}
	return n->kind == FW_FILE ? node : FW_NONE;
}

static bool set_sizes(
	const struct fw_tree *tree, uint32_t node, uint32_t file, size_t need, struct blob *bytes)
{
	size_t end = tree->nodes[node].off + tree->nodes[node].len + need;
	struct ffs_head f;

	for (; node != file; node = tree->nodes[node].parent) {
		const struct fw_node *n = &tree->nodes[node];
		struct section_head h;

		if (n->off + n->len > end)
			end = n->off + n->len;
		if (!section_parse(blob_span(*bytes), n->off, &h) ||
			!set_section_size(bytes->ptr + n->off, &h, end - n->off))
			return false;
	}
	if (tree->nodes[file].off + tree->nodes[file].len > end)
		end = tree->nodes[file].off + tree->nodes[file].len;
	return ffs_parse(blob_span(*bytes), tree->nodes[file].off, 0xFF, &f) &&
	       set_file_size(bytes->ptr + tree->nodes[file].off, &f, end - tree->nodes[file].off);
}

/* The empty CBFS file at off gives its first count bytes away; both 64-aligned to its region. */
static bool take_cbfs_room(struct blob *bytes, size_t off, size_t count)
{
	uint32_t len = 0, type = 0, head = 0;
	struct span all = blob_span(*bytes), magic, body;

	if (!span_slice(all, off, 8, &magic) || !span_starts(magic, CBFS_MAGIC, 8) ||
		!span_u32be(all, off + CBFS_LEN_OFF, &len) ||
		!span_u32be(all, off + CBFS_TYPE_OFF, &type) ||
		!span_u32be(all, off + CBFS_HEAD_OFF, &head) || type != CBFS_EMPTY ||
		head < CBFS_HEADER || head > CBFS_HEAD_MAX || count >= len ||
		!span_slice(all, off + head, len, &body) || !span_is_filled(body, 0xFF))
		return false;
	memmove(bytes->ptr + off + count, bytes->ptr + off, head);
	memset(bytes->ptr + off, 0xFF, count < head ? count : head);
	put_u32be(bytes->ptr + off + count + CBFS_LEN_OFF, len - (uint32_t)count);
	return true;
}

/* A packed CBFS file grows into the filler before the next one, and into an empty one there. */
static bool grow_cbfs(
	const struct fw_tree *tree, const struct fw_node *n, size_t need, struct blob *bytes)
{
	const struct fw_node *f;
	struct span filler;
	uint32_t len = 0;
	size_t end = n->off + n->len, next, new_next;

	if (n->kind != FW_STREAM || n->parent == FW_NONE)
		return false;
	f = &tree->nodes[n->parent];
	if (f->kind != FW_CBFS_FILE || f->space != n->space || f->off + f->len != end ||
		!num_align(end - f->off, CBFS_ALIGN, &next) ||
		!num_align(end - f->off + need, CBFS_ALIGN, &new_next) ||
		!span_slice(blob_span(*bytes), end, f->off + next - end, &filler) ||
		!(span_is_filled(filler, 0xFF) || span_is_filled(filler, 0)) ||
		!span_u32be(blob_span(*bytes), f->off + CBFS_LEN_OFF, &len) ||
		(new_next > next && !take_cbfs_room(bytes, f->off + next, new_next - next)))
		return false;
	put_u32be(bytes->ptr + f->off + CBFS_LEN_OFF, len + (uint32_t)need);
	return true;
}

bool seal_grow(const struct fw_tree *tree, uint32_t node, size_t need, struct blob *bytes)
{
	const struct fw_node *n = &tree->nodes[node], *f, *v;
	size_t end, old_next, new_next;
	struct room room;
	struct fv_head fv;
	uint32_t file;

	if (n->kind != FW_SECTION)
		return grow_cbfs(tree, n, need, bytes);
	file = growing_file(tree, node, need, &end);
	if (file == FW_NONE || tree->nodes[file].parent == FW_NONE)
		return false;
	f = &tree->nodes[file];
	v = &tree->nodes[f->parent];
	if (v->kind != FW_VOLUME || v->space != f->space ||
		!fv_parse(blob_span(*bytes), v->off, &fv) ||
		!num_align(f->off + f->len - v->off, FFS_ALIGN, &old_next) ||
		!num_align(end - v->off, FFS_ALIGN, &new_next))
		return false;
	room = (struct room){v->off, v->off + v->len, fv.erase};
	if (new_next > old_next && !take_room(bytes, &room, v->off + old_next, new_next - old_next))
		return false;
	if (end > v->off + v->len || !set_sizes(tree, node, file, need, bytes))
		return false;
	return true;
}
