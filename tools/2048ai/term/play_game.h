/* SPDX-License-Identifier: MIT */
/*
 * The game of --play without keys and time: moves, undo, advice, and saving. Every move is on disk
 * before it is shown.
 */
#ifndef BIOSBELT_2048AI_PLAY_GAME_H
#define BIOSBELT_2048AI_PLAY_GAME_H

#include "game/replay.h"
#include "players/player.h"
#include "term/desk.h"
#include "term/kept.h"

#define UNDO_MAX 4096 /* steps; the oldest are dropped */

struct play {
	struct desk desk;
	const struct g2048_tables *tables;
	struct player *player;
	struct g2048_game game;
	struct g2048_game *undo; /* ring of UNDO_MAX */
	unsigned undo_first, undo_count;
	struct replay replay; /* of the game; its first position, flags and time too */
	struct kept *kept;    /* NULL: this game cannot be saved */
	bool entered;         /* its present state is in the table of scores */
	bool has_coach;       /* the player's values are points */
	bool coach;
	char verdict[200]; /* of the coach about the last move */
	bool announced;    /* the win was shown */
	uint64_t saved;
	uint64_t record; /* as last saved */
};

/* Loads the best score and the saved game, if there is one. another: ends that game and starts a
 * new one, from *position unless NULL. */
void play_begin(struct play *p, bool another, const struct g2048_game *position);
void play_new(struct play *p, const struct g2048_game *position); /* NULL: from two new tiles */
/* False when the move is not legal or the game is over or stopped. */
bool play_step(struct play *p, enum g2048_dir dir);
void play_undo(struct play *p);
void play_stop(struct play *p);             /* the game is given up */
void play_settle(struct play *p);           /* the notice of its end, if it has ended */
enum g2048_dir play_advise(struct play *p); /* the player's choice; its values are in hint */
/* Saves the moves that automatic play has not saved yet. */
void play_save(struct play *p);

#endif
