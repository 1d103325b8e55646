/* SPDX-License-Identifier: MIT */
/*
 * The loops over UTF-8 with 256-bit vectors; the method is simd.c's. GCC misaligns its spills of
 * such vectors on Windows, so CMakeLists.txt has the assembler write unaligned moves there.
 */
#include "text_private.h"

#ifdef TEXT_X86
#include <immintrin.h>

#include "utf8_kinds.h"

#define AVX2 __attribute__((target("avx2,popcnt")))

/* The sixteen bytes of a nibble table, in both halves. */
AVX2 static inline __m256i twice(const uint8_t table[16])
{
	return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)table));
}

struct kinds {
	__m256i first_high;
	__m256i first_low;
	__m256i second_high;
};

/* now moved up by n bytes, the last ones of before in front. */
#define SHIFTED(now, before, n)                                                                    \
	_mm256_alignr_epi8(now, _mm256_permute2x128_si256(before, now, 0x21), 16 - (n))

AVX2 static inline __m256i judge(__m256i now, __m256i before, const struct kinds *k)
{
	const __m256i nibble = _mm256_set1_epi8(0x0F);
	__m256i prev1 = SHIFTED(now, before, 1);
	__m256i prev2 = SHIFTED(now, before, 2);
	__m256i prev3 = SHIFTED(now, before, 3);
	__m256i kinds = _mm256_and_si256(
		_mm256_and_si256(_mm256_shuffle_epi8(k->first_high,
					 _mm256_and_si256(_mm256_srli_epi16(prev1, 4), nibble)),
			_mm256_shuffle_epi8(k->first_low, _mm256_and_si256(prev1, nibble))),
		_mm256_shuffle_epi8(
			k->second_high, _mm256_and_si256(_mm256_srli_epi16(now, 4), nibble)));
	__m256i third = _mm256_subs_epu8(prev2, _mm256_set1_epi8((char)(0xE0 - 0x80)));
	__m256i fourth = _mm256_subs_epu8(prev3, _mm256_set1_epi8((char)(0xF0 - 0x80)));
	__m256i must =
		_mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));

	return _mm256_xor_si256(must, kinds);
}

AVX2 static inline __m256i load(const uint8_t *p)
{
	return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

AVX2 size_t utf8_valid_avx2(struct span in)
{
	const struct kinds k = {
		twice(utf8_first_high), twice(utf8_first_low), twice(utf8_second_high)};
	__m256i before = _mm256_setzero_si256();
	size_t i = 0;

	for (; in.len - i >= 64; i += 64) {
		__m256i a = load(in.ptr + i);
		__m256i b = load(in.ptr + i + 32);
		__m256i wrong;

		if (_mm256_movemask_epi8(_mm256_or_si256(_mm256_or_si256(a, b), before)) == 0)
			continue;
		wrong = _mm256_or_si256(judge(a, before, &k), judge(b, a, &k));
		if (!_mm256_testz_si256(wrong, wrong))
			break;
		before = b;
	}
	return i;
}

/* Kinds of ASCII bytes, one bit each: what stands in the tables for low and high nibble. */
AVX2 static inline __m256i ascii_kinds(__m256i v, __m256i low, __m256i high)
{
	return _mm256_and_si256(_mm256_shuffle_epi8(low, v),
		_mm256_shuffle_epi8(
			high, _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0F))));
}

AVX2 static inline unsigned count_set(__m256i v)
{
	__m256i zero = _mm256_cmpeq_epi8(v, _mm256_setzero_si256());

	return 32 - (unsigned)__builtin_popcount((unsigned)_mm256_movemask_epi8(zero));
}

AVX2 size_t look_avx2(struct span in, struct look_sums *sums)
{
	const __m256i low = twice(look_low);
	const __m256i high = twice(look_high);
	const __m256i control = _mm256_set1_epi8(LOOK_CONTROL);
	__m256i seen = _mm256_setzero_si256();
	uint8_t kinds[32];
	size_t i = 0;

	for (; in.len - i >= 64; i += 64) {
		__m256i a = load(in.ptr + i);
		__m256i b = load(in.ptr + i + 32);
		__m256i ka = ascii_kinds(a, low, high);
		__m256i kb = ascii_kinds(b, low, high);
		__m256i both = _mm256_or_si256(ka, kb);

		seen = _mm256_or_si256(seen, both);
		sums->high += (uint64_t)__builtin_popcountll(
			(uint64_t)(uint32_t)_mm256_movemask_epi8(a) << 32 |
			(uint32_t)_mm256_movemask_epi8(b));
		if (!_mm256_testz_si256(both, control))
			sums->control += count_set(_mm256_and_si256(ka, control)) +
					 count_set(_mm256_and_si256(kb, control));
	}
	_mm256_storeu_si256((__m256i *)(void *)kinds, seen);
	for (unsigned k = 0; k < 32; k++)
		sums->kinds |= kinds[k];
	return i;
}

/* In the bytes of 32 that end a line, FF: an LF that does not follow a CR, or a CR. */
AVX2 static inline __m256i line_ends(const uint8_t *p)
{
	const __m256i lf = _mm256_set1_epi8('\n');
	const __m256i cr = _mm256_set1_epi8('\r');
	__m256i now = load(p);
	__m256i behind_cr = _mm256_cmpeq_epi8(load(p - 1), cr);

	return _mm256_or_si256(_mm256_andnot_si256(behind_cr, _mm256_cmpeq_epi8(now, lf)),
		_mm256_cmpeq_epi8(now, cr));
}

AVX2 static inline uint64_t sum_bytes(__m256i v)
{
	uint64_t sums[4];

	_mm256_storeu_si256((__m256i *)(void *)sums, _mm256_sad_epu8(v, _mm256_setzero_si256()));
	return sums[0] + sums[1] + sums[2] + sums[3];
}

AVX2 size_t text_count_lines_avx2(struct span in, size_t pos, uint64_t *lines)
{
	while (in.len - pos >= 64) {
		__m256i even = _mm256_setzero_si256();
		__m256i odd = _mm256_setzero_si256();

		/* A byte of these counts to 255. */
		for (unsigned k = 0; k < 255 && in.len - pos >= 64; k++, pos += 64) {
			even = _mm256_sub_epi8(even, line_ends(in.ptr + pos));
			odd = _mm256_sub_epi8(odd, line_ends(in.ptr + pos + 32));
		}
		*lines += sum_bytes(even) + sum_bytes(odd);
	}
	return pos;
}
#endif
