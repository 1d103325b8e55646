/* SPDX-License-Identifier: MIT */
/* The computer as a player: its levels, and advice with the line that wins by force. */
#ifndef BIOSBELT_GOBANG_LEVEL_H
#define BIOSBELT_GOBANG_LEVEL_H

#include "game/game.h"

#define LEVEL_MAX      3
/* Shapes that level 3 looks at for a move, at most. */
#define LEVEL_3_WORK   1000000u
#define LEVEL_LINE_MAX (2 * GOBANG_TINY_DEPTH + 3)

/* The move of the side whose turn it is; false: there is none, the game is a draw. */
bool level_move(const struct game *g, unsigned level, struct game_point *out);
/*
 * A win by continuous fours of the side whose turn it is: its moves and the answers, up to the
 * five. Returns their count; 0: none was found.
 */
unsigned level_forced_line(const struct game *g, struct game_point line[LEVEL_LINE_MAX]);

#endif
