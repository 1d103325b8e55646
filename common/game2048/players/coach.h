/* SPDX-License-Identifier: MIT */
/* The cost of a move, from the values that the net player gives the moves of its position. */
#ifndef BIOSBELT_2048AI_COACH_H
#define BIOSBELT_2048AI_COACH_H

#include "search/search.h"

/* By the share of the expected further points that a move lost. */
enum coach_grade { COACH_BEST, COACH_FINE, COACH_SLIP, COACH_MISTAKE, COACH_BLUNDER, COACH_GRADES };
#define COACH_SLIP_AT    0.002
#define COACH_MISTAKE_AT 0.01
#define COACH_BLUNDER_AT 0.05

struct coach_move {
	enum g2048_dir made, best;
	double points;      /* expected further points that it lost */
	double share;       /* the same as a fraction of all further points, 0 to 1 */
	unsigned next;      /* rank of the next large tile: one above the largest */
	double chance_best; /* that the player reaches that tile, after the best move */
	double chance_made; /* ... after the move made */
	enum coach_grade grade;
};

struct coach_sum {
	size_t moves;
	size_t grade[COACH_GRADES];
	double points;
};

/*
 * The chance that the net player reaches the next tile from a position whose largest tile has this
 * rank and whose best move has this value in points. Measured over its own games
 * (docs/2048-training.md).
 */
double coach_chance(unsigned rank, double value);

/* r: search of the position before the move `made`, which must be legal there. */
void coach_rate(const struct search_result *r, unsigned max_rank, enum g2048_dir made,
	struct coach_move *out);
/* True when the two chances differ after rounding to a tenth of a percent. */
bool coach_chances_differ(const struct coach_move *m);
void coach_add(struct coach_sum *sum, const struct coach_move *m);

#endif
