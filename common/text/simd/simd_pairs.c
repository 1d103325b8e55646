/* SPDX-License-Identifier: MIT */
/*
 * Two-byte encodings in blocks of 64 bytes. A byte below 80 always ends a character, as ASCII or as
 * the second half of a pair. So in a run of bytes over 7F every other one, from the first on, is a
 * lead. Thus the leads of a block are computed by arithmetic instead of one after the other. Then
 * eight bytes at a time are converted without a branch: the set of leads among them selects a row
 * with the positions of the pairs and the origin of each byte of the result. The table marks
 * characters that are not common pairs; a block with one is left to the plain loop, from its
 * beginning.
 */
#include "text_private.h"

#ifdef TEXT_X86
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi")))

AVX2 static inline void copy32(uint8_t *to, const uint8_t *from)
{
	_mm256_storeu_si256(
		(__m256i *)(void *)to, _mm256_loadu_si256((const __m256i *)(const void *)from));
}

AVX2 static inline uint64_t high_bits(const uint8_t *p)
{
	__m256i a = _mm256_loadu_si256((const __m256i *)(const void *)p);
	__m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(p + 32));

	return (uint64_t)(uint32_t)_mm256_movemask_epi8(b) << 32 |
	       (uint32_t)_mm256_movemask_epi8(a);
}

/* How eight bytes become at most 13; 128 in a shuffle clears a byte. As large as a cache line. */
struct row {
	uint8_t code[16];  /* selects the pairs' codes, second byte first, from the bytes */
	uint8_t pair[16];  /* where the UTF-8 of pairs goes, out of up to four entries of the table
			    */
	uint8_t ascii[16]; /* places the ASCII bytes */
	uint8_t len;       /* of the result; a pair counts at its lead */
	uint8_t unused[15];
};

/* Bit 0 of a row's number: the first byte ends a pair; bits 1 to 8: the bytes that begin one. */
#define ROW_COUNT ((size_t)512)
#define ROW_MASK  ((ROW_COUNT - 1) * sizeof(struct row))

static void fill_row(struct row *r, size_t number)
{
	size_t leads = number >> 1;
	bool trail = (number & 1) != 0;
	uint8_t pairs = 0;
	uint8_t len = 0;

	memset(r, 128, sizeof(*r));
	for (uint8_t i = 0; i < 8; i++, leads >>= 1) {
		if (trail) {
			trail = false;
			continue;
		}
		trail = (leads & 1) != 0;
		if (!trail) {
			r->ascii[len++] = i;
			continue;
		}
		r->code[2 * pairs] = (uint8_t)(i + 1);
		r->code[2 * pairs + 1] = i;
		for (uint8_t k = 0; k < 3; k++)
			r->pair[len++] = (uint8_t)(4 * pairs + 1 + k);
		pairs++;
	}
	r->len = len;
}

/* All rows, built once per process; NULL when out of memory. */
static const struct row *get_rows(void)
{
	static _Atomic(void *) ready;
	const size_t line = sizeof(struct row);
	uint8_t *room = atomic_load_explicit(&ready, memory_order_acquire);

	if (room == NULL) {
		room = malloc((ROW_COUNT + 1) * line);
		for (size_t i = 0; room != NULL && i < ROW_COUNT; i++)
			fill_row((struct row *)(void *)(room + (line - (uintptr_t)room % line)) + i,
				i);
		room = text_keep(&ready, room);
	}
	return room == NULL ? NULL : (const void *)(room + (line - (uintptr_t)room % line));
}

/* Converts eight bytes; returns the end of the result. All table entries used are merged into
 * seen. */
AVX2 static inline uint8_t *put_row(
	uint8_t *dst, const uint8_t *src, const struct row *r, const uint32_t *pairs, __m128i *seen)
{
	__m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)src);
	__m128i code = _mm_loadu_si128((const __m128i *)(const void *)r->code);
	__m128i pair = _mm_loadu_si128((const __m128i *)(const void *)r->pair);
	__m128i ascii = _mm_loadu_si128((const __m128i *)(const void *)r->ascii);
	uint64_t codes = (uint64_t)_mm_cvtsi128_si64(_mm_shuffle_epi8(bytes, code));
	__m128i utf8 = _mm_cvtsi32_si128((int)pairs[codes & 0xFFFF]);

	utf8 = _mm_insert_epi32(utf8, (int)pairs[_bextr_u64(codes, 16, 16)], 1);
	utf8 = _mm_insert_epi32(utf8, (int)pairs[_bextr_u64(codes, 32, 16)], 2);
	utf8 = _mm_insert_epi32(utf8, (int)pairs[codes >> 48], 3);
	*seen = _mm_or_si128(*seen, utf8);
	utf8 = _mm_or_si128(_mm_shuffle_epi8(utf8, pair), _mm_shuffle_epi8(bytes, ascii));
	_mm_storeu_si128((__m128i *)(void *)dst, utf8);
	return dst + r->len;
}

