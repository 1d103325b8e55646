/* SPDX-License-Identifier: MIT */
/* Decoding: the dispatcher, single-byte encodings and the loop around the multi-byte ones. */
#include <stdlib.h>

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

/* Length of an invalid sequence: the longest start of a well-formed one (Unicode 15, chapter 3.9,
 * "maximal subpart"); 0 when more input could complete it. */
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
	/* A complete character did not fit the output. */
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

static uint32_t *pairs_make(enum text_enc enc)
{
	int (*next)(struct span in, size_t pos, uint32_t * cp) = next_of(enc);
	uint32_t *pairs = next == NULL ? NULL : malloc(PAIR_COUNT * sizeof(*pairs));

	for (size_t i = 0; pairs != NULL && i < PAIR_COUNT; i++)
		pairs[i] = PAIR_SLOW;
	if (pairs != NULL)
		pairs[0] = 0;
	for (unsigned lead = 0x81; pairs != NULL && lead <= 0xFE; lead++) {
		for (unsigned trail = 0x31; trail <= 0xFE; trail++) {
			uint8_t bytes[5] = {(uint8_t)lead, (uint8_t)trail};
			uint32_t cp = 0;

			if (next(span_of(bytes, 2), 0, &cp) != 2 || cp < 0x800 || cp > 0xFFFF)
				continue;
			bytes[0] = 0;
			put_utf8(bytes + 1, cp);
			memcpy(&pairs[lead << 8 | trail], bytes, sizeof(*pairs));
		}
	}
	return pairs;
}

const uint32_t *text_pairs_get(enum text_enc enc)
{
	static _Atomic(void *) ready[TEXT_ENC_COUNT];
	const uint32_t *pairs = atomic_load_explicit(&ready[enc], memory_order_acquire);

	return pairs != NULL ? pairs : text_keep(&ready[enc], pairs_make(enc));
}

const uint32_t *text_pairs_for(enum text_enc enc, size_t len)
{
	static atomic_size_t seen[TEXT_ENC_COUNT];

	if (next_of(enc) == NULL || atomic_fetch_add(&seen[enc], len) + len < PAIRS_WORTH)
		return NULL;
	return text_pairs_get(enc);
}

/* Decodes runs of ASCII and common pairs, until another character or the end of the output. */
static void run_plain(struct pass *on, const uint32_t *pairs)
{
	struct pass here = *on; /* a copy, so that its fields may stay in registers */
	struct pass *p = &here;

	for (;;) {
		size_t before;

		copy_ascii(p);
		before = p->pos;
		while (p->in.len - p->pos >= 2 && p->cap - p->made >= 4) {
			const uint8_t *src = p->in.ptr + p->pos;
			uint32_t pair = pairs[src[0] << 8 | src[1]];

			if (src[0] < 0x80 || (pair & PAIR_SLOW) != 0)
				break;
			memcpy(p->out + p->made, (const uint8_t *)&pair + 1, 3);
			p->pos += 2;
			p->made += 3;
		}
		if (p->pos == before)
			break;
	}
	on->pos = p->pos;
	on->made = p->made;
}

#define PLAIN_STEP 64 /* bytes after which the vector loop is tried again */

static void run_pairs(struct pass *p, const uint32_t *pairs)
{
	size_t whole = p->in.len;
	size_t stop;

	do {
#ifdef TEXT_X86
		if (__builtin_cpu_supports("avx2"))
			pairs_run_avx2(p, pairs);
#endif
		stop = whole - p->pos > PLAIN_STEP ? p->pos + PLAIN_STEP : whole;
		p->in.len = stop;
		run_plain(p, pairs);
		p->in.len = whole;
	} while (stop - p->pos < 2 && stop != whole && p->cap - p->made >= PLAIN_STEP);
}

static inline enum text_stop decode_multi(struct text_decoder *d, struct pass *p,
	int (*next)(struct span in, size_t pos, uint32_t *cp))
{
	for (;;) {
		uint32_t cp = 0;
		int len;

		if (d->pairs != NULL)
			run_pairs(p, d->pairs);
		else
			copy_ascii(p);
		if (p->pos == p->in.len)
			return TEXT_STOP_INPUT;
		if (p->cap - p->made < 8)
			return TEXT_STOP_OUTPUT;
		if (p->in.ptr[p->pos] < 0x80)
			continue;
		len = next(p->in, p->pos, &cp);
		if (len == 0 && !p->last)
			return TEXT_STOP_INPUT;
		if (len <= 0)
			return bad(d, len == 0 ? 1 : (unsigned)-len);
		if (cp > 0x10FFFF) {
			p->made += put_utf8(p->out + p->made, cp & 0xFFFF);
			cp >>= 16;
		}
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
		return decode_multi(d, p, next_gb18030);
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
