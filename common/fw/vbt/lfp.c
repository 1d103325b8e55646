/* SPDX-License-Identifier: MIT */
/*
 * Blocks 41 and 42: the 16 panels' timings, identity and names. Block 42 has no layout of its own:
 * block 41 points into it, with offsets from the start of the BDB. As in Linux
 * drivers/gpu/drm/i915/display/intel_bios.c (validate_lfp_data_ptrs, generate_lfp_data_ptrs), the
 * size of the panel timing table may omit 6 bytes, and newer tables have no block 41 and a fixed
 * layout.
 */
#include <stdio.h>
#include <string.h>

#include "vbt/table.h"

#define PTR_LEN           9u   /* three times u16 offset, u8 size */
#define PTR_NAME_OFF      145u /* 1 + 16 * PTR_LEN: offset and size of the name table */
#define BLOCK_PTRS        41u
#define FP_LEN_FIXED      38u /* panel timing where block 41 is missing */
#define FP_LEN_PFIT       46u /* with the panel fitter's register: the older, longer form */
#define DTD_LEN           18u
#define PNP_LEN           10u
#define NAME_LEN          13u
#define NAMES_LEN         (VBT_PANELS * NAME_LEN)
#define VERSION_GENERATED 155u

/* Offsets of a panel's parts from the start of the BDB; 0: absent. */
struct layout {
	size_t fp[VBT_PANELS];
	size_t fp_len; /* 0: unknown */
	size_t dtd[VBT_PANELS];
	size_t pnp[VBT_PANELS];
	size_t names;
};

static const struct vbt_row fp_rows[] = {
	VBT_NUM("fp_x", 0, 0, 16, 0, 0),
	VBT_NUM("fp_y", 2, 0, 16, 0, 0),
	VBT_HEX("lvds_address", 4, 0, 32, 0, 0),
	VBT_HEX("lvds_register", 8, 0, 32, 0, 0),
	VBT_HEX("pp_on_address", 12, 0, 32, 0, 0),
	VBT_HEX("pp_on_delays", 16, 0, 32, 0, 0),
	VBT_HEX("pp_off_address", 20, 0, 32, 0, 0),
	VBT_HEX("pp_off_delays", 24, 0, 32, 0, 0),
	VBT_HEX("pp_divisor_address", 28, 0, 32, 0, 0),
	VBT_HEX("pp_divisor", 32, 0, 32, 0, 0),
	VBT_HEX("pfit_address", 36, 0, 32, 0, 0),
	VBT_HEX("pfit", 40, 0, 32, 0, 0),
};
static const struct vbt_row fp_end_rows[] = {VBT_HEX("fp_terminator", 0, 0, 16, 0, 0)};

/* After the 16 names of 13 characters. */
static const struct vbt_row tail_rows[] = {
	VBT_PFLAG("scaling_enable", NAMES_LEN, 187, 0),
	VBT_PNUM("seamless_drrs_min_hz", NAMES_LEN + 2, 0, 8, 8, 188, 0),
	VBT_PNUM("pixel_overlap_count", NAMES_LEN + 18, 0, 8, 8, 208, 0),
	VBT_PNUM("border_top", NAMES_LEN + 34, 0, 8, 32, 227, 0),
	VBT_PNUM("border_bottom", NAMES_LEN + 35, 0, 8, 32, 227, 0),
	VBT_PNUM("border_left", NAMES_LEN + 36, 0, 8, 32, 238, 0),
	VBT_PNUM("border_right", NAMES_LEN + 37, 0, 8, 32, 238, 0),
	VBT_PFLAG("dual_port_sync", NAMES_LEN + 98, 231, 0),
	VBT_PFLAG("dithering_for_banding", NAMES_LEN + 100, 245, 0),
};

static const struct vbt_row ptr_rows[] = {
	VBT_PNUM("fp_timing_offset", 1, 0, 16, 72, 0, 0),
	VBT_PNUM("fp_timing_size", 3, 0, 8, 72, 0, 0),
	VBT_PNUM("dvo_timing_offset", 4, 0, 16, 72, 0, 0),
	VBT_PNUM("dvo_timing_size", 6, 0, 8, 72, 0, 0),
	VBT_PNUM("pnp_id_offset", 7, 0, 16, 72, 0, 0),
	VBT_PNUM("pnp_id_size", 9, 0, 8, 72, 0, 0),
};

static const struct vbt_row ptr_head_rows[] = {
	VBT_NUM("entries", 0, 0, 8, 0, 0),
	VBT_NUM("panel_name_offset", PTR_NAME_OFF, 0, 16, 0, 0),
	VBT_NUM("panel_name_size", PTR_NAME_OFF + 2, 0, 8, 0, 0),
};

void vbt_decode_lfp_ptrs(struct vbt_decoder *d, struct span data)
{
	vbt_read_rows(d, data, ptr_head_rows, VBT_COUNT(ptr_head_rows), 0);
	vbt_read_panels(d, data, ptr_rows, VBT_COUNT(ptr_rows), VBT_PANELS);
}

