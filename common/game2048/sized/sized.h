/* SPDX-License-Identifier: MIT */
/*
 * The game on 3x3, 4x4 or 5x5 cells, cell by cell: slow beside the tables of game2048.h, whose
 * rules it has at 4x4 (and the same tiles of a seed). And a player: expectimax over lines that are
 * valued as nneonneo's, of any length.
 */
#ifndef BIOSBELT_2048_SIZED_H
#define BIOSBELT_2048_SIZED_H

#include "search/search.h"

#define SIZED_MIN      3u
#define SIZED_MAX      5u
#define SIZED_CELLS    (SIZED_MAX * SIZED_MAX)
#define SIZED_RANK_MAX 26u /* 67,108,864: 25 cells allow no more */

/* Plain data: copying it is how undo works. */
struct sized_game {
	unsigned side;
	uint8_t rank[SIZED_CELLS]; /* reading order, side * side of them; 0: empty */
	struct g2048_rng rng;
	uint64_t score;
	uint32_t moves;
};

/* Two tiles on an empty board; side: SIZED_MIN to SIZED_MAX. */
void sized_new(struct sized_game *g, unsigned side, uint64_t seed, uint64_t number);
/* Moves without a new tile; false (and nothing changed) when the move is not legal. */
bool sized_slide(struct sized_game *g, enum g2048_dir dir);
/* Slides, and a new tile comes. */
bool sized_step(struct sized_game *g, enum g2048_dir dir);
unsigned sized_legal(const struct sized_game *g); /* bit d; 0: the game is over */
unsigned sized_max_rank(const struct sized_game *g);

/* Cell number `at` (0: where tiles slide to) of line `line` for a direction. */
unsigned sized_cell(unsigned side, enum g2048_dir dir, unsigned line, unsigned at);

/* A game as one line of text, random state included. load: false, and nothing changed, for text
 * that is not a game. */
#define SIZED_TEXT 160 /* bytes, the NUL included */
void sized_save(const struct sized_game *g, char out[SIZED_TEXT]);
bool sized_load(struct sized_game *g, const char *text);

/*
 * depth plies, or 0: as many as `nodes` valued boards are expected to suffice for. Depends on board
 * and limits only.
 */
void sized_look(
	const struct sized_game *g, unsigned depth, uint64_t nodes, struct search_result *out);

#endif
