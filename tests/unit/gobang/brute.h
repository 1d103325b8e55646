/* SPDX-License-Identifier: MIT */
/*
 * Five in a row implemented again in the most obvious way: no tables, no marks, nothing shared with
 * the tested code. A win by fours is searched by trying every point and every answer.
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

/* The directions of the tiny engine. */
static const int brute_step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

static inline bool brute_wins_along(const struct brute *b, int x, int y, int d)
{
	bool shut;
	int n = brute_run(b, x, y, brute_step[d][0], brute_step[d][1], &shut);
	bool exact = b->rule == GOBANG_EXACT || b->rule == GOBANG_CARO_EXACT ||
		     (b->rule == GOBANG_RENJU && brute_get(b, x, y) == 1);

	if (n == 5 && !(b->rule >= GOBANG_CARO && shut))
		return true;
	return n > 5 && !exact;
}

static inline bool brute_wins(const struct brute *b, int x, int y)
{
	for (int d = 0; d < 4; d++)
		if (brute_wins_along(b, x, y, d))
			return true;
	return false;
}

/* Whether one more stone of its colour along d completes a five that the stone is part of. */
static inline bool brute_is_four(struct brute *b, int x, int y, int d)
{
	int colour = b->at[y][x];

	for (int i = -4; i <= 4; i++) {
		int on_x = x + i * brute_step[d][0], on_y = y + i * brute_step[d][1];
		bool wins;

		if (brute_get(b, on_x, on_y) != 0)
			continue;
		b->at[on_y][on_x] = colour;
		wins = brute_wins_along(b, x, y, d);
		b->at[on_y][on_x] = 0;
		if (wins)
			return true;
	}
	return false;
}

/* On how many points along d a stone of the other side prevents every such five. */
static inline int brute_stops(struct brute *b, int x, int y, int d)
{
	int colour = b->at[y][x], count = 0;

	for (int i = -6; i <= 6; i++) {
		int on_x = x + i * brute_step[d][0], on_y = y + i * brute_step[d][1];

		if (brute_get(b, on_x, on_y) != 0)
			continue;
		b->at[on_y][on_x] = 3 - colour;
		count += !brute_is_four(b, x, y, d);
		b->at[on_y][on_x] = 0;
	}
	return count;
}

/* Whether one more stone along d makes an unstoppable four in a row with the stone, and no five. */
static inline bool brute_is_open_three(struct brute *b, int x, int y, int d)
{
	int colour = b->at[y][x];

	for (int i = -3; i <= 3; i++) {
		int on_x = x + i * brute_step[d][0], on_y = y + i * brute_step[d][1];
		bool shut, open;

		if (brute_get(b, on_x, on_y) != 0)
			continue;
		b->at[on_y][on_x] = colour;
		open = brute_run(b, x, y, brute_step[d][0], brute_step[d][1], &shut) == 4 &&
		       brute_is_four(b, x, y, d) && brute_stops(b, x, y, d) == 0;
		b->at[on_y][on_x] = 0;
		if (open)
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
