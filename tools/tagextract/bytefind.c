/* SPDX-License-Identifier: MIT */
/*
 * Compares the needle's first and last byte at 16 or 32 places at once; only where both fit is
 * the rest compared. Source trees repeat few such pairs, so nearly all time is spent loading; the
 * look for zero bytes comes along for nothing. Without regard to case bit 5 of a letter is set
 * before it is compared: the two forms of a letter differ by it and no third byte looks the same.
 */
#include "bytefind.h"

#include <string.h>

static uint8_t lower(uint8_t c)
{
	return (uint8_t)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

static bool fits_at(const uint8_t *at, const struct bytefind *what)
{
	size_t i;

	if (!what->fold)
		return memcmp(at, what->needle.ptr, what->needle.len) == 0;
	for (i = 0; i < what->needle.len; i++)
		if (lower(at[i]) != what->needle.ptr[i])
			return false;
	return true;
}

/* The places from at on, one by one. */
static bool find_plain(struct span in, const struct bytefind *what, size_t at, bool *zero)
{
	for (; at < in.len; at++) {
		if (in.len - at >= what->needle.len && fits_at(in.ptr + at, what))
			return true;
		*zero = *zero || in.ptr[at] == 0;
	}
	return false;
}

#if defined(__x86_64__)
#include <immintrin.h>

static char bit_of(const struct bytefind *what, size_t at)
{
	uint8_t c = what->needle.ptr[at];

	return (char)(what->fold && c >= 'a' && c <= 'z' ? 0x20 : 0);
}

struct ends_avx2 {
	__m256i first;
	__m256i last;
	__m256i first_bit;
	__m256i last_bit;
};

/* The places of the 32 at p where the needle's ends fit; *least: the least bytes seen so far. */
__attribute__((target("avx2"))) static inline __m256i ends_fit(
	const uint8_t *p, size_t last, const struct ends_avx2 *ends, __m256i *least)
{
	__m256i a = _mm256_loadu_si256((const __m256i *)(const void *)p);
	__m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(p + last));

	*least = _mm256_min_epu8(*least, a);
	a = _mm256_cmpeq_epi8(_mm256_or_si256(a, ends->first_bit), ends->first);
	b = _mm256_cmpeq_epi8(_mm256_or_si256(b, ends->last_bit), ends->last);
	return _mm256_and_si256(a, b);
}

__attribute__((target("avx2"))) static bool any_fits(
	const uint8_t *p, __m256i places, const struct bytefind *what)
{
	uint32_t hits = (uint32_t)_mm256_movemask_epi8(places);

	for (; hits != 0; hits &= hits - 1)
		if (fits_at(p + __builtin_ctz(hits), what))
			return true;
	return false;
}

/* Looks at the places before *done; *zero: there is a zero byte in front of it. */
__attribute__((target("avx2"))) static bool find_avx2(
	struct span in, const struct bytefind *what, size_t *done, bool *zero)
{
	const size_t last = what->needle.len - 1;
	const struct ends_avx2 ends = {_mm256_set1_epi8((char)what->needle.ptr[0]),
		_mm256_set1_epi8((char)what->needle.ptr[last]), _mm256_set1_epi8(bit_of(what, 0)),
		_mm256_set1_epi8(bit_of(what, last))};
	__m256i least = _mm256_set1_epi8(-1);
	size_t i = 0;

	for (; in.len - i >= last + 128; i += 128) {
		const uint8_t *p = in.ptr + i;
		__m256i fit[4] = {ends_fit(p, last, &ends, &least),
			ends_fit(p + 32, last, &ends, &least),
			ends_fit(p + 64, last, &ends, &least),
			ends_fit(p + 96, last, &ends, &least)};
		__m256i any = _mm256_or_si256(
			_mm256_or_si256(fit[0], fit[1]), _mm256_or_si256(fit[2], fit[3]));

		if (_mm256_testz_si256(any, any))
			continue;
		for (size_t k = 0; k < 4; k++)
			if (any_fits(p + k * 32, fit[k], what))
				return true;
	}
	for (; in.len - i >= last + 32; i += 32)
		if (any_fits(in.ptr + i, ends_fit(in.ptr + i, last, &ends, &least), what))
			return true;
	*done = i;
	*zero = _mm256_movemask_epi8(_mm256_cmpeq_epi8(least, _mm256_setzero_si256())) != 0;
	return false;
}

static bool find_sse2(struct span in, const struct bytefind *what, size_t *done, bool *zero)
{
	const size_t last = what->needle.len - 1;
	const __m128i first_byte = _mm_set1_epi8((char)what->needle.ptr[0]);
	const __m128i last_byte = _mm_set1_epi8((char)what->needle.ptr[last]);
	const __m128i first_bit = _mm_set1_epi8(bit_of(what, 0));
	const __m128i last_bit = _mm_set1_epi8(bit_of(what, last));
	__m128i least = _mm_set1_epi8(-1);
	size_t i = 0;

	for (; in.len - i >= last + 16; i += 16) {
		const uint8_t *p = in.ptr + i;
		__m128i a = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i b = _mm_loadu_si128((const __m128i *)(const void *)(p + last));
		unsigned hits;

		least = _mm_min_epu8(least, a);
		a = _mm_cmpeq_epi8(_mm_or_si128(a, first_bit), first_byte);
		b = _mm_cmpeq_epi8(_mm_or_si128(b, last_bit), last_byte);
		hits = (unsigned)_mm_movemask_epi8(_mm_and_si128(a, b));
		for (; hits != 0; hits &= hits - 1)
			if (fits_at(p + __builtin_ctz(hits), what))
				return true;
	}
	*done = i;
	*zero = _mm_movemask_epi8(_mm_cmpeq_epi8(least, _mm_setzero_si128())) != 0;
	return false;
}

bool bytefind(struct span in, const struct bytefind *what, bool *zero)
{
	size_t done = 0;

	*zero = false;
	if (what->needle.len == 0)
		return false;
	if (in.len >= what->needle.len) {
		bool hit = __builtin_cpu_supports("avx2") ? find_avx2(in, what, &done, zero)
							  : find_sse2(in, what, &done, zero);

		if (hit)
			return true;
	}
	return find_plain(in, what, done, zero);
}

#else

bool bytefind(struct span in, const struct bytefind *what, bool *zero)
{
	*zero = false;
	return what->needle.len != 0 && find_plain(in, what, 0, zero);
}

#endif
