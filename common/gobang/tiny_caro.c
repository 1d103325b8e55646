/* SPDX-License-Identifier: MIT */
/* Caro: five win unless stones of the other side block both ends; the border blocks none. More than
 * five win too, or do not. */
#include "tiny_private.h"

#define REACH 5

/* Half a line as an index of the table; above its eight bits stands the colour that ends it,
 * GOBANG_EMPTY for none. */
static uint16_t half_and_end(const uint8_t *cell, gobang_at at, gobang_at step, uint8_t own)
{
	uint8_t bits = 1, left = REACH;

	do {
		uint8_t colour;

		at = (gobang_at)(at + step);
		colour = cell[at] & COLOUR_MASK;
		if (colour == GOBANG_EMPTY)
			bits = (uint8_t)(bits << 1);
		else if (colour == own)
			bits = (uint8_t)(bits << 1 | 1u);
		else
			return (uint16_t)((uint16_t)colour << 8 | bits);
	} while (--left != 0);
	return bits;
}

/* Where the border ends a half no stone can block that end, so five or more win as in freestyle,
 * which sees four points of a half, and five alone as where five have to be exact. With a stone of
 * the other side at the other end a four may be stopped on more points than one. */
static uint8_t shape_at_border(uint16_t left, uint16_t right, bool exact)
{
	uint8_t before = (uint8_t)(left >> 8), after = (uint8_t)(right >> 8);
	uint8_t shape;

	if (exact)
		shape = tiny_look_up(gobang_table_exact, REACH, (uint8_t)left, (uint8_t)right);
	else
		shape = tiny_look_up(gobang_table_freestyle, REACH - 1,
			(uint8_t)(left >> (left >> REACH & 1u)),
			(uint8_t)(right >> (right >> REACH & 1u)));

	if (before == after || before == GOBANG_EMPTY || after == GOBANG_EMPTY)
		return shape;
	if (shape >= GOBANG_FOUR && shape <= GOBANG_FOUR_OPEN)
		return GOBANG_FOUR_WEAK;
	return shape == GOBANG_THREE_OPEN ? GOBANG_THREE
	       : shape == GOBANG_TWO_OPEN ? GOBANG_TWO
					  : shape;
}

uint8_t tiny_caro_shape(const struct gobang_tiny *t, gobang_at at, gobang_at step, uint8_t own)
{
	uint16_t left = 0, right = 0;
	bool exact = t->rule == GOBANG_CARO_EXACT;

	for (uint8_t way = 0; way < 2; way++) { /* one call, so that it is inlined: less stack */
		step = (gobang_at)(0u - step);
		left = right;
		right = half_and_end(t->cell, at, step, own);
	}
	if (left >> 8 == GOBANG_WALL || right >> 8 == GOBANG_WALL)
		return shape_at_border(left, right, exact);
	return tiny_look_up(exact ? gobang_table_caro_exact : gobang_table_caro, REACH,
		(uint8_t)left, (uint8_t)right);
}
