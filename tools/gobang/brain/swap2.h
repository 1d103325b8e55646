/* SPDX-License-Identifier: MIT */
/* The opening "swap2": one side places three stones, the other chooses. */
#ifndef BIOSBELT_GOBANG_SWAP2_H
#define BIOSBELT_GOBANG_SWAP2_H

#include "biosbelt/span.h"
#include "game/level.h"

/*
 * Appends the answer to count stones, black's and white's in turn. To 0 it is three stones; to 3,
 * SWAP, or a move, after which we are white; to 5, SWAP or a move. Without a limit of nodes (0) a
 * default one applies. False: any other count.
 */
bool swap2_answer(struct engine *engine, const struct gobang_tiny *board, unsigned count,
	const struct engine_limits *limits, struct buf *out);

#endif
