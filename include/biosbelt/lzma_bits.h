/* SPDX-License-Identifier: MIT */
/*
 * The range decoder of LZMA (LZMA SDK, DOC/lzma-specification.txt) for quick decoders of bytes in
 * memory. The state is a local of the caller's loop, so that it stays in registers. Nothing here
 * checks the end of the bytes: the caller provides as many as it decodes bits.
 */
#ifndef BIOSBELT_LZMA_BITS_H
#define BIOSBELT_LZMA_BITS_H

#include <stdbool.h>
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

LZMA_INLINE void lzma_normalise(struct lzma_bits *b)
{
	if (b->range < LZMA_TOP) {
		b->range <<= 8;
		b->code = b->code << 8 | *b->ptr++;
	}
}

/*
 * The probability after a bit, which is 0 or all ones: down by a 32nd of p, or by the negative
 * number (LZMA_PROB_ONE - p) / 32, rounded towards less.
 */
LZMA_INLINE uint16_t lzma_prob_moved(uint32_t p, uint32_t one)
{
	uint32_t up = LZMA_PROB_ONE - (1u << LZMA_MOVE_BITS) + 1;
	int32_t by = (int32_t)p - (int32_t)(~one & up);

	return (uint16_t)((int32_t)p - (by >> LZMA_MOVE_BITS));
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

/* Without a branch, for the bits of a number; p: *prob, which was read before. 0 or all ones. */
LZMA_INLINE uint32_t lzma_bit_read(struct lzma_bits *b, uint32_t p, uint16_t *prob)
{
	uint32_t bound, one;

	lzma_normalise(b);
	bound = (b->range >> LZMA_PROB_BITS) * p;
	one = 0 - (uint32_t)(b->code >= bound);
	b->range = bound + ((b->range - bound - bound) & one);
	b->code -= bound & one;
	*prob = lzma_prob_moved(p, one);
	return one;
}

LZMA_INLINE uint32_t lzma_bit_mask(struct lzma_bits *b, uint16_t *prob)
{
	return lzma_bit_read(b, *prob, prob);
}

/* The probabilities of both next bits are read while a bit is decoded. */
LZMA_INLINE uint32_t lzma_bits_tree(struct lzma_bits *b, uint16_t *probs, unsigned count)
{
	uint32_t m = 1, p = probs[1];
	unsigned i;

	for (i = 0; i + 1 < count; i++) {
		uint32_t zero = probs[2 * m], both = zero ^ probs[2 * m + 1];
		uint32_t one = lzma_bit_read(b, p, &probs[m]);

		p = zero ^ (both & one);
		m = m + m - one;
	}
	m = m + m - lzma_bit_read(b, p, &probs[m]);
	return m - (1u << count);
}

/* The lowest bit comes first. */
LZMA_INLINE uint32_t lzma_bits_reverse(struct lzma_bits *b, uint16_t *probs, unsigned count)
{
	uint32_t m = 1, sum = 0;
	unsigned i;

	for (i = 0; i < count; i++) {
		uint32_t one = lzma_bit_mask(b, &probs[m]);

		m = m + m - one;
		sum |= (one & 1u) << i;
	}
	return sum;
}

/* Bits without a probability. */
LZMA_INLINE uint32_t lzma_bits_direct(struct lzma_bits *b, unsigned count)
{
	uint32_t sum = 0;

	while (count-- != 0) {
		uint32_t less;

		lzma_normalise(b);
		b->range >>= 1;
		b->code -= b->range;
		less = 0 - (b->code >> 31);
		b->code += b->range & less;
		sum = sum + sum + (less + 1);
	}
	return sum;
}

#endif
