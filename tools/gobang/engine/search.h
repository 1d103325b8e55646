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
	uint8_t winner; /* the side whose win is being proved, against every answer; 0: none */
	uint16_t killers[SEARCH_PLIES][2];
	uint32_t history[2][POS_CELLS];
};

/* The move to search first; 0: none. */
unsigned search_first(const struct search *s);
/* The value of a root position, above SEARCH_LIKELY for a likely or proved win. *best is searched
 * first, and replaced by a better move. */
int search_root(struct search *s, int depth, unsigned *best);
/*
 * Tries to prove a likely win of search_root by searching every answer, with at most nodes nodes.
 * Returns the value of a proved win, else value. This limit does not set s->stopped.
 */
int search_prove(struct search *s, int depth, unsigned best, int value, uint64_t nodes);
/* The expected line of the position, from the table; at most max moves. */
unsigned search_line(struct search *s, unsigned first, unsigned *line, unsigned max);

#endif
