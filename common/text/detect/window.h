/* SPDX-License-Identifier: MIT */
/* Many bytes at once, a bit for each: the first one is the lowest. */
#ifndef BIOSBELT_TEXT_WINDOW_H
#define BIOSBELT_TEXT_WINDOW_H

#include "detect/detect_private.h"

#define WINDOW ((size_t)64)

/* The highest bits of the bytes of a block. */
static inline uint64_t block_bits(byte_block block)
{
#ifdef TEXT_X86
	return (unsigned)_mm_movemask_epi8((__m128i)block);
#else
	uint64_t bits = 0;

	for (unsigned i = 0; i < BLOCK; i++)
		bits |= (uint64_t)(block[i] >> 7) << i;
	return bits;
#endif
}

static inline byte_block block_at(const uint8_t *p)
{
	byte_block block;

	memcpy(&block, p, sizeof(block));
	return block;
}

/* Bytes over 7F. */
static inline uint64_t window_high(const uint8_t *p)
{
	uint64_t bits = 0;

#pragma GCC unroll 4
	for (unsigned i = 0; i < WINDOW; i += BLOCK)
		bits |= block_bits(block_at(p + i)) << i;
	return bits;
}

/* Ends of lines. */
static inline uint64_t window_ends(const uint8_t *p)
{
	uint64_t bits = 0;

#pragma GCC unroll 4
	for (unsigned i = 0; i < WINDOW; i += BLOCK) {
		byte_block block = block_at(p + i);

		bits |= block_bits((byte_block)((block == '\n') | (block == '\r'))) << i;
	}
	return bits;
}

#endif
