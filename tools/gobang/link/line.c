/* SPDX-License-Identifier: MIT */
#include "link/line.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "biosbelt/num.h"

#define SUM_BYTES 9 /* '*' and eight digits */

void line_add(struct buf *out, const char *fmt, ...)
{
	char text[LINE_MAX_BYTES];
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(text, sizeof(text) - SUM_BYTES - 1, fmt, args);
	va_end(args);
	if (len < 0 || len >= (int)sizeof(text) - SUM_BYTES - 1)
		return;
	buf_printf(out, "%s*%08x\n", text, (unsigned)crc32_update(0, span_of(text, (size_t)len)));
}

/* Checks the sum at the end, and removes it. */
static bool check_sum(struct line_reader *r)
{
	char *sum;
	uint32_t value = 0;

	if (r->bad || r->len < SUM_BYTES)
		return false;
	sum = r->text + r->len - SUM_BYTES;
	for (unsigned i = 1; i < SUM_BYTES; i++) {
		unsigned digit = num_digit(sum[i]);

		if (digit > 15)
			return false;
		value = value << 4 | digit;
	}
	if (*sum != '*' || value != crc32_update(0, span_of(r->text, r->len - SUM_BYTES)))
		return false;
	*sum = '\0';
	return true;
}

const char *line_take(struct line_reader *r, uint8_t byte)
{
	bool right;

	if (byte == '\r')
		return NULL;
	if (byte != '\n') {
		r->bad = r->bad || byte < ' ' || byte > '~' || r->len + 1 >= sizeof(r->text);
		if (!r->bad)
			r->text[r->len++] = (char)byte;
		return NULL;
	}
	right = check_sum(r);
	r->dropped += !right;
	r->len = 0;
	r->bad = false;
	return right ? r->text : NULL;
}
