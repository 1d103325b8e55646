/* SPDX-License-Identifier: MIT */
/*
 * A game of five in a row: its moves, whose turn it is, and how it ended. The rules are those of
 * the tiny engine, whose board it keeps.
 */
#ifndef BIOSBELT_GOBANG_GAME_H
#define BIOSBELT_GOBANG_GAME_H

#include <stdbool.h>
#include <stddef.h>

#include "biosbelt/gobang_tiny.h"

#define GAME_SIDE_MIN  5
#define GAME_SIDE_MAX  GOBANG_TINY_SIDE
#define GAME_MOVES_MAX (GAME_SIDE_MAX * GAME_SIDE_MAX)
#define GAME_NAME_MAX  8 /* bytes of the name of a point, the NUL included */

struct game_point {
	uint8_t x, y; /* from the left and from the top, from 0 */
};

enum game_state { GAME_OPEN, GAME_BLACK_WON, GAME_WHITE_WON, GAME_DRAWN };

/* The result of a move. */
enum game_answer { GAME_DONE, GAME_OVER, GAME_OUTSIDE, GAME_TAKEN, GAME_FORBIDDEN };

struct game {
	struct gobang_tiny board;
	struct game_point moves[GAME_MOVES_MAX]; /* black's are the even ones */
	unsigned count;
	enum game_state state;
};

void game_new(struct game *g, unsigned side, enum gobang_rule rule);
/* GOBANG_BLACK or GOBANG_WHITE. */
uint8_t game_turn(const struct game *g);
/*
 * Plays a move for the side whose turn it is; the game changes only with GAME_DONE. Renju: only
 * moves that are certainly forbidden are refused (gobang_tiny_forbidden).
 */
enum game_answer game_play(struct game *g, struct game_point p);
/* The side whose turn it is gives up. */
void game_resign(struct game *g);
/* Ends the game as a draw: neither side can win, or black has no legal move. */
void game_draw(struct game *g);
/* True when the last move won; false for a game won because the other side resigned. */
bool game_is_five(const struct game *g);
/* Takes back the last move; false: there is none. */
bool game_undo(struct game *g);
/* The number of the move on a point, from 1; 0: empty. */
unsigned game_number(const struct game *g, struct game_point at);

/* Such as "H8": the letter of the column, and the row counted from the bottom. */
void game_point_name(const struct game *g, struct game_point at, char name[GAME_NAME_MAX]);
/* Reads such a name; false: it is not a point of this board. */
bool game_point_read(const struct game *g, const char *name, struct game_point *out);

/* "freestyle", "exact", "renju", "caro", "caro-exact", in the order of enum gobang_rule. */
extern const char *const game_rule_names[GOBANG_RULES];
/* The rule as it is shown to people, for tr. */
const char *game_rule_text(const struct game *g);
/* A state as a phrase: "black wins". */
const char *game_state_text(enum game_state state);
/* The reason why a move was refused. */
const char *game_answer_text(enum game_answer answer);

#endif
