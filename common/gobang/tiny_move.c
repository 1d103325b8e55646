/* SPDX-License-Identifier: MIT */
/* Choosing a move: values of all points first, then forced lines from the best of them. */
#include "rom.h"
#include "tiny_private.h"

/* The value of a shape for one side; those of the four directions add up. */
const uint16_t tiny_shape_value[GOBANG_SHAPES] GOBANG_ROM = {
	0, 1, 4, 14, 16, 66, 72, 1200, 1200, 9000, 0, 40};
#define VALUE_OWN_FIVE 40000u
#define VALUE_STOP     30000u

/* Level 1, as in the first version of the game: lengths of runs on both sides of the point. */
static const uint16_t run_value[5] GOBANG_ROM = {0, 100, 400, 2000, 10000};

/* 16 bits: clang 14 for MSP430 (-O1 and above) adds to a byte in a whole register and later assumes
 * that its high half is zero. With bytes a level would play other moves than on a PC. */
static uint16_t distance_to_middle(const struct gobang_tiny *t, uint8_t x, uint8_t y)
{
	uint16_t middle = t->side / 2;
	uint16_t dx = x > middle ? (uint16_t)(x - middle) : (uint16_t)(middle - x);
	uint16_t dy = y > middle ? (uint16_t)(y - middle) : (uint16_t)(middle - y);

	return dx > dy ? dx : dy;
}

static uint16_t side_value(struct gobang_tiny *t, gobang_at at, uint8_t colour)
{
	uint16_t sum = 0;
	uint8_t strong = 0;

	for (uint8_t d = 0; d < 4; d++) {
		uint8_t shape = tiny_shape(t, at, tiny_step(d), colour);

		sum = (uint16_t)(sum + GOBANG_READ_16(&tiny_shape_value[shape]));
		if (shape == GOBANG_FOUR || shape == GOBANG_THREE_OPEN) {
			if (strong == GOBANG_FOUR && shape == GOBANG_FOUR)
				sum = (uint16_t)(sum + TINY_WIN);
			else if (strong != 0)
				sum = (uint16_t)(sum + TINY_DOUBLE);
			strong = strong > shape ? strong : shape;
		}
	}
	tiny_spend(t, 4);
	if (t->rule == GOBANG_RENJU && colour == GOBANG_BLACK && sum >= 2 * 66 && sum < TINY_FIVE &&
		gobang_tiny_forbidden(t, at, false))
		sum = 0;
	return sum;
}

/* An own five comes first, then the opponent's five, then an unstoppable attack; other points add
 * the values of both sides. */
static uint16_t point_value(struct gobang_tiny *t, gobang_at at, uint8_t colour)
{
	uint16_t own = side_value(t, at, colour), its = side_value(t, at, tiny_other(colour));

	if (own >= TINY_FIVE)
		return VALUE_OWN_FIVE;
	if (t->rule == GOBANG_RENJU && colour == GOBANG_BLACK &&
		gobang_tiny_forbidden(t, at, false))
		return 0;
	if (its >= TINY_FIVE)
		return VALUE_STOP;
	if (own >= TINY_WIN)
		return (uint16_t)(TINY_URGENT + (its < TINY_WIN ? its : TINY_WIN));
	return (uint16_t)(1u + own + own / 4u + its);
}

static void keep_best(struct gobang_tiny *t, gobang_at at, uint16_t value)
{
	uint8_t i = t->top_count;

	if (i == GOBANG_TINY_TOP) {
		if (value <= t->top_value[i - 1])
			return;
		i--;
	} else {
		t->top_count++;
	}
	for (; i > 0 && value > t->top_value[i - 1]; i--) {
		t->top[i] = t->top[i - 1];
		t->top_value[i] = t->top_value[i - 1];
	}
	t->top[i] = at;
	t->top_value[i] = value;
}

