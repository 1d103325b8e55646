/* SPDX-License-Identifier: MIT */
/* What the files of this folder share and nobody else sees. */
#ifndef BIOSBELT_TEXT_PRIVATE_H
#define BIOSBELT_TEXT_PRIVATE_H

#include <string.h>

#include "biosbelt/text.h"
#include "biosbelt/utf.h"
#include "tables.h"

/*
 * The character at in.ptr[pos], a byte over 7F: its length, with *cp filled; 0 when the input ends
 * inside it; the negative length of what to skip when it is none. A value over 10FFFF is two
 * characters, the first in the low 16 bits (Big5 only).
 */
int next_gb18030(struct span in, size_t pos, uint32_t *cp);
int next_big5(struct span in, size_t pos, uint32_t *cp);
int next_shift_jis(struct span in, size_t pos, uint32_t *cp);
int next_euc_jp(struct span in, size_t pos, uint32_t *cp);
int next_cp949(struct span in, size_t pos, uint32_t *cp);
int next_johab(struct span in, size_t pos, uint32_t *cp);
int next_euc_tw(struct span in, size_t pos, uint32_t *cp);

/* The one of an encoding, NULL when it has none. */
int (*next_of(enum text_enc enc))(struct span in, size_t pos, uint32_t *cp);

/* Four bytes of GB 18030 for a character that has no two; false for surrogates. */
bool gb18030_four_bytes(uint32_t cp, uint8_t out[4]);

/* High half of a single-byte encoding. */
static inline const uint16_t *single_table(enum text_enc enc)
{
	return text_single + (size_t)(enc - TEXT_SINGLE_FIRST) * 128;
}

/* One pass of a decoder or encoder over a chunk. */
struct pass {
	struct span in;
	size_t pos;
	uint8_t *out;
	size_t cap;
	size_t made;
	bool last;
};

enum text_stop decode_stateful(struct text_decoder *d, struct pass *p);
enum text_stop decode_utf16(struct text_decoder *d, struct pass *p);
enum text_stop decode_utf32(struct text_decoder *d, struct pass *p);
enum text_stop encode_stateful(struct text_encoder *e, struct pass *p);
enum text_stop encode_utf16(struct text_encoder *e, struct pass *p);

/* Decodes UTF-16 by vectors as far as that goes; low: place of a unit's low byte. */
void text_utf16_run(struct pass *p, unsigned low);

/* Copies bytes below 80 as long as there is room. */
static inline void copy_ascii(struct pass *p)
{
	size_t room = p->cap - p->made;
	size_t n = p->in.len - p->pos < room ? p->in.len - p->pos : room;
	const uint8_t *src = p->in.ptr + p->pos;
	uint8_t *dst = p->out + p->made;
	size_t i = 0;

	for (; n - i >= 16; i += 16) {
		uint64_t a;
		uint64_t b;

		memcpy(&a, src + i, 8);
		memcpy(&b, src + i + 8, 8);
		if (((a | b) & 0x8080808080808080u) != 0)
			break;
		memcpy(dst + i, src + i, 16);
	}
	for (; i < n && src[i] < 0x80; i++)
		dst[i] = src[i];
	p->pos += i;
	p->made += i;
}

/* utf8_put for the hot loops: the caller knows that 4 bytes have room and cp is a character. */
static inline size_t put_utf8(uint8_t *out, uint32_t cp)
{
	if (cp >= 0x800 && cp < 0x10000) {
		out[0] = (uint8_t)(0xE0 | cp >> 12);
		out[1] = (uint8_t)(0x80 | (cp >> 6 & 0x3F));
		out[2] = (uint8_t)(0x80 | (cp & 0x3F));
		return 3;
	}
	return utf8_put(cp, out);
}

#endif
