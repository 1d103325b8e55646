/* SPDX-License-Identifier: MIT */
/*
 * Two-byte encodings and UTF-16 to UTF-8 with 512-bit vectors: every unit gets room for the bytes
 * it may become, and those it does not have are left out.
 */
#include "text_private.h"

#ifdef TEXT_X86
#include "simd/simd_avx512.h"

/* Two bytes as a 32-bit number, the first of them lowest, sixteen times. */
AVX512 static inline __m512i two_each(const uint8_t *p)
{
	return _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)p));
}

/* A bit for each of 16 places of four bytes, at the first of them. */
AVX512 static inline uint64_t at_places(uint32_t bits)
{
	return _pdep_u64(bits, 0x1111111111111111);
}

/*
 * No two leads are neighbours, so of a couple of bytes at most one begins a pair. What becomes of a
 * couple has room in four bytes: its first byte, and its second or the three of the pair. The first
 * is left out when it begins or ends a pair. A bit for each of 32 couples:
 */
struct couples {
	uint32_t any;    /* begins a pair */
	uint32_t second; /* begins it with its second byte */
	uint32_t less;   /* its first byte is left out */
};

AVX512 static inline struct couples find_couples(uint64_t leads, uint64_t carry)
{
	uint32_t first = (uint32_t)_pext_u64(leads, EVEN_BITS);
	uint32_t second = (uint32_t)_pext_u64(leads, ~EVEN_BITS);

	return (struct couples){
		(uint32_t)word_of(first | second), second, first | second << 1 | (uint32_t)carry};
}

/*
 * Converts the 32 bytes at src, the first 16 couples of c; the end of the result, which may be
 * followed by 64 bytes of waste. around holds them and what follows; at tells which of its bytes
 * are the second and the first of each couple, which is how a code is looked up.
 */
AVX512 static inline uint8_t *put_half(uint8_t *dst, const uint8_t *src, __m512i around, __m512i at,
	struct couples c, const uint32_t *pairs, __m512i *seen)
{
	const __m512i next = _mm512_set1_epi32(0x0101);
	uint64_t kept = 3 * at_places(0xFFFF) + 12 * at_places(c.any) - at_places(c.less);
	__m512i plain = two_each(src);
	__m512i codes = _mm512_maskz_permutexvar_epi8(3 * at_places(0xFFFF),
		_mm512_mask_add_epi32(at, (__mmask16)c.second, at, next), around);
	__m512i bytes = _mm512_mask_i32gather_epi32(
		plain, (__mmask16)c.any, codes, (const void *)pairs, sizeof(*pairs));

	*seen = _mm512_or_si512(*seen, bytes);
	bytes = _mm512_ternarylogic_epi32(
		bytes, plain, _mm512_set1_epi32(0xFF), 0xF8 /* a | b & c */);
	_mm512_storeu_si512(dst, _mm512_maskz_compress_epi8(kept, bytes));
	return dst + __builtin_popcountll(kept);
}

/* The same for 64 bytes and all of c. */
AVX512 static inline uint8_t *put_block(
	uint8_t *dst, const uint8_t *src, struct couples c, const uint32_t *pairs, __m512i *seen)
{
	const __m512i numbers =
		_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	const __m512i at = _mm512_add_epi32(
		_mm512_mullo_epi32(numbers, _mm512_set1_epi32(0x0202)), _mm512_set1_epi32(1));
	/* The last byte may begin a pair that ends behind it: 64 bytes from the 16th on have both.
	 */
	const __m512i at_16 = _mm512_add_epi8(at, _mm512_set1_epi8(16));
	struct couples last = {c.any >> 16, c.second >> 16, c.less >> 16};

	dst = put_half(dst, src, load(src), at, c, pairs, seen);
	return put_half(dst, src + 32, load(src + 16), at_16, last, pairs, seen);
}

AVX512 void pairs_run_avx512(struct pass *p, const uint32_t *pairs)
{
	const __m512i slow = _mm512_set1_epi32((int)PAIR_SLOW);
	const uint8_t *src = p->in.ptr + p->pos;
	const uint8_t *src_end = p->in.ptr + p->in.len;
	uint8_t *dst = p->out + p->made;
	const uint8_t *dst_end = p->out + p->cap;
	uint64_t carry =
		0; /* 1: of src's first byte, which ends a pair, the character is written */

	/* What a block needs is behind it up to byte 80; it becomes at most 97. */
	while (src_end - src >= 80 && dst_end - dst >= 192) {
		__m512i v = load(src);
		uint64_t high = word_of(_mm512_movepi8_mask(v)) & ~carry;
		uint64_t leads = find_leads(high);

		if ((high | carry) == 0) {
			_mm512_storeu_si512(dst, v);
			dst += 64;
		} else {
			__m512i seen = _mm512_setzero_si512();
			struct couples c = find_couples(leads, carry);
			uint8_t *end = put_block(dst, src, c, pairs, &seen);

			if (_mm512_test_epi32_mask(seen, slow) != 0)
				break;
			dst = end;
		}
		src += 64;
		carry = leads >> 63;
	}
	p->pos = (size_t)(src - p->in.ptr) + carry;
	p->made = (size_t)(dst - p->out);
}

