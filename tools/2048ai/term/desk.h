/* SPDX-License-Identifier: MIT */
/* What --play has on boards of any size: the screen, keys, the mouse, time and the computer's
 * moves. The game itself is behind struct desk_game. */
#ifndef BIOSBELT_2048AI_DESK_H
#define BIOSBELT_2048AI_DESK_H

#include "term/input.h"
#include "term/play.h"
#include "term/texts.h"

struct desk_game {
	void (*fill)(void *game, struct view *v);     /* side, ranks, points and moves */
	void (*step)(void *game, enum g2048_dir dir); /* and its animation, if it is legal */
	enum g2048_dir (*advise)(void *game);         /* hint is for the game as it is then */
	void (*key)(void *game, uint32_t key);        /* N, U, C, X and Space, as 'n' ... ' ' */
	void (*settle)(
		void *game); /* the notice of its end, where there is none and it has ended */
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
	struct term_event waiting; /* ended an animation; TERM_NONE: none */
	const char *trouble;       /* shown until the program ends */
	struct err cause;          /* of it */
	const char *remark;        /* shown until the next move */
	const char *told;          /* the message on the screen, */
	uint32_t told_at;          /* after so many moves, */
	uint64_t told_since;       /* and from when */
};

/* seed NULL: a random one. screen_close(screen) either way. */
enum err_code desk_open(struct desk *d, const uint64_t *seed, struct err *err);
/* Until the game is left, whatever ends it. */
void desk_loop(struct desk *d);
/* The slide of a move of a board that was `before`, then the new tile growing (fresh -1: not),
 * until the next key. */
void desk_animate(
	struct desk *d, const uint8_t *before, unsigned max, enum g2048_dir dir, int fresh);
void desk_trouble(struct desk *d, enum text which, const struct err *cause);
/* Closes the screen and tells the trouble that was on it; the exit status. */
int desk_close(struct desk *d);

#endif
