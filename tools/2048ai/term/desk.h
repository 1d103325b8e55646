/* SPDX-License-Identifier: MIT */
/* The part of --play that is the same for boards of any size: the screen, keys, the mouse, time and
 * the computer's moves. The game itself is called through struct desk_game. */
#ifndef BIOSBELT_2048AI_DESK_H
#define BIOSBELT_2048AI_DESK_H

#include "term/input.h"
#include "term/play.h"
#include "term/texts.h"

struct desk_game {
	void (*fill)(void *game, struct view *v);     /* sets side, ranks, points and moves */
	void (*step)(void *game, enum g2048_dir dir); /* makes a legal move, and shows it */
	enum g2048_dir (*advise)(
		void *game); /* the best move of the present position; fills hint */
	void (*key)(void *game, uint32_t key); /* 'n', 'u', 'c', 'x' or ' ' */
	void (*settle)(void *game);            /* shows the notice at the end of a game, once */
};

struct desk {
	const struct desk_game *calls;
	void *game;
	struct screen *screen;
	struct view view;
	struct view_spots spots;
	struct input_swipe swipe;
	struct search_result hint;
	bool hint_fresh;
	bool stopped; /* the game was given up */
	bool quit;
	unsigned speed;
	uint64_t seed, number;
	uint64_t started, next_auto;
	struct term_event waiting; /* the event that ended an animation, or TERM_NONE */
	const char *trouble;       /* error message shown until the program ends */
	struct err cause;          /* of that error */
	const char *remark;        /* message shown until the next move */
	const char *shown;         /* the message now shown, */
	uint32_t shown_moves;      /* the number of moves, */
	uint64_t shown_since;      /* and the time when it appeared */
};

/* seed NULL: a random one. screen_close(screen) either way. */
enum err_code desk_open(struct desk *d, const uint64_t *seed, struct err *err);
/* Returns when the player leaves the game. */
void desk_loop(struct desk *d);
/* Shows a move of the board `before` and then the new tile in cell fresh (-1: none); a key ends it.
 */
void desk_animate(
	struct desk *d, const uint8_t *before, unsigned max, enum g2048_dir dir, int fresh);
void desk_trouble(struct desk *d, enum text which, const struct err *cause);
/* Closes the screen, reports the error that was shown on it, and returns the exit status. */
int desk_close(struct desk *d);

#endif
