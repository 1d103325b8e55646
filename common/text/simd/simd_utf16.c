/* SPDX-License-Identifier: MIT */
/*
 * UTF-16 to UTF-8 by vectors. For each unit three bytes are computed as if it were 800 or more, and
 * a shuffle selects those that it needs. Surrogates are left to the plain loop.
 */
#include "text_private.h"

#ifdef TEXT_X86
#include <immintrin.h>

/* Selects the bytes of four units. */
struct gaps {
	uint8_t shuffle[256][16];
	uint8_t len[256];
};

/*
 * Bit 2 * n of a row's number means that unit n is below 80, bit 2 * n + 1 that it is below 800.
 * Its three bytes are at 4 * n; two-byte units lack the first, and ASCII is the first alone. 128
 * clears a byte.
 */
static void fill_row(struct gaps *g, unsigned row)
{
	uint8_t len = 0;

	memset(g->shuffle[row], 128, sizeof(g->shuffle[row]));
	for (unsigned n = 0; n < 4; n++) {
		unsigned kind = row >> (2 * n) & 3;
		unsigned first = kind == 2 ? 1 : 0;
		unsigned last = (kind & 1) != 0 ? 0 : 2;

		for (unsigned k = first; k <= last; k++)
			g->shuffle[row][len++] = (uint8_t)(4 * n + k);
	}
	g->len[row] = len;
}

/* Built once per process; NULL when out of memory. */
static const struct gaps *get_gaps(void)
{
	static _Atomic(void *) ready;
	struct gaps *g = atomic_load_explicit(&ready, memory_order_acquire);

	if (g != NULL)
		return g;
	g = malloc(sizeof(*g));
	for (unsigned row = 0; g != NULL && row < 256; row++)
		fill_row(g, row);
	return text_keep(&ready, g);
}

#define AVX2 __attribute__((target("avx2")))

/* Writes four units of three bytes each as row i selects; returns the end. */
AVX2 static inline uint8_t *put4(uint8_t *dst, __m128i bytes, const struct gaps *g, unsigned i)
{
	__m128i shuffle = _mm_loadu_si128((const __m128i *)(const void *)g->shuffle[i]);

	_mm_storeu_si128((__m128i *)(void *)dst, _mm_shuffle_epi8(bytes, shuffle));
	return dst + g->len[i];
}

/* Marks 16-bit numbers up to max. */
AVX2 static inline __m256i up_to(__m256i u, short max)
{
	return _mm256_cmpeq_epi16(_mm256_min_epu16(u, _mm256_set1_epi16(max)), u);
}

/* Writes sixteen units without surrogates. The first and second bytes of all are computed together,
 * and so are the third; a unit below 800 begins with the second byte, which is then at least C0.
 * Operations stay within the halves of vectors, so four, eight and twelve units come in turn. */
AVX2 static inline uint8_t *put16(uint8_t *dst, __m256i u, const struct gaps *g)
{
	__m256i one = up_to(u, 0x7F);
	__m256i two = up_to(u, 0x7FF);
	__m256i kinds = _mm256_blendv_epi8(two, one, _mm256_set1_epi16(0xFF));
	unsigned rows = (unsigned)_mm256_movemask_epi8(kinds);
	__m256i begin = _mm256_or_si256(
		_mm256_or_si256(_mm256_srli_epi16(u, 12),
			_mm256_and_si256(_mm256_slli_epi16(u, 2), _mm256_set1_epi16(0x3F00))),
		_mm256_or_si256(_mm256_set1_epi16((short)0x80E0),
			_mm256_and_si256(two, _mm256_set1_epi16(0x4000))));
	__m256i third = _mm256_or_si256(
		_mm256_and_si256(u, _mm256_set1_epi16(0x3F)), _mm256_set1_epi16(0x80));
	__m256i even;
	__m256i odd;

	begin = _mm256_blendv_epi8(begin, u, one);
	even = _mm256_unpacklo_epi16(begin, third);
	odd = _mm256_unpackhi_epi16(begin, third);
	dst = put4(dst, _mm256_castsi256_si128(even), g, rows & 0xFF);
	dst = put4(dst, _mm256_castsi256_si128(odd), g, rows >> 8 & 0xFF);
	dst = put4(dst, _mm256_extracti128_si256(even, 1), g, rows >> 16 & 0xFF);
	return put4(dst, _mm256_extracti128_si256(odd, 1), g, rows >> 24);
}

/* Whether any of these units is in D800 to DFFF. */
AVX2 static inline bool any_surrogate(__m256i a, __m256i b)
{
	const __m256i up = _mm256_set1_epi16(0x2800); /* D800 becomes 0, and DFFF 7FF */
	__m256i least = _mm256_min_epu16(_mm256_add_epi16(a, up), _mm256_add_epi16(b, up));

	return _mm256_movemask_epi8(up_to(least, 0x7FF)) != 0;
}

AVX2 void utf16_run_avx2(struct pass *p, unsigned low)
{
	const struct gaps *g = get_gaps();
	const __m256i swap = _mm256_broadcastsi128_si256(
		_mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
	const __m256i not_ascii = _mm256_set1_epi16((short)0xFF80);
	const uint8_t *src = p->in.ptr + p->pos;
	uint8_t *dst = p->out + p->made;
	const uint8_t *src_end = p->in.ptr + p->in.len;
	const uint8_t *dst_end = p->out + p->cap;

	while (g != NULL && src_end - src >= 64 && dst_end - dst >= 112) {
		__m256i a = _mm256_loadu_si256((const __m256i *)(const void *)src);
		__m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(src + 32));

		if (low != 0) {
			a = _mm256_shuffle_epi8(a, swap);
			b = _mm256_shuffle_epi8(b, swap);
		}
		if (_mm256_testz_si256(_mm256_or_si256(a, b), not_ascii)) {
			/* packus works on each half of the vectors separately. */
			__m256i packed = _mm256_packus_epi16(a, b);

			_mm256_storeu_si256((__m256i *)(void *)dst,
				_mm256_permute4x64_epi64(packed, _MM_SHUFFLE(3, 1, 2, 0)));
			dst += 32;
		} else {
			if (any_surrogate(a, b))
				break;
			dst = put16(dst, a, g);
			dst = put16(dst, b, g);
		}
		src += 64;
	}
	p->pos = (size_t)(src - p->in.ptr);
	p->made = (size_t)(dst - p->out);
}
#endif

void text_utf16_run(struct pass *p, unsigned low)
{
#ifdef TEXT_X86
	if (__builtin_cpu_supports("avx2"))
		utf16_run_avx2(p, low);
#else
	(void)p;
	(void)low;
#endif
}
