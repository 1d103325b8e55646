/* SPDX-License-Identifier: MIT */
/*
 * The loops over UTF-8 with 256-bit vectors: three table look-ups of nibbles check 32 bytes at a
 * time (see utf8_kinds.h). GCC misaligns its spills of such vectors on Windows, so CMakeLists.txt
 * has the assembler write unaligned moves there.
 */
#include "text_private.h"

#ifdef TEXT_X86
#include <immintrin.h>

#include "simd/utf8_kinds.h"

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

AVX2 static inline struct kinds utf8_kinds(void)
{
	return (struct kinds){
		twice(utf8_first_high), twice(utf8_first_low), twice(utf8_second_high)};
}

AVX2 static inline __m256i load(const uint8_t *p)
{
	return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

AVX2 static inline uint64_t high_bits(__m256i a, __m256i b)
{
	return (uint64_t)(uint32_t)_mm256_movemask_epi8(b) << 32 |
	       (uint32_t)_mm256_movemask_epi8(a);
}

/* Checks bytes by those one, two and three places before each. */
AVX2 static inline __m256i judge_by(
	__m256i now, __m256i prev1, __m256i prev2, __m256i prev3, const struct kinds *k)
{
	const __m256i nibble = _mm256_set1_epi8(0x0F);
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

/* Loads replace shuffles, of which a processor executes too few at a time. */
AVX2 static inline __m256i judge(const uint8_t *p, __m256i now, const struct kinds *k)
{
	return judge_by(now, load(p - 1), load(p - 2), load(p - 3), k);
}

/* now moved up by n bytes. */
#define SHIFTED(now, n) _mm256_alignr_epi8(now, _mm256_permute2x128_si256(now, now, 0x08), 16 - (n))

/* The same at the beginning of the text. */
AVX2 static inline __m256i judge_first(__m256i now, const struct kinds *k)
{
	return judge_by(now, SHIFTED(now, 1), SHIFTED(now, 2), SHIFTED(now, 3), k);
}

/* Whether the 64 bytes at p, which are a and b, continue those before them correctly. */
AVX2 static inline bool goes_on(
	const uint8_t *p, __m256i a, __m256i b, bool begin, const struct kinds *k)
{
	__m256i first = begin ? judge_first(a, k) : judge(p, a, k);
	__m256i wrong = _mm256_or_si256(first, judge(p + 32, b, k));

	return _mm256_testz_si256(wrong, wrong) != 0;
}

AVX2 size_t utf8_valid_avx2(struct span in)
{
	const struct kinds k = utf8_kinds();
	uint64_t cut = 0; /* not 0: the previous block may end inside a character */
	size_t i = 0;

	for (; in.len - i >= 64; i += 64) {
		const uint8_t *p = in.ptr + i;
		__m256i a = load(p);
		__m256i b = load(p + 32);
		uint64_t high = high_bits(a, b);

		if ((high | cut) == 0)
			continue;
		if (!goes_on(p, a, b, i == 0, &k))
			break;
		cut = high >> 61;
	}
	return i;
}

/* The tables of kinds, and all kinds seen. */
struct look_state {
	__m256i low;
	__m256i high;
	__m256i seen;
};

AVX2 static inline struct look_state look_begin(void)
{
	return (struct look_state){twice(look_low), twice(look_high), _mm256_setzero_si256()};
}

AVX2 static inline void look_end(const struct look_state *s, struct look_sums *sums)
{
	uint8_t kinds[32];

	_mm256_storeu_si256((__m256i *)(void *)kinds, s->seen);
	for (unsigned k = 0; k < 32; k++)
		sums->kinds |= kinds[k];
}

/* Kinds of ASCII bytes, one bit each: those in both nibble tables. */
AVX2 static inline __m256i ascii_kinds(__m256i v, const struct look_state *s)
{
	return _mm256_and_si256(_mm256_shuffle_epi8(s->low, v),
		_mm256_shuffle_epi8(s->high,
			_mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0F))));
}

AVX2 static inline unsigned count_set(__m256i v)
{
	__m256i zero = _mm256_cmpeq_epi8(v, _mm256_setzero_si256());

	return 32 - (unsigned)__builtin_popcount((unsigned)_mm256_movemask_epi8(zero));
}

/* Sums up the kinds of 64 bytes; returns which of them are over 7F. */
AVX2 static inline uint64_t look_block(
	__m256i a, __m256i b, struct look_state *s, struct look_sums *sums)
{
	const __m256i control = _mm256_set1_epi8(LOOK_CONTROL);
	__m256i ka = ascii_kinds(a, s);
	__m256i kb = ascii_kinds(b, s);
	__m256i both = _mm256_or_si256(ka, kb);
	uint64_t high = high_bits(a, b);

	s->seen = _mm256_or_si256(s->seen, both);
	sums->high += (uint64_t)__builtin_popcountll(high);
	if (!_mm256_testz_si256(both, control))
		sums->control += count_set(_mm256_and_si256(ka, control)) +
				 count_set(_mm256_and_si256(kb, control));
	return high;
}

AVX2 size_t look_avx2(struct span in, bool utf8, struct look_sums *sums)
{
	const struct kinds k = utf8_kinds();
	struct look_state s = look_begin();
	struct look_sums good = *sums;
	uint64_t cut = 0; /* not 0: the previous block may end inside a character */
	size_t i = 0;

	for (; in.len - i >= 64; i += 64) {
		const uint8_t *p = in.ptr + i;
		__m256i a = load(p);
		__m256i b = load(p + 32);
		struct look_sums with = good;
		uint64_t high = look_block(a, b, &s, &with);

		if (utf8 && (high | cut) != 0 && !goes_on(p, a, b, i == 0, &k))
			break;
		good = with;
		cut = high >> 61;
	}
	*sums = good;
	look_end(&s, sums);
	return i;
}
#endif
