/* SPDX-License-Identifier: MIT */
/*
 * A game as a file: the seed of its tiles, and its moves. Text:
 *
 *   2048ai replay 3
 *   seed S game N
 *   from TILE TILE ...   the position it began with, 16 tiles in reading order
 *   played MS            its length in milliseconds
 *   undone               moves were taken back
 *   helped               the computer moved or advised
 *   moves M              how many follow: a file that was cut is refused
 *   moves, one letter each: U D L R, in lines of any length
 *
 * Tiles follow from the seed, so the same file is the same game everywhere. The lines from "from"
 * to "helped" may be missing. Files of versions 1, which has none of the lines between seed and
 * moves, and 2, which lacks "moves", are read too.
 */
#ifndef BIOSBELT_2048AI_REPLAY_H
#define BIOSBELT_2048AI_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/game2048.h"
#include "biosbelt/span.h"

#define REPLAY_MOVES_MAX 1000000u /* longer games are refused */

struct replay {
	uint64_t seed;
	uint64_t number;
	struct g2048_game first; /* before the first move */
	bool from;               /* first is a position of its own, not that of a new game */
	bool undone;
	bool helped;
	uint64_t ms;
	uint8_t *moves; /* enum g2048_dir */
	size_t count;
	size_t room;
};

void replay_init(struct replay *r, uint64_t seed, uint64_t number); /* of a new game */
/* Of a game that begins with the tiles of `position`, and no points. */
void replay_init_from(
	struct replay *r, uint64_t seed, uint64_t number, const struct g2048_game *position);
void replay_free(struct replay *r);
enum err_code replay_add(struct replay *r, enum g2048_dir dir, struct err *err);
void replay_write(const struct replay *r, struct buf *out);
/* Refuses foreign files, illegal moves and files that were cut. */
enum err_code replay_read(
	struct span text, const struct g2048_tables *t, struct replay *out, struct err *err);

#endif
