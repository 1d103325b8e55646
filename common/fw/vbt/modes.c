/* SPDX-License-Identifier: MIT */
/*
 * Blocks 4, 10, 20 to 25, 28, 51 and 58: modes and timings. Layout and versions: Linux
 * drivers/gpu/drm/i915/display/intel_vbt_defs.h (struct bdb_mode_support_list, bdb_mode_removal,
 * bdb_oem_custom_mode, bdb_efp_list, bdb_sdvo_lvds_options, bdb_sdvo_lvds_dtd,
 * bdb_sdvo_lvds_pnp_id, bdb_sdvo_lvds_ppl, bdb_efp_dtd, bdb_set_fixed_mode, bdb_generic_dtd).
 */
#include "vbt/table.h"

#define DTD_LEN   18u
#define PNP_LEN   10u
#define ROWS_MAX  256u
#define SDVO_MAX  4u
#define SDVO_DTD  23u
#define SDVO_PNP  24u
#define CUSTOM_AT 8u /* of an entry's detailed timing */
#define TIMINGS   24u

void vbt_decode_modes(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row mode[] = {VBT_HEX("mode", 0, 0, 8, 0, 0)};
	static const struct vbt_row length[] = {VBT_NUM("length", 0, 0, 16, 0, 0)};
	struct span modes, end;

	if (data.len < 2 || !span_slice(data, 0, data.len - 2, &modes) ||
		!span_slice(data, data.len - 2, 2, &end))
		return;
	vbt_read_rows(d, end, length, VBT_COUNT(length), 0);
	vbt_read_records(d, "modes", modes, 1, ROWS_MAX, mode, VBT_COUNT(mode));
}

static const struct vbt_row removal_rows[] = {
	VBT_NUM("x", 0, 0, 16, 0, 0),
	VBT_NUM("y", 2, 0, 16, 0, 0),
	VBT_NUM("bpp", 4, 0, 8, 0, 0),
	VBT_NUM("refresh_hz", 5, 0, 16, 0, 0),
	VBT_HEX("flags", 7, 0, 8, 0, 0),
	VBT_HEX("panels", 8, 0, 16, 0, 0),
};

void vbt_decode_removal(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {VBT_NUM("entry_size", 0, 0, 8, 0, 0)};
	static const struct vbt_row tail[] = {VBT_HEX("terminator", 0, 0, 16, 0, 0)};
	uint8_t size = 0;
	struct span rows, end;

	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	if (data.len < 3 || !span_u8(data, 0, &size) || (size != 8 && size != 10) ||
		!span_slice(data, 1, data.len - 3, &rows) ||
		!span_slice(data, data.len - 2, 2, &end))
		return;
	vbt_read_rows(d, end, tail, VBT_COUNT(tail), 0);
	vbt_read_records(d, "modes", rows, size, ROWS_MAX, removal_rows, VBT_COUNT(removal_rows));
}

static const struct vbt_row custom_rows[] = {
	VBT_FLAG("in_vbios", 0, 0, 0, 0),
	VBT_FLAG("in_os", 0, 1, 0, 0),
	VBT_FLAG("in_gop", 0, 2, 207, 0),
	VBT_HEX("display_flags", 1, 0, 8, 0, 216),
	VBT_NUM("x", 2, 0, 16, 0, 0),
	VBT_NUM("y", 4, 0, 16, 0, 0),
	VBT_NUM("bpp", 6, 0, 8, 0, 0),
	VBT_NUM("refresh_hz", 7, 0, 8, 0, 0),
	VBT_HEX("display_flags_2", 26, 0, 16, 217, 0),
};

void vbt_decode_custom(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {
		VBT_NUM("entries", 0, 0, 8, 0, 0), VBT_NUM("entry_size", 1, 0, 8, 0, 0)};
	uint8_t count = 0, size = 0;
	struct span entry, dtd;

	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	if (!span_u8(data, 0, &count) || !span_u8(data, 1, &size) || size < CUSTOM_AT)
		return;
	d->group = "modes";
	for (d->index = 0; d->index < count; d->index++) {
		if (!span_slice(data, 2 + (size_t)d->index * size, size, &entry))
			break;
		vbt_read_rows(d, entry, custom_rows, VBT_COUNT(custom_rows), 0);
		if (span_slice(entry, CUSTOM_AT, DTD_LEN, &dtd))
			vbt_read_dtd(d, dtd);
	}
	d->group = NULL;
	d->index = 0;
}

void vbt_decode_efp_list(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {
		VBT_NUM("entries", 0, 0, 8, 0, 0), VBT_NUM("entry_size", 1, 0, 8, 0, 0)};
	static const struct vbt_row rows[] = {
		VBT_HEX("manufacturer", 0, 0, 16, 0, 0), VBT_HEX("product_code", 2, 0, 16, 0, 0)};
	uint8_t count = 0, size = 0;
	struct span rest;

	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	if (span_u8(data, 0, &count) && span_u8(data, 1, &size) && span_from(data, 2, &rest))
		vbt_read_records(d, "displays", rest, size, count, rows, VBT_COUNT(rows));
}

