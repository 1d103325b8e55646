/* SPDX-License-Identifier: MIT */
/* Decoding: the dispatcher, single-byte encodings and the loop around the multi-byte ones. */
#include "text_private.h"

void text_decoder_init(struct text_decoder *d, enum text_enc enc)
{
	*d = (struct text_decoder){.enc = enc};
}

static enum text_stop bad(struct text_decoder *d, unsigned len)
{
	d->bad_len = len;
	return TEXT_STOP_BAD;
}

static enum text_stop decode_ascii(struct text_decoder *d, struct pass *p)
{
	copy_ascii(p);
	if (p->pos == p->in.len)
		return TEXT_STOP_INPUT;
	return p->in.ptr[p->pos] >= 0x80 ? bad(d, 1) : TEXT_STOP_OUTPUT;
}

/* Bytes that can be dropped as one bad place: the longest start of a well-formed sequence
 * (Unicode 15, chapter 3.9, "maximal subpart"); 0 when more input could complete it. */
static unsigned utf8_bad_len(struct span in, size_t pos, bool last)
{
	uint8_t first = in.ptr[pos];
	uint8_t low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
	uint8_t high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
	size_t want = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
	unsigned len = 1;

	if (first < 0xC2 || first > 0xF4)
		return 1;
	while (len < want && len < in.len - pos) {
		uint8_t next = in.ptr[pos + len];

		if (next < low || next > high)
			return len;
		low = 0x80;
		high = 0xBF;
		len++;
	}
	return last || len == want ? len : 0;
}

static enum text_stop decode_utf8(struct text_decoder *d, struct pass *p)
{
	size_t room = p->cap - p->made;
	size_t left = p->in.len - p->pos;
	struct span view = span_of(p->in.ptr + p->pos, left < room ? left : room);
	size_t good = text_utf8_valid_len(view);
	unsigned bad_len;

	if (good != 0)
		memcpy(p->out + p->made, view.ptr, good);
	p->pos += good;
	p->made += good;
	if (p->pos == p->in.len)
		return TEXT_STOP_INPUT;
	if (good == view.len)
		return TEXT_STOP_OUTPUT;
	bad_len = utf8_bad_len(p->in, p->pos, p->last);
	if (bad_len == 0)
		return TEXT_STOP_INPUT;
	/* A character that is whole in the input was only cut by the room. */
	if (text_utf8_valid_len(span_of(p->in.ptr + p->pos, bad_len)) == bad_len)
		return TEXT_STOP_OUTPUT;
	return bad(d, bad_len);
}

static enum text_stop decode_single(struct text_decoder *d, struct pass *p)
{
	const uint16_t *table = single_table(d->enc);

	for (;;) {
		copy_ascii(p);
		while (p->pos < p->in.len && p->in.ptr[p->pos] >= 0x80) {
			uint32_t cp = table[p->in.ptr[p->pos] - 0x80];

			if (cp == 0)
				return bad(d, 1);
			if (p->cap - p->made < 4)
				return TEXT_STOP_OUTPUT;
			p->made += put_utf8(p->out + p->made, cp);
			p->pos++;
		}
		if (p->pos == p->in.len)
			return TEXT_STOP_INPUT;
		if (p->cap == p->made)
			return TEXT_STOP_OUTPUT;
	}
}

static inline enum text_stop decode_multi(struct text_decoder *d, struct pass *p,
	int (*next)(struct span in, size_t pos, uint32_t *cp))
{
	for (;;) {
		copy_ascii(p);
		while (p->pos < p->in.len && p->in.ptr[p->pos] >= 0x80) {
			uint32_t cp = 0;
			int len = next(p->in, p->pos, &cp);

			if (len == 0 && !p->last)
				return TEXT_STOP_INPUT;
			if (len <= 0)
				return bad(d, len == 0 ? 1 : (unsigned)-len);
			if (p->cap - p->made < 8)
				return TEXT_STOP_OUTPUT;
			if (cp > 0x10FFFF) {
				p->made += put_utf8(p->out + p->made, cp & 0xFFFF);
				cp >>= 16;
			}
			p->made += put_utf8(p->out + p->made, cp);
			p->pos += (size_t)len;
		}
		if (p->pos == p->in.len)
			return TEXT_STOP_INPUT;
		if (p->cap == p->made)
			return TEXT_STOP_OUTPUT;
	}
}

