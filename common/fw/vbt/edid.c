/* SPDX-License-Identifier: MIT */
/* Parts stored in the form of an EDID: VESA E-EDID 1.4, table 3.21 and 3.4. */
#include "vbt/table.h"

#define PNP_YEAR_BASE 1990u

/* High bits are packed in nibbles and pairs. */
static const struct vbt_row dtd_rows[] = {
	VBT_SCALED("clock_khz", 0, 0, 16, 0, 10, 0),
	VBT_SPLIT("hactive", 2, 0, 8, 4, 4, 4),
	VBT_SPLIT("hblank", 3, 0, 8, 4, 0, 4),
	VBT_SPLIT("hsync_offset", 8, 0, 8, 11, 6, 2),
	VBT_SPLIT("hsync_width", 9, 0, 8, 11, 4, 2),
	VBT_SPLIT("vactive", 5, 0, 8, 7, 4, 4),
	VBT_SPLIT("vblank", 6, 0, 8, 7, 0, 4),
	VBT_SPLIT("vsync_offset", 10, 4, 4, 11, 2, 2),
	VBT_SPLIT("vsync_width", 10, 0, 4, 11, 0, 2),
	VBT_SPLIT("width_mm", 12, 0, 8, 14, 4, 4),
	VBT_SPLIT("height_mm", 13, 0, 8, 14, 0, 4),
	VBT_NUM("hborder", 15, 0, 8, 0, 0),
	VBT_NUM("vborder", 16, 0, 8, 0, 0),
	VBT_NUM("hsync_positive", 17, 1, 1, 0, 0),
	VBT_NUM("vsync_positive", 17, 2, 1, 0, 0),
	VBT_NUM("interlaced", 17, 7, 1, 0, 0),
};

void vbt_read_dtd(struct vbt_decoder *d, struct span dtd)
{
	vbt_read_rows(d, dtd, dtd_rows, VBT_COUNT(dtd_rows), 0);
}

static const struct vbt_row pnp_rows[] = {
	VBT_NUM("product_code", 2, 0, 16, 0, 0),
	VBT_NUM("serial", 4, 0, 32, 0, 0),
	VBT_NUM("week", 8, 0, 8, 0, 0),
	VBT_SCALED("year", 9, 0, 8, 0, 1, PNP_YEAR_BASE),
};

/* Three letters of five bits, big-endian, 1 is 'A'. */
void vbt_read_pnp(struct vbt_decoder *d, struct span pnp)
{
	unsigned packed = (unsigned)pnp.ptr[0] << 8 | pnp.ptr[1];
	uint8_t letters[3] = {(uint8_t)((packed >> 10 & 31) + '@'),
		(uint8_t)((packed >> 5 & 31) + '@'), (uint8_t)((packed & 31) + '@')};

	vbt_add_text(d, "manufacturer", span_of(letters, 3));
	if (d->out->failed == ERR_OK) { /* the letters are in a local array, so they are copied */
		struct vbt_field *field = &d->out->list[d->out->count - 1];

		field->bytes = (struct span){pnp.ptr, 2};
		field->letters = true;
	}
	vbt_read_rows(d, pnp, pnp_rows, VBT_COUNT(pnp_rows), 0);
}
