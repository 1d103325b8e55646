/* SPDX-License-Identifier: MIT */
#include "sevenzip/sz_private.h"

const uint8_t sz_signature[SZ_SIGNATURE_LEN] = {'7', 'z', 0xBC, 0xAF, 0x27, 0x1C};

/*
 * 7zFormat.txt, "UINT64": the number of leading ones of the first byte is the number of bytes that
 * follow; its other bits are the highest of the number.
 */
void sz_put_number(struct buf *b, uint64_t v)
{
	unsigned extra = 0, i;

	while (extra < 8 && v >> (7 * (extra + 1)) != 0)
		extra++;
	if (extra == 8)
		buf_add_u8(b, 0xFF);
	else
		buf_add_u8(b, (uint8_t)((0xFF00u >> extra) | (unsigned)(v >> (8 * extra))));
	for (i = 0; i < extra; i++)
		buf_add_u8(b, (uint8_t)(v >> (8 * i)));
}

uint64_t sz_get_number(struct cursor *c)
{
	uint8_t first = cursor_u8(c);
	unsigned extra = 0, i;
	uint64_t v = 0;

	while (extra < 8 && (first & (0x80u >> extra)) != 0)
		extra++;
	for (i = 0; i < extra; i++)
		v |= (uint64_t)cursor_u8(c) << (8 * i);
	if (extra < 7)
		v |= (uint64_t)(first & (0x7Fu >> extra)) << (8 * extra);
	return c->bad ? 0 : v;
}
