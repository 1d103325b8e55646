/* SPDX-License-Identifier: MIT */
/* Renju's forbidden points, searched two moves deep instead of recursively. */
#include "tiny_private.h"

struct count {
	bool five, over;
	uint8_t fours, threes;
};

static void count_shapes(struct gobang_tiny *t, gobang_at at, struct count *c)
{
	c->five = c->over = false;
	c->fours = c->threes = 0;
	for (uint8_t d = 0; d < 4; d++) {
		uint8_t shape = tiny_shape(t, at, tiny_step(d), GOBANG_BLACK);

		c->five = c->five || shape == GOBANG_FIVE;
		c->over = c->over || shape == GOBANG_OVER;
		c->threes = (uint8_t)(c->threes + (shape == GOBANG_THREE_OPEN));
		if (shape >= GOBANG_FOUR && shape <= GOBANG_FOUR_OPEN)
			c->fours = (uint8_t)(c->fours + (shape == GOBANG_FOURS ? 2 : 1));
	}
	tiny_spend(t, 4);
}

/* True when a stone there is certainly allowed and makes no five. */
static bool is_plain(struct gobang_tiny *t, gobang_at at)
{
	struct count c;

	count_shapes(t, at, &c);
	return !c.five && !c.over && c.fours < 2 && c.threes < 2;
}

/* Whether the three that black's stone on at makes along step can become an open four on a
 * certainly allowed point; one that makes a five at the same time does not count (RIF, 9.3). */
static bool is_real_three(struct gobang_tiny *t, gobang_at at, gobang_at step)
{
	for (uint8_t way = 0; way < 2; way++) {
		gobang_at on = at;

		for (uint8_t i = 0; i < 4; i++) {
			uint8_t there;

			on = (gobang_at)(on + step);
			there = gobang_tiny_colour(t, on);
			if (there == GOBANG_BLACK)
				continue;
			if (there != GOBANG_EMPTY)
				break;
			if (tiny_shape(t, on, step, GOBANG_BLACK) == GOBANG_FOUR_OPEN &&
				is_plain(t, on))
				return true;
		}
		step = (gobang_at)(0u - step);
	}
	return false;
}

bool gobang_tiny_forbidden(struct gobang_tiny *t, gobang_at at, bool sure)
{
	struct count c;
	uint8_t real = 0;

	if (t->rule != GOBANG_RENJU)
		return false;
	count_shapes(t, at, &c);
	if (c.five)
		return false;
	if (c.over || c.fours >= 2)
		return true;
	if (c.threes < 2 || !sure)
		return c.threes >= 2;
	for (uint8_t d = 0; d < 4; d++) {
		if (tiny_shape(t, at, tiny_step(d), GOBANG_BLACK) != GOBANG_THREE_OPEN)
			continue;
		t->cell[at] |= GOBANG_BLACK;
		real = (uint8_t)(real + is_real_three(t, at, tiny_step(d)));
		t->cell[at] &= (uint8_t)~COLOUR_MASK;
	}
	return real >= 2;
}
