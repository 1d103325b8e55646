/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/out.h"
#include "biosbelt/utf.h"

int out_width(const char *text)
{
	struct span in = span_of(text, strlen(text));
	size_t pos = 0;
	int width = 0;

	while (pos < in.len) {
		uint32_t cp = utf8_next(in, &pos);

		width += cp == UTF_BAD ? 1 : utf_width(cp);
	}
	return width;
}
