/* SPDX-License-Identifier: MIT */
/* Finds by signature what the structure does not lead to: in a dump with damaged headers, and in
 * places that no structure describes. Only unexplained bytes are searched. */
#include "biosbelt/pe.h"
#include "biosbelt/tr.h"
#include "walk/fw_private.h"

#include <string.h>

#define STORE_LEN        32u /* u64, as of a volume */
#define STORE_HEAD       64u
#define COPY_HEAD        8u /* LongSoft/UEFITool common/nvram.h, FDC_VOLUME_HEADER */
#define BROTLI_PLAUSIBLE ((uint64_t)256 << 20)

/* A vendor's store of another kind (HiSilicon's custom data): GUID, length and signature as in a
 * volume, but no other field of one. */
static bool is_store(struct ctx *c, size_t off)
{
	struct span fields;
	struct guid guid;
	uint64_t len = 0;

	return guid_at(c->bytes, off + FV_GUID_OFF, &guid) && !guid_equal(&guid, &FW_GUID_FFS1) &&
	       !guid_equal(&guid, &FW_GUID_FFS2) && !guid_equal(&guid, &FW_GUID_FFS3) &&
	       span_u64le(c->bytes, off + STORE_LEN, &len) && len > STORE_HEAD &&
	       len <= c->bytes.len - off &&
	       span_slice(c->bytes, off + FV_SIGNATURE_OFF, 4, &fields) &&
	       span_starts(fields, "_FVH", 4) &&
	       span_slice(c->bytes, off + FV_SIGNATURE_OFF + 4, STORE_HEAD - FV_SIGNATURE_OFF - 4,
		       &fields) &&
	       span_is_filled(fields, 0);
}

/* Characters, and zeros after them. */
static bool is_text(const uint8_t *p, size_t len)
{
	size_t i = 0;

	while (i < len && p[i] >= ' ' && p[i] <= '~')
		i++;
	return i > 0 && span_is_filled(span_of(p + i, len - i), 0);
}

/* A constant of a program: another GUID or a text is after it, where a volume has its length. */
static bool is_constant(struct ctx *c, size_t off)
{
	struct guid next;

	return guid_at(c->bytes, off + STORE_LEN, &next) &&
	       (is_text(next.b, 8) || guid_equal(&next, &FW_GUID_FFS2) ||
		       guid_equal(&next, &FW_GUID_FFS3) || fw_guid_name(&next) != NULL);
}

/* All that remains of a volume's header: GUID or signature after 16 zeros. */
static void report_lone_mark(struct ctx *c, size_t off)
{
	uint32_t parent = fw_tree_at(c->w->tree, c->space, off);
	struct span zeros;

	if (is_store(c, off) || is_constant(c, off))
		return;
	if (span_slice(c->bytes, off, FV_GUID_OFF, &zeros) && span_is_filled(zeros, 0) &&
		off % FFS_ALIGN == 0 && !in_file(c, parent))
		fw_add_damage(c, parent, off, "volume whose header is damaged beyond reading");
}

/* Insyde's factory copy of variables: "_FDC", the size of all, and the beginning of the volume that
 * the variables are in, whose header has the length of that volume. */
static void limit_to_copy(struct ctx *c, size_t off, struct fv_head *fv)
{
	struct span head;
	uint32_t size = 0;

	if (off < COPY_HEAD || !span_slice(c->bytes, off - COPY_HEAD, COPY_HEAD, &head) ||
		!span_starts(head, "_FDC", 4) || !span_u32le(head, 4, &size) ||
		size < COPY_HEAD + fv->data_off || size - COPY_HEAD > c->bytes.len - off ||
		size - COPY_HEAD >= fv->claimed)
		return;
	fv->claimed = size - COPY_HEAD;
	fv->map_len = fv->claimed;
}

/* Walks a volume. A driver given by itself may have a template of a header, whose checksum it
 * computes when it runs: nothing there is damage, but programs have whole volumes too. */
static void take_volume(struct ctx *c, size_t off, const struct fv_head *fv)
{
	uint32_t parent = fw_tree_at(c->w->tree, c->space, off);
	bool quiet = c->quiet;

	if (!fv->sum_ok && off < pe_extent(c->bytes)) {
		fw_note(c, parent, off,
			"volume header in a program, without a valid checksum: a template");
		c->quiet = true;
	} else if (c->space == 0 && c->w->tree->archive && volume_is_intact(c, off, fv) &&
		   !cover_add(&c->w->plain, off, off + (size_t)fv->claimed)) {
		/* stored in the archive, or this is none */
		c->w->rc = err_set(c->w->err, ERR_NOMEM, "out of memory");
	}
	(void)walk_volume(c, parent, off, c->bytes.len, fv);
	c->quiet = quiet;
}

