/* SPDX-License-Identifier: MIT */
#include "biosbelt/hash.h"
#include "biosbelt/optrom.h"
#include "biosbelt/tr.h"
#include "edit/edit_private.h"

/* PI 1.7, volume 3, 3.2.5.7: the CRC32 section's value follows GUID, offset and attributes. */
#define CRC_OFF 20u /* after the common header */

static uint8_t sum8(const uint8_t *p, size_t len)
{
	return optrom_sum(span_of(p, len));
}

void ffs_header_sum_redo(uint8_t *p, size_t head_len)
{
	p[FFS_SUM_HEAD] = 0;
	/* The sum treats the body's checksum and the state as 0. */
	p[FFS_SUM_HEAD] = (uint8_t)(0x100 - sum8(p, head_len) + p[FFS_SUM_BODY] + p[FFS_STATE]);
}

/* The revision of the volume that a file is in; 0: of none. */
static uint8_t revision_of(const struct fw_tree *tree, const struct fw_node *n, struct span bytes)
{
	struct fv_head fv;

	if (n->parent == FW_NONE || tree->nodes[n->parent].kind != FW_VOLUME ||
		tree->nodes[n->parent].space != n->space ||
		!fv_parse(bytes, tree->nodes[n->parent].off, &fv))
		return 0;
	return fv.revision;
}

static void redo_file(const struct fw_tree *tree, const struct fw_node *n, struct blob *bytes)
{
	struct ffs_head h;
	uint8_t *p = bytes->ptr + n->off;
	size_t tail;

	if (!ffs_parse(blob_span(*bytes), n->off, 0xFF, &h) || h.claimed < h.head_len ||
		h.claimed > bytes->len - n->off)
		return;
	tail = ffs_tail_len(&h, revision_of(tree, n, blob_span(*bytes)));
	if ((h.attributes & FFS_CHECKSUMMED) != 0)
		p[FFS_SUM_BODY] = (uint8_t)(0x100 - sum8(p + h.head_len,
							    (size_t)h.claimed - h.head_len - tail));
	ffs_header_sum_redo(p, h.head_len);
	if (tail != 0)
		put_u16le(p + h.claimed - tail,
			(uint16_t) ~(p[FFS_SUM_HEAD] | (unsigned)p[FFS_SUM_BODY] << 8));
}

static void redo_section(const struct fw_node *n, struct blob *bytes)
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

/* Recomputes Apple's CRC if it was right before. For a volume of the image itself protect_follow
 * does that. */
static void redo_volume(const struct fw_node *n, struct blob *bytes)
{
	uint8_t *p = bytes->ptr + n->off;
	struct span volume, body, head;
	uint16_t sum;

	if (n->space == 0 || (n->flags & FW_PROVED) == 0 ||
		!span_slice(blob_span(*bytes), n->off, n->len, &volume) ||
		!fv_apple_body(volume, &body) ||
		!span_slice(volume, 0, volume.len - body.len, &head))
		return;
	sum = fv_sum16(head);
	put_u32le(p + FV_APPLE_CRC, crc32_update(0, body));
	if (sum != 0)
		return; /* it was wrong before */
	put_u16le(p + FV_SUM, 0);
	put_u16le(p + FV_SUM, (uint16_t)(0 - fv_sum16(head)));
}

/*
 * The last byte in the range of a legacy ROM's sum absorbs the difference, as in EDK2's EfiRom. The
 * bytes before it show whether it is free.
 */
static void redo_rom(const struct fw_node *n, struct blob *bytes, struct buf *log)
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
	buf_printf(
		log, tr("sum of the video BIOS set right in its last byte, 0x%02x\n"), p[len - 1]);
}

void fw_checksums_redo(
	const struct fw_tree *tree, uint32_t node, struct blob *bytes, struct buf *log)
{
	uint32_t space = node != FW_NONE ? tree->nodes[node].space : 0;

	for (; node != FW_NONE && tree->nodes[node].space == space;
		node = tree->nodes[node].parent) {
		const struct fw_node *n = &tree->nodes[node];

		if (n->kind == FW_SECTION)
			redo_section(n, bytes);
		else if (n->kind == FW_FILE)
			redo_file(tree, n, bytes);
		else if (n->kind == FW_VOLUME)
			redo_volume(n, bytes);
		else if (n->kind == FW_ROM_IMAGE)
			redo_rom(n, bytes, log);
	}
}
