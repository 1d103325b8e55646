/* SPDX-License-Identifier: MIT */
/*
 * Five in a row once more, in the most obvious way: no tables, no marks, nothing shared with what
 * is tested. A win by fours is sought by trying every point and every answer.
 */
#ifndef BIOSBELT_TEST_GOBANG_BRUTE_H
#define BIOSBELT_TEST_GOBANG_BRUTE_H

#include <stdbool.h>

#include "biosbelt/gobang_tiny.h"

#define BRUTE_MAX 20

struct brute {
	int side;
	enum gobang_rule rule;
	int at[BRUTE_MAX][BRUTE_MAX]; /* [y][x]: 0, 1 black, 2 white */
	long nodes;                   /* left to the search */
};

static inline int brute_get(const struct brute *b, int x, int y)
{
	return x < 0 || y < 0 || x >= b->side || y >= b->side ? 3 : b->at[y][x];
}

/* The run through a stone in a direction: its length, and whether the other side's stones block
 * both ends. */
static inline int brute_run(const struct brute *b, int x, int y, int dx, int dy, bool *shut)
{
	int colour = brute_get(b, x, y), n = 1, i, j;

	for (i = 1; brute_get(b, x + i * dx, y + i * dy) == colour; i++)
		n++;
	for (j = 1; brute_get(b, x - j * dx, y - j * dy) == colour; j++)
		n++;
	*shut = brute_get(b, x + i * dx, y + i * dy) == 3 - colour &&
		brute_get(b, x - j * dx, y - j * dy) == 3 - colour;
	return n;
}

static inline bool brute_wins(const struct brute *b, int x, int y)
{
	static const int step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
	int colour = brute_get(b, x, y);

	for (int d = 0; d < 4; d++) {
		bool shut;
		int n = brute_run(b, x, y, step[d][0], step[d][1], &shut);
		bool exact = b->rule == GOBANG_EXACT || b->rule == GOBANG_CARO_EXACT ||
			     (b->rule == GOBANG_RENJU && colour == 1);

		if (n == 5 && !(b->rule >= GOBANG_CARO && shut))
			return true;
		if (n > 5 && !exact)
			return true;
	}
	return false;
}

/* Points where colour completes a five; the last one goes to *x, *y. */
static inline int brute_fives(struct brute *b, int colour, int *x, int *y)
{
	int count = 0;

	for (int j = 0; j < b->side; j++) {
		for (int i = 0; i < b->side; i++) {
			if (b->at[j][i] != 0)
				continue;
			b->at[j][i] = colour;
			if (brute_wins(b, i, j)) {
				count++;
				*x = i;
				*y = j;
			}
			b->at[j][i] = 0;
		}
	}
	return count;
}

static inline bool brute_fours(struct brute *b, int colour, int depth);

/* After a four of colour: whether it wins against every answer that stops the five. */
static inline bool brute_holds(struct brute *b, int colour, int depth)
{
	int x, y;

	for (int j = 0; j < b->side; j++) {
		for (int i = 0; i < b->side; i++) {
			bool won = true;

			if (b->at[j][i] != 0)
				continue;
			b->at[j][i] = 3 - colour;
			if (brute_fives(b, colour, &x, &y) == 0)
				won = brute_fours(b, colour, depth - 1);
			b->at[j][i] = 0;
			if (!won)
				return false;
		}
	}
	return true;
}

/* Whether colour, to move, wins within depth fours. It knows no forbidden points. */
static inline bool brute_fours(struct brute *b, int colour, int depth)
{
	int x = 0, y = 0, threats;

	if (b->nodes-- <= 0)
		return false;
	if (brute_fives(b, colour, &x, &y) > 0)
		return true;
	threats = brute_fives(b, 3 - colour, &x, &y);
	if (depth == 0)
		return false;
	for (int j = 0; j < b->side; j++) {
		for (int i = 0; i < b->side; i++) {
			bool won = false;

			if (b->at[j][i] != 0)
				continue;
			b->at[j][i] = colour;
			if ((threats == 0 || brute_fives(b, 3 - colour, &x, &y) == 0) &&
				brute_fives(b, colour, &x, &y) > 0)
				won = brute_holds(b, colour, depth);
			b->at[j][i] = 0;
			if (won)
				return true;
		}
	}
	return false;
}

#endif