static void found_signature(struct ctx *c, size_t off, size_t gap, size_t end)
{
	struct fv_head fv;

	(void)gap;
	(void)end;
	if (!fv_parse(c->bytes, off, &fv)) {
		report_lone_mark(c, off);
		return;
	}
	limit_to_copy(c, off, &fv);
	if (fv.signature_ok)
		take_volume(c, off, &fv);
}

static void found_fs_guid(struct ctx *c, size_t off, size_t gap, size_t end)
{
	struct fv_head fv;

	(void)gap;
	(void)end;
	if (!fv_parse(c->bytes, off, &fv)) {
		report_lone_mark(c, off);
		return;
	}
	if (!fv.signature_ok)
		take_volume(c, off, &fv);
}

static bool in_volume(struct ctx *c, uint32_t node)
{
	return node != FW_NONE && c->w->tree->nodes[node].kind == FW_VOLUME;
}

/* In binaries eight bytes rarely, but sometimes, look like a plain file before blanks: one that
 * begins at an odd place must have a sound one after it. */
static bool is_accident(struct ctx *c, size_t off, uint8_t erase, const struct ffs_head *h)
{
	size_t next = off + (((size_t)h->claimed + FFS_ALIGN - 1) & ~(size_t)(FFS_ALIGN - 1));
	struct ffs_head other;

	return off % FFS_ALIGN != 0 && !ffs_has_sections(h->type) &&
	       !file_is_sound(c, next, c->bytes.len, erase, &other);
}

/* Files without a volume, whose header is lost. */
static void found_state(struct ctx *c, size_t off, size_t gap, size_t end)
{
	struct ffs_head h;
	struct fw_files files = {.end = c->bytes.len, .sure = false};
	uint32_t parent;

	(void)end;

	files.erase = c->bytes.ptr[off + 23] == 0xF8 ? 0xFF : 0x00;
	if (off < gap || !file_is_sound(c, off, c->bytes.len, files.erase, &h) ||
		is_accident(c, off, files.erase, &h))
		return;
	parent = fw_tree_at(c->w->tree, c->space, off);
	if (!in_file(c, parent))
		fw_add_damage(c, FW_NONE, off, "%s",
			in_volume(c, parent)
				? tr("files that no header leads to")
				: tr("files outside any volume: its header is damaged or missing"));
	walk_files(c, parent, off, off, &files);
}

static void scan_files(struct ctx *c)
{
	static const uint8_t usual = 0xF8;
	static const uint8_t inverted = 0x07;

	each_hit(c, &usual, 1, 23, found_state);
	if (c->w->opts->deep)
		each_hit(c, &inverted, 1, 23, found_state);
}

/* Checks the two sizes before the stream. */
static bool brotli_plausible(struct span in, size_t off)
{
	uint64_t size = 0;
	uint64_t scratch = 0;

	return span_u64le(in, off, &size) && span_u64le(in, off + 8, &scratch) && size >= 64 &&
	       size <= BROTLI_PLAUSIBLE && scratch <= BROTLI_PLAUSIBLE * 4 && scratch != 0;
}

static bool stream_plausible(struct ctx *c, enum fw_codec codec, size_t off)
{
	switch (codec) {
	case FW_CODEC_LZMA:
	case FW_CODEC_LZMA_F86:
		return fw_lzma_plausible(c->bytes, off);
	case FW_CODEC_TIANO:
		return fw_tiano_plausible(c->bytes, off);
	case FW_CODEC_BROTLI:
		return brotli_plausible(c->bytes, off);
	default:
		return false;
	}
}

/* Reads the section header at off, with or without an extended size. */
static bool guided_header(struct ctx *c, size_t at, struct section_head *h, size_t *off)
{
	size_t len;

	for (len = 4; len <= 8; len += 4) {
		if (at < len || !section_parse(c->bytes, at - len, h) ||
			h->type != SECTION_GUIDED || h->common_len != len ||
			h->claimed > c->bytes.len - (at - len))
			continue;
		*off = at - len;
		return true;
	}
	return false;
}

/* The GUID of a packed section at "at", whose header may be damaged. Programs contain these GUIDs
 * as constants: only a stream that decodes is accepted. */
static void found_guided(
	struct ctx *c, size_t at, size_t end, const struct guid *g, enum fw_codec codec)
{
	struct section_head h;
	uint32_t parent = fw_tree_at(c->w->tree, c->space, at);
	uint16_t data = 0;
	size_t off;

