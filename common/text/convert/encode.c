/* SPDX-License-Identifier: MIT */
/*
 * Encoding from UTF-8. The reverse table is built from the decoder when an encoder is first opened.
 * Each two-byte code is decoded, and the first code of a character wins, in the order that the
 * standards prescribe. Map values are the byte, or lead and trail byte. Where the encoding has no
 * such pair (EUC-JP, EUC-TW), a lead over 7F with a trail below 80 means the set after 8F or 8E A2.
 */
#include <stdlib.h>

#include "text_private.h"

#define MAP_BMP   0x10000u
#define MAP_WHOLE 0x20000u /* including plane 2, which Big5 uses */

struct map_build {
	enum text_enc enc;
	uint16_t *map;
	uint32_t size;
};

static void map_code(struct map_build *b, unsigned lead, unsigned trail)
{
	uint8_t bytes[2] = {(uint8_t)lead, (uint8_t)trail};
	uint32_t cp = 0;

	if (next_of(b->enc)(span_of(bytes, 2), 0, &cp) != 2 || cp < 0x80 || cp > 0x2FFFF)
		return;
	if (cp >= 0x20000)
		cp -= 0x10000;
	else if (cp >= 0x10000)
		return;
	if (cp < b->size && b->map[cp] == 0)
		b->map[cp] = (uint16_t)(lead << 8 | trail);
}

static void map_leads(struct map_build *b, unsigned first, unsigned last)
{
	for (unsigned lead = first; lead <= last; lead++) {
		for (unsigned trail = 0x31; trail <= 0xFE; trail++)
			map_code(b, lead, trail);
	}
}

/* The trail bytes of JIS X 0212 and CNS plane 2 are stored with the high bit clear. */
static void map_plane(struct map_build *b)
{
	for (unsigned i = 0; i < PLANE94_COUNT; i++) {
		uint16_t cp = b->enc == TEXT_EUC_TW ? cns_character(2, i) : text_jis0212[i];

		if (cp >= 0x80 && b->map[cp] == 0)
			b->map[cp] = (uint16_t)((0xA1 + i / 94) << 8 | (0x21 + i % 94));
	}
}

static void map_shift_jis(struct map_build *b)
{
	/* NEC's selection of IBM characters (leads ED and EE) repeats FA to FC, which take
	 * precedence. */
	map_leads(b, 0x81, 0x9F);
	map_leads(b, 0xE0, 0xEC);
	map_leads(b, 0xEF, 0xFC);
	map_leads(b, 0xED, 0xEE);
	for (unsigned byte = 0xA1; byte <= 0xDF; byte++)
		b->map[0xFF61 - 0xA1 + byte] = (uint16_t)byte;
}

static void map_big5(struct map_build *b)
{
	/* Six characters prefer their later code, except those from C6A1 (Encoding Standard,
	 * 12.1). */
	static const uint16_t later[][3] = {{0x2550, 0xF9, 0xF9}, {0x255E, 0xF9, 0xE9},
		{0x2561, 0xF9, 0xEB}, {0x256A, 0xF9, 0xEA}, {0x5341, 0xA4, 0x51},
		{0x5345, 0xA4, 0xCA}};

	for (size_t i = 0; i < sizeof(later) / sizeof(later[0]); i++)
		b->map[later[i][0]] = (uint16_t)(later[i][1] << 8 | later[i][2]);
	map_leads(b, 0xA1, 0xFE);
	map_leads(b, 0x81, 0xA0);
}

static void map_single(struct map_build *b)
{
	const uint16_t *table = single_table(b->enc);

	for (unsigned i = 0; i < 128; i++) {
		if (table[i] != 0 && b->map[table[i]] == 0)
			b->map[table[i]] = (uint16_t)(0x80 + i);
	}
}

/* Characters with two bytes in GB 18030 that code page 936 lacks: user-defined ones, radicals,
 * ideographic description characters and those added in Unicode 3.0 (CP936.TXT of the Unicode
 * consortium). */
static void leave_out(struct map_build *b)
{
	static const uint16_t ranges[][2] = {{0x01F9, 0x01F9}, {0x1E3F, 0x1E3F}, {0x2E80, 0x2FFB},
		{0x303E, 0x303E}, {0x3400, 0x4DBF}, {0x9FA6, 0x9FFF}, {0xE000, 0xF8FF},
		{0xFE10, 0xFE19}};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		for (unsigned cp = ranges[i][0]; cp <= ranges[i][1]; cp++)
			b->map[cp] = 0;
	}
	b->map[0x20AC] = 0x80;
}

