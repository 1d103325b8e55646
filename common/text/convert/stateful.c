/* SPDX-License-Identifier: MIT */
/*
 * Encodings with shifts: ISO-2022-JP (RFC 1468 with the sets of RFC 2237 and half-width katakana),
 * ISO-2022-KR (RFC 1557) and HZ (RFC 1843). All bytes are below 80.
 */
#include "text_private.h"

#define ESC 0x1B
#define SO  0x0E
#define SI  0x0F

enum charset { SET_ASCII, SET_ROMAN, SET_KANA, SET_JIS0208, SET_JIS0212, SET_KS, SET_GB };

struct escape {
	const char *bytes;
	enum text_enc enc;
	enum charset set;
};

static const struct escape escapes[] = {
	{"\x1B(B", TEXT_ISO_2022_JP, SET_ASCII},
	{"\x1B(J", TEXT_ISO_2022_JP, SET_ROMAN},
	{"\x1B(I", TEXT_ISO_2022_JP, SET_KANA},
	{"\x1B$@", TEXT_ISO_2022_JP, SET_JIS0208},
	{"\x1B$B", TEXT_ISO_2022_JP, SET_JIS0208},
	{"\x1B$(D", TEXT_ISO_2022_JP, SET_JIS0212},
	{"\x1B$)C", TEXT_ISO_2022_KR, SET_ASCII},
	{"\x0E", TEXT_ISO_2022_KR, SET_KS},
	{"\x0F", TEXT_ISO_2022_KR, SET_ASCII},
	{"~{", TEXT_HZ, SET_GB},
	{"~}", TEXT_HZ, SET_ASCII},
	{"~\n", TEXT_HZ, SET_ASCII},
};
#define ESCAPE_COUNT (sizeof(escapes) / sizeof(escapes[0]))

/* Finds the escape at pos, and its length in *len; *cut when the input ends inside one. */
static const struct escape *find_escape(enum text_enc enc, struct span in, size_t pos, bool *cut)
{
	*cut = false;
	for (size_t i = 0; i < ESCAPE_COUNT; i++) {
		size_t len = strlen(escapes[i].bytes);
		size_t left = in.len - pos;

		if (escapes[i].enc != enc)
			continue;
		if (left >= len && memcmp(in.ptr + pos, escapes[i].bytes, len) == 0)
			return &escapes[i];
		if (left < len && memcmp(in.ptr + pos, escapes[i].bytes, left) == 0)
			*cut = true;
	}
	return NULL;
}

/* Decodes a two-byte code of 94 by 94 cells. */
static uint32_t cell(enum charset set, uint8_t first, uint8_t second)
{
	uint8_t bytes[2] = {(uint8_t)(first | 0x80), (uint8_t)(second | 0x80)};
	struct span pair = span_of(bytes, 2);
	uint32_t cp = 0;

	if (first < 0x21 || first > 0x7E || second < 0x21 || second > 0x7E)
		return 0;
	switch (set) {
	case SET_JIS0208:
		return text_jis0208[(first - 0x21u) * 94 + second - 0x21u];
	case SET_JIS0212:
		return text_jis0212[(first - 0x21u) * 94 + second - 0x21u];
	case SET_KS:
		return next_cp949(pair, 0, &cp) == 2 ? cp : 0;
	default:
		return next_gb18030(pair, 0, &cp) == 2 ? cp : 0;
	}
}

static uint32_t one_byte(enum charset set, uint8_t byte)
{
	if (set == SET_KANA && byte >= 0x21 && byte <= 0x5F)
		return 0xFF61u - 0x21 + byte;
	if (set == SET_ROMAN && byte == 0x5C)
		return 0xA5;
	if (set == SET_ROMAN && byte == 0x7E)
		return 0x203E;
	return set == SET_KANA && byte > 0x20 ? 0 : byte;
}

/* Decodes a character that is not an escape; returns its length, 0 when cut, negative when
 * invalid. */
static int plain(struct text_decoder *d, struct pass *p, uint32_t *cp)
{
	uint8_t byte = p->in.ptr[p->pos];
	enum charset set = (enum charset)d->state;

	if (byte >= 0x80 || byte == ESC)
		return -1;
	if (set < SET_JIS0208 || byte <= 0x20 || byte == 0x7F) {
		*cp = set < SET_JIS0208 ? one_byte(set, byte) : byte;
		/* A line break ends a shift (RFC 1557, RFC 1843), except in ISO-2022-JP, where the
		 * next line begins in the same set (RFC 1468). */
		if (byte == '\n' && d->enc != TEXT_ISO_2022_JP)
			d->state = SET_ASCII;
		return *cp != 0 || byte == 0 ? 1 : -1;
	}
	if (p->in.len - p->pos < 2)
		return 0;
	*cp = cell(set, byte, p->in.ptr[p->pos + 1]);
	if (*cp == 0)
		return p->in.ptr[p->pos + 1] > 0x20 ? -2 : -1;
	return 2;
}