/* Detailed timings one after the other, as a group. */
static void read_dtds(struct vbt_decoder *d, struct span data, unsigned max)
{
	struct span dtd;

	d->group = "timings";
	for (d->index = 0;
		d->index < max && span_slice(data, (size_t)d->index * DTD_LEN, DTD_LEN, &dtd);
		d->index++)
		vbt_read_dtd(d, dtd);
	d->group = NULL;
	d->index = 0;
}

void vbt_decode_sdvo_options(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row rows[] = {
		VBT_NUM("backlight", 0, 0, 8, 0, 0),
		VBT_NUM("h40_panel_type", 1, 0, 8, 0, 0),
		VBT_NUM("panel_type", 2, 0, 8, 0, 0),
		VBT_NUM("ssc_clock", 3, 0, 8, 0, 0),
		VBT_NUM("als_low_trip", 4, 0, 16, 0, 0),
		VBT_NUM("als_high_trip", 6, 0, 16, 0, 0),
		VBT_NUM("coefficient_rows", 8, 0, 8, 0, 0),
		VBT_NUM("coefficient_row_size", 9, 0, 8, 0, 0),
	};
	static const struct vbt_row byte[] = {VBT_HEX("value", 0, 0, 8, 0, 0)};
	struct span part;

	vbt_read_rows(d, data, rows, VBT_COUNT(rows), 0);
	if (span_slice(data, 10, 8, &part))
		vbt_read_records(d, "coefficients", part, 1, 8, byte, VBT_COUNT(byte));
	if (span_slice(data, 18, 4, &part))
		vbt_read_records(d, "misc", part, 1, 4, byte, VBT_COUNT(byte));
}

void vbt_decode_sdvo(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row delays[] = {
		VBT_NUM("t0", 0, 0, 16, 0, 0),
		VBT_NUM("t1", 2, 0, 16, 0, 0),
		VBT_NUM("t2", 4, 0, 16, 0, 0),
		VBT_NUM("t3", 6, 0, 16, 0, 0),
		VBT_NUM("t4", 8, 0, 16, 0, 0),
	};
	struct span pnp;

	if (d->block == SDVO_DTD) {
		read_dtds(d, data, SDVO_MAX);
		return;
	}
	if (d->block != SDVO_PNP) {
		vbt_read_records(d, "panels", data, 10, SDVO_MAX, delays, VBT_COUNT(delays));
		return;
	}
	d->group = "panels";
	for (d->index = 0;
		d->index < SDVO_MAX && span_slice(data, (size_t)d->index * PNP_LEN, PNP_LEN, &pnp);
		d->index++)
		vbt_read_pnp(d, pnp);
	d->group = NULL;
	d->index = 0;
}

void vbt_decode_efp_dtds(struct vbt_decoder *d, struct span data)
{
	if (d->info->bdb_version >= 161)
		read_dtds(d, data, TIMINGS);
}

void vbt_decode_fixed(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row rows[] = {
		VBT_NUM("enable", 0, 0, 8, 172, 0),
		VBT_NUM("x", 1, 0, 32, 172, 0),
		VBT_NUM("y", 5, 0, 32, 172, 0),
	};

	vbt_read_rows(d, data, rows, VBT_COUNT(rows), 0);
}

static const struct vbt_row timing_rows[] = {
	VBT_NUM("clock_khz", 0, 0, 32, 229, 0),
	VBT_NUM("hactive", 4, 0, 16, 229, 0),
	VBT_NUM("hblank", 6, 0, 16, 229, 0),
	VBT_NUM("hsync_offset", 8, 0, 16, 229, 0),
	VBT_NUM("hsync_width", 10, 0, 16, 229, 0),
	VBT_NUM("vactive", 12, 0, 16, 229, 0),
	VBT_NUM("vblank", 14, 0, 16, 229, 0),
	VBT_NUM("vsync_offset", 16, 0, 16, 229, 0),
	VBT_NUM("vsync_width", 18, 0, 16, 229, 0),
	VBT_NUM("width_mm", 20, 0, 16, 229, 0),
	VBT_NUM("height_mm", 22, 0, 16, 229, 0),
	VBT_FLAG("vsync_positive", 24, 6, 229, 0),
	VBT_FLAG("hsync_positive", 24, 7, 229, 0),
};

void vbt_decode_timings(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {VBT_NUM("entry_size", 0, 0, 16, 229, 0)};
	uint16_t size = 0;
	struct span rest;

	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	if (d->info->bdb_version >= 229 && span_u16le(data, 0, &size) && span_from(data, 2, &rest))
		vbt_read_records(
			d, "timings", rest, size, TIMINGS, timing_rows, VBT_COUNT(timing_rows));
}
