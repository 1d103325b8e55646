/* SPDX-License-Identifier: MIT */
/* The two row-sum evaluations. */
#include <math.h>

#include "search/search.h"

/* nneonneo/2048-ai, 2048.cpp: constants found by its author with CMA-ES */
#define LOST_PENALTY  200000.0
#define MONO_WEIGHT   47.0 /* times rank^4 */
#define SUM_WEIGHT    11.0 /* times rank^3.5 */
#define MERGES_WEIGHT 700.0
#define EMPTY_WEIGHT  270.0

/* The first program of the original documents (row E7 of their constants) */
#define CLASSIC_BASE    100000
#define CLASSIC_EMPTY   10000
#define CLASSIC_MAX_END 20000
#define CLASSIC_NEAR    1000
#define CLASSIC_RISING  10000

static void unpack(unsigned row, int line[4])
{
	for (unsigned i = 0; i < 4; i++)
		line[i] = (int)(row >> (4 * i)) & 15;
}

static double power4(int r)
{
	return (double)(r * r * r * r);
}

/* rank^3.5 by an exact square root: pow() differs between C libraries. */
static double power35(int r)
{
	return (double)(r * r * r) * sqrt((double)r);
}

/* Counts tiles with an equal neighbour, ignoring empty cells in between: 1 + pairs for each run. */
static int count_merges(const int line[4])
{
	int merges = 0, run = 0, prev = 0;

	for (unsigned i = 0; i < 4; i++) {
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
	return run > 0 ? merges + 1 + run : merges;
}

static double line_value(const int line[4])
{
	double left = 0, right = 0, sum = 0;
	int empty = 0;

	for (unsigned i = 0; i < 4; i++) {
		sum += power35(line[i]);
		empty += line[i] == 0;
		if (i == 0)
			continue;
		if (line[i - 1] > line[i])
			left += power4(line[i - 1]) - power4(line[i]);
		else
			right += power4(line[i]) - power4(line[i - 1]);
	}
	return LOST_PENALTY + EMPTY_WEIGHT * empty + MERGES_WEIGHT * count_merges(line) -
	       MONO_WEIGHT * (left < right ? left : right) - SUM_WEIGHT * sum;
}

void search_heuristic_init(struct search_heuristic *h)
{
	h->base = 0;
	for (unsigned row = 0; row < 65536; row++) {
		int line[4];

		unpack(row, line);
		h->line[row] = (int32_t)floor(line_value(line) * SEARCH_SCALE + 0.5);
	}
}

static int classic_line(const int line[4])
{
	int value = 0, max = 0;
	bool rising = true, falling = true;

	for (unsigned i = 0; i < 4; i++) {
		if (line[i] == 0)
			value += CLASSIC_EMPTY;
		if (line[i] > max)
			max = line[i];
	}
	/* an empty row gets this too, as in the original */
	if (line[0] == max || line[3] == max)
		value += CLASSIC_MAX_END;
	for (unsigned i = 1; i < 4; i++) {
		int step = line[i] - line[i - 1];

		if (step == 1 || step == -1)
			value += CLASSIC_NEAR;
		rising = rising && step > 0;
		falling = falling && step < 0;
	}
	if (rising)
		value += CLASSIC_RISING;
	if (falling)
		value += CLASSIC_RISING;
	return value;
}

void search_classic_init(struct search_heuristic *h)
{
	h->base = CLASSIC_BASE * SEARCH_SCALE;
	for (unsigned row = 0; row < 65536; row++) {
		int line[4];

		unpack(row, line);
		h->line[row] = classic_line(line) * SEARCH_SCALE;
	}
}

int32_t search_evaluate(const struct search_heuristic *h, uint64_t board)
{
	uint64_t col = g2048_transpose(board);
	int32_t sum = h->base;

	for (unsigned i = 0; i < 64; i += 16)
		sum += h->line[(board >> i) & 0xFFFF] + h->line[(col >> i) & 0xFFFF];
	return sum;
}