enum text_stop decode_stateful(struct text_decoder *d, struct pass *p)
{
	while (p->pos < p->in.len) {
		bool cut;
		const struct escape *escape = find_escape(d->enc, p->in, p->pos, &cut);
		uint32_t cp = 0;
		int len;

		if (escape != NULL) {
			d->state = escape->set;
			p->pos += strlen(escape->bytes);
			continue;
		}
		if (cut && !p->last)
			return TEXT_STOP_INPUT;
		if (p->cap - p->made < 4)
			return TEXT_STOP_OUTPUT;
		if (d->enc == TEXT_HZ && d->state == SET_ASCII && p->in.len - p->pos >= 2 &&
			memcmp(p->in.ptr + p->pos, "~~", 2) == 0) {
			p->out[p->made++] = '~';
			p->pos += 2;
			continue;
		}
		len = plain(d, p, &cp);
		if (len == 0 && !p->last)
			return TEXT_STOP_INPUT;
		if (len <= 0) {
			d->bad_len = len == 0 ? 1 : (unsigned)-len;
			return TEXT_STOP_BAD;
		}
		p->made += put_utf8(p->out + p->made, cp);
		p->pos += (size_t)len;
	}
	return TEXT_STOP_INPUT;
}

/* ---- Encoding ---- */

#define STATE_BEGUN 0x100u /* the header of ISO-2022-KR is written */

static void put_text(struct pass *p, const char *text)
{
	size_t len = strlen(text);

	memcpy(p->out + p->made, text, len);
	p->made += len;
}

static void shift(struct text_encoder *e, struct pass *p, enum charset set)
{
	if ((e->state & 0xFF) == set)
		return;
	for (size_t i = 0; i < ESCAPE_COUNT; i++) {
		const struct escape *x = &escapes[i];

		if (x->enc != e->enc || x->set != set)
			continue;
		/* "ESC $ ) C" designates the set without shifting to it; "ESC $ @" is the edition
		 * of 1978. */
		if (strcmp(x->bytes, "\x1B$)C") == 0 || strcmp(x->bytes, "\x1B$@") == 0)
			continue;
		put_text(p, x->bytes);
		break;
	}
	e->state = (e->state & STATE_BEGUN) | set;
}

/* The two bytes in the double-byte set; 0 when the character is not in it. */
static uint16_t double_code(const struct text_encoder *e, uint32_t cp)
{
	uint16_t code = cp < 0x10000 ? e->map[cp] : 0;
	unsigned lead = code >> 8;
	unsigned trail = code & 0xFF;

	if (lead < 0xA1 || lead > 0xFE || trail < 0xA1 || trail > 0xFE)
		return 0;
	if (e->enc == TEXT_HZ && lead > 0xF7)
		return 0;
	return code & 0x7F7F;
}

static enum charset double_set(enum text_enc enc)
{
	if (enc == TEXT_ISO_2022_JP)
		return SET_JIS0208;
	return enc == TEXT_ISO_2022_KR ? SET_KS : SET_GB;
}

static bool encode_char(struct text_encoder *e, struct pass *p, uint32_t cp)
{
	uint16_t code;

	if (cp == ESC || ((cp == SO || cp == SI) && e->enc == TEXT_ISO_2022_KR))
		return false; /* would be read as an escape */
	if (cp < 0x80) {
		shift(e, p, SET_ASCII);
		p->out[p->made++] = (uint8_t)cp;
		if (e->enc == TEXT_HZ && cp == '~')
			p->out[p->made++] = '~';
		return true;
	}
	code = double_code(e, cp);
	if (code == 0)
		return false;
	shift(e, p, double_set(e->enc));
	p->out[p->made++] = (uint8_t)(code >> 8);
	p->out[p->made++] = (uint8_t)code;
	return true;
}

enum text_stop encode_stateful(struct text_encoder *e, struct pass *p)
{
	for (;;) {
		size_t next = p->pos;
		uint32_t cp;

		if (p->cap - p->made < 8)
			return TEXT_STOP_OUTPUT;
		if (e->enc == TEXT_ISO_2022_KR && (e->state & STATE_BEGUN) == 0) {
			put_text(p, "\x1B$)C");
			e->state |= STATE_BEGUN;
			continue;
		}
		if (p->pos == p->in.len) {
			if (p->last)
				shift(e, p, SET_ASCII);
			return TEXT_STOP_INPUT;
		}
		cp = utf8_next(p->in, &next);
		if (cp == UTF_BAD && !p->last && p->in.len - p->pos < 4)
			return TEXT_STOP_INPUT;
		if (cp == UTF_BAD || !encode_char(e, p, cp)) {
			e->bad_cp = cp;
			e->bad_len = (unsigned)(next - p->pos);
			return TEXT_STOP_BAD;
		}
		p->pos = next;
	}
}
