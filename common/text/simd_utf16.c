/* SPDX-License-Identifier: MIT */
/*
 * UTF-16 to UTF-8 by vectors. Each unit is widened to 32 bits, its one to three bytes are put
 * together there, and a shuffle closes the gaps. Surrogates are left to the plain loop.
 */
#include "text_private.h"

#ifdef TEXT_X86
#include <immintrin.h>

/* Where the bytes of four units go; the index: units below 80 (bits 0 to 3), below 800 (4 to 7). */
struct gaps {
	uint8_t shuffle[256][16];
	uint8_t len[256];
};

#define U(n) ((n)*4u)
/* Place k of the packed bytes of four units of a, b, c and d bytes. */
#define AT(k, a, b, c, d)                                                                          \
	(uint8_t)((k) < (a)                     ? U(0) + (k)                                       \
		  : (k) < (a) + (b)             ? U(1) + (k) - (a)                                 \
		  : (k) < (a) + (b) + (c)       ? U(2) + (k) - (a) - (b)                           \
		  : (k) < (a) + (b) + (c) + (d) ? U(3) + (k) - (a) - (b) - (c)                     \
						: 0x80)
#define LEN(i, n)  (3u - ((i) >> (n)&1) - ((i) >> ((n) + 4) & 1))
#define AT_I(k, i) AT(k, LEN(i, 0), LEN(i, 1), LEN(i, 2), LEN(i, 3))
#define ROW(i)                                                                                     \
	{                                                                                          \
		AT_I(0u, i), AT_I(1u, i), AT_I(2u, i), AT_I(3u, i), AT_I(4u, i), AT_I(5u, i),      \
			AT_I(6u, i), AT_I(7u, i), AT_I(8u, i), AT_I(9u, i), AT_I(10u, i),          \
			AT_I(11u, i), 0x80, 0x80, 0x80, 0x80                                       \
	}
#define ROWS4(i)  ROW(i), ROW((i) + 1u), ROW((i) + 2u), ROW((i) + 3u)
#define ROWS16(i) ROWS4(i), ROWS4((i) + 4u), ROWS4((i) + 8u), ROWS4((i) + 12u)
#define ROWS64(i) ROWS16(i), ROWS16((i) + 16u), ROWS16((i) + 32u), ROWS16((i) + 48u)
#define SUM(i)    (uint8_t)(LEN(i, 0) + LEN(i, 1) + LEN(i, 2) + LEN(i, 3))
#define SUMS4(i)  SUM(i), SUM((i) + 1u), SUM((i) + 2u), SUM((i) + 3u)
#define SUMS16(i) SUMS4(i), SUMS4((i) + 4u), SUMS4((i) + 8u), SUMS4((i) + 12u)
#define SUMS64(i) SUMS16(i), SUMS16((i) + 16u), SUMS16((i) + 32u), SUMS16((i) + 48u)

static const struct gaps gaps = {
	.shuffle = {ROWS64(0u), ROWS64(64u), ROWS64(128u), ROWS64(192u)},
	.len = {SUMS64(0u), SUMS64(64u), SUMS64(128u), SUMS64(192u)},
};

#define SSE4 __attribute__((target("sse4.1")))
#define AVX2 __attribute__((target("avx2")))

SSE4 static inline void store(struct pass *p, __m128i bytes, unsigned index)
{
	__m128i shuffle = _mm_loadu_si128((const __m128i *)(const void *)gaps.shuffle[index]);

	_mm_storeu_si128((__m128i *)(void *)(p->out + p->made), _mm_shuffle_epi8(bytes, shuffle));
	p->made += gaps.len[index];
}

/* Four units as their bytes, at the low end of each 32 bits, and which of the forms they are. */
SSE4 static inline void put4(struct pass *p, __m128i u)
{
	__m128i one = _mm_cmplt_epi32(u, _mm_set1_epi32(0x80));
	__m128i two = _mm_cmplt_epi32(u, _mm_set1_epi32(0x800));
	__m128i low = _mm_and_si128(u, _mm_set1_epi32(0x3F));
	__m128i mid = _mm_and_si128(_mm_srli_epi32(u, 6), _mm_set1_epi32(0x3F));
	__m128i three_form =
		_mm_or_si128(_mm_or_si128(_mm_srli_epi32(u, 12), _mm_slli_epi32(mid, 8)),
			_mm_or_si128(_mm_slli_epi32(low, 16), _mm_set1_epi32(0x8080E0)));
	__m128i two_form = _mm_or_si128(
		_mm_or_si128(_mm_srli_epi32(u, 6), _mm_slli_epi32(low, 8)), _mm_set1_epi32(0x80C0));
	__m128i bytes = _mm_blendv_epi8(three_form, two_form, two);
	int index = _mm_movemask_ps(_mm_castsi128_ps(one)) | _mm_movemask_ps(_mm_castsi128_ps(two))
								     << 4;

	store(p, _mm_blendv_epi8(bytes, u, one), (unsigned)index);
}

