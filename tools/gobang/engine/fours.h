/* SPDX-License-Identifier: MIT */
/* Wins by continuous fours: every move threatens a five, every answer is forced. */
#ifndef BIOSBELT_GOBANG_FOURS_H
#define BIOSBELT_GOBANG_FOURS_H

#include "engine/clock.h"
#include "engine/position.h"

#define FOURS_PLIES 60
#define FOURS_SLOTS (1u << 16)

/* A position in which no such win was found, and the plies of that search. */
struct fours_slot {
	uint32_t key;
	uint8_t plies;
};

struct fours {
	struct fours_slot *slots; /* FOURS_SLOTS */
	struct clock *clock;
	uint64_t nodes, limit;
	unsigned line[FOURS_PLIES + 1];
	unsigned count; /* of line, after a win */
};

/*
 * Does the side to move win? Its moves and answers are in line, the last of them wins at once or
 * cannot be stopped. Neither side may have a five to complete but what the search itself handles.
 * False as well beyond f->limit nodes and when the clock is over.
 */
bool fours_search(struct fours *f, struct position *p, unsigned plies);

#endif
