/* SPDX-License-Identifier: MIT */
/*
 * Wins by continuous threats: every move is a four, or makes a three that would become an open
 * four; the defender tries every answer that may stop it. Deeper than the tree search, and
 * narrower.
 */
#ifndef BIOSBELT_GOBANG_THREATS_H
#define BIOSBELT_GOBANG_THREATS_H

#include "engine/fours.h"

#define THREATS_MOVES 16 /* of the attacker in a line, at most; a win by fours may follow */
#define THREATS_PLIES (2 * THREATS_MOVES + FOURS_PLIES + 1)
#define THREATS_SLOTS (1u << 17)

/* A position with the attacker to move. */
struct threats_slot {
	uint32_t key;
	uint8_t failed; /* a search with fewer moves than this found no win */
};

struct threats {
	struct threats_slot *slots; /* THREATS_SLOTS */
	struct fours *fours;
	struct clock *clock;
	uint64_t nodes, limit;
	unsigned line[THREATS_PLIES];
	unsigned count; /* of line, after a win */
};

/*
 * True when the side to move wins, by the fewest threats; line has its moves, each with an answer.
 * False as well beyond limit nodes and when the clock is over.
 */
bool threats_search(struct threats *t, struct position *p);

/* True for every point at which side may stop a threat of the other side or make a four, and for
 * some others. */
bool threats_defends(const struct position *p, unsigned side, unsigned at);

#endif
