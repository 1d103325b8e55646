/* SPDX-License-Identifier: MIT */
/* The player for boards of any size. */
#include <string.h>

#include "sized/sized.h"

#define DEPTH_MAX 8u
#define PROB_MIN  0.001 /* less likely lines are evaluated without further search */

/* nneonneo's weights, as in search/heuristic.c; they were found for lines of four cells. */
#define LINE_BASE     200000.0
#define MONO_WEIGHT   47.0 /* times rank^4 */
#define SUM_WEIGHT    11.0 /* times rank^3.5 */
#define MERGES_WEIGHT 700.0
#define EMPTY_WEIGHT  270.0

struct look {
	uint64_t nodes;
	double power4[SIZED_RANK_MAX + 1];
	double power35[SIZED_RANK_MAX + 1];
};

/* rank^3.5 without pow(), which differs between C libraries: a square root by Newton's method. */
static double root(double x)
{
	double r = x > 1 ? x : 1;

	for (unsigned i = 0; i < 20; i++)
		r = (r + x / r) / 2;
	return r;
}

static void look_init(struct look *l)
{
	l->nodes = 0;
	for (unsigned r = 0; r <= SIZED_RANK_MAX; r++) {
		double x = r;

		l->power4[r] = x * x * x * x;
		l->power35[r] = r > 0 ? x * x * x * root(x) : 0;
	}
}

static double line_value(const struct look *l, const uint8_t *line, unsigned side)
{
	double left = 0, right = 0, sum = 0;
	unsigned empty = 0, merges = 0, run = 0;
	uint8_t prev = 0;

	for (unsigned i = 0; i < side; i++) {
		sum += l->power35[line[i]];
		empty += line[i] == 0;
		if (i > 0 && line[i - 1] > line[i])
			left += l->power4[line[i - 1]] - l->power4[line[i]];
		else if (i > 0)
			right += l->power4[line[i]] - l->power4[line[i - 1]];
		if (line[i] == 0)
			continue;
		if (prev == line[i]) {
			run++;
		} else if (run > 0) {
			merges += 1 + run;
			run = 0;
		}
		prev = line[i];
	}
	merges += run > 0 ? 1 + run : 0;
	return LINE_BASE + EMPTY_WEIGHT * empty + MERGES_WEIGHT * merges -
	       MONO_WEIGHT * (left < right ? left : right) - SUM_WEIGHT * sum;
}

static double board_value(struct look *l, const struct sized_game *g)
{
	double value = 0;

	l->nodes++;
	for (unsigned i = 0; i < g->side; i++) {
		uint8_t line[SIZED_MAX];

		for (unsigned k = 0; k < g->side; k++)
			line[k] = g->rank[g->side * k + i];
		value += line_value(l, line, g->side) +
			 line_value(l, g->rank + (size_t)g->side * i, g->side);
	}
	return value;
}

static double best_move(struct look *l, const struct sized_game *g, unsigned depth, double prob);

/* The mean over the new tiles. depth: moves still to search. */
static double after_move(struct look *l, const struct sized_game *g, unsigned depth, double prob)
{
	unsigned cells = g->side * g->side, empty = 0;
	struct sized_game next = *g;
	double sum = 0;

	for (unsigned i = 0; i < cells; i++)
		empty += g->rank[i] == 0;
	if (depth == 0 || prob < PROB_MIN || empty == 0)
		return board_value(l, g);
	for (unsigned i = 0; i < cells; i++) {
		if (g->rank[i] != 0)
			continue;
		next.rank[i] = 1;
		sum += 0.9 * best_move(l, &next, depth, 0.9 * prob / empty);
		next.rank[i] = 2;
		sum += 0.1 * best_move(l, &next, depth, 0.1 * prob / empty);
		next.rank[i] = 0;
	}
	return sum / empty;
}

/* The value of the best move; 0 when there is none. */
static double best_move(struct look *l, const struct sized_game *g, unsigned depth, double prob)
{
	double best = 0;

	for (int d = G2048_UP; d <= G2048_RIGHT; d++) {
		struct sized_game next = *g;
		double value;

		if (!sized_slide(&next, (enum g2048_dir)d))
			continue;
		value = after_move(l, &next, depth - 1, prob);
		best = value > best ? value : best;
	}
	return best;
}

/* Searches all four moves to one depth. */
static void look_to(
	struct look *l, const struct sized_game *g, unsigned depth, struct search_result *out)
{
	out->best = G2048_NONE;
	out->legal = 0;
	out->depth = depth;
	for (int d = G2048_UP; d <= G2048_RIGHT; d++) {
		struct sized_game next = *g;

		out->value[d] = 0;
		if (!sized_slide(&next, (enum g2048_dir)d))
			continue;
		out->legal |= 1u << d;
		out->value[d] = after_move(l, &next, depth - 1, 1);
		if (out->best == G2048_NONE || out->value[d] > out->value[out->best])
			out->best = (enum g2048_dir)d;
	}
}

void sized_look(
	const struct sized_game *g, unsigned depth, uint64_t nodes, struct search_result *out)
{
	struct look l;
	uint64_t last = 1;

	memset(out, 0, sizeof(*out));
	look_init(&l);
	if (depth > 0) {
		look_to(&l, g, depth, out);
		out->nodes = l.nodes;
		return;
	}
	for (unsigned d = 1; d <= DEPTH_MAX; d++) {
		uint64_t before = l.nodes, took;

		look_to(&l, g, d, out);
		took = l.nodes - before;
		/* the next depth is expected to take more by the same factor */
		if (took / last * took + l.nodes > nodes)
			break;
		last = took > 0 ? took : 1;
	}
	out->nodes = l.nodes;
}
