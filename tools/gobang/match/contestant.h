/* SPDX-License-Identifier: MIT */
/*
 * A program of the Gomocup protocol, for the referee. It is started for the first game and again
 * after a game in which it broke the rules. Its output is hostile: long lines are cut, and a
 * program that does not answer in time is killed.
 */
#ifndef BIOSBELT_GOBANG_CONTESTANT_H
#define BIOSBELT_GOBANG_CONTESTANT_H

#include "biosbelt/err.h"
#include "game/game.h"

#define CONTESTANT_LINE_MAX 512

struct match_limits {
	unsigned ms;      /* for each move; the programs get this limit */
	uint64_t nodes;   /* INFO max_node for each move; 0: none */
	unsigned kill_ms; /* after this time without an answer it is killed and loses */
};

struct contestant {
	const char *command; /* as it was given */
	char **argv;
	struct talk *talk; /* NULL: not running */
	char line[CONTESTANT_LINE_MAX];
	char rest[CONTESTANT_LINE_MAX];
	size_t rest_len;
	bool cut;         /* rest goes on with a line that was cut */
	unsigned late;    /* moves over their time */
	bool board_known; /* the program has the stones of this game */
};

/* command: a command line (process_words); searches for its program. */
enum err_code contestant_open(struct contestant *c, const char *command, struct err *err);
void contestant_close(struct contestant *c);

/* Starts it unless it runs. */
enum err_code contestant_start(struct contestant *c, struct err *err);
/* Prepares it for a game. An error, here and below, is the program's fault (err names it) and it
 * has been killed; but ERR_CANCELLED: the user asked us to stop. */
enum err_code contestant_new_game(struct contestant *c, const struct game *g,
	const struct match_limits *limits, struct err *err);
/* Asks for its move in the game; *out is not checked yet. */
enum err_code contestant_move(struct contestant *c, const struct game *g,
	const struct match_limits *limits, struct game_point *out, struct err *err);
/* Kills it: its move was against the rules. */
void contestant_kill(struct contestant *c);

#endif
