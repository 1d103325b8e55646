/* SPDX-License-Identifier: MIT */
/*
 * Compares the needle's first and last byte at 16 or 32 places at once; only where both fit is
 * the rest compared. Source trees repeat few such pairs, so nearly all time is spent loading.
 */
#include "bytefind.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>

static bool rest_fits(const uint8_t *at, struct span needle)
{
	return memcmp(at, needle.ptr, needle.len) == 0;
}

__attribute__((target("avx2"))) static bool find_avx2(
	struct span in, struct span needle, size_t *done)
{
	const __m256i first = _mm256_set1_epi8((char)needle.ptr[0]);
	const __m256i last = _mm256_set1_epi8((char)needle.ptr[needle.len - 1]);
	size_t i = 0;

	for (; in.len - i >= needle.len + 31; i += 32) {
		const uint8_t *p = in.ptr + i;
		__m256i a = _mm256_loadu_si256((const __m256i *)(const void *)p);
		__m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(p + needle.len - 1));
		uint32_t hits = (uint32_t)_mm256_movemask_epi8(
			_mm256_and_si256(_mm256_cmpeq_epi8(a, first), _mm256_cmpeq_epi8(b, last)));

		for (; hits != 0; hits &= hits - 1)
			if (rest_fits(p + __builtin_ctz(hits), needle))
				return true;
	}
	*done = i;
	return false;
}

static bool find_sse2(struct span in, struct span needle, size_t *done)
{
	const __m128i first = _mm_set1_epi8((char)needle.ptr[0]);
	const __m128i last = _mm_set1_epi8((char)needle.ptr[needle.len - 1]);
	size_t i = 0;

	for (; in.len - i >= needle.len + 15; i += 16) {
		const uint8_t *p = in.ptr + i;
		__m128i a = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i b = _mm_loadu_si128((const __m128i *)(const void *)(p + needle.len - 1));
		unsigned hits = (unsigned)_mm_movemask_epi8(
			_mm_and_si128(_mm_cmpeq_epi8(a, first), _mm_cmpeq_epi8(b, last)));

		for (; hits != 0; hits &= hits - 1)
			if (rest_fits(p + __builtin_ctz(hits), needle))
				return true;
	}
	*done = i;
	return false;
}

bool bytefind(struct span in, struct span needle)
{
	size_t done = 0;
	bool hit;

	if (needle.len == 0 || in.len < needle.len)
		return false;
	if (__builtin_cpu_supports("avx2"))
		hit = find_avx2(in, needle, &done);
	else
		hit = find_sse2(in, needle, &done);
	return hit || span_find(in, done, needle.ptr, needle.len) != SIZE_MAX;
}

#else

bool bytefind(struct span in, struct span needle)
{
	return span_find(in, 0, needle.ptr, needle.len) != SIZE_MAX;
}

#endif

static uint8_t lower(uint8_t c)
{
	return (uint8_t)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

bool bytefind_fold(struct span in, struct span needle)
{
	size_t i;
	size_t k;

	if (needle.len == 0 || in.len < needle.len)
		return false;
	for (i = 0; i <= in.len - needle.len; i++) {
		if (lower(in.ptr[i]) != needle.ptr[0])
			continue;
		for (k = 1; k < needle.len && lower(in.ptr[i + k]) == needle.ptr[k]; k++)
			;
		if (k == needle.len)
			return true;
	}
	return false;
}
