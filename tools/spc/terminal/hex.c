/* SPDX-License-Identifier: MIT */
#include "terminal/hex.h"

#include <string.h>

void hex_flush(struct hex *h, struct buf *out)
{
	static const char digits[] = "0123456789abcdef";
	char line[HEX_LINE * 4 + 8];
	size_t n = 0;
	size_t i;

	if (h->len == 0)
		return;
	for (i = 0; i < HEX_LINE; i++) {
		line[n++] = i < h->len ? digits[h->held[i] >> 4] : ' ';
		line[n++] = i < h->len ? digits[h->held[i] & 15] : ' ';
		line[n++] = ' ';
		if (i == HEX_LINE / 2 - 1)
			line[n++] = ' ';
	}
	line[n++] = '|';
	for (i = 0; i < h->len; i++)
		line[n++] = h->held[i] >= 0x20 && h->held[i] < 0x7F ? (char)h->held[i] : '.';
	buf_printf(out, "%08llx  ", (unsigned long long)h->offset);
	buf_add(out, line, n);
	buf_str(out, "|\n");
	h->offset += h->len;
	h->len = 0;
}

bool hex_feed(struct hex *h, struct span *in, struct buf *out)
{
	size_t n = HEX_LINE - h->len;

	if (n > in->len)
		n = in->len;
	if (n > 0)
		memcpy(h->held + h->len, in->ptr, n);
	h->len += n;
	*in = span_of(in->ptr + n, in->len - n);
	if (h->len < HEX_LINE)
		return false;
	hex_flush(h, out);
	return true;
}
