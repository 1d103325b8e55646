/* SPDX-License-Identifier: MIT */
/* Passes over all bytes of a text whose encoding is known: counts invalid places, with vectors
 * where the text is long, and finds stretches of UTF-8. */
#include "detect/window.h"

/* Consecutive sequences of three bytes; no text of another encoding has so many by chance. */
#define STRETCH 4

static bool is_lead(uint8_t c)
{
	return c >= 0xE3 && c <= 0xED;
}

static bool is_stretch(struct span in, size_t pos)
{
	const uint8_t *p = in.ptr + pos;

	if (in.len - pos < (size_t)3 * STRETCH)
		return false;
	for (unsigned i = 0; i < STRETCH; i++) {
		if (!is_lead(p[3 * i]))
			return false;
	}
	return text_utf8_valid_len(span_of(p, (size_t)3 * STRETCH)) == (size_t)3 * STRETCH;
}

#ifdef TEXT_X86
/* Stretches that begin in it are complete. */
#define WINDOW_STEP (WINDOW - (size_t)3 * STRETCH + 1)

/* Where in a window pairs of second and third bytes are as such stretches have them: the places of
 * the first bytes, as bits. */
static uint64_t tails_mask(const uint8_t *p)
{
	uint64_t tail = 0;

#pragma GCC unroll 4
	for (unsigned i = 0; i < WINDOW; i += 16) { /* bytes over 7F are negative */
		__m128i x = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
		__m128i low = _mm_cmpgt_epi8(_mm_set1_epi8((char)0xC0), x);

		tail |= (uint64_t)(unsigned)_mm_movemask_epi8(low) << i;
	}
	tail = tail >> 1 & tail >> 2;
	tail &= tail >> 3;
	return tail & tail >> 6;
}

/* Where such stretches begin in a window, a bit for each byte. */
static uint64_t stretch_mask(const uint8_t *p)
{
	uint64_t whole = tails_mask(p);
	uint64_t lead = 0;

	for (unsigned i = 0; i < WINDOW && whole != 0; i += 16) { /* bytes over 7F are negative */
		__m128i x = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
		__m128i from = _mm_cmpgt_epi8(x, _mm_set1_epi8((char)0xE2));
		__m128i over = _mm_cmpgt_epi8(x, _mm_set1_epi8((char)0xED));

		lead |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_andnot_si128(over, from)) << i;
	}
	lead &= lead >> 3;
	return whole & lead & lead >> 6;
}

/* As has_stretch, as far as there are complete windows. */
static bool stretch_in_windows(struct span in, size_t *pos)
{
	for (; in.len - *pos >= WINDOW; *pos += WINDOW_STEP) {
		uint64_t mask = stretch_mask(in.ptr + *pos);

		for (; mask != 0; mask &= mask - 1) {
			if (is_stretch(in, *pos + (size_t)__builtin_ctzll(mask)))
				return true;
		}
	}
	return false;
}
#endif

bool has_stretch(struct span in)
{
	size_t pos = 0;

#ifdef TEXT_X86
	if (stretch_in_windows(in, &pos))
		return true;
#endif
	for (; pos < in.len; pos++) {
		if (is_stretch(in, pos))
			return true;
	}
	return false;
}

uint64_t count_bad(enum text_enc enc, struct span in)
{
	bool gb = enc == TEXT_GB18030 || enc == TEXT_GBK; /* valid in blocks, by rule */
	struct text_decoder d;
	uint8_t out[4096];
	size_t room = gb ? 512 : sizeof(out); /* when full, blocks are tried again */
	uint64_t bad = 0;
	size_t pos = 0;
	enum text_stop stop;

	text_decoder_init(&d, enc);
	if (!gb && in.len >= PAIRS_WORTH)
		d.pairs = text_pairs_get(enc);
	do {
		size_t used;
		size_t made;

#ifdef TEXT_X86
		if (gb && __builtin_cpu_supports("avx2"))
			pos = gb_valid_avx2(in, pos);
#endif
		stop = text_decode(
			&d, span_of(in.ptr + pos, in.len - pos), true, out, room, &used, &made);
		pos += used;
		if (stop == TEXT_STOP_BAD) {
			pos += d.bad_len;
			bad++;
		}
	} while (stop != TEXT_STOP_INPUT);
	return bad;
}

bool is_cp950(struct span in)
{
	size_t pos = 0;

	for (; pos < in.len; pos++) {
		const uint8_t *lead = memchr(in.ptr + pos, 0xF9, in.len - pos);

		if (lead == NULL)
			return false;
		pos = (size_t)(lead - in.ptr);
		if (pos + 1 < in.len && in.ptr[pos + 1] == 0xFE)
			break;
	}
	return pos < in.len && count_bad(TEXT_CP950, in) == 0;
}
