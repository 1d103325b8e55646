/* SPDX-License-Identifier: MIT */
/* The opening "swap2": one side puts three stones, the other chooses. */
#ifndef BIOSBELT_GOBANG_SWAP2_H
#define BIOSBELT_GOBANG_SWAP2_H

#include "biosbelt/span.h"
#include "game/level.h"

/*
 * Appends the answer to count stones, black's and white's in turn: to none, three of ours; to
 * three, SWAP, or a move, after which white is ours; to five, SWAP or a move. Of the limits, those
 * of nodes, 0 for the usual, and stop hold. False: another count.
 */
bool swap2_answer(struct engine *engine, const struct gobang_tiny *board, unsigned count,
	const struct engine_limits *limits, struct buf *out);

#endif