/* Fills top[] with the best points for colour, best first. */
static void value_points(struct gobang_tiny *t, uint8_t colour)
{
	t->top_count = 0;
	for (uint8_t y = 0; y < t->side; y++) {
		for (uint8_t x = 0; x < t->side; x++) {
			gobang_at at = GOBANG_AT(x, y);
			uint16_t value;

			t->cell[at] &= COLOUR_MASK;
			if (t->cell[at] != GOBANG_EMPTY)
				continue;
			value = point_value(t, at, colour);
			if (value == 0)
				continue;
			if (value < TINY_URGENT)
				value = (uint16_t)(value * 2u + 20u - distance_to_middle(t, x, y));
			keep_best(t, at, value);
		}
	}
}

/* The point where colour's stone on at lets it complete a five, if any. */
static gobang_at own_five_point(struct gobang_tiny *t, gobang_at at, uint8_t colour)
{
	for (uint8_t d = 0; d < 8; d++) {
		gobang_at axis = tiny_step(d & 3u), on = at;

		for (uint8_t i = 0; i < 4; i++) {
			on = (gobang_at)(d < 4 ? on + axis : on - axis);
			if (gobang_tiny_colour(t, on) == GOBANG_EMPTY &&
				tiny_shape(t, on, axis, colour) == GOBANG_FIVE)
				return on;
			if (gobang_tiny_colour(t, on) != colour)
				break;
		}
	}
	return GOBANG_TINY_NONE;
}

/* Whether the open three that colour's stone on at makes along step wins by continuous fours
 * against every answer on its line. Marks are colour's. */
static bool three_wins(struct gobang_tiny *t, gobang_at at, gobang_at step, uint8_t colour)
{
	for (uint8_t way = 0; way < 2; way++) {
		gobang_at on = at;

		for (uint8_t i = 0; i < 4; i++) {
			bool won;

			on = (gobang_at)(on + step);
			if (gobang_tiny_colour(t, on) == colour)
				continue;
			if (gobang_tiny_colour(t, on) != GOBANG_EMPTY)
				break;
			tiny_put(t, on, tiny_other(colour), colour);
			won = tiny_fours(t, colour, GOBANG_TINY_NONE) != GOBANG_TINY_NONE;
			tiny_put(t, on, GOBANG_EMPTY, colour);
			if (!won)
				return false;
		}
		step = (gobang_at)(0u - step);
	}
	return t->work != 0;
}

/* Threes as forcing moves: an answer outside the line could only be a four, so the opponent must
 * have none (the caller checks its marks). Marks are colour's. */
static gobang_at winning_three(struct gobang_tiny *t, uint8_t colour)
{
	for (uint8_t i = 0; i < t->top_count; i++) {
		gobang_at at = t->top[i];

		for (uint8_t d = 0; d < 4; d++) {
			gobang_at step = tiny_step(d);
			bool won;

			if (tiny_shape(t, at, step, colour) != GOBANG_THREE_OPEN)
				continue;
			tiny_put(t, at, colour, colour);
			won = tiny_fours(t, colour, GOBANG_TINY_NONE) != GOBANG_TINY_NONE &&
			      three_wins(t, at, step, colour);
			tiny_put(t, at, GOBANG_EMPTY, colour);
			if (won)
				return at;
		}
	}
	return GOBANG_TINY_NONE;
}

static bool has_marks(const struct gobang_tiny *t)
{
	for (uint8_t y = 0; y < t->side; y++)
		for (uint8_t x = 0; x < t->side; x++)
			if (t->cell[GOBANG_AT(x, y)] >= 16)
				return true;
	return false;
}

/* The best candidate after which the opponent has no winning line of fours. Marks are the
 * opponent's. A four only delays, so it is used when nothing else works. */
