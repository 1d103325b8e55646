/* SPDX-License-Identifier: MIT */
/* Passes over all bytes of a text whose encoding is known: counts invalid places, with vectors
 * where the text is long, and finds stretches of UTF-8. */
#include "detect/detect_private.h"

/* Consecutive sequences of three bytes; no text of another encoding has so many by chance. */
#define STRETCH      4
/* Each stretch has three bytes at a multiple of this. */
#define STRETCH_STEP ((size_t)3 * STRETCH - 2)

static bool is_lead(uint8_t c)
{
	return c >= 0xE3 && c <= 0xED;
}

static bool is_tail(uint8_t c)
{
	return c >= 0x80 && c <= 0xBF;
}

/* Three consecutive bytes of such a stretch; tested at every tenth byte. */
static bool is_within(const uint8_t *p)
{
	if ((p[0] & p[1] & p[2] & 0x80) == 0)
		return false;
	return is_lead(p[0]) + is_lead(p[1]) + is_lead(p[2]) == 1 &&
	       is_tail(p[0]) + is_tail(p[1]) + is_tail(p[2]) == 2;
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
#define WINDOW      ((size_t)64)
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

/* As stretch_before, as far as there are complete windows. */
static bool stretch_in_windows(struct span in, size_t *pos, size_t end)
{
	for (; *pos < end && in.len - *pos >= WINDOW; *pos += WINDOW_STEP) {
		uint64_t mask = stretch_mask(in.ptr + *pos);

		for (; mask != 0; mask &= mask - 1) {
			if (is_stretch(in, *pos + (size_t)__builtin_ctzll(mask)))
				return true;
		}
	}
	return false;
}
#endif

/* Finds a stretch that begins in [*pos, end); *pos becomes its start, or a little after it. */
static bool stretch_before(struct span in, size_t *pos, size_t end)
{
#ifdef TEXT_X86
	if (stretch_in_windows(in, pos, end))
		return true;
#endif
	for (; *pos < end && *pos + 3 <= in.len; *pos += STRETCH_STEP) {
		size_t start = *pos < STRETCH_STEP ? 0 : *pos + 1 - STRETCH_STEP;

		if (!is_within(in.ptr + *pos))
			continue;
		for (; start <= *pos; start++) {
			if (is_stretch(in, start))
				return true;
		}
	}
	return false;
}

bool has_stretch(struct span in)
{
	size_t pos = 0;

	return stretch_before(in, &pos, in.len);
}

/* How count_bad skips valid text: in blocks where the text is long and the processor has
 * vectors. */
enum block_look { LOOK_PLAINLY, LOOK_PAIRS, LOOK_GB };

static enum block_look block_look(enum text_enc enc, struct span in)
{
#ifdef TEXT_X86
	bool gb = enc == TEXT_GB18030 || enc == TEXT_GBK; /* needs no table */

	if ((gb || in.len >= PAIRS_WORTH) && __builtin_cpu_supports("avx2"))
		return gb ? LOOK_GB : LOOK_PAIRS;
#endif
	(void)enc;
	(void)in;
	return LOOK_PLAINLY;
}

/* Skips blocks that are valid. */
static size_t skip_valid(enum block_look how, struct span in, size_t pos, const uint64_t *valid)
{
#ifdef TEXT_X86
	if (how == LOOK_GB)
		return gb_valid_avx2(in, pos);
	if (how == LOOK_PAIRS && valid != NULL)
		return pairs_valid_avx2(in, pos, valid);
#endif
	(void)how;
	(void)in;
	(void)valid;
	return pos;
}

/* Bytes that stay in the second-level cache between the two passes. */
#define BOTH_STEP ((size_t)262144)

uint64_t count_bad(enum text_enc enc, struct span in, bool *stretch)
{
	enum block_look how = block_look(enc, in);
	const uint64_t *valid = how == LOOK_PAIRS ? text_valid_pairs_get(enc) : NULL;
	struct text_decoder d;
	uint8_t out[512]; /* when full, blocks are tried again */
	uint64_t bad = 0;
	size_t pos = 0;
	size_t ahead = stretch != NULL ? 0 : in.len; /* searched for stretches so far */
	size_t at = 0;

	text_decoder_init(&d, enc);
	if (how == LOOK_PLAINLY && in.len >= PAIRS_WORTH)
		d.pairs = text_pairs_get(enc);
	for (;;) {
		enum text_stop stop;
		size_t used;
		size_t made;

		while (stretch != NULL && ahead < in.len && pos >= ahead) {
			ahead += in.len - ahead < BOTH_STEP ? in.len - ahead : BOTH_STEP;
			*stretch = *stretch || stretch_before(in, &at, ahead);
		}
		pos = skip_valid(how, span_of(in.ptr, ahead), pos, valid);
		stop = text_decode(&d, span_of(in.ptr + pos, in.len - pos), true, out, sizeof(out),
			&used, &made);
		pos += used;
		if (stop == TEXT_STOP_INPUT)
			break;
		if (stop == TEXT_STOP_BAD) {
			pos += d.bad_len;
			bad++;
		}
	}
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
	return pos < in.len && count_bad(TEXT_CP950, in, NULL) == 0;
}
