/* SPDX-License-Identifier: MIT */
#include "biosbelt/guid.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/num.h"

/* The byte of memory that is byte i of the text form: the first three fields are little-endian. */
static const uint8_t text_order[GUID_LEN] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};

bool guid_equal(const struct guid *a, const struct guid *b)
{
	return memcmp(a->b, b->b, GUID_LEN) == 0;
}

bool guid_at(struct span in, size_t off, struct guid *out)
{
	struct span s;

	if (!span_slice(in, off, GUID_LEN, &s))
		return false;
	memcpy(out->b, s.ptr, GUID_LEN);
	return true;
}

bool guid_is(struct span in, size_t off, const struct guid *want)
{
	struct guid g;

	return guid_at(in, off, &g) && guid_equal(&g, want);
}

void guid_text(const struct guid *g, char out[GUID_TEXT_LEN])
{
	size_t pos = 0;
	int i;

	for (i = 0; i < GUID_LEN; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			out[pos++] = '-';
		pos += (size_t)snprintf(
			out + pos, GUID_TEXT_LEN - pos, "%02X", g->b[text_order[i]]);
	}
}

bool guid_parse(const char *text, struct guid *out)
{
	struct guid g;
	bool braces = *text == '{';
	int i;

	if (braces)
		text++;
	for (i = 0; i < GUID_LEN; i++) {
		unsigned high;
		unsigned low;

		if ((i == 4 || i == 6 || i == 8 || i == 10) && *text++ != '-')
			return false;
		high = num_digit(text[0]);
		low = high == NUM_NO_DIGIT ? high : num_digit(text[1]);
		if (low == NUM_NO_DIGIT)
			return false;
		g.b[text_order[i]] = (uint8_t)(high << 4 | low);
		text += 2;
	}
	if (braces && *text++ != '}')
		return false;
	if (*text != '\0')
		return false;
	*out = g;
	return true;
}
