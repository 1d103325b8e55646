/* SPDX-License-Identifier: MIT */
/*
 * Blocks 5, 9 before BDB 165, 15 and 50: tables of old chips. Layout and versions: Linux
 * drivers/gpu/drm/i915/display/intel_vbt_defs.h (struct bdb_generic_mode_table_alm and _mgm,
 * bdb_dot_clock_override_alm, bdb_dot_clock_override, bdb_mipi).
 */
#include "vbt/table.h"

#define MODE_LEN   15u /* struct generic_mode_table */
#define TIMING_LEN 28u /* struct generic_mode_timings */
#define TIMING_ALM 34u /* with watermarks */
#define TIMINGS    3u
#define FLAG_LEN   2u
#define CLOCK_GEN2 8u
#define CLOCK_GEN3 9u
#define CLOCKS_MAX 256u
#define MIPI_LEN   44u
#define MIPI_BITS  (MIPI_LEN * 8u)
#define MIPI_FIRST 170u
#define MIPI_LAST  172u

static const struct vbt_row mode_rows[] = {
	VBT_NUM("x", 0, 0, 16, 0, 0),
	VBT_NUM("y", 2, 0, 16, 0, 0),
	VBT_HEX("colour_depths", 4, 0, 8, 0, 0),
	VBT_NUM("refresh_hz_1", 5, 0, 8, 0, 0),
	VBT_NUM("refresh_hz_2", 6, 0, 8, 0, 0),
	VBT_NUM("refresh_hz_3", 7, 0, 8, 0, 0),
	VBT_NUM("text_columns", 9, 0, 8, 0, 0),
	VBT_NUM("text_rows", 10, 0, 8, 0, 0),
	VBT_NUM("font_height", 11, 0, 8, 0, 0),
	VBT_NUM("page_size", 12, 0, 16, 0, 0),
	VBT_HEX("misc", 14, 0, 8, 0, 0),
};

/* The last six in the longer form only. */
static const struct vbt_row timing_rows[] = {
	VBT_NUM("clock_khz", 0, 0, 32, 0, 0),
	VBT_NUM("hactive", 4, 0, 16, 0, 0),
	VBT_NUM("htotal", 6, 0, 16, 0, 0),
	VBT_NUM("hblank_start", 8, 0, 16, 0, 0),
	VBT_NUM("hblank_end", 10, 0, 16, 0, 0),
	VBT_NUM("hsync_start", 12, 0, 16, 0, 0),
	VBT_NUM("hsync_end", 14, 0, 16, 0, 0),
	VBT_NUM("vactive", 16, 0, 16, 0, 0),
	VBT_NUM("vtotal", 18, 0, 16, 0, 0),
	VBT_NUM("vblank_start", 20, 0, 16, 0, 0),
	VBT_NUM("vblank_end", 22, 0, 16, 0, 0),
	VBT_NUM("vsync_start", 24, 0, 16, 0, 0),
	VBT_NUM("vsync_end", 26, 0, 16, 0, 0),
	VBT_NUM("watermark_8bpp", 28, 0, 8, 0, 0),
	VBT_NUM("burst_8bpp", 29, 0, 8, 0, 0),
	VBT_NUM("watermark_16bpp", 30, 0, 8, 0, 0),
	VBT_NUM("burst_16bpp", 31, 0, 8, 0, 0),
	VBT_NUM("watermark_32bpp", 32, 0, 8, 0, 0),
	VBT_NUM("burst_32bpp", 33, 0, 8, 0, 0),
};

/* The length distinguishes the two forms: the one with watermarks has no flag before the mode. */
void vbt_decode_generic_mode(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row flag[] = {VBT_HEX("mode_flag", 0, 0, 16, 0, 0)};
	size_t timing = TIMING_ALM;
	struct span mode, timings;

	if (data.len == FLAG_LEN + MODE_LEN + TIMINGS * TIMING_LEN) {
		vbt_read_rows(d, data, flag, VBT_COUNT(flag), 0);
		span_from(data, FLAG_LEN, &data);
		timing = TIMING_LEN;
	} else if (data.len != MODE_LEN + TIMINGS * TIMING_ALM) {
		return;
	}
	if (!span_slice(data, 0, MODE_LEN, &mode) || !span_from(data, MODE_LEN, &timings))
		return;
	vbt_read_rows(d, mode, mode_rows, VBT_COUNT(mode_rows), 0);
	vbt_read_records(
		d, "timings", timings, timing, TIMINGS, timing_rows, VBT_COUNT(timing_rows));
}

