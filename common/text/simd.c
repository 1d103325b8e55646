/* SPDX-License-Identifier: MIT */
/*
 * Fast loops over UTF-8 and UTF-16. With SSE4.1 16 bytes are judged at a time by three table
 * look-ups of nibbles (the method of Keiser and Lemire, "Validating UTF-8 In Less Than One
 * Instruction Per Byte", 2021); elsewhere words of 8 bytes skip ASCII. 256-bit vectors are left
 * out: GCC misaligns their spills on Windows, and 128 bits already outrun memory.
 */
#include "text_private.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_X86 1
#include <immintrin.h>
#endif

size_t text_ascii_len(struct span in)
{
	size_t i = 0;

	for (; in.len - i >= 16; i += 16) {
		uint64_t a;
		uint64_t b;

		memcpy(&a, in.ptr + i, 8);
		memcpy(&b, in.ptr + i + 8, 8);
		if (((a | b) & 0x8080808080808080u) != 0)
			break;
	}
	while (i < in.len && in.ptr[i] < 0x80)
		i++;
	return i;
}

/* From pos on, one sequence after the other. */
static size_t valid_from(struct span in, size_t pos)
{
	while (pos < in.len) {
		size_t before;

		pos += text_ascii_len(span_of(in.ptr + pos, in.len - pos));
		if (pos == in.len)
			return pos;
		before = pos;
		if (utf8_next(in, &pos) == UTF_BAD)
			return before;
	}
	return pos;
}

#ifdef HAVE_X86
/* Error kinds, one bit each, of a byte and its forerunner. */
#define TOO_SHORT   0x01 /* lead, then no continuation */
#define TOO_LONG    0x02 /* ASCII, then a continuation */
#define OVERLONG_3  0x04
#define TOO_LARGE_1 0x08
#define SURROGATE   0x10
#define OVERLONG_2  0x20
#define OVERLONG_4  0x40 /* also: over 10FFFF behind F5 and more */
#define TWO_CONTS   0x80
#define CARRY       (TOO_SHORT | TOO_LONG | TWO_CONTS)

__attribute__((target("sse4.1"))) static inline __m128i judge(__m128i now, __m128i before)
{
	const __m128i first_high = _mm_setr_epi8(TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG,
		TOO_LONG, TOO_LONG, TOO_LONG, (char)TWO_CONTS, (char)TWO_CONTS, (char)TWO_CONTS,
		(char)TWO_CONTS, TOO_SHORT | OVERLONG_2, TOO_SHORT,
		TOO_SHORT | OVERLONG_3 | SURROGATE, TOO_SHORT | TOO_LARGE_1 | OVERLONG_4);
	const __m128i first_low = _mm_setr_epi8(
		(char)(CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4), (char)(CARRY | OVERLONG_2),
		(char)CARRY, (char)CARRY, (char)(CARRY | TOO_LARGE_1),
		(char)(CARRY | TOO_LARGE_1 | OVERLONG_4), (char)(CARRY | TOO_LARGE_1 | OVERLONG_4),
		(char)(CARRY | TOO_LARGE_1 | OVERLONG_4), (char)(CARRY | TOO_LARGE_1 | OVERLONG_4),
		(char)(CARRY | TOO_LARGE_1 | OVERLONG_4), (char)(CARRY | TOO_LARGE_1 | OVERLONG_4),
		(char)(CARRY | TOO_LARGE_1 | OVERLONG_4), (char)(CARRY | TOO_LARGE_1 | OVERLONG_4),
		(char)(CARRY | TOO_LARGE_1 | OVERLONG_4 | SURROGATE),
		(char)(CARRY | TOO_LARGE_1 | OVERLONG_4), (char)(CARRY | TOO_LARGE_1 | OVERLONG_4));
	const __m128i second_high = _mm_setr_epi8(TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
		TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
		(char)(TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | OVERLONG_4),
		(char)(TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | TOO_LARGE_1),
		(char)(TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE_1),
		(char)(TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE_1), TOO_SHORT,
		TOO_SHORT, TOO_SHORT, TOO_SHORT);
	const __m128i nibble = _mm_set1_epi8(0x0F);
	__m128i prev1 = _mm_alignr_epi8(now, before, 15);
	__m128i prev2 = _mm_alignr_epi8(now, before, 14);
	__m128i prev3 = _mm_alignr_epi8(now, before, 13);
	__m128i kinds = _mm_and_si128(
		_mm_and_si128(_mm_shuffle_epi8(
				      first_high, _mm_and_si128(_mm_srli_epi16(prev1, 4), nibble)),
			_mm_shuffle_epi8(first_low, _mm_and_si128(prev1, nibble))),
		_mm_shuffle_epi8(second_high, _mm_and_si128(_mm_srli_epi16(now, 4), nibble)));
	/* Third and fourth bytes must be continuations, and only they may follow one. */
	__m128i third = _mm_subs_epu8(prev2, _mm_set1_epi8((char)(0xE0 - 0x80)));
	__m128i fourth = _mm_subs_epu8(prev3, _mm_set1_epi8((char)(0xF0 - 0x80)));
	__m128i must = _mm_and_si128(_mm_or_si128(third, fourth), _mm_set1_epi8((char)0x80));

	return _mm_xor_si128(must, kinds);
}

