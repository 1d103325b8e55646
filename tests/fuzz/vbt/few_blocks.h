/* SPDX-License-Identifier: MIT */
/* Sample tables with few blocks: those of all blocks have thousands of fields, and take long. */
#ifndef TEST_FEW_BLOCKS_H
#define TEST_FEW_BLOCKS_H

#include "sample.h"

#define FEW_BLOCKS 8u  /* kinds; the first has all blocks, */
#define ALL_BLOCKS 64u /* which one number of so many gets */

/* Few numbers get the kind with all. */
static inline unsigned few_blocks_kind(unsigned n)
{
	if (n % FEW_BLOCKS != 0)
		return n % FEW_BLOCKS;
	return n % ALL_BLOCKS == ALL_BLOCKS / 2 ? 0 : 1 + n / FEW_BLOCKS % (FEW_BLOCKS - 1);
}

static inline struct blob few_blocks(unsigned kind, uint16_t bdb_version)
{
#define BLOCK(id) ((uint64_t)1 << (id))
	static const uint64_t blocks[FEW_BLOCKS] = {0, BLOCK(1) | BLOCK(2) | BLOCK(12) | BLOCK(40),
		BLOCK(1) | BLOCK(9), BLOCK(27) | BLOCK(40), BLOCK(40) | BLOCK(42),
		BLOCK(40) | BLOCK(43), BLOCK(52) | BLOCK(53), BLOCK(56)};
#undef BLOCK

	return sample_vbt(&(struct sample_vbt){
		.with_sequences = true, .only = blocks[kind], .bdb_version = bdb_version});
}

#endif