SSE4 static void run_sse(struct pass *p, unsigned low)
{
	const __m128i swap = _mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);

	while (p->in.len - p->pos >= 16 && p->cap - p->made >= 40) {
		__m128i units =
			_mm_loadu_si128((const __m128i *)(const void *)(p->in.ptr + p->pos));
		uint8_t *dst = p->out + p->made;
		__m128i top;

		if (low != 0)
			units = _mm_shuffle_epi8(units, swap);
		if (_mm_testz_si128(units, _mm_set1_epi16((short)0xFF80))) {
			_mm_storel_epi64((__m128i *)(void *)dst, _mm_packus_epi16(units, units));
			p->made += 8;
		} else {
			top = _mm_and_si128(units, _mm_set1_epi16((short)0xF800));
			top = _mm_cmpeq_epi16(top, _mm_set1_epi16((short)0xD800));
			if (!_mm_testz_si128(top, top))
				return;
			put4(p, _mm_cvtepu16_epi32(units));
			put4(p, _mm_cvtepu16_epi32(_mm_srli_si128(units, 8)));
		}
		p->pos += 16;
	}
}

AVX2 static inline void store8(struct pass *p, __m256i bytes, unsigned one, unsigned two)
{
	unsigned first = (one & 15) | (two & 15) << 4;
	unsigned second = one >> 4 | (two & 0xF0);
	__m128i a = _mm_loadu_si128((const __m128i *)(const void *)gaps.shuffle[first]);
	__m128i b = _mm_loadu_si128((const __m128i *)(const void *)gaps.shuffle[second]);
	uint8_t *dst = p->out + p->made;
	size_t len = gaps.len[first];

	_mm_storeu_si128(
		(__m128i *)(void *)dst, _mm_shuffle_epi8(_mm256_castsi256_si128(bytes), a));
	_mm_storeu_si128((__m128i *)(void *)(dst + len),
		_mm_shuffle_epi8(_mm256_extracti128_si256(bytes, 1), b));
	p->made += len + gaps.len[second];
}

AVX2 static inline void put8(struct pass *p, __m128i units)
{
	__m256i u = _mm256_cvtepu16_epi32(units);
	__m256i one = _mm256_cmpgt_epi32(_mm256_set1_epi32(0x80), u);
	__m256i two = _mm256_cmpgt_epi32(_mm256_set1_epi32(0x800), u);
	__m256i low = _mm256_and_si256(u, _mm256_set1_epi32(0x3F));
	__m256i mid = _mm256_and_si256(_mm256_srli_epi32(u, 6), _mm256_set1_epi32(0x3F));
	__m256i three_form = _mm256_or_si256(
		_mm256_or_si256(_mm256_srli_epi32(u, 12), _mm256_slli_epi32(mid, 8)),
		_mm256_or_si256(_mm256_slli_epi32(low, 16), _mm256_set1_epi32(0x8080E0)));
	__m256i two_form =
		_mm256_or_si256(_mm256_or_si256(_mm256_srli_epi32(u, 6), _mm256_slli_epi32(low, 8)),
			_mm256_set1_epi32(0x80C0));
	__m256i bytes = _mm256_blendv_epi8(three_form, two_form, two);

	bytes = _mm256_blendv_epi8(bytes, u, one);
	store8(p, bytes, (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(one)),
		(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(two)));
}

AVX2 static void run_avx2(struct pass *p, unsigned low)
{
	const __m128i swap = _mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
	const __m128i ascii = _mm_set1_epi16((short)0xFF80);

	while (p->in.len - p->pos >= 32 && p->cap - p->made >= 64) {
		const __m128i *src = (const __m128i *)(const void *)(p->in.ptr + p->pos);
		__m128i a = _mm_loadu_si128(src);
		__m128i b = _mm_loadu_si128(src + 1);
		uint8_t *dst = p->out + p->made;
		__m128i top;

		if (low != 0) {
			a = _mm_shuffle_epi8(a, swap);
			b = _mm_shuffle_epi8(b, swap);
		}
		if (_mm_testz_si128(_mm_or_si128(a, b), ascii)) {
			_mm_storeu_si128((__m128i *)(void *)dst, _mm_packus_epi16(a, b));
			p->made += 16;
			p->pos += 32;
			continue;
		}
		top = _mm_or_si128(_mm_cmpeq_epi16(_mm_and_si128(a, _mm_set1_epi16((short)0xF800)),
					   _mm_set1_epi16((short)0xD800)),
			_mm_cmpeq_epi16(_mm_and_si128(b, _mm_set1_epi16((short)0xF800)),
				_mm_set1_epi16((short)0xD800)));
		if (!_mm_testz_si128(top, top))
			return;
		put8(p, a);
		put8(p, b);
		p->pos += 32;
	}
}
#endif

void text_utf16_run(struct pass *p, unsigned low)
{
#ifdef TEXT_X86
	if (__builtin_cpu_supports("avx2"))
		run_avx2(p, low);
	if (__builtin_cpu_supports("sse4.1"))
		run_sse(p, low);
#else
	(void)p;
	(void)low;
#endif
}