static size_t pointer_at(struct span ptrs, size_t off)
{
	uint16_t v = 0;

	span_u16le(ptrs, off, &v);
	return v;
}

/* Reads block 41, if it is valid: its pointers are inside the data block, at equal distances. */
static bool read_layout(struct span ptrs, size_t data_off, size_t data_len, struct layout *out)
{
	uint8_t name_len = 0;
	unsigned i;

	memset(out, 0, sizeof *out);
	for (i = 0; i < VBT_PANELS; i++) {
		size_t at = 1 + (size_t)i * PTR_LEN;

		out->fp[i] = pointer_at(ptrs, at);
		out->dtd[i] = pointer_at(ptrs, at + 3);
		out->pnp[i] = pointer_at(ptrs, at + 6);
		if (out->fp[i] < data_off || out->dtd[i] < out->fp[i] ||
			out->pnp[i] < out->dtd[i] + DTD_LEN ||
			out->pnp[i] + PNP_LEN > data_off + data_len)
			return false;
	}
	out->fp_len = out->dtd[0] - out->fp[0];
	span_u8(ptrs, PTR_NAME_OFF + 2, &name_len);
	if (name_len == NAME_LEN)
		out->names = pointer_at(ptrs, PTR_NAME_OFF);
	if (out->names < data_off)
		out->names = 0;
	return true;
}

static bool fixed_layout(unsigned version, size_t data_off, size_t data_len, struct layout *out)
{
	const size_t stride = FP_LEN_FIXED + DTD_LEN + PNP_LEN;
	unsigned i;

	if (version < VERSION_GENERATED || data_len < VBT_PANELS * stride)
		return false;
	memset(out, 0, sizeof *out);
	for (i = 0; i < VBT_PANELS; i++) {
		out->fp[i] = data_off + i * stride;
		out->dtd[i] = out->fp[i] + FP_LEN_FIXED;
		out->pnp[i] = out->dtd[i] + DTD_LEN;
	}
	out->fp_len = FP_LEN_FIXED;
	if (data_len >= VBT_PANELS * stride + NAMES_LEN)
		out->names = data_off + VBT_PANELS * stride;
	return true;
}

static void read_panel(
	struct vbt_decoder *d, struct span bdb, const struct layout *layout, unsigned i)
{
	struct span part;
	/* Without the terminator and the bytes after it, which have no meaning. */
	size_t fp_len = layout->fp_len >= FP_LEN_PFIT ? FP_LEN_PFIT - 2 : FP_LEN_FIXED - 2;

	if (layout->fp_len < fp_len)
		fp_len = layout->fp_len;
	if (layout->names != 0 && span_slice(bdb, layout->names + i * NAME_LEN, NAME_LEN, &part)) {
		size_t len = NAME_LEN;

		while (len > 0 && (part.ptr[len - 1] == '\n' || part.ptr[len - 1] == '\r' ||
					  part.ptr[len - 1] == '\0'))
			len--;
		vbt_add_text(d, "name", (struct span){part.ptr, len});
		if (d->out->failed == ERR_OK) /* all of it can be edited */
			d->out->list[d->out->count - 1].bytes.len = NAME_LEN;
	}
	if (span_slice(bdb, layout->fp[i], fp_len, &part))
		vbt_read_rows(d, part, fp_rows, VBT_COUNT(fp_rows), 0);
	if (fp_len + 2 <= layout->fp_len && span_slice(bdb, layout->fp[i] + fp_len, 2, &part))
		vbt_read_rows(d, part, fp_end_rows, VBT_COUNT(fp_end_rows), 0);
	if (span_slice(bdb, layout->dtd[i], DTD_LEN, &part))
		vbt_read_dtd(d, part);
	if (span_slice(bdb, layout->pnp[i], PNP_LEN, &part))
		vbt_read_pnp(d, part);
	if (layout->names != 0 && span_from(bdb, layout->names, &part))
		vbt_read_rows(d, part, tail_rows, VBT_COUNT(tail_rows), i);
}

void vbt_decode_lfp_data(struct vbt_decoder *d, struct span data)
{
	size_t data_off = (size_t)(data.ptr - d->vbt.ptr) - d->info->bdb_off;
	struct vbt_block ptrs;
	struct layout layout;
	struct span bdb;
	unsigned i;

	if (data.len == 0 || !span_slice(d->vbt, d->info->bdb_off, data_off + data.len, &bdb))
		return;
	if (!(vbt_block_find(d->vbt, d->info, BLOCK_PTRS, &ptrs) &&
		    read_layout(ptrs.data, data_off, data.len, &layout)) &&
		!fixed_layout(d->info->bdb_version, data_off, data.len, &layout))
		return;
	d->group = "panels";
	for (i = 0; i < VBT_PANELS; i++) {
		d->index = i;
		read_panel(d, bdb, &layout, i);
	}
	d->group = NULL;
	d->index = 0;
}