/* Inline, unlike put_u32le of the base: compilers make one store of it. */
static inline void store_u32le(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
	p[2] = (uint8_t)(v >> 16);
	p[3] = (uint8_t)(v >> 24);
}

/* Pairs of GBK, the case that has to be fast: the table is asked without a call. */
static void run_gbk(struct pass *p)
{
	const uint8_t *in = p->in.ptr;
	size_t pos = p->pos;
	uint8_t *out = p->out;
	size_t made = p->made;

	while (p->in.len - pos >= 2 && p->cap - made >= 4) {
		unsigned lead = in[pos] - 0x81u;
		unsigned trail = in[pos + 1] - 0x40u;
		uint32_t cp;

		if (lead > 0x7D || trail > 0xBE || trail == 0x3F)
			break;
		cp = text_gb18030[lead * 190 + trail - (trail > 0x3F)];
		if (cp < 0x800) {
			made += utf8_put(cp, out + made);
		} else {
			uint32_t bytes =
				0x8080E0u | cp >> 12 | (cp & 0xFC0u) << 2 | (cp & 0x3Fu) << 16;

			store_u32le(out + made, bytes);
			made += 3;
		}
		pos += 2;
	}
	p->pos = pos;
	p->made = made;
}

static enum text_stop decode_gb(struct text_decoder *d, struct pass *p)
{
	for (;;) {
		uint32_t cp = 0;
		int len;

		copy_ascii(p);
		run_gbk(p);
		if (p->pos == p->in.len)
			return TEXT_STOP_INPUT;
		if (p->cap - p->made < 8)
			return TEXT_STOP_OUTPUT;
		if (p->in.ptr[p->pos] < 0x80)
			continue;
		len = next_gb18030(p->in, p->pos, &cp);
		if (len == 0 && !p->last)
			return TEXT_STOP_INPUT;
		if (len <= 0)
			return bad(d, len == 0 ? 1 : (unsigned)-len);
		p->made += put_utf8(p->out + p->made, cp);
		p->pos += (size_t)len;
	}
}

static enum text_stop dispatch(struct text_decoder *d, struct pass *p)
{
	switch (d->enc) {
	case TEXT_NONE:
	case TEXT_ASCII:
		return decode_ascii(d, p);
	case TEXT_UTF8:
		return decode_utf8(d, p);
	case TEXT_UTF16LE:
	case TEXT_UTF16BE:
		return decode_utf16(d, p);
	case TEXT_UTF32LE:
	case TEXT_UTF32BE:
		return decode_utf32(d, p);
	case TEXT_GB18030:
	case TEXT_GBK:
		return decode_gb(d, p);
	case TEXT_SHIFT_JIS:
		return decode_multi(d, p, next_shift_jis);
	case TEXT_BIG5:
		return decode_multi(d, p, next_big5);
	case TEXT_ISO_2022_JP:
	case TEXT_ISO_2022_KR:
	case TEXT_HZ:
		return decode_stateful(d, p);
	default:
		break;
	}
	if (d->enc >= TEXT_SINGLE_FIRST)
		return decode_single(d, p);
	return decode_multi(d, p, next_of(d->enc));
}

enum text_stop text_decode(struct text_decoder *d, struct span in, bool last, uint8_t *out,
	size_t cap, size_t *used, size_t *made)
{
	struct pass p = {.in = in, .out = out, .cap = cap, .last = last};
	enum text_stop stop = dispatch(d, &p);

	*used = p.pos;
	*made = p.made;
	return stop;
}
