/* SPDX-License-Identifier: MIT */
#include "biosbelt/utf.h"

static void keep_byte(struct buf *out, uint8_t byte)
{
	uint8_t text[4];

	buf_add(out, text, utf8_put(UTF_KEEP_BASE + byte, text));
}

/* Characters that represent bytes. */
static bool stands_for_byte(uint32_t cp, enum utf_keep how)
{
	return cp >= UTF_KEEP_BASE + (how == UTF_KEEP_7Z ? 0x80 : 0) && cp <= UTF_KEEP_BASE + 0xFF;
}

static bool is_text(uint32_t cp, enum utf_keep how)
{
	if (cp == UTF_BAD || stands_for_byte(cp, how))
		return false;
	return how != UTF_KEEP_CSV || cp == '\t' || cp == '\r' || cp == '\n' || !utf_is_unsafe(cp);
}

void utf8_keep(struct span in, enum utf_keep how, struct buf *out)
{
	size_t pos = 0;

	while (pos < in.len) {
		size_t at = pos;

		if (is_text(utf8_next(in, &pos), how))
			buf_add(out, in.ptr + at, pos - at);
		else
			for (; at < pos; at++)
				keep_byte(out, in.ptr[at]);
	}
}

void utf8_unkeep(struct span in, enum utf_keep how, struct buf *out)
{
	size_t pos = 0;

	while (pos < in.len) {
		size_t at = pos;
		uint32_t cp = utf8_next(in, &pos);

		if (cp != UTF_BAD && stands_for_byte(cp, how))
			buf_add_u8(out, (uint8_t)(cp - UTF_KEEP_BASE));
		else
			buf_add(out, in.ptr + at, pos - at);
	}
}
