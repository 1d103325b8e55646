/* SPDX-License-Identifier: MIT */
/*
 * The current game, saved after every move, so that the next --play continues it however this one
 * ended. Each running --play locks a file of its own: the first free one that has a game, else the
 * first free one.
 */
#ifndef BIOSBELT_2048AI_KEPT_H
#define BIOSBELT_2048AI_KEPT_H

#include "game/replay.h"

#define KEPT_MAX 8 /* programs at once; one more gets ERR_BUSY */

struct kept;

/*
 * *has: there was a game, and it is in *replay (replay_free it). A damaged file is renamed to
 * NAME.damaged, and *damaged is set; the game is lost then.
 */
enum err_code kept_open(const struct g2048_tables *t, struct kept **out, struct replay *replay,
	bool *has, bool *damaged, struct err *err);
enum err_code kept_save(struct kept *k, const struct replay *replay, struct err *err);
enum err_code kept_clear(struct kept *k, struct err *err); /* removes the saved game */
void kept_close(struct kept *k); /* NULL is fine; the saved game remains */

#endif