static const struct vbt_row gen2_rows[] = {
	VBT_NUM("dot_clock", 0, 0, 32, 0, 0),
	VBT_NUM("n", 4, 0, 8, 0, 0),
	VBT_NUM("m1", 5, 0, 8, 0, 0),
	VBT_NUM("m2", 6, 0, 8, 0, 0),
	VBT_NUM("p1", 7, 0, 5, 0, 0),
	VBT_FLAG("p1_divided_by_2", 7, 5, 0, 0),
	VBT_FLAG("p2_divided_by_4", 7, 7, 0, 0),
};

static const struct vbt_row gen3_rows[] = {
	VBT_NUM("dot_clock", 0, 0, 32, 0, 0),
	VBT_NUM("n", 4, 0, 8, 0, 0),
	VBT_NUM("m1", 5, 0, 8, 0, 0),
	VBT_NUM("m2", 6, 0, 8, 0, 0),
	VBT_NUM("p1", 7, 0, 8, 0, 0),
	VBT_NUM("p2", 8, 0, 8, 0, 0),
};

void vbt_decode_old_clocks(struct vbt_decoder *d, struct span data)
{
	vbt_read_records(
		d, "clocks", data, CLOCK_GEN2, CLOCKS_MAX, gen2_rows, VBT_COUNT(gen2_rows));
}

void vbt_decode_clocks(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {
		VBT_NUM("entry_size", 0, 0, 8, 0, 0), VBT_NUM("entries", 1, 0, 8, 0, 0)};
	uint8_t size = 0, count = 0;
	struct span rest;

	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	if (!span_u8(data, 0, &size) || !span_u8(data, 1, &count) || !span_from(data, 2, &rest))
		return;
	if (size == CLOCK_GEN2)
		vbt_read_records(d, "clocks", rest, size, count, gen2_rows, VBT_COUNT(gen2_rows));
	else if (size == CLOCK_GEN3)
		vbt_read_records(d, "clocks", rest, size, count, gen3_rows, VBT_COUNT(gen3_rows));
}

#define P_NUM(name, byte, shift, bits)                                                             \
	VBT_PNUM(name, byte, shift, bits, MIPI_BITS, MIPI_FIRST, MIPI_LAST)
#define P_HEX(name, byte, shift, bits)                                                             \
	VBT_PHEX(name, byte, shift, bits, MIPI_BITS, MIPI_FIRST, MIPI_LAST)
#define P_BIT(name, byte, shift) VBT_PBIT(name, byte, shift, MIPI_BITS, MIPI_FIRST, MIPI_LAST)
static const struct vbt_row mipi_rows[] = {
	P_HEX("panel_identifier", 0, 0, 16),
	P_NUM("bridge_revision", 2, 0, 16),
	P_BIT("dithering", 4, 0),
	P_BIT("pixel_format_18bpp", 4, 1),
	P_BIT("dphy_parameters_valid", 4, 3),
	P_HEX("port_info", 8, 0, 16),
	P_NUM("lanes", 10, 2, 2),
	P_NUM("virtual_channel", 12, 0, 2),
	P_NUM("video_transfer_mode", 12, 2, 2),
	P_NUM("ddr_clock", 14, 0, 32),
	P_NUM("bridge_reference_clock", 18, 0, 32),
	P_HEX("power_conservation", 22, 0, 16),
	P_NUM("prepare_count", 24, 0, 5),
	P_NUM("clock_zero_count", 25, 0, 8),
	P_NUM("trail_count", 26, 0, 5),
	P_NUM("exit_zero_count", 27, 0, 6),
	P_NUM("high_low_switch_count", 28, 0, 32),
	P_NUM("low_power_byte_clock", 32, 0, 32),
	P_NUM("clock_lane_switch_time", 36, 0, 32),
	P_NUM("colour_depth", 40, 0, 32),
};

void vbt_decode_old_mipi(struct vbt_decoder *d, struct span data)
{
	vbt_read_panels(d, data, mipi_rows, VBT_COUNT(mipi_rows), VBT_PANELS);
}