/* Length of a start that is valid but for a sequence its end may cut; found in blocks of 64. */
__attribute__((target("sse4.1"))) static size_t valid_sse(struct span in)
{
	__m128i before = _mm_setzero_si128();
	size_t i = 0;

	for (; in.len - i >= 64; i += 64) {
		const __m128i *src = (const __m128i *)(const void *)(in.ptr + i);
		__m128i a = _mm_loadu_si128(src);
		__m128i b = _mm_loadu_si128(src + 1);
		__m128i c = _mm_loadu_si128(src + 2);
		__m128i e = _mm_loadu_si128(src + 3);
		__m128i all = _mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, e));
		__m128i wrong;

		if (_mm_movemask_epi8(_mm_or_si128(all, before)) == 0)
			continue;
		wrong = _mm_or_si128(_mm_or_si128(judge(a, before), judge(b, a)),
			_mm_or_si128(judge(c, b), judge(e, c)));
		if (!_mm_testz_si128(wrong, wrong))
			break;
		before = e;
	}
	return i;
}
#endif

size_t text_utf8_valid_len(struct span in)
{
	size_t done = 0;

#ifdef HAVE_X86
	if (in.len >= 128 && __builtin_cpu_supports("sse4.1"))
		done = valid_sse(in);
#endif
	/* The border of the last block may stand inside a character. */
	for (size_t back = 1; back <= 3 && back <= done; back++) {
		uint8_t byte = in.ptr[done - back];

		if (byte >= 0xC0)
			return valid_from(in, done - back);
		if (byte < 0x80)
			break;
	}
	return valid_from(in, done);
}

#ifdef HAVE_X86
/* Four units of 0800 to FFFF, widened to 32 bits, to 12 bytes in front of the vector. */
__attribute__((target("sse4.1"))) static inline __m128i three_bytes(__m128i units)
{
	__m128i b0 = _mm_or_si128(_mm_srli_epi32(units, 12), _mm_set1_epi32(0x8080E0));
	__m128i b1 = _mm_slli_epi32(_mm_and_si128(units, _mm_set1_epi32(0xFC0)), 2);
	__m128i b2 = _mm_slli_epi32(_mm_and_si128(units, _mm_set1_epi32(0x3F)), 16);
	__m128i all = _mm_or_si128(_mm_or_si128(b0, b1), b2);

	return _mm_shuffle_epi8(
		all, _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
}

__attribute__((target("sse4.1"))) static void utf16_run_sse(struct pass *p, unsigned low)
{
	const __m128i swap = _mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);

	while (p->in.len - p->pos >= 16 && p->cap - p->made >= 32) {
		__m128i units =
			_mm_loadu_si128((const __m128i *)(const void *)(p->in.ptr + p->pos));
		uint8_t *dst = p->out + p->made;
		__m128i top;
		__m128i wide;
		int not_wide;

		if (low != 0)
			units = _mm_shuffle_epi8(units, swap);
		if (_mm_testz_si128(units, _mm_set1_epi16((short)0xFF80))) {
			_mm_storel_epi64((__m128i *)(void *)dst, _mm_packus_epi16(units, units));
			p->pos += 16;
			p->made += 8;
			continue;
		}
		top = _mm_and_si128(units, _mm_set1_epi16((short)0xF800));
		wide = _mm_or_si128(_mm_cmpeq_epi16(top, _mm_setzero_si128()),
			_mm_cmpeq_epi16(top, _mm_set1_epi16((short)0xD800)));
		not_wide = _mm_movemask_epi8(wide);
		if ((not_wide & 0xFF) != 0)
			return;
		_mm_storeu_si128((__m128i *)(void *)dst, three_bytes(_mm_cvtepu16_epi32(units)));
		p->pos += 8;
		p->made += 12;
		if (not_wide != 0)
			return;
		_mm_storeu_si128((__m128i *)(void *)(dst + 12),
			three_bytes(_mm_cvtepu16_epi32(_mm_srli_si128(units, 8))));
		p->pos += 8;
		p->made += 12;
	}
}
#endif

void text_utf16_run(struct pass *p, unsigned low)
{
#ifdef HAVE_X86
	if (__builtin_cpu_supports("sse4.1"))
		utf16_run_sse(p, low);
#else
	(void)p;
	(void)low;
#endif
}
