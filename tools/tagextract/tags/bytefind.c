/* SPDX-License-Identifier: MIT */
/*
 * Compares the needle's first and last byte at 16, 32 or 64 places at once; only where both match,
 * the rest is compared. Such pairs are rare in source trees, so nearly all time is spent loading,
 * and the search for zero bytes costs nothing more. To ignore case, bit 5 is set before the
 * comparison of a letter: the two forms of a letter differ only in it, and no third byte equals
 * them.
 */
#include "tags/bytefind_private.h"

#include <string.h>

static uint64_t count_plain(struct span in, size_t at)
{
	uint64_t lines = 0;

	for (; at < in.len; at++) {
		bool before_lf = at + 1 < in.len && in.ptr[at + 1] == '\n';

		lines += in.ptr[at] == '\n' || (in.ptr[at] == '\r' && !before_lf);
	}
	return lines;
}

#if defined(__x86_64__)
#include <immintrin.h>

struct ends_avx2 {
	__m256i first;
	__m256i last;
	__m256i first_bit;
	__m256i last_bit;
};

/* Which of the 32 places at p match the needle's ends; *least: minimum of the bytes so far. */
__attribute__((target("avx2"), always_inline)) static inline __m256i ends_fit(
	const uint8_t *p, size_t last, const struct ends_avx2 *ends, bool fold, __m256i *least)
{
	__m256i a = _mm256_loadu_si256((const __m256i *)(const void *)p);
	__m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(p + last));

	*least = _mm256_min_epu8(*least, a);
	if (fold) {
		a = _mm256_or_si256(a, ends->first_bit);
		b = _mm256_or_si256(b, ends->last_bit);
	}
	a = _mm256_cmpeq_epi8(a, ends->first);
	b = _mm256_cmpeq_epi8(b, ends->last);
	return _mm256_and_si256(a, b);
}

/* The first match among the places, as an index from p; SIZE_MAX: none. */
__attribute__((target("avx2"))) static size_t first_fit(
	const uint8_t *p, __m256i places, const struct bytefind *what)
{
	uint32_t hits = (uint32_t)_mm256_movemask_epi8(places);

	for (; hits != 0; hits &= hits - 1)
		if (bytefind_fits_at(p + __builtin_ctz(hits), what))
			return (size_t)__builtin_ctz(hits);
	return SIZE_MAX;
}

/* Searches at least 32 places: the last 32 may overlap earlier ones. */
__attribute__((target("avx2"), always_inline)) static inline size_t find_either(
	struct span in, const struct bytefind *what, bool fold, bool *zero)
{
	const size_t last = what->needle.len - 1;
	const size_t final = in.len - last - 32;
	const struct ends_avx2 ends = {_mm256_set1_epi8((char)what->needle.ptr[0]),
		_mm256_set1_epi8((char)what->needle.ptr[last]),
		_mm256_set1_epi8(bytefind_bit(what, 0)),
		_mm256_set1_epi8(bytefind_bit(what, last))};
	__m256i least = _mm256_set1_epi8(-1);
	size_t i = 0;
	size_t k;

	for (; in.len - i >= last + 128; i += 128) {
		const uint8_t *p = in.ptr + i;
		__m256i fit[4] = {ends_fit(p, last, &ends, fold, &least),
			ends_fit(p + 32, last, &ends, fold, &least),
			ends_fit(p + 64, last, &ends, fold, &least),
			ends_fit(p + 96, last, &ends, fold, &least)};
		__m256i any = _mm256_or_si256(
			_mm256_or_si256(fit[0], fit[1]), _mm256_or_si256(fit[2], fit[3]));

		if (_mm256_testz_si256(any, any))
			continue;
		for (k = 0; k < 4; k++) {
			size_t at = first_fit(p + k * 32, fit[k], what);

			if (at != SIZE_MAX)
				return i + k * 32 + at;
		}
	}
	for (i = i < final ? i : final;; i = i + 32 < final ? i + 32 : final) {
		size_t at = first_fit(
			in.ptr + i, ends_fit(in.ptr + i, last, &ends, fold, &least), what);

		if (at != SIZE_MAX)
			return i + at;
		if (i == final)
			break;
	}
	*zero = _mm256_movemask_epi8(_mm256_cmpeq_epi8(least, _mm256_setzero_si256())) != 0;
	return bytefind_plain(in, what, in.len - last, zero);
}

