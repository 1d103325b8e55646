/* SPDX-License-Identifier: MIT */
/* What U-Boot's images hold packed: the legacy header names the packing of the data after it
 * (u-boot include/image.h, IH_COMP_*), a FIT that of each of its images (boot/image.c,
 * uimage_comp). */
#include "biosbelt/uboot.h"
#include "walk/fw_private.h"

#define NOT_PACKED 0u
#define FIT_STEP   64u /* cost of a node or property, in bytes searched */

/* Sound data may begin in another way: an image of several parts has their sizes first, a program
 * packed in itself is labelled as packed. */
static bool begins_so(struct span in, size_t off, enum fw_codec codec)
{
	return codec == FW_CODEC_LZMA ? fw_lzma_plausible(in, off) : fw_codec_at(in, off) == codec;
}

/* Images whose header says that nothing is packed hold packed files too: a ram disk. */
static enum fw_codec packing_of(struct ctx *c, size_t off, size_t body, unsigned number)
{
	static const enum fw_codec codecs[] = {FW_CODEC_NONE, FW_CODEC_GZIP, FW_CODEC_NONE,
		FW_CODEC_LZMA, FW_CODEC_NONE, FW_CODEC_LZ4, FW_CODEC_ZSTD};
	enum fw_codec codec;

	if (number == NOT_PACKED) {
		codec = fw_codec_at(c->bytes, body);
		return codec == FW_CODEC_ZLIB ? FW_CODEC_NONE : codec;
	}
	if (number >= sizeof codecs / sizeof codecs[0] || codecs[number] == FW_CODEC_NONE)
		fw_note(c, fw_tree_at(c->w->tree, c->space, off), off,
			"U-Boot image packed by method %u, which is not unpacked", number);
	else if (begins_so(c->bytes, body, codecs[number]))
		return codecs[number];
	else
		fw_note(c, fw_tree_at(c->w->tree, c->space, off), off,
			"U-Boot image whose data do not begin as packed by method %u: not unpacked",
			number);
	return FW_CODEC_NONE;
}

static void open_data(struct ctx *c, size_t off, size_t body, size_t len, unsigned number)
{
	enum fw_codec codec;

	if (body >= c->bytes.len || len == 0)
		return;
	codec = packing_of(c, off, body, number);
	if (len > c->bytes.len - body)
		len = c->bytes.len - body;
	if (codec != FW_CODEC_NONE)
		(void)take_stream(c, body, len, codec);
}

static void found_legacy(struct ctx *c, size_t off, size_t gap, size_t end)
{
	struct span head;
	uint32_t size = 0;

	(void)gap;
	(void)end;
	if (span_slice(c->bytes, off, UBOOT_HEAD, &head) && span_u32be(head, UBOOT_SIZE, &size) &&
		uboot_head_holds(head))
		open_data(c, off, off + UBOOT_HEAD, size, head.ptr[UBOOT_PACKING]);
}

/* The number of the packing that a FIT names; other names are of no packing. */
static unsigned packing_number(struct span name)
{
	static const char *const names[] = {"none", "gzip", "bzip2", "lzma", "lzo", "lz4", "zstd"};
	unsigned i;

	for (i = 0; i < sizeof names / sizeof names[0]; i++)
		if (fdt_is(name, names[i]))
			return i;
	return NOT_PACKED;
}

static void found_fit(struct ctx *c, size_t off, size_t gap, size_t end)
{
	struct fit_data data = {0, 0};
	unsigned packing = NOT_PACKED;
	bool images = false;
	struct fdt_item item;
	struct span at;
	struct fdt t;

	(void)gap;
	(void)end;
	if (!span_from(c->bytes, off, &at) || !fdt_open(at, &t))
		return;
	while (ctx_work(c, FIT_STEP) && fdt_next(&t, &item) != FDT_STOP) {
		if (item.kind == FDT_NODE && t.depth == FIT_DEPTH_LIST)
			images = fdt_is(item.name, "images");
		if (!images)
			continue;
		if (item.kind == FDT_NODE && t.depth == FIT_DEPTH_ENTRY) {
			data = (struct fit_data){0, 0};
			packing = NOT_PACKED;
		} else if (item.kind == FDT_PROPERTY && t.depth == FIT_DEPTH_ENTRY) {
			(void)fit_take_place(&t, &item, &data);
			if (fdt_is(item.name, "compression"))
				packing = packing_number(fdt_text(t.tree, item.at));
		} else if (item.kind == FDT_NODE_END && t.depth == FIT_DEPTH_LIST &&
			   data.off != 0 && !cover_has(&c->cover, off + data.off)) {
			open_data(c, off, off + data.off, data.len, packing);
		}
	}
}

void scan_uboot(struct ctx *c)
{
	each_hit(c, UBOOT_MAGIC, UBOOT_MAGIC_LEN, 0, found_legacy);
	each_hit(c, FDT_MAGIC, FDT_MAGIC_LEN, 0, found_fit);
}