#define ROW_SHIFT 6
_Static_assert(sizeof(struct row) == 1 << ROW_SHIFT, "a row's number becomes its place");

/* The row at a byte offset from the first. */
static inline const struct row *row_at(const struct row *rows, uint64_t offset)
{
	return (const void *)((const uint8_t *)rows + (offset & ROW_MASK));
}

/* Converts one block; carry: its first byte ends a pair. Returns the end of the result, or NULL for
 * a pair that is not common. */
AVX2 static inline uint8_t *put_block(uint8_t *dst, const uint8_t *src, uint64_t leads,
	uint64_t carry, const struct row *rows, const uint32_t *pairs)
{
	__m128i seen = _mm_setzero_si128();

	dst = put_row(dst, src, row_at(rows, (leads << 1 | carry) << ROW_SHIFT), pairs, &seen);
	dst = put_row(dst, src + 8, row_at(rows, leads >> 7 << ROW_SHIFT), pairs, &seen);
	dst = put_row(dst, src + 16, row_at(rows, leads >> 15 << ROW_SHIFT), pairs, &seen);
	dst = put_row(dst, src + 24, row_at(rows, leads >> 23 << ROW_SHIFT), pairs, &seen);
	dst = put_row(dst, src + 32, row_at(rows, leads >> 31 << ROW_SHIFT), pairs, &seen);
	dst = put_row(dst, src + 40, row_at(rows, leads >> 39 << ROW_SHIFT), pairs, &seen);
	dst = put_row(dst, src + 48, row_at(rows, leads >> 47 << ROW_SHIFT), pairs, &seen);
	dst = put_row(dst, src + 56, row_at(rows, leads >> 55 << ROW_SHIFT), pairs, &seen);
	return _mm_testz_si128(seen, _mm_set1_epi32((int)PAIR_SLOW)) ? dst : NULL;
}

AVX2 void pairs_run_avx2(struct pass *p, const uint32_t *pairs)
{
	const struct row *rows = get_rows();
	const uint8_t *src = p->in.ptr + p->pos;
	uint8_t *dst = p->out + p->made;
	size_t left = p->in.len - p->pos;
	size_t room = p->cap - p->made;
	uint64_t carry = 0; /* 1: src's first byte ends a pair that is already converted */

	/* The code of a last lead ends after the block; a block's result has at most 97 bytes. */
	while (rows != NULL && left >= 80 && room >= 128) {
		uint64_t high = high_bits(src) & ~carry;
		uint64_t leads = find_leads(high);
		uint8_t *end = dst + 64;

		if ((high | carry) == 0) {
			copy32(dst, src);
			copy32(dst + 32, src + 32);
		} else {
			end = put_block(dst, src, leads, carry, rows, pairs);
		}
		if (end == NULL)
			break;
		room -= (size_t)(end - dst);
		left -= 64;
		src += 64;
		dst = end;
		carry = leads >> 63;
	}
	p->pos = p->in.len - left + carry;
	p->made = p->cap - room;
}

/* Bits of the 64 bytes that cannot be a lead of GB 18030, and that cannot be a trail. */
AVX2 static inline void gb_wrong(const uint8_t *p, uint64_t *lead, uint64_t *trail)
{
	const __m256i last = _mm256_set1_epi8((char)0xFF);
	uint32_t leads[2];
	uint32_t trails[2];

	for (unsigned i = 0; i < 2; i++) {
		__m256i v = _mm256_loadu_si256((const __m256i *)(const void *)(p + 32 * i));
		__m256i both = _mm256_cmpeq_epi8(v, last);
		__m256i low = _mm256_cmpeq_epi8(_mm256_min_epu8(v, _mm256_set1_epi8(0x3F)), v);

		leads[i] = (uint32_t)_mm256_movemask_epi8(
			_mm256_or_si256(both, _mm256_cmpeq_epi8(v, _mm256_set1_epi8((char)0x80))));
		trails[i] = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(
			_mm256_or_si256(both, low), _mm256_cmpeq_epi8(v, _mm256_set1_epi8(0x7F))));
	}
	*lead = (uint64_t)leads[1] << 32 | leads[0];
	*trail = (uint64_t)trails[1] << 32 | trails[0];
}

AVX2 size_t gb_valid_avx2(struct span in, size_t pos)
{
	uint64_t carry = 0; /* 1: the previous byte is a lead */

	for (; in.len - pos >= 64; pos += 64) {
		uint64_t leads = find_leads(high_bits(in.ptr + pos) & ~carry);
		uint64_t lead;
		uint64_t trail;

		gb_wrong(in.ptr + pos, &lead, &trail);
		if (((leads & lead) | ((leads << 1 | carry) & trail)) != 0)
			break;
		carry = leads >> 63;
	}
	return pos - carry;
}
#endif