__attribute__((target("avx2"))) size_t bytefind_avx2(
	struct span in, const struct bytefind *what, bool *zero)
{
	return what->fold ? find_either(in, what, true, zero) : find_either(in, what, false, zero);
}

size_t bytefind_sse2(struct span in, const struct bytefind *what, bool *zero)
{
	const size_t last = what->needle.len - 1;
	const __m128i first_byte = _mm_set1_epi8((char)what->needle.ptr[0]);
	const __m128i last_byte = _mm_set1_epi8((char)what->needle.ptr[last]);
	const __m128i first_bit = _mm_set1_epi8(bytefind_bit(what, 0));
	const __m128i last_bit = _mm_set1_epi8(bytefind_bit(what, last));
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
			if (bytefind_fits_at(p + __builtin_ctz(hits), what))
				return i + (size_t)__builtin_ctz(hits);
	}
	*zero = _mm_movemask_epi8(_mm_cmpeq_epi8(least, _mm_setzero_si128())) != 0;
	return bytefind_plain(in, what, i, zero);
}

size_t bytefind(struct span in, const struct bytefind *what, bool *zero)
{
	*zero = false;
	if (what->needle.len == 0)
		return SIZE_MAX;
	if (in.len < what->needle.len)
		return bytefind_plain(in, what, 0, zero);
	if (in.len - what->needle.len >= 63 && __builtin_cpu_supports("avx512bw"))
		return bytefind_avx512(in, what, zero);
	if (in.len - what->needle.len >= 31 && __builtin_cpu_supports("avx2"))
		return bytefind_avx2(in, what, zero);
	return bytefind_sse2(in, what, zero);
}

#define ROUNDS 255 /* a byte counts up to 255 */

__attribute__((target("avx2"))) static uint64_t count_avx2(struct span in)
{
	const __m256i lf = _mm256_set1_epi8('\n');
	const __m256i cr = _mm256_set1_epi8('\r');
	__m256i sums = _mm256_setzero_si256();
	uint64_t lines[4];
	size_t i = 0;

	while (in.len - i >= 33) {
		__m256i counts = _mm256_setzero_si256();
		unsigned round;

		for (round = 0; round < ROUNDS && in.len - i >= 33; round++, i += 32) {
			const uint8_t *p = in.ptr + i;
			__m256i here = _mm256_loadu_si256((const __m256i *)(const void *)p);
			__m256i next = _mm256_loadu_si256((const __m256i *)(const void *)(p + 1));
			__m256i lone = _mm256_andnot_si256(
				_mm256_cmpeq_epi8(next, lf), _mm256_cmpeq_epi8(here, cr));

			counts = _mm256_sub_epi8(
				counts, _mm256_or_si256(lone, _mm256_cmpeq_epi8(here, lf)));
		}
		sums = _mm256_add_epi64(sums, _mm256_sad_epu8(counts, _mm256_setzero_si256()));
	}
	_mm256_storeu_si256((__m256i *)(void *)lines, sums);
	return lines[0] + lines[1] + lines[2] + lines[3] + count_plain(in, i);
}

uint64_t bytefind_count_lines(struct span in)
{
	return __builtin_cpu_supports("avx2") ? count_avx2(in) : count_plain(in, 0);
}

#else

size_t bytefind(struct span in, const struct bytefind *what, bool *zero)
{
	*zero = false;
	return what->needle.len != 0 ? bytefind_plain(in, what, 0, zero) : SIZE_MAX;
}

uint64_t bytefind_count_lines(struct span in)
{
	return count_plain(in, 0);
}

#endif
