/* SPDX-License-Identifier: MIT */
/* The tree search; engine.c drives it. */
#ifndef BIOSBELT_GOBANG_SEARCH_H
#define BIOSBELT_GOBANG_SEARCH_H

#include "engine/engine.h"
#include "engine/table.h"
#include "engine/threats.h"

#define SEARCH_PLIES  80
#define SEARCH_LIKELY 20000 /* no other value is above */

struct search {
	struct position p;
	struct fours fours;
	struct threats threats;
	struct search_slot *slots; /* may be shared by searches in several threads */
	uint64_t slot_count;       /* a power of two */
	uint64_t nodes, limit;
	struct clock clock;
	bool stopped;
	int root_depth;
	uint8_t winner; /* whose win is being proved, against every answer; 0: nobody's */
	uint16_t killers[SEARCH_PLIES][2];
	uint32_t history[2][POS_CELLS];
};

/* The move that is looked at first; 0: there is none. */
unsigned search_first(const struct search *s);
/* The value of a root position, above SEARCH_LIKELY for a win that is likely or proved; *best,
 * which is looked at first, is replaced by a better move. */
int search_root(struct search *s, int depth, unsigned *best);
/*
 * A likely win of search_root again, with every answer looked at, for so many nodes at most: the
 * value of a win that is proved, else value. s->stopped is not set by this limit.
 */
int search_prove(struct search *s, int depth, unsigned best, int value, uint64_t nodes);
/* What the table expects after the position, at most max moves. */
unsigned search_line(struct search *s, unsigned first, unsigned *line, unsigned max);

#endif
