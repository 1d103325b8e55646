/* SPDX-License-Identifier: MIT */
/*
 * The game that is being played, on disk after every move, so that the next --play goes on with it
 * whatever ended this one. Each --play that runs has a file of its own, held by its lock: the first
 * free one with a game in it, else the first free one.
 */
#ifndef BIOSBELT_2048AI_KEPT_H
#define BIOSBELT_2048AI_KEPT_H

#include "game/replay.h"

#define KEPT_MAX 8 /* --play at once; more is ERR_BUSY */

struct kept;

/*
 * *has: there was a game, and it is in *replay (replay_free it). A damaged file is renamed to
 * NAME.damaged, and *damaged is set; the game is lost then.
 */
enum err_code kept_open(const struct g2048_tables *t, struct kept **out, struct replay *replay,
	bool *has, bool *damaged, struct err *err);
enum err_code kept_save(struct kept *k, const struct replay *replay, struct err *err);
enum err_code kept_clear(struct kept *k, struct err *err); /* no game is kept any more */
void kept_close(struct kept *k);                           /* NULL is fine; what was saved stays */

#endif
