/* SPDX-License-Identifier: MIT */
/* UTF-16 and UTF-32, both byte orders, to UTF-8 and back (Unicode 15, chapter 3.9 and 3.10). */
#include "text_private.h"

static inline unsigned unit16(const uint8_t *p, unsigned low)
{
	return (unsigned)p[1 - low] << 8 | p[low];
}

enum text_stop decode_utf16(struct text_decoder *d, struct pass *p)
{
	unsigned low = d->enc == TEXT_UTF16LE ? 0 : 1; /* index of the low byte */

	for (;;) {
		unsigned unit;
		uint32_t cp;
		size_t left;
		size_t len = 2;

		text_utf16_run(p, low);
		left = p->in.len - p->pos;
		if (left == 0 || (left < 2 && !p->last))
			return TEXT_STOP_INPUT;
		if (p->cap - p->made < 4)
			return TEXT_STOP_OUTPUT;
		d->bad_len = left < 2 ? 1 : 2;
		if (left < 2)
			return TEXT_STOP_BAD;
		unit = unit16(p->in.ptr + p->pos, low);
		cp = unit;
		if (unit >= 0xD800 && unit < 0xDC00) {
			unsigned second;

			if (left < 4 && !p->last)
				return TEXT_STOP_INPUT;
			second = left < 4 ? 0 : unit16(p->in.ptr + p->pos + 2, low);
			if (second < 0xDC00 || second > 0xDFFF)
				return TEXT_STOP_BAD;
			cp = 0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00);
			len = 4;
		} else if (unit >= 0xDC00 && unit < 0xE000) {
			return TEXT_STOP_BAD;
		}
		p->made += put_utf8(p->out + p->made, cp);
		p->pos += len;
	}
}

enum text_stop decode_utf32(struct text_decoder *d, struct pass *p)
{
	bool little = d->enc == TEXT_UTF32LE;

	for (;;) {
		const uint8_t *src = p->in.ptr + p->pos;
		size_t left = p->in.len - p->pos;
		size_t len;
		uint32_t cp;

		if (left == 0 || (left < 4 && !p->last))
			return TEXT_STOP_INPUT;
		if (p->cap - p->made < 4)
			return TEXT_STOP_OUTPUT;
		d->bad_len = left < 4 ? (unsigned)left : 4;
		if (left < 4)
			return TEXT_STOP_BAD;
		cp = little ? (uint32_t)src[3] << 24 | (uint32_t)src[2] << 16 |
				      (uint32_t)src[1] << 8 | src[0]
			    : (uint32_t)src[0] << 24 | (uint32_t)src[1] << 16 |
				      (uint32_t)src[2] << 8 | src[3];
		len = utf8_put(cp, p->out + p->made);
		if (len == 0)
			return TEXT_STOP_BAD;
		p->made += len;
		p->pos += 4;
	}
}

static void put_unit16(uint8_t *out, unsigned unit, unsigned low)
{
	out[low] = (uint8_t)unit;
	out[1 - low] = (uint8_t)(unit >> 8);
}

static size_t put_utf16(uint8_t *out, uint32_t cp, unsigned low)
{
	if (cp < 0x10000) {
		put_unit16(out, cp, low);
		return 2;
	}
	cp -= 0x10000;
	put_unit16(out, 0xD800 | cp >> 10, low);
	put_unit16(out + 2, 0xDC00 | (cp & 0x3FF), low);
	return 4;
}

static size_t put_form(enum text_enc enc, uint8_t *out, uint32_t cp)
{
	switch (enc) {
	case TEXT_UTF16LE:
		return put_utf16(out, cp, 0);
	case TEXT_UTF16BE:
		return put_utf16(out, cp, 1);
	case TEXT_UTF32LE:
		put_u32le(out, cp);
		return 4;
	default:
		put_u32be(out, cp);
		return 4;
	}
}

enum text_stop encode_utf16(struct text_encoder *e, struct pass *p)
{
	while (p->pos < p->in.len) {
		size_t next = p->pos;
		uint32_t cp;

		if (p->cap - p->made < 4)
			return TEXT_STOP_OUTPUT;
		cp = utf8_next(p->in, &next);
		if (cp == UTF_BAD) {
			if (!p->last && p->in.len - p->pos < 4)
				return TEXT_STOP_INPUT;
			e->bad_cp = UTF_BAD;
			e->bad_len = 1;
			return TEXT_STOP_BAD;
		}
		p->made += put_form(e->enc, p->out + p->made, cp);
		p->pos = next;
	}
	return TEXT_STOP_INPUT;
}
