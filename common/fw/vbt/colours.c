/* SPDX-License-Identifier: MIT */
/*
 * Blocks 46 and 54. Layout and versions: Linux drivers/gpu/drm/i915/display/intel_vbt_defs.h
 * (struct bdb_chromaticity, with the coordinates of VESA E-EDID 1.4, 3.7; bdb_rgb_palette).
 */
#include "vbt/table.h"

#define COLOUR_LEN  11u
#define COLOURS_LEN (VBT_PANELS * COLOUR_LEN)
#define LIGHT_LEN   8u
#define PALETTE_LEN 256u

static const struct vbt_row colour_rows[] = {
	{.name = "chromaticity", .byte = 0, .bits = 1, .since = 169, .kind = VBT_KIND_FLAG},
	{.name = "chromaticity_from_edid",
		.byte = 0,
		.shift = 1,
		.bits = 1,
		.since = 169,
		.kind = VBT_KIND_FLAG},
	VBT_SPLIT("red_x", 1, 6, 2, 3, 0, 8),
	VBT_SPLIT("red_y", 1, 4, 2, 4, 0, 8),
	VBT_SPLIT("green_x", 1, 2, 2, 5, 0, 8),
	VBT_SPLIT("green_y", 1, 0, 2, 6, 0, 8),
	VBT_SPLIT("blue_x", 2, 6, 2, 7, 0, 8),
	VBT_SPLIT("blue_y", 2, 4, 2, 8, 0, 8),
	VBT_SPLIT("white_x", 2, 2, 2, 9, 0, 8),
	VBT_SPLIT("white_y", 2, 0, 2, 10, 0, 8),
};

static const struct vbt_row light_rows[] = {
	VBT_FLAG("luminance", 0, 0, 211, 0),
	VBT_FLAG("gamma", 0, 1, 211, 0),
	VBT_NUM("min_luminance", 1, 0, 16, 211, 0),
	VBT_NUM("max_luminance", 3, 0, 16, 211, 0),
	VBT_NUM("one_percent_max_luminance", 5, 0, 16, 211, 0),
	VBT_NUM("gamma_value", 7, 0, 8, 211, 0),
};

void vbt_decode_colours(struct vbt_decoder *d, struct span data)
{
	struct span part;

	if (d->info->bdb_version < 169)
		return;
	d->group = "panels";
	for (d->index = 0; d->index < VBT_PANELS; d->index++) {
		if (span_slice(data, d->index * COLOUR_LEN, COLOUR_LEN, &part))
			vbt_read_rows(d, part, colour_rows, VBT_COUNT(colour_rows), 0);
		if (span_slice(data, COLOURS_LEN + d->index * LIGHT_LEN, LIGHT_LEN, &part))
			vbt_read_rows(d, part, light_rows, VBT_COUNT(light_rows), 0);
	}
	d->group = NULL;
	d->index = 0;
}

void vbt_decode_palette(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {VBT_FLAG("enable", 0, 0, 180, 0)};
	static const char *const names[] = {"red", "blue", "green"};
	struct span part;
	size_t i;

	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	for (i = 0; i < VBT_COUNT(names) && d->info->bdb_version >= 180; i++)
		if (span_slice(data, 1 + i * PALETTE_LEN, PALETTE_LEN, &part))
			vbt_add_bytes(d, names[i], part);
}