/*
 * Writes 16 units as 32-bit numbers, of which those of one are below 80 and those of few become two
 * bytes; the end. Of each the three bytes it has from 800 on are made, and behind them stands the
 * one it has below 80.
 */
AVX512 static inline uint8_t *put_units(uint8_t *dst, __m512i units, uint32_t one, uint32_t few)
{
	/* Into each four bytes go the bits from 12, 6, 0 and 0 on. */
	const __m512i shifts = _mm512_set1_epi64(0x2020262C0000060C);
	__m512i bytes = _mm512_multishift_epi64_epi8(shifts, units);
	uint64_t kept = 7 * at_places(0xFFFF) + at_places(one);

	bytes = _mm512_ternarylogic_epi32(bytes, _mm512_set1_epi32(0x7F3F3F0F),
		_mm512_set1_epi32(0x008080E0), 0xEA /* a & b | c */);
	if (few != 0) {
		/* Two bytes are the second and the third, and C0 and more begins them. */
		kept -= at_places(few);
		bytes = _mm512_mask_or_epi32(
			bytes, (__mmask16)few, bytes, _mm512_set1_epi32(0x4000));
	}
	_mm512_storeu_si512(dst, _mm512_maskz_compress_epi8(kept, bytes));
	return dst + __builtin_popcountll(kept);
}

/* 16 units; low: place of a unit's low byte. */
AVX512 static inline __m512i wide_units(const uint8_t *p, unsigned low)
{
	const __m512i swap = _mm512_broadcast_i32x4(_mm_setr_epi8(
		1, 0, -128, -128, 5, 4, -128, -128, 9, 8, -128, -128, 13, 12, -128, -128));

	return low == 0 ? two_each(p) : _mm512_shuffle_epi8(two_each(p), swap);
}

/* Which are below 800, or surrogates? */
AVX512 static inline uint32_t not_three(__m512i units)
{
	__m512i from_d800 = _mm512_sub_epi16(units, _mm512_set1_epi16((short)0xD800));

	return _mm512_cmplt_epu16_mask(
		_mm512_min_epu16(units, from_d800), _mm512_set1_epi16(0x800));
}

AVX512 static inline void run_units(struct pass *p, unsigned low)
{
	const __m512i swap = _mm512_broadcast_i32x4(
		_mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
	const uint8_t *src = p->in.ptr + p->pos;
	uint8_t *dst = p->out + p->made;
	const uint8_t *src_end = p->in.ptr + p->in.len;
	const uint8_t *dst_end = p->out + p->cap;

	while (src_end - src >= 64 && dst_end - dst >= 128) {
		__m512i units = load(src);
		uint32_t one;
		uint32_t few;

		if (low != 0)
			units = _mm512_shuffle_epi8(units, swap);
		one = _mm512_testn_epi16_mask(units, _mm512_set1_epi16((short)0xFF80));
		few = not_three(units) & ~one;
		if (one == UINT32_MAX) {
			_mm256_storeu_si256((__m256i *)(void *)dst, _mm512_cvtepi16_epi8(units));
			dst += 32;
		} else if (few == 0) {
			dst = put_units(dst, wide_units(src, low), one & 0xFFFF, 0);
			dst = put_units(dst, wide_units(src + 32, low), one >> 16, 0);
		} else {
			if ((few & ~_mm512_cmplt_epu16_mask(units, _mm512_set1_epi16(0x800))) != 0)
				break; /* a surrogate */
			dst = put_units(dst, wide_units(src, low), one & 0xFFFF, few & 0xFFFF);
			dst = put_units(dst, wide_units(src + 32, low), one >> 16, few >> 16);
		}
		src += 64;
	}
	p->pos = (size_t)(src - p->in.ptr);
	p->made = (size_t)(dst - p->out);
}

AVX512 void utf16_run_avx512(struct pass *p, unsigned low)
{
	if (low == 0)
		run_units(p, 0);
	else
		run_units(p, 1);
}
#endif
