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

/* Opening and closing marks: no line ends with the one kind or begins with the other. */
static bool closes(uint32_t cp)
{
	static const uint32_t marks[] = {0x3001, 0x3002, 0x300B, 0x300D, 0xFF01, 0xFF09, 0xFF0C,
		0xFF1A, 0xFF1B, 0xFF1F, 0x2019, 0x201D, ')', ',', '.', ';', ':'};
	size_t i;

	for (i = 0; i < sizeof marks / sizeof marks[0]; i++)
		if (marks[i] == cp)
			return true;
	return false;
}

static bool opens(uint32_t cp)
{
	return cp == 0x300A || cp == 0x300C || cp == 0xFF08 || cp == 0x2018 || cp == 0x201C;
}

size_t out_word(const char *text)
{
	struct span in = span_of(text, strlen(text));
	size_t pos = 0, next = 0;
	uint32_t cp, after;

	if (in.len == 0 || text[0] == ' ')
		return 0;
	after = utf8_next(in, &next);
	do {
		cp = after;
		pos = next;
		after = pos < in.len ? utf8_next(in, &next) : ' ';
	} while (after != ' ' &&
		 ((utf_width(cp) < 2 && utf_width(after) < 2) || opens(cp) || closes(after)));
	return pos;
}