	c->row_end = end;
	if (guided_header(c, at, &h, &off) &&
		stream_holds(c, codec, off + h.head_len, c->bytes.len)) {
		if (!in_file(c, parent))
			fw_add_damage(
				c, FW_NONE, off, "packed section that no file header leads to");
		walk_section(c, parent, off, off + (size_t)h.claimed, &h, FW_RECOVERED);
		return;
	}
	off = at - 4;
	if (!span_u16le(c->bytes, at + GUID_LEN, &data))
		return;
	h = (struct section_head){.type = SECTION_GUIDED, .common_len = 4, .guid = *g};
	h.head_len = data >= 24 && data <= 0x200 ? data : 24;
	if (!stream_plausible(c, codec, off + h.head_len))
		return;
	if (!stream_holds(c, codec, off + h.head_len, c->bytes.len)) {
		fw_note(c, parent, off, "bytes like a packed section that do not unpack");
		return;
	}
	h.claimed = c->bytes.len - off;
	fw_add_damage(c, FW_NONE, off, "header of a packed section is damaged");
	walk_section(c, parent, off, c->bytes.len, &h, FW_RECOVERED);
}

static void found_lzma_guid(struct ctx *c, size_t off, size_t gap, size_t end)
{
	(void)gap;
	found_guided(c, off + 4, end, &FW_GUID_LZMA, FW_CODEC_LZMA);
}

static void found_f86_guid(struct ctx *c, size_t off, size_t gap, size_t end)
{
	(void)gap;
	found_guided(c, off + 4, end, &FW_GUID_LZMA_F86, FW_CODEC_LZMA_F86);
}

static void found_tiano_guid(struct ctx *c, size_t off, size_t gap, size_t end)
{
	(void)gap;
	found_guided(c, off + 4, end, &FW_GUID_TIANO, FW_CODEC_TIANO);
}

static void found_brotli_guid(struct ctx *c, size_t off, size_t gap, size_t end)
{
	(void)gap;
	found_guided(c, off + 4, end, &FW_GUID_BROTLI, FW_CODEC_BROTLI);
}

static void scan_guided(struct ctx *c)
{
	each_hit(c, FW_GUID_LZMA.b, GUID_LEN, 4, found_lzma_guid);
	each_hit(c, FW_GUID_LZMA_F86.b, GUID_LEN, 4, found_f86_guid);
	each_hit(c, FW_GUID_TIANO.b, GUID_LEN, 4, found_tiano_guid);
	each_hit(c, FW_GUID_BROTLI.b, GUID_LEN, 4, found_brotli_guid);
}

/* A standard compression section with a possibly wrong size or type: the unpacked size is in it
 * twice. */
static void found_compression(struct ctx *c, size_t off, size_t gap, size_t end)
{
	struct section_head h = {.type = SECTION_COMPRESSION, .common_len = 4, .head_len = 9};
	uint32_t parent;
	uint32_t claimed = 0;

	if (off < gap || !span_u32le(c->bytes, off + 4, &h.unpacked) ||
		!span_u32le(c->bytes, off + 13, &claimed) || claimed != h.unpacked ||
		claimed < 64 || !fw_tiano_plausible(c->bytes, off + h.head_len))
		return;
	h.method = 1;
	h.claimed = end - off;
	parent = fw_tree_at(c->w->tree, c->space, off);
	if (!tiano_prefix_decodes(c, off + h.head_len)) {
		/* tables of numbers begin so too, but few go on like a stream */
		if (tiano_sizes_fit(c->bytes, off + h.head_len))
			fw_note(c, parent, off,
				"bytes like a packed section that do not unpack to firmware");
		return;
	}
	fw_add_damage(c, FW_NONE, off, "packed section that no sound header leads to");
	walk_section(c, parent, off, end, &h, FW_RECOVERED);
}

void scan_layer(struct ctx *c)
{
	static const uint8_t method = 1; /* of a compression section: standard */

	if (c->space == 0) {
		scan_descriptors(c);
		scan_capsule(c);
		scan_whole(c);
	} else {
		scan_tar(c);
	}
	scan_update(c);
	each_hit(c, "_FVH", 4, FV_SIGNATURE_OFF, found_signature);
	each_hit(c, FW_GUID_FFS2.b, GUID_LEN, FV_GUID_OFF, found_fs_guid);
	each_hit(c, FW_GUID_FFS3.b, GUID_LEN, FV_GUID_OFF, found_fs_guid);
	scan_cbfs(c);
	scan_uboot(c);
	scan_sbl(c); /* before files: LZ4 leaves their headers readable */
	scan_files(c);
	scan_guided(c);
	if (c->w->opts->deep) {
		each_hit(c, &method, 1, 8, found_compression);
		scan_bare_lzma(c);
	}
	scan_roms(c);
	if (c->w->opts->deep)
		scan_bare_tiano(c);
	scan_opregion(c);
}