static void map_fill(struct map_build *b)
{
	switch (b->enc) {
	case TEXT_SHIFT_JIS:
		map_shift_jis(b);
		break;
	case TEXT_BIG5:
	case TEXT_CP950:
		map_big5(b);
		break;
	case TEXT_EUC_JP:
		map_leads(b, 0xA1, 0xFE);
		map_leads(b, 0x8E, 0x8E);
		map_plane(b);
		break;
	case TEXT_EUC_TW:
		map_leads(b, 0xA1, 0xFE);
		map_plane(b);
		break;
	default:
		if (b->enc >= TEXT_SINGLE_FIRST)
			map_single(b);
		else
			map_leads(b, 0x81, 0xFE);
		break;
	}
	if (b->enc == TEXT_GBK)
		leave_out(b);
}

/* The encoding whose reverse table is used for enc; TEXT_NONE: it needs none. */
static enum text_enc map_source(enum text_enc enc)
{
	switch (enc) {
	case TEXT_NONE:
	case TEXT_ASCII:
	case TEXT_UTF8:
	case TEXT_UTF16LE:
	case TEXT_UTF16BE:
	case TEXT_UTF32LE:
	case TEXT_UTF32BE:
		return TEXT_NONE;
	case TEXT_ISO_2022_JP:
		return TEXT_EUC_JP;
	case TEXT_ISO_2022_KR:
		return TEXT_CP949;
	case TEXT_HZ:
		return TEXT_GB18030;
	default:
		return enc;
	}
}

static uint16_t *map_make(enum text_enc enc)
{
	struct map_build b = {.enc = enc, .size = enc == TEXT_BIG5 ? MAP_WHOLE : MAP_BMP};

	b.map = calloc(b.size, sizeof(*b.map));
	if (b.map != NULL)
		map_fill(&b);
	return b.map;
}

enum err_code text_encoder_open(struct text_encoder *e, enum text_enc enc, struct err *err)
{
	static _Atomic(void *) ready[TEXT_ENC_COUNT];
	enum text_enc source = map_source(enc);

	*e = (struct text_encoder){.enc = enc};
	if (source == TEXT_NONE)
		return ERR_OK;
	e->map = atomic_load_explicit(&ready[source], memory_order_acquire);
	if (e->map == NULL)
		e->map = text_keep(&ready[source], map_make(source));
	return e->map != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

void text_encoder_close(struct text_encoder *e)
{
	e->map = NULL; /* shared with other encoders */
}

static enum text_stop bad(struct text_encoder *e, uint32_t cp, size_t len)
{
	e->bad_cp = cp;
	e->bad_len = (unsigned)len;
	return TEXT_STOP_BAD;
}

/* A letter that Big5 has only combined with a mark: 2 when both were taken, 0 when the mark may
 * still follow, 1 for the letter alone. */
static int big5_pair(struct pass *p, uint32_t cp, size_t *next)
{
	size_t after = *next;
	uint32_t mark;
	uint8_t trail;

	if (p->in.len - after < 2)
		return p->last ? 1 : 0;
	mark = utf8_next(p->in, &after);
	if (mark != 0x304 && mark != 0x30C)
		return 1;
	trail = (uint8_t)((cp == 0xCA ? 0x62 : 0xA3) + (mark == 0x30C ? 2 : 0));
	p->out[p->made++] = 0x88;
	p->out[p->made++] = trail;
	*next = after;
	return 2;
}

/* Writes the bytes of a map value; returns their number, 0 when it is empty. */
static size_t put_code(enum text_enc enc, uint16_t code, uint8_t *out)
{
	size_t n = 0;

	if (code == 0)
		return 0;
	if (code < 0x100) {
		out[0] = (uint8_t)code;
		return 1;
	}
	if ((enc == TEXT_EUC_JP || enc == TEXT_EUC_TW) && (code & 0x80) == 0) {
		out[n++] = enc == TEXT_EUC_JP ? 0x8F : 0x8E;
		if (enc == TEXT_EUC_TW)
			out[n++] = 0xA2;
		code |= 0x80;
	}
	out[n++] = (uint8_t)(code >> 8);
	out[n++] = (uint8_t)code;
	return n;
}

static uint16_t map_find(const struct text_encoder *e, uint32_t cp)
{
	if (cp < 0x10000)
		return e->map[cp];
	if (e->enc == TEXT_BIG5 && cp >= 0x20000 && cp < 0x30000)
		return e->map[cp - 0x10000];
	return 0;
}

/* Encodes one character over 7F. */
static enum text_stop encode_one(struct text_encoder *e, struct pass *p)
{
	size_t next = p->pos;
	uint32_t cp = utf8_next(p->in, &next);
	size_t len;

