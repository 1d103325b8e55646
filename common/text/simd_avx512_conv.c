/* SPDX-License-Identifier: MIT */
/*
 * Two-byte encodings and UTF-16 to UTF-8 with 512-bit vectors: every unit gets room for the bytes
 * it may become, and those it does not have are left out.
 */
#include "text_private.h"

#ifdef TEXT_X86
#include "simd_avx512.h"

#define ODD_BITS (~EVEN_BITS)

/* Bytes as 16-bit numbers. */
AVX512 static inline __m512i widen(const uint8_t *p)
{
	return _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)(const void *)p));
}

/*
 * Converts the 32 bytes at src, of which the ones of leads begin pairs; carry: the first ends one,
 * and its character is written. The end of the result, which may be followed by 64 bytes of waste.
 *
 * Each byte is widened to 16 bits, and what two bytes become, three bytes and a 0, is laid over
 * their two places: the 0 is left out, as is the upper half of every byte that is no pair.
 */
AVX512 static inline uint8_t *put_half(uint8_t *dst, const uint8_t *src, uint32_t leads,
	uint32_t carry, const uint32_t *pairs, __m512i *seen)
{
	__m512i bytes = widen(src);
	__m512i codes = _mm512_or_si512(_mm512_slli_epi16(bytes, 8), widen(src + 1));
	__m256i wanted = _mm512_castsi512_si256(_mm512_maskz_compress_epi16(leads, codes));
	/* Where there is no pair any more 0 is looked up. */
	__m512i utf8 = _mm512_i32gather_epi32(
		_mm512_cvtepu16_epi32(wanted), (const void *)pairs, sizeof(*pairs));
	uint64_t kept = (EVEN_BITS & ~(uint64_t)carry) | _pdep_u64(leads, ODD_BITS);
	/* Of a pair that goes over the border; else 0, so that no line of the table is touched. */
	size_t over = ((size_t)src[31] << 8 | src[32]) & (0 - (size_t)(leads >> 31));

	*seen = _mm512_or_si512(*seen, utf8);
	bytes = _mm512_mask_expand_epi16(bytes, leads | leads << 1, utf8);
	_mm512_storeu_si512(dst, _mm512_maskz_compress_epi8(kept, bytes));
	dst += __builtin_popcountll(kept);
	*dst = (uint8_t)(pairs[over] >> 16);
	return dst + (leads >> 31);
}

/* The same when no pair begins there. */
AVX512 static inline uint8_t *put_few(uint8_t *dst, const uint8_t *src, uint32_t leads,
	uint32_t carry, const uint32_t *pairs, __m512i *seen)
{
	if (leads != 0)
		return put_half(dst, src, leads, carry, pairs, seen);
	_mm256_storeu_si256((__m256i *)(void *)dst,
		_mm256_loadu_si256((const __m256i *)(const void *)(src + carry)));
	return dst + 32 - carry;
}

AVX512 void pairs_run_avx512(struct pass *p, const uint32_t *pairs)
{
	const __m512i slow = _mm512_set1_epi32((int)PAIR_SLOW);
	const uint8_t *src = p->in.ptr + p->pos;
	uint8_t *dst = p->out + p->made;
	size_t left = p->in.len - p->pos;
	size_t room = p->cap - p->made;
	uint64_t carry =
		0; /* 1: of src's first byte, which ends a pair, the character is written */

	/* A block becomes at most 97 bytes. */
	while (left >= 80 && room >= 192) {
		__m512i v = load(src);
		uint64_t high = word_of(_mm512_movepi8_mask(v)) & ~carry;
		uint64_t leads = find_leads(high);
		uint8_t *end = dst + 64;

		if ((high | carry) == 0) {
			_mm512_storeu_si512(dst, v);
		} else {
			__m512i seen = _mm512_setzero_si512();
			uint32_t first = (uint32_t)leads;
			uint32_t second = (uint32_t)(leads >> 32);

			end = put_few(dst, src, first, (uint32_t)carry, pairs, &seen);
			end = put_few(end, src + 32, second, first >> 31, pairs, &seen);
			if (_mm512_test_epi32_mask(seen, slow) != 0)
				break;
		}
		room -= (size_t)(end - dst);
		left -= 64;
		src += 64;
		dst = end;
		carry = leads >> 63;
	}
	p->pos = p->in.len - left + carry;
	p->made = p->cap - room;
}

/* Writes 16 units, of which those of one are below 80, those of two below 800; the end. */
AVX512 static inline uint8_t *put_units(uint8_t *dst, __m512i units, __mmask16 one, __mmask16 two)
{
	const uint64_t firsts = 0x1111111111111111u;
	/* Into each four bytes go the bits from 12, 6 and 0 on, and some that are 0. */
	const __m512i shifts = _mm512_set1_epi64(0x3820262C1800060C);
	__m512i bytes = _mm512_multishift_epi64_epi8(shifts, units);
	uint64_t kept = 7 * firsts ^ _pdep_u64(two, firsts) ^ 7 * _pdep_u64(one, firsts);

	bytes = _mm512_and_si512(bytes, _mm512_set1_epi32(0x003F3F0F));
	bytes = _mm512_or_si512(bytes, _mm512_set1_epi32(0x008080E0));
	/* Two bytes are the second and the third, and C0 and more begins them. */
	bytes = _mm512_mask_or_epi32(bytes, two, bytes, _mm512_set1_epi32(0x4000));
	bytes = _mm512_mask_mov_epi32(bytes, one, units);
	_mm512_storeu_si512(dst, _mm512_maskz_compress_epi8(kept, bytes));
	return dst + __builtin_popcountll(kept);
}

AVX512 static inline uint8_t *put_32_units(uint8_t *dst, __m512i units, uint32_t not_ascii)
{
	uint32_t two = _mm512_cmplt_epu16_mask(units, _mm512_set1_epi16(0x800));
	uint32_t one = ~not_ascii;
	__m512i low = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(units));
	__m512i high = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(units, 1));

	dst = put_units(dst, low, (__mmask16)one, (__mmask16)two);
	return put_units(dst, high, (__mmask16)(one >> 16), (__mmask16)(two >> 16));
}

AVX512 void utf16_run_avx512(struct pass *p, unsigned low)
{
	const __m512i swap = _mm512_broadcast_i32x4(
		_mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
	const __m512i plain = _mm512_set1_epi16((short)0xFF80);
	const __m512i top = _mm512_set1_epi16((short)0xF800);
	const __m512i surrogate = _mm512_set1_epi16((short)0xD800);
	const uint8_t *src = p->in.ptr + p->pos;
	uint8_t *dst = p->out + p->made;
	const uint8_t *src_end = p->in.ptr + p->in.len;
	const uint8_t *dst_end = p->out + p->cap;

	while (src_end - src >= 64 && dst_end - dst >= 128) {
		__m512i units = load(src);
		uint32_t not_ascii;

		if (low != 0)
			units = _mm512_shuffle_epi8(units, swap);
		not_ascii = _mm512_test_epi16_mask(units, plain);
		if (not_ascii == 0) {
			_mm256_storeu_si256((__m256i *)(void *)dst, _mm512_cvtepi16_epi8(units));
			dst += 32;
		} else {
			if (_mm512_cmpeq_epi16_mask(_mm512_and_si512(units, top), surrogate) != 0)
				break;
			dst = put_32_units(dst, units, not_ascii);
		}
		src += 64;
	}
	p->pos = (size_t)(src - p->in.ptr);
	p->made = (size_t)(dst - p->out);
}
#endif
