/* SPDX-License-Identifier: MIT */
/* The moves of a node of the tree search. */
#ifndef BIOSBELT_GOBANG_MOVES_H
#define BIOSBELT_GOBANG_MOVES_H

#include "engine/search.h"

#define MOVES_MAX     400
#define MOVES_BREADTH 24 /* that are looked at where nothing is forced */

struct move {
	uint16_t at;
	int32_t order;
};

struct moves {
	struct move of[MOVES_MAX];
	unsigned count;
	bool cut; /* some that may be played are not among them: that all of these lose proves
		     nothing */
};

/* Whether the side to move may look at no more than what stops a four of the other one. */
bool moves_must_defend(const struct position *p);

/* The moves worth looking at, best first: points on a line with a stone, or any when there is none.
 * Where something is to be stopped, all that may. first, if not 0, comes first; with threats, only
 * it and those that make a three or more. */
void moves_list(
	const struct search *s, unsigned first, unsigned ply, bool threats, struct moves *m);

#endif
