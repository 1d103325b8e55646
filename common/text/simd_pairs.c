/* SPDX-License-Identifier: MIT */
/*
 * Two-byte encodings in blocks of 64 bytes. A byte below 80 always ends a character, be it ASCII or
 * the second half of a pair; so in a run of bytes over 7F every other one, from the first on, is a
 * lead. That gives the leads of a block by arithmetic instead of one after the other. Where a
 * character is no usual pair its entry in the table says so, and the block is left to the plain
 * loop, which looks at it from its begin.
 */
#include "text_private.h"

#ifdef TEXT_X86
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi,popcnt")))

#define EVEN 0x5555555555555555u

static inline uint64_t find_leads(uint64_t high)
{
	uint64_t starts = high & ~(high << 1);
	/* Adding a run's first bit clears the run. */
	uint64_t from_even = high & ~(high + (starts & EVEN));

	return (from_even & EVEN) | (high & ~from_even & ~EVEN);
}

AVX2 static inline void copy32(uint8_t *to, const uint8_t *from)
{
	_mm256_storeu_si256(
		(__m256i *)(void *)to, _mm256_loadu_si256((const __m256i *)(const void *)from));
}

AVX2 static inline void copy16(uint8_t *to, const uint8_t *from)
{
	_mm_storeu_si128(
		(__m128i *)(void *)to, _mm_loadu_si128((const __m128i *)(const void *)from));
}

AVX2 static inline uint64_t high_bits(const uint8_t *p)
{
	__m256i a = _mm256_loadu_si256((const __m256i *)(const void *)p);
	__m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(p + 32));

	return (uint64_t)(uint32_t)_mm256_movemask_epi8(b) << 32 |
	       (uint32_t)_mm256_movemask_epi8(a);
}

#define EVERY_OTHER 0xAAAAAAAAAAAAAAAAu

/* Pairs from the lead at bit 0 on without anything between them. */
static inline unsigned run_len(uint64_t leads)
{
	uint64_t gaps = ~(leads | EVERY_OTHER);

	return gaps == 0 ? 32 : (unsigned)__builtin_ctzll(gaps) / 2;
}

/* One block; the number of pairs, or -1 when not all of them are usual. */
AVX2 static inline int put_block(
	uint8_t *dst, const uint8_t *src, uint64_t leads, const uint32_t *pairs)
{
	uint32_t all = 0;
	unsigned count = 0;

	copy32(dst, src);
	copy32(dst + 32, src + 32);
	while (leads != 0) {
		unsigned at = (unsigned)__builtin_ctzll(leads);
		unsigned n = run_len(leads >> at);
		const uint8_t *from = src + at;
		uint8_t *to = dst + at + count;

		/* Two at a time: what is one too many is overwritten. */
		for (unsigned k = 0; k < n; k += 2) {
			uint32_t first = pairs[from[2 * k] << 8 | from[2 * k + 1]];
			uint32_t second = pairs[from[2 * k + 2] << 8 | from[2 * k + 3]];

			all |= first | (k + 1 < n ? second : 0);
			memcpy(to + 3 * (size_t)k, &first, 4);
			memcpy(to + 3 * (size_t)k + 3, &second, 4);
		}
		from += 2 * (size_t)n;
		to += 3 * (size_t)n;
		copy32(to, from); /* the ASCII up to the next run */
		copy32(to + 32, from + 32);
		count += n;
		at += 2 * n;
		leads = at >= 64 ? 0 : leads >> at << at;
	}
	return (all & PAIR_SLOW) != 0 ? -1 : (int)count;
}

/* Are more than GAP bytes in a row ASCII? */
#define GAP 16
static inline bool has_gap(uint64_t high)
{
	uint64_t low = ~high;

	low &= low >> 1;
	low &= low >> 2;
	low &= low >> 4;
	low &= low >> 8;
	return (low & low >> 1) != 0;
}

/* As put_block, for a block without such gaps: each pair brings what follows it, so that nothing
 * depends on how long the runs are. */
AVX2 static inline int put_dense(
	uint8_t *dst, const uint8_t *src, uint64_t leads, const uint32_t *pairs)
{
	unsigned count = (unsigned)__builtin_popcountll(leads);
	uint32_t all = 0;

	copy16(dst, src);
	for (unsigned k = 0; k < count; k++, leads &= leads - 1) {
		const uint8_t *from = src + __builtin_ctzll(leads);
		uint8_t *to = dst + (from - src) + k;
		uint32_t pair = pairs[from[0] << 8 | from[1]];

		all |= pair;
		memcpy(to, &pair, sizeof(pair));
		copy16(to + 3, from + 2);
	}
	return (all & PAIR_SLOW) != 0 ? -1 : (int)count;
}

AVX2 void pairs_run_avx2(struct pass *p, const uint32_t *pairs)
{
	/* Up to 64 bytes behind a block are read, and written behind its at most 96. */
	while (p->in.len - p->pos >= 144 && p->cap - p->made >= 192) {
		const uint8_t *src = p->in.ptr + p->pos;
		uint8_t *dst = p->out + p->made;
		uint64_t high = high_bits(src);
		uint64_t leads;
		size_t len = 64;
		int count;

		if (high == 0) {
			copy32(dst, src);
			copy32(dst + 32, src + 32);
			p->pos += 64;
			p->made += 64;
			continue;
		}
		leads = find_leads(high);
		if (leads >> 63 != 0) { /* its other half is in the next block */
			leads &= INT64_MAX;
			len = 63;
		}
		count = has_gap(high) ? put_block(dst, src, leads, pairs)
				      : put_dense(dst, src, leads, pairs);
		if (count < 0)
			return;
		p->pos += len;
		p->made += len + (unsigned)count;
	}
}

AVX2 size_t pairs_valid_avx2(struct span in, size_t pos, const uint64_t *valid)
{
	while (in.len - pos > 64) {
		const uint8_t *src = in.ptr + pos;
		uint64_t high = high_bits(src);
		uint64_t leads = find_leads(high);
		size_t len = 64 - (leads >> 63); /* its other half is in the next block */
		uint64_t all = 1;

		for (leads &= INT64_MAX; leads != 0; leads &= leads - 1) {
			const uint8_t *from = src + __builtin_ctzll(leads);
			unsigned code = (unsigned)from[0] << 8 | from[1];

			all &= valid[code / 64] >> code % 64;
		}
		if (all == 0)
			break;
		pos += len;
	}
	return pos;
}

/* Bits of the bytes of 64 that begin no pair of GB 18030, and that end none. */
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
	while (in.len - pos >= 64) {
		uint64_t high = high_bits(in.ptr + pos);
		uint64_t leads = find_leads(high);
		uint64_t lead;
		uint64_t trail;

		gb_wrong(in.ptr + pos, &lead, &trail);
		if (((leads & lead) | (leads << 1 & trail)) != 0)
			break;
		pos += 64 - (leads >> 63); /* its other half is in the next block */
	}
	return pos;
}
#endif