	if (cp == UTF_BAD) {
		if (!p->last && p->in.len - p->pos < 4)
			return TEXT_STOP_INPUT;
		return bad(e, UTF_BAD, 1);
	}
	if (p->cap - p->made < 4)
		return TEXT_STOP_OUTPUT;
	if (e->enc == TEXT_BIG5 && (cp == 0xCA || cp == 0xEA)) {
		int pair = big5_pair(p, cp, &next);

		if (pair == 0)
			return TEXT_STOP_INPUT;
		if (pair == 2) {
			p->pos = next;
			return TEXT_STOP_INPUT;
		}
	}
	len = put_code(e->enc, map_find(e, cp), p->out + p->made);
	if (len == 0 && e->enc == TEXT_GB18030 && gb18030_four_bytes(cp, p->out + p->made))
		len = 4;
	if (len == 0)
		return bad(e, cp, next - p->pos);
	p->made += len;
	p->pos = next;
	return TEXT_STOP_INPUT;
}

static enum text_stop encode_mapped(struct text_encoder *e, struct pass *p)
{
	for (;;) {
		size_t before;
		enum text_stop stop;

		copy_ascii(p);
		if (p->pos == p->in.len)
			return TEXT_STOP_INPUT;
		if (p->in.ptr[p->pos] < 0x80)
			return TEXT_STOP_OUTPUT;
		before = p->pos;
		stop = encode_one(e, p);
		if (stop != TEXT_STOP_INPUT || p->pos == before)
			return stop;
	}
}

static enum text_stop encode_ascii(struct text_encoder *e, struct pass *p)
{
	size_t next;
	uint32_t cp;

	copy_ascii(p);
	if (p->pos == p->in.len)
		return TEXT_STOP_INPUT;
	if (p->in.ptr[p->pos] < 0x80)
		return TEXT_STOP_OUTPUT;
	next = p->pos;
	cp = utf8_next(p->in, &next);
	if (cp == UTF_BAD && !p->last && p->in.len - p->pos < 4)
		return TEXT_STOP_INPUT;
	return bad(e, cp, cp == UTF_BAD ? 1 : next - p->pos);
}

static enum text_stop encode_utf8(struct text_encoder *e, struct pass *p)
{
	struct text_decoder d = {.enc = TEXT_UTF8};
	size_t used;
	size_t made;
	enum text_stop stop = text_decode(&d, span_of(p->in.ptr + p->pos, p->in.len - p->pos),
		p->last, p->out + p->made, p->cap - p->made, &used, &made);

	p->pos += used;
	p->made += made;
	return stop == TEXT_STOP_BAD ? bad(e, UTF_BAD, d.bad_len) : stop;
}

static enum text_stop dispatch(struct text_encoder *e, struct pass *p)
{
	switch (e->enc) {
	case TEXT_NONE:
	case TEXT_ASCII:
		return encode_ascii(e, p);
	case TEXT_UTF8:
		return encode_utf8(e, p);
	case TEXT_UTF16LE:
	case TEXT_UTF16BE:
	case TEXT_UTF32LE:
	case TEXT_UTF32BE:
		return encode_utf16(e, p);
	case TEXT_ISO_2022_JP:
	case TEXT_ISO_2022_KR:
	case TEXT_HZ:
		return encode_stateful(e, p);
	default:
		return encode_mapped(e, p);
	}
}

enum text_stop text_encode(struct text_encoder *e, struct span in, bool last, uint8_t *out,
	size_t cap, size_t *used, size_t *made)
{
	struct pass p = {.in = in, .out = out, .cap = cap, .last = last};
	enum text_stop stop = dispatch(e, &p);

	*used = p.pos;
	*made = p.made;
	return stop;
}
