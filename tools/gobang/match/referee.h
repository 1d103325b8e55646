/* SPDX-License-Identifier: MIT */
/* One game between two programs, by the rules. */
#ifndef BIOSBELT_GOBANG_REFEREE_H
#define BIOSBELT_GOBANG_REFEREE_H

#include "match/contestant.h"
#include "match/openings.h"
#include "match/score.h"

struct match_game {
	unsigned opening; /* from 0 */
	bool a_black;
	int result;        /* 1: A won, -1: B, 0: a draw */
	struct err reason; /* the loser's fault; code ERR_OK: it was beaten */
	unsigned plies;
};

struct match {
	struct contestant side[2]; /* A, B */
	struct match_limits limits;
	struct openings openings;
	unsigned board_side;
	enum gobang_rule rule;
	struct match_game *games;
	unsigned count, max;
	struct score score; /* of A */
	bool has_sprt;
	struct sprt sprt;
	struct game board; /* of the last game */
};

/* Plays the next game: openings in turn, each with both colours. ERR_CANCELLED: the game was
 * stopped and does not count; else a program cannot be started. */
enum err_code referee_play(struct match *m, struct err *err);

#endif
