/* SPDX-License-Identifier: MIT */
/* The kinds of bytes, and the scan of them without vectors. */
#include "text_private.h"

/*
 * Bits of the kinds of bytes below 80, by low and high nibble: 08 is NUL, 10 ESC, 20 the tilde. 01,
 * 02 and 04 are control characters in 00-1F and 7F that texts do not have; tab to CR, ESC and the
 * end mark of DOS, 1A, are allowed.
 */
const uint8_t look_low[16] = {0x0B, 0x03, 0x03, 0x03, 0x03, 0x03, 0x03, 0x03, 0x03, 0x02, 0x00,
	0x10, 0x02, 0x02, 0x23, 0x07};
const uint8_t look_high[16] = {0x09, 0x12, 0, 0, 0, 0, 0, 0x24, 0, 0, 0, 0, 0, 0, 0, 0};

void look_plain(struct span in, struct look_sums *sums)
{
	for (size_t i = 0; i < in.len; i++) {
		uint8_t byte = in.ptr[i];
		unsigned kinds = byte < 0x80 ? look_low[byte & 15] & look_high[byte >> 4] : 0;

		sums->high += byte >> 7;
		sums->kinds |= kinds;
		sums->control += (kinds & LOOK_CONTROL) != 0;
	}
}
