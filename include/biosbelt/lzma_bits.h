/* SPDX-License-Identifier: MIT */
/*
 * The range decoder of LZMA (LZMA SDK, DOC/lzma-specification.txt) for quick decoders of bytes in
 * memory. The state is a local of the caller's loop, so that it stays in registers. Nothing here
 * checks the end of the bytes: the caller provides as many as it decodes bits, and one.
 */
#ifndef BIOSBELT_LZMA_BITS_H
#define BIOSBELT_LZMA_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LZMA_PROB_BITS 11u
#define LZMA_PROB_ONE  (1u << LZMA_PROB_BITS)
#define LZMA_PROB_INIT (LZMA_PROB_ONE / 2)
#define LZMA_MOVE_BITS 5u
#define LZMA_TOP       ((uint32_t)1 << 24)
#define LZMA_BITS_HEAD 5u  /* bytes that the decoder starts with; the first is 0 */
#define LZMA_STEP_MOST 64u /* more bytes than a literal or match has bits: 48 */

#define LZMA_INLINE static inline __attribute__((always_inline))

struct lzma_bits {
	uint32_t range, code;
	const uint8_t *ptr; /* the next byte */
};

/* At the start of a stream or chunk: ptr has LZMA_BITS_HEAD bytes. */
LZMA_INLINE struct lzma_bits lzma_bits_start(const uint8_t *ptr)
{
	struct lzma_bits b = {.range = UINT32_MAX, .ptr = ptr + LZMA_BITS_HEAD};

	b.code = (uint32_t)ptr[1] << 24 | (uint32_t)ptr[2] << 16 | (uint32_t)ptr[3] << 8 | ptr[4];
	return b;
}

/*
 * Without a branch, which processors guess wrongly at most bytes. Reads the next byte in any case.
 */
LZMA_INLINE void lzma_normalise(struct lzma_bits *b)
{
#if defined(__x86_64__) && defined(__GNUC__)
	uint32_t range = b->range << 8, code = b->code << 8 | *b->ptr;

	__asm__("cmp %[top], %[range]\n\t"
		"cmovb %[next_range], %[range]\n\t"
		"cmovb %[next_code], %[code]\n\t"
		"adc $0, %[ptr]"
		: [range] "+&r"(b->range), [code] "+&r"(b->code), [ptr] "+&r"(b->ptr)
		: [next_range] "r"(range), [next_code] "r"(code), [top] "i"(LZMA_TOP)
		: "cc");
#else
	if (b->range < LZMA_TOP) {
		b->range <<= 8;
		b->code = b->code << 8 | *b->ptr++;
	}
#endif
}

/* What lzma_prob_moved takes; one: all ones, or 0. */
LZMA_INLINE uint32_t lzma_prob_up(uint32_t one)
{
	return ~one & (LZMA_PROB_ONE - (1u << LZMA_MOVE_BITS) + 1);
}

/*
 * The probability after a bit: down by a 32nd of p, or by the negative number (LZMA_PROB_ONE - p) /
 * 32, rounded towards less.
 */
LZMA_INLINE uint16_t lzma_prob_moved(uint32_t p, uint32_t up)
{
	return (uint16_t)((int32_t)p - ((int32_t)(p - up) >> LZMA_MOVE_BITS));
}

/* With a branch, for bits that choose the next step. prob: that the bit is 0, in 2048ths. */
LZMA_INLINE bool lzma_bit(struct lzma_bits *b, uint16_t *prob)
{
	uint32_t p = *prob, bound;

	lzma_normalise(b);
	bound = (b->range >> LZMA_PROB_BITS) * p;
	if (b->code < bound) {
		b->range = bound;
		*prob = (uint16_t)(p + ((LZMA_PROB_ONE - p) >> LZMA_MOVE_BITS));
		return false;
	}
	b->range -= bound;
	b->code -= bound;
	*prob = (uint16_t)(p - (p >> LZMA_MOVE_BITS));
	return true;
}

