/* SPDX-License-Identifier: MIT */
/*
 * Alpha-beta with iterative deepening as in ovolve's program (described in the documents). The
 * evaluation is 0.1 smoothness + 1.0 monotonicity + 2.7 log(empty cells) + 1.0 largest rank. The
 * opponent tries only the placements that annoy most. Reaching 2048 first counts as a win.
 */
#ifndef BIOSBELT_2048AI_MINIMAX_H
#define BIOSBELT_2048AI_MINIMAX_H

#include "search/search.h"

/* The part of each line in the evaluation; 192 KB. */
struct minimax_line {
	int8_t rough;
	int8_t falling;
	int8_t rising;
};

struct minimax_lines {
	struct minimax_line of[65536];
};

void minimax_lines_init(struct minimax_lines *l);

/* limits->depth 0 and no other limit: depth 4. Values of moves are those of the last iteration;
 * alpha-beta makes them bounds for all but the best. */
void minimax_run(const struct g2048_tables *tables, const struct minimax_lines *lines,
	uint64_t board, const struct search_limits *limits, struct search_result *out);

/* The evaluation, by the lines. */
double minimax_value(const struct minimax_lines *l, uint64_t board);

/* The same slowly, and its parts, for tests. */
double minimax_smoothness(uint64_t board);
double minimax_monotonicity(uint64_t board);
unsigned minimax_islands(uint64_t board);
double minimax_evaluate(uint64_t board);

/*
 * Plain alpha-beta over any tree, of which minimax_run is made; the teaching example calls it.
 * children(user, node, out) fills at most `max` child numbers and returns their count (0: a leaf).
 * value(user, node) is called at leaves only. Returns the value of node.
 */
struct minimax_tree {
	unsigned (*children)(void *user, unsigned node, unsigned *out, unsigned max);
	double (*value)(void *user, unsigned node);
	void *user;
	bool prune;
	unsigned leaves; /* counted */
};
double minimax_tree_value(
	struct minimax_tree *t, unsigned node, bool maximise, double alpha, double beta);

#endif
