/* SPDX-License-Identifier: MIT */
/* The levels of the computer's play. */
#ifndef BIOSBELT_GOBANG_LEVEL_H
#define BIOSBELT_GOBANG_LEVEL_H

#include "engine/engine.h"
#include "game/game.h"

#define LEVEL_MAX 4

/*
 * The move of a side; false: no move is possible. Levels 1 and 2 ignore the limits. engine is for
 * level 4; for the others it may be NULL.
 */
bool level_move(struct engine *engine, const struct gobang_tiny *board, uint8_t colour,
	unsigned level, const struct engine_limits *limits, struct game_point *out);

#endif
