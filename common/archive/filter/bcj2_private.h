/* SPDX-License-Identifier: MIT */
/* Shared by BCJ2's two directions; the constants are those of 7-Zip's C/Bcj2.c. */
#ifndef BIOSBELT_BCJ2_PRIVATE_H
#define BIOSBELT_BCJ2_PRIVATE_H

#include "biosbelt/bcj2.h"

#define BCJ2_TOP       ((uint32_t)1 << 24)
#define BCJ2_PROB_BITS 11
#define BCJ2_PROB_MOVE 5
#define BCJ2_PROBS     (2 + 256)
#define BCJ2_CALL_OP   0xE8

/* CALL, JMP, or the second byte of Jcc rel32 (0F 80 to 0F 8F). */
static inline bool bcj2_is_branch(uint8_t before, uint8_t byte)
{
	return (byte & 0xFE) == 0xE8 || (before == 0x0F && (byte & 0xF0) == 0x80);
}

/* A CALL's bit depends on the byte before it; JMP has one probability, all Jcc another. */
static inline size_t bcj2_prob(uint8_t before, uint8_t byte)
{
	if (byte == BCJ2_CALL_OP)
		return 2 + (size_t)before;
	return byte == 0xE9 ? 1 : 0;
}

static inline void bcj2_adapt(uint16_t *prob, bool bit)
{
	if (bit)
		*prob = (uint16_t)(*prob - (*prob >> BCJ2_PROB_MOVE));
	else
		*prob = (uint16_t)(*prob + (((1u << BCJ2_PROB_BITS) - *prob) >> BCJ2_PROB_MOVE));
}

static inline void bcj2_probs_init(uint16_t probs[BCJ2_PROBS])
{
	size_t i;

	for (i = 0; i < BCJ2_PROBS; i++)
		probs[i] = 1u << (BCJ2_PROB_BITS - 1);
}

#endif
