/* SPDX-License-Identifier: MIT */
/*
 * Fast loops over UTF-8. With SSE4.1, three table look-ups of nibbles check 16 bytes at a time (see
 * utf8_kinds.h), with AVX2 32 (simd_avx2.c); elsewhere words of 8 bytes skip ASCII.
 */
#include "text_private.h"

#ifdef TEXT_X86
#include <immintrin.h>

#include "simd/utf8_kinds.h"
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
	return after_ascii(in, i);
}

/* Checks one sequence after the other from pos. */
static size_t valid_from(struct span in, size_t pos)
{
	while (pos < in.len) {
		size_t before;

		pos = after_ascii(in, pos);
		if (pos == in.len)
			return pos;
		before = pos;
		if (utf8_next(in, &pos) == UTF_BAD)
			return before;
	}
	return pos;
}

#ifdef TEXT_X86
__attribute__((target("sse4.1"))) static inline __m128i table(const uint8_t bytes[16])
{
	return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

__attribute__((target("sse4.1"))) static inline __m128i judge(__m128i now, __m128i before)
{
	const __m128i first_high = table(utf8_first_high);
	const __m128i first_low = table(utf8_first_low);
	const __m128i second_high = table(utf8_second_high);
	const __m128i nibble = _mm_set1_epi8(0x0F);
	__m128i prev1 = _mm_alignr_epi8(now, before, 15);
	__m128i prev2 = _mm_alignr_epi8(now, before, 14);
	__m128i prev3 = _mm_alignr_epi8(now, before, 13);
	__m128i kinds = _mm_and_si128(
		_mm_and_si128(_mm_shuffle_epi8(
				      first_high, _mm_and_si128(_mm_srli_epi16(prev1, 4), nibble)),
			_mm_shuffle_epi8(first_low, _mm_and_si128(prev1, nibble))),
		_mm_shuffle_epi8(second_high, _mm_and_si128(_mm_srli_epi16(now, 4), nibble)));
	/* Third and fourth bytes must be continuations, and nothing else may follow a second
	 * one. */
	__m128i third = _mm_subs_epu8(prev2, _mm_set1_epi8((char)(0xE0 - 0x80)));
	__m128i fourth = _mm_subs_epu8(prev3, _mm_set1_epi8((char)(0xF0 - 0x80)));
	__m128i must = _mm_and_si128(_mm_or_si128(third, fourth), _mm_set1_epi8((char)0x80));

	return _mm_xor_si128(must, kinds);
}

/* Length of a valid start, checked in blocks of 64; its last sequence may be incomplete. */
__attribute__((target("sse4.1"))) size_t utf8_valid_sse(struct span in)
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

#ifdef TEXT_X86
	if (in.len >= 128 && __builtin_cpu_supports("avx2"))
		done = utf8_valid_avx2(in);
	else if (in.len >= 128 && __builtin_cpu_supports("sse4.1"))
		done = utf8_valid_sse(in);
#endif
	/* The last block may end inside a character. */
	for (size_t back = 1; back <= 3 && back <= done; back++) {
		uint8_t byte = in.ptr[done - back];

		if (byte >= 0xC0)
			return valid_from(in, done - back);
		if (byte < 0x80)
			break;
	}
	return valid_from(in, done);
}