/*
 * Without a branch, for the bits of a number; p: *prob, which was read before. *next: the
 * probability that is used next after a 0, replaced by the one after a 1. m: what the bit is added
 * to. Conditional moves, since masks take two steps more between a bit and the next, and compilers
 * would choose branches: with those of lzma_normalise a fifth of the decoding time.
 */
LZMA_INLINE size_t lzma_bit_pick(struct lzma_bits *b, uint16_t *prob, uint32_t p, uint32_t *next,
	uint32_t after_one, size_t m)
{
	uint32_t bound, range, code;

	lzma_normalise(b);
	bound = (b->range >> LZMA_PROB_BITS) * p;
	range = b->range - bound;
	code = b->code;
#if defined(__x86_64__) && defined(__GNUC__)
	{
		uint32_t moved = p - lzma_prob_up(0);

		__asm__("sub %[bound], %[code]\n\t" /* carry: the bit is 0 */
			"cmovb %[was], %[code]\n\t"
			"cmovb %[bound], %[range]\n\t"
			"cmovae %[after_one], %[next]\n\t"
			"cmovae %[p], %[moved]\n\t"
			"sbb $-1, %[m]"
			: [code] "+&r"(code), [range] "+&r"(range), [next] "+&r"(*next),
			[moved] "+&r"(moved), [m] "+&r"(m)
			: [was] "r"(b->code), [bound] "r"(bound), [after_one] "r"(after_one),
			[p] "r"(p)
			: "cc");
		*prob = (uint16_t)(p - (uint32_t)((int32_t)moved >> LZMA_MOVE_BITS));
	}
#else
	{
		uint32_t one = 0 - (uint32_t)(code >= bound);

		code -= bound & one;
		range = bound + ((range - bound) & one);
		*next ^= (*next ^ after_one) & one;
		m += one & 1;
		*prob = lzma_prob_moved(p, lzma_prob_up(one));
	}
#endif
	b->code = code;
	b->range = range;
	return m;
}

/* The probabilities of both next bits are read while a bit is decoded. */
LZMA_INLINE uint32_t lzma_bits_walk(
	struct lzma_bits *b, uint16_t *probs, unsigned count, uint32_t *reversed)
{
	size_t m = 1; /* of this size, it needs no instruction to become an address */
	uint32_t p = probs[1];
	unsigned i;

	for (i = 0; i < count; i++) {
		uint16_t *prob = &probs[m];
		uint32_t next = 0, after_one = 0;

		m += m;
		if (i + 1 < count) {
			next = probs[m];
			after_one = probs[m + 1];
		}
		m = lzma_bit_pick(b, prob, p, &next, after_one, m);
		*reversed |= ((uint32_t)m & 1) << i;
		p = next;
	}
	return (uint32_t)m;
}

LZMA_INLINE uint32_t lzma_bits_tree(struct lzma_bits *b, uint16_t *probs, unsigned count)
{
	uint32_t unused = 0;

	return lzma_bits_walk(b, probs, count, &unused) - (1u << count);
}

/* The lowest bit comes first. */
LZMA_INLINE uint32_t lzma_bits_reverse(struct lzma_bits *b, uint16_t *probs, unsigned count)
{
	uint32_t sum = 0;

	(void)lzma_bits_walk(b, probs, count, &sum);
	return sum;
}

/* Bits without a probability. */
LZMA_INLINE uint32_t lzma_bits_direct(struct lzma_bits *b, unsigned count)
{
	uint32_t sum = 0;

	while (count-- != 0) {
		lzma_normalise(b);
		b->range >>= 1;
		sum += sum;
#if defined(__x86_64__) && defined(__GNUC__)
		{
			uint32_t was = b->code;

			__asm__("sub %[range], %[code]\n\t"
				"cmovb %[was], %[code]\n\t"
				"sbb $-1, %[sum]"
				: [code] "+&r"(b->code), [sum] "+&r"(sum)
				: [was] "r"(was), [range] "r"(b->range)
				: "cc");
		}
#else
		{
			uint32_t less;

			b->code -= b->range;
			less = 0 - (b->code >> 31);
			b->code += b->range & less;
			sum += less + 1;
		}
#endif
	}
	return sum;
}

#endif