static gobang_at safe_move(struct gobang_tiny *t, uint8_t colour)
{
	uint8_t its = tiny_other(colour);

	for (uint8_t pass = 0; pass < 2; pass++) {
		for (uint8_t i = 0; i < t->top_count && t->work != 0; i++) {
			gobang_at at = t->top[i], must, win;

			tiny_put(t, at, colour, its);
			must = own_five_point(t, at, colour);
			if ((must != GOBANG_TINY_NONE) == (pass == 1))
				win = tiny_fours(t, its, must);
			else
				win = at; /* not in this pass */
			tiny_put(t, at, GOBANG_EMPTY, its);
			if (win == GOBANG_TINY_NONE)
				return at;
		}
	}
	return t->top[0];
}

static gobang_at look_ahead(struct gobang_tiny *t, uint8_t colour)
{
	uint32_t rest;
	gobang_at at;
	bool quiet;

	tiny_mark_fours(t, tiny_other(colour));
	quiet = !has_marks(t);
	tiny_mark_fours(t, colour);
	/* half for the attack, and of that half for fours alone */
	rest = t->work / 2;
	t->work = t->work / 4;
	at = tiny_fours(t, colour, GOBANG_TINY_NONE);
	if (at == GOBANG_TINY_NONE && quiet) {
		t->work += rest / 2;
		at = winning_three(t, colour);
	}
	t->work += rest;
	if (at != GOBANG_TINY_NONE)
		return at;
	tiny_mark_fours(t, tiny_other(colour));
	return safe_move(t, colour);
}

static uint8_t run_length(const struct gobang_tiny *t, gobang_at at, gobang_at step, uint8_t colour)
{
	uint8_t run = 0;

	for (uint8_t way = 0; way < 2; way++) {
		gobang_at on = (gobang_at)(at + step);

		for (uint8_t i = 0; i < 4 && gobang_tiny_colour(t, on) == colour; i++) {
			run++;
			on = (gobang_at)(on + step);
		}
		step = (gobang_at)(0u - step);
	}
	return run < 4 ? run : 4;
}

static uint16_t run_sum(struct gobang_tiny *t, gobang_at at, uint8_t colour)
{
	uint16_t sum = 0;

	for (uint8_t d = 0; d < 4; d++) {
		uint8_t shape = tiny_shape(t, at, tiny_step(d), colour);

		if (shape == GOBANG_FIVE)
			return 40000u;
		if (shape != GOBANG_NOTHING && shape != GOBANG_OVER) /* a five has room */
			sum = (uint16_t)(sum + GOBANG_READ_16(&run_value[run_length(
						       t, at, tiny_step(d), colour)]));
	}
	tiny_spend(t, 4);
	return sum;
}

static gobang_at first_level(struct gobang_tiny *t, uint8_t colour)
{
	gobang_at best = GOBANG_TINY_NONE;
	uint16_t best_value = 0;

	for (uint8_t y = 0; y < t->side; y++) {
		for (uint8_t x = 0; x < t->side; x++) {
			gobang_at at = GOBANG_AT(x, y);
			uint16_t own, its;

			t->cell[at] &= COLOUR_MASK;
			if (t->cell[at] != GOBANG_EMPTY ||
				(colour == GOBANG_BLACK && gobang_tiny_forbidden(t, at, false)))
				continue;
			own = run_sum(t, at, colour);
			its = run_sum(t, at, tiny_other(colour));
			own = (uint16_t)(own >= 40000u ? 50000u : own > its ? own : its);
			own = (uint16_t)(own + 20u - distance_to_middle(t, x, y));
			if (own > best_value) {
				best_value = own;
				best = at;
			}
		}
	}
	return best;
}

gobang_at gobang_tiny_move(struct gobang_tiny *t, uint8_t colour, uint8_t level, uint32_t work)
{
	if (colour != GOBANG_BLACK && colour != GOBANG_WHITE)
		return GOBANG_TINY_NONE;
	t->work = work;
	if (level <= 1)
		return first_level(t, colour);
	value_points(t, colour);
	if (t->top_count == 0)
		return GOBANG_TINY_NONE;
	if (t->top_value[0] >= TINY_URGENT)
		return t->top[0];
	return look_ahead(t, colour);
}
