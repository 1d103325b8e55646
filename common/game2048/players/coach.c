/* SPDX-License-Identifier: MIT */
#include "players/coach.h"

#include <math.h>

#define RANK_FIRST 13 /* 8192 */

/*
 * The chance is 1 / (1 + exp(-(a + b * log(value / tile)))), a maximum likelihood fit. For 8192 and
 * more it is over positions of the player's own games. Below, it is over 37,232 positions reached
 * by a player who makes 2 to 70 % random moves, from which the net player went on. All ranks there
 * follow one curve. See docs/2048-training.md.
 */
struct curve {
	double a, b;
};

double coach_chance(unsigned rank, double value)
{
	static const struct curve below = {-4.45, 1.81},
				  from[] = {{-3.1, 2.2}, {-2.2, 1.06}, {-8.2, 0.7}};
	const struct curve *c = &below;
	size_t last = sizeof(from) / sizeof(from[0]) - 1;

	if (value <= 0 || rank >= G2048_RANK_MAX)
		return 0;
	if (rank >= RANK_FIRST)
		c = &from[rank - RANK_FIRST < last ? rank - RANK_FIRST : last];
	return 1 / (1 + exp(-(c->a + c->b * log(value / (double)(1u << rank)))));
}

/*
 * The curve is for positions. A value far below the best move's is not that of a worse board, but a
 * mean over the new tiles of which some end the game: nine of ten leave a tenth of the value, and
 * the chance is a tenth too.
 */
static double chance_after(unsigned rank, double value, double best)
{
	double part = best > 0 ? value / best : 0;
	double alive = part < 0.5 ? part : part * part * (3 - 2 * part);

	return fmin(coach_chance(rank, value), alive * coach_chance(rank, best));
}

void coach_rate(const struct search_result *r, unsigned max_rank, enum g2048_dir made,
	struct coach_move *out)
{
	double best = r->value[r->best];

	*out = (struct coach_move){.made = made, .best = r->best, .next = max_rank + 1};
	out->points = best - r->value[made];
	out->share = best > 0 ? out->points / best : 0;
	out->chance_best = coach_chance(max_rank, best);
	out->chance_made = chance_after(max_rank, r->value[made], best);
	if (made == r->best)
		out->grade = COACH_BEST;
	else if (out->share >= COACH_BLUNDER_AT)
		out->grade = COACH_BLUNDER;
	else if (out->share >= COACH_MISTAKE_AT)
		out->grade = COACH_MISTAKE;
	else
		out->grade = out->share >= COACH_SLIP_AT ? COACH_SLIP : COACH_FINE;
}

bool coach_chances_differ(const struct coach_move *m)
{
	return floor(1000 * m->chance_made + 0.5) != floor(1000 * m->chance_best + 0.5);
}

void coach_add(struct coach_sum *sum, const struct coach_move *m)
{
	sum->moves++;
	sum->grade[m->grade]++;
	sum->points += m->points;
}
