/* SPDX-License-Identifier: MIT */
/*
 * The board on the terminal. Two or three columns a point; where the board does not fit, the part
 * around the cursor is shown, down to a terminal of 20x5. Stones are X and O on a coloured
 * background, as terminals disagree about the width of symbols.
 */
#ifndef BIOSBELT_GOBANG_VIEW_H
#define BIOSBELT_GOBANG_VIEW_H

#include "biosbelt/screen.h"
#include "game/level.h"

struct view {
	const struct game *game;
	unsigned black, white; /* PERSON, a level or PEER */
	struct game_point cursor;
	bool numbers;
	unsigned keys;                 /* page of the list of keys over the board; 0: none */
	bool replaying;                /* nothing is played */
	const struct game_point *line; /* advice: the move, then the line it forces */
	unsigned line_count;
	bool forced;           /* the line wins by force */
	const char *message;   /* NULL: none */
	const char *notice;    /* shown in place of the keys; NULL: none */
	const char *clocks[2]; /* remaining time of black and white; NULL: no clock */
};

void view_draw(struct screen *s, const struct view *v);
/* The page of keys after v->keys; 0: there is none, or the list is beside the board. */
unsigned view_next_keys(const struct screen *s, const struct view *v);
/* The point drawn in a cell of the screen; false: none. */
bool view_point(const struct screen *s, const struct view *v, int x, int y, struct game_point *out);

#endif
