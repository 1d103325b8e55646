/* SPDX-License-Identifier: MIT */
/*
 * Blocks 44, 45 and 57: power saving of panels, black frames, voltage swing tables. Layout and
 * versions: Linux drivers/gpu/drm/i915/display/intel_vbt_defs.h (struct bdb_lfp_power,
 * bdb_edp_bfi, bdb_vswing_preemph).
 */
#include "vbt/table.h"

#define ALS_OFF   1u
#define ALS_LEN   4u
#define ALS_COUNT 5u

static const struct vbt_row power_rows[] = {
	VBT_FLAG("display_power_saving", 0, 0, 0, 159),
	VBT_NUM("power_conservation_preference", 0, 1, 3, 0, 227),
	VBT_FLAG("lace_enabled_by_default", 0, 5, 210, 227),
	VBT_FLAG("lace_support", 0, 6, 210, 227),
	VBT_FLAG("als_enable", 0, 7, 0, 227),
	VBT_NUM("lace_aggressiveness_profile", 21, 0, 3, 210, 227),
};

static const struct vbt_row als_rows[] = {
	VBT_NUM("backlight_adjust", 0, 0, 16, 0, 0),
	VBT_NUM("lux", 2, 0, 16, 0, 0),
};

static const struct vbt_row power_panel_rows[] = {
	VBT_PFLAG("display_power_saving", 22, 228, 256),
	VBT_PFLAG("panel_self_refresh", 24, 228, 0),
	VBT_PFLAG("dynamic_refresh_rate", 26, 228, 0),
	VBT_PFLAG("lace_support", 28, 228, 0),
	VBT_PFLAG("assertive_display", 30, 228, 0),
	VBT_PFLAG("dynamic_media_refresh_rate", 32, 228, 0),
	VBT_PFLAG("automatic_brightness", 34, 228, 0),
	VBT_PFLAG("lace_enabled_by_default", 36, 228, 0),
	VBT_PNUM("dpst_aggressiveness", 38, 0, 4, 8, 228, 256),
	VBT_PNUM("lace_aggressiveness", 38, 4, 4, 8, 228, 0),
	VBT_PFLAG("hobl", 54, 232, 0),
	VBT_PFLAG("variable_refresh_rate", 56, 233, 0),
	VBT_PFLAG("elp", 58, 247, 256),
	VBT_PFLAG("opst", 60, 247, 256),
	VBT_PNUM("opst_aggressiveness", 62, 0, 4, 8, 247, 256),
	VBT_PNUM("elp_aggressiveness", 62, 4, 4, 8, 247, 256),
	VBT_PFLAG("apd", 78, 253, 256),
	VBT_PFLAG("pixoptix", 80, 253, 256),
	VBT_PNUM("apd_aggressiveness", 82, 0, 4, 8, 253, 256),
	VBT_PNUM("pixoptix_aggressiveness", 82, 4, 4, 8, 253, 256),
	VBT_PHEX("panel_technology", 98, 0, 4, 8, 257, 0),
	VBT_PFLAG("xpst", 114, 257, 0),
	VBT_PFLAG("tcon_backlight", 116, 257, 0),
	VBT_PNUM("xpst_aggressiveness", 118, 0, 4, 8, 257, 0),
	VBT_PNUM("tcon_aggressiveness", 118, 4, 4, 8, 257, 0),
	VBT_PFLAG("tcon_backlight_with_xpst", 134, 257, 0),
};

void vbt_decode_power(struct vbt_decoder *d, struct span data)
{
	struct span steps;

	vbt_read_rows(d, data, power_rows, VBT_COUNT(power_rows), 0);
	if (span_slice(data, ALS_OFF, ALS_LEN * ALS_COUNT, &steps))
		vbt_read_records(d, "ambient_light", steps, ALS_LEN, ALS_COUNT, als_rows,
			VBT_COUNT(als_rows));
	vbt_read_panels(d, data, power_panel_rows, VBT_COUNT(power_panel_rows), VBT_PANELS);
}

static const struct vbt_row frame_rows[] = {
	VBT_PBIT("black_frame_insertion", 1, 0, 16, 160, 0),
	VBT_PBIT("brightness_control_in_cui", 1, 1, 16, 160, 0),
	VBT_PNUM("brightness_percent_without", 2, 0, 8, 16, 160, 0),
};

void vbt_decode_frames(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {VBT_NUM("entry_size", 0, 0, 8, 160, 0)};
	uint8_t size = 0;

	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	if (span_u8(data, 0, &size) && size == 2) /* other layouts are unknown */
		vbt_read_panels(d, data, frame_rows, VBT_COUNT(frame_rows), VBT_PANELS);
}

void vbt_decode_vswing(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {
		VBT_NUM("tables", 0, 0, 8, 218, 0), VBT_NUM("columns", 1, 0, 8, 218, 0)};
	static const struct vbt_row value[] = {VBT_HEX("value", 0, 0, 32, 218, 0)};
	struct span rest;

	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	if (d->info->bdb_version >= 218 && span_from(data, 2, &rest))
		vbt_read_records(d, "values", rest, 4, 16384, value, VBT_COUNT(value));
}
