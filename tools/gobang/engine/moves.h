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
	bool cut; /* playable moves are missing: that all of these lose is not a proof */
};

/* True when only moves that stop a four of the other side need to be searched. */
bool moves_must_defend(const struct position *p);

/* Lists the moves to search, best first: points on a line with a stone, or any on an empty board;
 * against a threat, all that may stop it. The move first, unless 0, is put first; with threats,
 * only that and moves that make a three or more. */
void moves_list(
	const struct search *s, unsigned first, unsigned ply, bool threats, struct moves *m);

#endif
