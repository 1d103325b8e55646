/* SPDX-License-Identifier: MIT */
/*
 * A game as a file: where its tiles came from and the moves. Text:
 *
 *   2048ai replay 1
 *   seed S game N
 *   moves, one letter each: U D L R, in lines of any length
 *
 * Tiles follow from the seed, so the same file shows the same game everywhere.
 */
#ifndef BIOSBELT_2048AI_REPLAY_H
#define BIOSBELT_2048AI_REPLAY_H

#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/game2048.h"
#include "biosbelt/span.h"

#define REPLAY_MOVES_MAX 1000000u /* longer games are refused */

struct replay {
	uint64_t seed;
	uint64_t number;
	uint8_t *moves; /* enum g2048_dir */
	size_t count;
	size_t room;
};

void replay_init(struct replay *r, uint64_t seed, uint64_t number);
void replay_free(struct replay *r);
enum err_code replay_add(struct replay *r, enum g2048_dir dir, struct err *err);
void replay_write(const struct replay *r, struct buf *out);
/* Refuses foreign files and moves that are not legal where they stand. */
enum err_code replay_read(
	struct span text, const struct g2048_tables *t, struct replay *out, struct err *err);

#endif
