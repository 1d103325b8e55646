/* SPDX-License-Identifier: MIT */
/* What U-Boot's images hold packed: the header of 64 bytes names the packing of the data after it
 * (u-boot include/image.h, struct legacy_img_hdr and IH_COMP_*). */
#include <string.h>

#include "biosbelt/hash.h"
#include "walk/fw_private.h"

#define UBOOT_MAGIC    "\x27\x05\x19\x56"
#define UBOOT_HEAD     64u
#define UBOOT_HEAD_CRC 4u /* it counts as 0 in it */
#define UBOOT_SIZE     12u
#define UBOOT_PACKING  31u

static bool head_holds(struct span head)
{
	uint8_t copy[UBOOT_HEAD];
	uint32_t want = 0;

	memcpy(copy, head.ptr, sizeof copy);
	memset(copy + UBOOT_HEAD_CRC, 0, 4);
	return span_u32be(head, UBOOT_HEAD_CRC, &want) &&
	       crc32_update(0, span_of(copy, sizeof copy)) == want;
}

/* Sound data may begin in another way: an image of several parts has their sizes first, a program
 * packed in itself is labelled as packed. */
static bool begins_so(struct span in, size_t off, enum fw_codec codec)
{
	return codec == FW_CODEC_LZMA ? fw_lzma_plausible(in, off) : fw_codec_at(in, off) == codec;
}

/* Images whose header says that nothing is packed hold packed files too: a ram disk. */
static enum fw_codec packing_of(struct ctx *c, size_t off, uint8_t number)
{
	static const enum fw_codec codecs[] = {FW_CODEC_NONE, FW_CODEC_GZIP, FW_CODEC_NONE,
		FW_CODEC_LZMA, FW_CODEC_NONE, FW_CODEC_LZ4, FW_CODEC_ZSTD};
	enum fw_codec codec;

	if (number == 0) {
		codec = fw_codec_at(c->bytes, off + UBOOT_HEAD);
		return codec == FW_CODEC_ZLIB ? FW_CODEC_NONE : codec;
	}
	if (number >= sizeof codecs / sizeof codecs[0] || codecs[number] == FW_CODEC_NONE)
		fw_note(c, fw_tree_at(c->w->tree, c->space, off), off,
			"U-Boot image packed by method %u, which is not unpacked", number);
	else if (begins_so(c->bytes, off + UBOOT_HEAD, codecs[number]))
		return codecs[number];
	else
		fw_note(c, fw_tree_at(c->w->tree, c->space, off), off,
			"U-Boot image whose data do not begin as packed by method %u: not unpacked",
			number);
	return FW_CODEC_NONE;
}

static void found_uboot(struct ctx *c, size_t off, size_t gap, size_t end)
{
	size_t body = off + UBOOT_HEAD, len;
	enum fw_codec codec;
	struct span head;
	uint32_t size = 0;

	(void)gap;
	(void)end;
	if (!span_slice(c->bytes, off, UBOOT_HEAD, &head) || !span_u32be(head, UBOOT_SIZE, &size) ||
		!head_holds(head))
		return;
	codec = packing_of(c, off, head.ptr[UBOOT_PACKING]);
	len = size < c->bytes.len - body ? size : c->bytes.len - body;
	if (codec != FW_CODEC_NONE && len != 0)
		(void)take_stream(c, body, len, codec);
}

void scan_uboot(struct ctx *c)
{
	each_hit(c, UBOOT_MAGIC, 4, 0, found_uboot);
}
