/* SPDX-License-Identifier: MIT */
/*
 * A program of the Gomocup protocol as a referee sees it. It is started for the first game and
 * again after one in which it broke the rules. Everything it says is hostile: lines are cut, and
 * whoever says nothing in time is ended.
 */
#ifndef BIOSBELT_GOBANG_CONTESTANT_H
#define BIOSBELT_GOBANG_CONTESTANT_H

#include "biosbelt/err.h"
#include "game/game.h"

#define CONTESTANT_LINE_MAX 512

struct match_limits {
	unsigned ms;      /* for each move, as the programs are told */
	uint64_t nodes;   /* INFO max_node for each move; 0: none */
	unsigned kill_ms; /* without an answer for so long it is ended and has lost */
};

struct contestant {
	const char *command; /* as it was given */
	char **argv;
	struct talk *talk; /* NULL: is not running */
	char line[CONTESTANT_LINE_MAX];
	char rest[CONTESTANT_LINE_MAX];
	size_t rest_len;
	unsigned late;    /* moves that took longer than they may */
	bool board_known; /* it has the stones of this game */
};

/* command: words as a person writes them (process_words); its program is looked for. */
enum err_code contestant_open(struct contestant *c, const char *command, struct err *err);
void contestant_close(struct contestant *c);

/* Gets it ready for a game. Anything but ERR_OK here and below: it is at fault (err says how) and
 * has been ended; ERR_CANCELLED: we were asked to stop. */
enum err_code contestant_new_game(struct contestant *c, const struct game *g,
	const struct match_limits *limits, struct err *err);
/* Its move in the game, whose turn it is; not checked yet. */
enum err_code contestant_move(struct contestant *c, const struct game *g,
	const struct match_limits *limits, struct game_point *out, struct err *err);

#endif
