/* SPDX-License-Identifier: MIT */
/*
 * A line of --advise: what happened in a game that is played elsewhere. Cells are a letter for the
 * column and a digit for the row, a1 the top left one, d4 the bottom right one. Pure.
 *
 *   [MOVE] CELL [TILE]   the move (up, down, left, right or their first letters; the advised one
 *                        if not given) and where the new tile came (2 if not given)
 *   tile CELL TILE       sets a tile, 0: empties the cell; for corrections
 *   score N              the points of the game
 *   undo, help, quit
 *   a whole board        begin from there; it may be four lines of four tiles
 */
#ifndef BIOSBELT_2048AI_ENTRY_H
#define BIOSBELT_2048AI_ENTRY_H

#include "biosbelt/err.h"
#include "biosbelt/game2048.h"

enum entry_kind {
	ENTRY_MOVE,
	ENTRY_TILE,
	ENTRY_SCORE,
	ENTRY_UNDO,
	ENTRY_HELP,
	ENTRY_QUIT,
	ENTRY_BOARD
};

struct entry {
	enum entry_kind kind;
	enum g2048_dir dir; /* of ENTRY_MOVE; G2048_NONE: the advised one */
	unsigned cell;      /* of ENTRY_MOVE and ENTRY_TILE, 0 to 15 in reading order */
	unsigned rank;      /* of the tile there */
	uint64_t score;
	struct g2048_game game; /* of ENTRY_BOARD */
};

/* True for a row of a board: four tiles. */
bool entry_is_row(const char *line);

/* Cuts line into words, without regard to case. ERR_FORMAT: err names the fault. */
enum err_code entry_parse(char *line, struct entry *out, struct err *err);

/* Makes the move of an entry; for dir G2048_NONE that is `advised`. ERR_FORMAT: the move is not
 * possible, and game is unchanged. */
enum err_code entry_move(const struct entry *e, const struct g2048_tables *t,
	enum g2048_dir advised, struct g2048_game *game, struct err *err);

#endif
