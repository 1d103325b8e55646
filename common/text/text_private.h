/* SPDX-License-Identifier: MIT */
/* Shared by the files of this folder only. */
#ifndef BIOSBELT_TEXT_PRIVATE_H
#define BIOSBELT_TEXT_PRIVATE_H

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/text.h"
#include "biosbelt/utf.h"
#include "tables/tables.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define TEXT_X86 1 /* loops with vectors exist; the processor is asked before they are used */
#include <emmintrin.h>
#endif

/*
 * Decodes the character at in.ptr[pos], a byte over 7F. Returns its length, with *cp filled; 0 when
 * the input ends inside it; when it is invalid the negative number of bytes to skip. A value over
 * 10FFFF is two characters, the first in the low 16 bits (Big5 only).
 */
int next_gb18030(struct span in, size_t pos, uint32_t *cp);
int next_big5(struct span in, size_t pos, uint32_t *cp);
int next_cp950(struct span in, size_t pos, uint32_t *cp);
int next_shift_jis(struct span in, size_t pos, uint32_t *cp);
int next_euc_jp(struct span in, size_t pos, uint32_t *cp);
int next_cp949(struct span in, size_t pos, uint32_t *cp);
int next_johab(struct span in, size_t pos, uint32_t *cp);
int next_euc_tw(struct span in, size_t pos, uint32_t *cp);

/* The character of CNS 11643 in a cell (row * 94 + column) of plane 1 or 2; 0: none. */
uint16_t cns_character(unsigned plane, unsigned cell);

/* The function of an encoding; NULL: none. */
int (*next_of(enum text_enc enc))(struct span in, size_t pos, uint32_t *cp);

/* The four bytes in GB 18030 of a character without a two-byte code; false for surrogates. */
bool gb18030_four_bytes(uint32_t cp, uint8_t out[4]);

/* High half of a single-byte encoding. */
static inline const uint16_t *single_table(enum text_enc enc)
{
	return text_single + (size_t)(enc - TEXT_SINGLE_FIRST) * 128;
}

/*
 * Tables are made once in a process, on first use, and kept. Stores made in slot and returns it; if
 * another thread was faster, frees it and returns that thread's. Load slot with
 * memory_order_acquire.
 */
static inline void *text_keep(_Atomic(void *) *slot, void *made)
{
	void *other = NULL;

	if (made == NULL || atomic_compare_exchange_strong(slot, &other, made))
		return made;
	free(made);
	return other;
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

/*
 * UTF-8 of every two-byte code of a multi-byte encoding, at lead << 8 | trail: 0 and three bytes in
 * memory order. All other codes have PAIR_SLOW, a bit that is never set in a third byte; entry 0 is
 * 0, for no lookup. NULL when the encoding has no table or out of memory. Never freed.
 */
#define PAIR_COUNT 65536
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define PAIR_SLOW 0x40000000u
#else
#define PAIR_SLOW 0x00000040u
#endif
const uint32_t *text_pairs_get(enum text_enc enc);
/* The same for another len bytes; NULL while those of all texts so far do not justify making it. */
const uint32_t *text_pairs_for(enum text_enc enc, size_t len);

/* Shorter texts do not justify making such a table. */
#ifdef BIOSBELT_SMALL
#define PAIRS_WORTH 1024
#else
#define PAIRS_WORTH 65536
#endif

/* Sums over the pieces of a look. */
struct look_sums {
	uint64_t high;
	uint64_t control;
	unsigned kinds;
};
#define LOOK_CONTROL 0x07
#define LOOK_NUL     0x08
#define LOOK_ESC     0x10
#define LOOK_TILDE   0x20
/* Bits of the kinds of bytes, by the low and the high nibble (look_plain.c). */
extern const uint8_t look_low[16];
extern const uint8_t look_high[16];
void look_plain(struct span in, struct look_sums *sums);

bool look_has_nul(const struct text_look *l);
/* True when there are bytes that begin an escape of ISO-2022-x or HZ. */
bool look_may_escape(const struct text_look *l);
/* True with more control bytes than share (percent). */
bool look_binary(const struct text_look *l, unsigned share);

/* Line ends of in: LF, CR LF and lone CR. *after_cr: the piece before ended with CR. */
uint64_t text_count_lines(struct span in, bool *after_cr);

/* Where the last sequence before end begins, which may be cut there; the end after ASCII. */
size_t utf8_cut(struct span in, size_t end);

/* The loops with 256-bit vectors, in blocks of 64 bytes; they return the number of bytes processed.
 */
size_t utf8_valid_avx2(struct span in);
/* utf8: only as far as in is UTF-8, except for a sequence cut by the end. */
size_t look_avx2(struct span in, bool utf8, struct look_sums *sums);
void utf16_run_avx2(struct pass *p, unsigned low);
void pairs_run_avx2(struct pass *p, const uint32_t *pairs);
/* The end of ASCII and pairs of GB 18030 from pos on, in blocks: all leads have the same trails. */
size_t gb_valid_avx2(struct span in, size_t pos);

/* The bytes of 64 that begin pairs; high: those over 7F, the first byte does not end a pair. */
#define EVEN_BITS 0x5555555555555555u
static inline uint64_t find_leads(uint64_t high)
{
	uint64_t starts = high & ~(high << 1) & EVEN_BITS;

	/* Adding a run's first bit clears the run: those that begin at even places lose theirs. */
	return high & ((high + starts) ^ EVEN_BITS);
}

/* The first byte over 7F from pos on, or the end. */
static inline size_t after_ascii(struct span in, size_t pos)
{
	for (; in.len - pos >= 8; pos += 8) {
		uint64_t high;

		memcpy(&high, in.ptr + pos, 8);
		high &= 0x8080808080808080u;
		if (high == 0)
			continue;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
		return pos + (size_t)__builtin_ctzll(high) / 8;
#else
		return pos + (size_t)__builtin_clzll(high) / 8;
#endif
	}
	while (pos < in.len && in.ptr[pos] < 0x80)
		pos++;
	return pos;
}

/* Copies bytes below 80 as long as there is room. */
static inline void copy_ascii(struct pass *p)
{
	size_t room = p->cap - p->made;
	size_t n = p->in.len - p->pos < room ? p->in.len - p->pos : room;
	const uint8_t *src = p->in.ptr + p->pos;
	uint8_t *dst = p->out + p->made;
	size_t i = 0;

#ifdef TEXT_X86
	for (; n - i >= 16; i += 16) {
		__m128i v = _mm_loadu_si128((const __m128i *)(const void *)(src + i));
		int high = _mm_movemask_epi8(v);

		_mm_storeu_si128(
			(__m128i *)(void *)(dst + i), v); /* more than needed is harmless */
		if (high != 0) {
			i += (size_t)__builtin_ctz((unsigned)high);
			p->pos += i;
			p->made += i;
			return;
		}
	}
#endif
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
