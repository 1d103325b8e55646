/* SPDX-License-Identifier: MIT */
/* Why bytes are no text. In doubt they are none: nobody misses the conversion of a table. */
#include "detect/detect_private.h"

#define RUN_FF 8 /* erased flash; a text has not so many equal bytes of this value */

const char *text_reason_text(enum text_reason reason)
{
	static const char *const texts[] = {"", "has NUL bytes", "has control bytes",
		"has runs of FF bytes", "its UTF-16 or UTF-32 units are no text",
		"makes no text in any encoding"};

	return texts[reason];
}

static bool has_run(struct span in)
{
	size_t pos = 0;

	while (pos < in.len) {
		const uint8_t *at = memchr(in.ptr + pos, 0xFF, in.len - pos);
		size_t n = 0;

		if (at == NULL)
			return false;
		pos = (size_t)(at - in.ptr);
		while (pos + n < in.len && in.ptr[pos + n] == 0xFF)
			n++;
		if (n >= RUN_FF)
			return true;
		pos += n;
	}
	return false;
}

/* The padding of a log that a crash or a fixed size has left. */
static bool only_trailing_nul(struct span in)
{
	size_t len = in.len;

	while (len > 0 && in.ptr[len - 1] == 0)
		len--;
	return len > 1 && in.ptr[len - 1] == '\n' && memchr(in.ptr, 0, len) == NULL;
}

enum text_reason find_binary(struct span in, const struct text_look *look)
{
	uint64_t control = look->control;

	if (look_has_nul(look)) {
		if (!only_trailing_nul(in))
			return TEXT_REASON_NUL;
		for (size_t len = in.len; len > 0 && in.ptr[len - 1] == 0; len--)
			control--;
	}
	if (look->high != 0 && control * 50 > look->len)
		return TEXT_REASON_CONTROL;
	if (control * 10 > look->len * 3)
		return TEXT_REASON_CONTROL;
	return look->high != 0 && has_run(in) ? TEXT_REASON_FF : TEXT_REASON_NONE;
}
