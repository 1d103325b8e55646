/* SPDX-License-Identifier: MIT */
/*
 * The program of every target, the PC included: positions in which forced lines abound, whole games
 * of level 2 against level 1, and moves of level 3. What it reports must not depend on where it
 * runs.
 */
#include "biosbelt/gobang_tiny.h"
#include "target.h"

#define THINK_WORK 7000u
#define THINK_EACH 200 /* of so many positions one, and the last, is looked at by level 3 too */

static struct gobang_tiny t;
#if TARGET_LEVELS > 2
static struct gobang_tiny_tree tree;
#endif
static uint16_t state;

static uint8_t below(uint8_t n)
{
	state ^= (uint16_t)(state << 7);
	state ^= state >> 9;
	state ^= (uint16_t)(state << 8);
	return (uint8_t)((state >> 4) % n);
}

static bool move(uint8_t colour, uint8_t level)
{
	gobang_at at;

#if TARGET_LEVELS > 2
	if (level > 2) { /* takes the time that it is given */
		at = gobang_tiny_think(&t, &tree, colour, THINK_WORK);
	} else
#endif
	{
		target_begin();
		at = gobang_tiny_move(&t, colour, level, GOBANG_TINY_WORK);
		target_end();
	}
	if (at == GOBANG_TINY_NONE) {
		target_report(255);
		return false;
	}
	target_report(GOBANG_Y(at));
	target_report(GOBANG_X(at));
	(void)gobang_tiny_set(&t, GOBANG_X(at), GOBANG_Y(at), colour);
	return !gobang_tiny_wins(&t, at);
}

/* Stones in a window of the board, none of which makes a five. */
static void position(uint8_t number, uint8_t rule)
{
	uint8_t wide = (uint8_t)(6 + number % 10), stones = (uint8_t)(8 + number % 7 * 12);

	state = (uint16_t)(number * 257u + 4711u);
	gobang_tiny_clear(&t, TARGET_SIDE, rule);
	for (uint8_t i = 0; i < stones; i++) {
		uint8_t low = (uint8_t)((TARGET_SIDE - wide) / 2);
		uint8_t x = (uint8_t)(low + below(wide)), y = (uint8_t)(low + below(wide));
		uint8_t colour = 1 + (i & 1u);

		if (gobang_tiny_colour(&t, GOBANG_AT(x, y)) != GOBANG_EMPTY)
			continue;
		(void)gobang_tiny_set(&t, x, y, colour);
		if (gobang_tiny_wins(&t, GOBANG_AT(x, y)))
			(void)gobang_tiny_set(&t, x, y, GOBANG_EMPTY);
	}
}

static void game(uint8_t number, uint8_t rule)
{
	uint8_t colour = 1, count = 4, end = 4 + TARGET_PLIES;

	state = (uint16_t)(number * 31u + 99u);
	gobang_tiny_clear(&t, TARGET_SIDE, rule);
	for (uint8_t i = 0; i < count; i++) {
		uint8_t x = (uint8_t)(5 + below(5)), y = (uint8_t)(5 + below(5));

		(void)gobang_tiny_set(&t, x, y, (uint8_t)(1 + (i & 1u)));
	}
	while (count++ < end && move(colour, (uint8_t)(1 + ((colour ^ number) & 1u))))
		colour = (uint8_t)(3 - colour);
}

int main(void)
{
	target_start();
	for (uint8_t rule = TARGET_FIRST; rule < TARGET_RULES; rule++) {
		for (uint8_t i = TARGET_STEP - 1; i < TARGET_POSITIONS; i += TARGET_STEP) {
			position(i, rule);
			(void)move(1 + (i & 1u), 2);
			if (TARGET_LEVELS > 2 &&
				(i % THINK_EACH == THINK_EACH - 1 || i + 1 == TARGET_POSITIONS)) {
				position(i, rule);
				(void)move(1 + (i & 1u), 3);
			}
		}
		for (uint8_t i = 0; i < TARGET_GAMES; i++)
			game(i, rule);
	}
	target_finish();
	return 0;
}
