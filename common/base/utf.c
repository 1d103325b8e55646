/* SPDX-License-Identifier: MIT */
#include "biosbelt/utf.h"

#include <string.h>

/* Unicode 15, table 3-7: the range of the second byte excludes overlong forms and surrogates. */
static unsigned sequence_info(uint8_t first, uint8_t *low, uint8_t *high)
{
	*low = 0x80;
	*high = 0xBF;
	if (first < 0x80)
		return 1;
	if (first < 0xC2)
		return 0;
	if (first < 0xE0)
		return 2;
	if (first < 0xF0) {
		if (first == 0xE0)
			*low = 0xA0;
		if (first == 0xED)
			*high = 0x9F;
		return 3;
	}
	if (first > 0xF4)
		return 0;
	if (first == 0xF0)
		*low = 0x90;
	if (first == 0xF4)
		*high = 0x8F;
	return 4;
}

uint32_t utf8_next(struct span in, size_t *pos)
{
	static const uint8_t first_mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
	uint8_t low;
	uint8_t high;
	uint8_t first;
	unsigned len;
	unsigned i;
	uint32_t cp;

	if (*pos >= in.len)
		return UTF_BAD;
	first = in.ptr[*pos];
	len = sequence_info(first, &low, &high);
	if (len == 0 || len > in.len - *pos) {
		(*pos)++;
		return UTF_BAD;
	}
	cp = first & first_mask[len];
	for (i = 1; i < len; i++) {
		uint8_t next = in.ptr[*pos + i];

		if (next < low || next > high) {
			(*pos)++;
			return UTF_BAD;
		}
		low = 0x80;
		high = 0xBF;
		cp = cp << 6 | (next & 0x3Fu);
	}
	*pos += len;
	return cp;
}

size_t utf8_put(uint32_t cp, uint8_t out[4])
{
	if (cp < 0x80) {
		out[0] = (uint8_t)cp;
		return 1;
	}
	if (cp < 0x800) {
		out[0] = (uint8_t)(0xC0 | cp >> 6);
		out[1] = (uint8_t)(0x80 | (cp & 0x3F));
		return 2;
	}
	if (cp >= 0xD800 && cp < 0xE000)
		return 0;
	if (cp < 0x10000) {
		out[0] = (uint8_t)(0xE0 | cp >> 12);
		out[1] = (uint8_t)(0x80 | (cp >> 6 & 0x3F));
		out[2] = (uint8_t)(0x80 | (cp & 0x3F));
		return 3;
	}
	if (cp > 0x10FFFF)
		return 0;
	out[0] = (uint8_t)(0xF0 | cp >> 18);
	out[1] = (uint8_t)(0x80 | (cp >> 12 & 0x3F));
	out[2] = (uint8_t)(0x80 | (cp >> 6 & 0x3F));
	out[3] = (uint8_t)(0x80 | (cp & 0x3F));
	return 4;
}

size_t utf8_valid_len(struct span in)
{
	size_t pos = 0;

	while (pos < in.len) {
		size_t before = pos;

		if (utf8_next(in, &pos) == UTF_BAD)
			return before;
	}
	return pos;
}

static void add_cp(struct buf *out, uint32_t cp)
{
	uint8_t bytes[4];

	buf_add(out, bytes, utf8_put(cp, bytes));
}

/* The next code point of UTF-16LE, or an unpaired surrogate. */
static uint32_t utf16_next(struct cursor *c)
{
	uint32_t cp = cursor_u16le(c);
	uint16_t low;

	if (cp >= 0xD800 && cp < 0xDC00 && span_u16le(c->in, c->pos, &low) && low >= 0xDC00 &&
		low < 0xE000) {
		cp = 0x10000 + ((cp - 0xD800) << 10) + (low - 0xDC00u);
		cursor_skip(c, 2);
	}
	return cp;
}

static bool is_surrogate(uint32_t cp)
{
	return cp >= 0xD800 && cp < 0xE000;
}

enum err_code utf16le_to_utf8(struct span in, struct buf *out, size_t *replaced, struct err *err)
{
	struct cursor c = {.in = in};
	size_t bad = in.len % 2;

	while (cursor_left(&c) >= 2) {
		uint32_t cp = utf16_next(&c);

		bad += is_surrogate(cp);
		add_cp(out, is_surrogate(cp) ? UTF_REPLACEMENT : cp);
	}
	if (in.len % 2 != 0)
		add_cp(out, UTF_REPLACEMENT);
	if (out->failed != ERR_OK)
		return err_set(err, out->failed, "%s", err_name(out->failed));
	if (replaced != NULL)
		*replaced = bad;
	return ERR_OK;
}

void utf16le_to_bytes(struct span in, struct buf *out)
{
	struct cursor c = {.in = in};

	while (cursor_left(&c) >= 2) {
		uint32_t cp = utf16_next(&c);

		if (is_surrogate(cp)) {
			buf_add_u8(out, (uint8_t)(0xE0 | cp >> 12));
			buf_add_u8(out, (uint8_t)(0x80 | (cp >> 6 & 0x3F)));
			buf_add_u8(out, (uint8_t)(0x80 | (cp & 0x3F)));
		} else {
			add_cp(out, cp);
		}
	}
}

enum err_code utf8_to_utf16le(struct span in, struct buf *out, struct err *err)
{
	size_t pos = 0;

	while (pos < in.len) {
		size_t at = pos;
		uint32_t cp = utf8_next(in, &pos);

		if (cp == UTF_BAD)
			return err_set(err, ERR_FORMAT, "no UTF-8 at byte %zu", at);
		if (cp >= 0x10000) {
			buf_add_u16le(out, (uint16_t)(0xD800 + ((cp - 0x10000) >> 10)));
			buf_add_u16le(out, (uint16_t)(0xDC00 + ((cp - 0x10000) & 0x3FF)));
		} else {
			buf_add_u16le(out, (uint16_t)cp);
		}
	}
	if (out->failed != ERR_OK)
		return err_set(err, out->failed, "%s", err_name(out->failed));
	return ERR_OK;
}

/* C0, DEL, C1, line and paragraph separators, bidirectional controls (they reorder what is
 * shown), byte order mark. */
bool utf_is_unsafe(uint32_t cp)
{
	return cp < 0x20 || (cp >= 0x7F && cp < 0xA0) || cp == 0x061C ||
	       (cp >= 0x200B && cp <= 0x200F) || (cp >= 0x2028 && cp <= 0x202E) ||
	       (cp >= 0x2060 && cp <= 0x206F) || cp == 0xFEFF || (cp >= 0xFFF9 && cp <= 0xFFFB) ||
	       (cp >= 0xE0000 && cp <= 0xE007F);
}

void utf8_escape(struct span in, struct buf *out)
{
	size_t pos = 0;

	while (pos < in.len) {
		size_t at = pos;
		uint32_t cp;

		while (pos < in.len && in.ptr[pos] >= 0x20 && in.ptr[pos] < 0x7F)
			pos++;
		buf_add(out, in.ptr + at, pos - at);
		at = pos;
		if (pos == in.len)
			return;
		cp = utf8_next(in, &pos);
		if (cp == UTF_BAD)
			buf_printf(out, "\\x%02X", in.ptr[at]);
		else if (cp < 0x80 && utf_is_unsafe(cp))
			buf_printf(out, "\\x%02X", (unsigned)cp);
		else if (utf_is_unsafe(cp))
			buf_printf(out, "\\u{%04X}", (unsigned)cp);
		else
			buf_add(out, in.ptr + at, pos - at);
	}
}
