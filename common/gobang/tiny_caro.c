/* SPDX-License-Identifier: MIT */
/* Caro: five win unless stones of the other side block both ends; the border does not block.
 * Whether more than five win depends on the rule. */
#include "tiny_private.h"

#define REACH 5

/* Half a line as an index of the table; the bits above its eight are the colour that ends it,
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

/* Where the border ends a half, no stone can block that end. Where it ends both halves, five or
 * more win as in freestyle (whose halves have four points), and exactly five as in the exact
 * rule. */
static uint8_t shape_at_border(uint16_t left, uint16_t right, bool exact)
{
	const uint8_t *table = exact ? gobang_table_caro_exact_border : gobang_table_caro_border;

	if (left >> 8 != GOBANG_WALL)
		return tiny_look_up(table, REACH, (uint8_t)right, (uint8_t)left);
	if (right >> 8 != GOBANG_WALL)
		return tiny_look_up(table, REACH, (uint8_t)left, (uint8_t)right);
	if (exact)
		return tiny_look_up(gobang_table_exact, REACH, (uint8_t)left, (uint8_t)right);
	return tiny_look_up(gobang_table_freestyle, REACH - 1,
		(uint8_t)(left >> (left >> REACH & 1u)), (uint8_t)(right >> (right >> REACH & 1u)));
}

uint8_t tiny_caro_shape(const struct gobang_tiny *t, gobang_at at, gobang_at step, uint8_t own)
{
	uint16_t left = 0, right = 0;
	bool exact = t->rule == GOBANG_CARO_EXACT;

	for (uint8_t way = 0; way < 2;
		way++) { /* a loop with one call, which is inlined: uses less stack */
		step = (gobang_at)(0u - step);
		left = right;
		right = half_and_end(t->cell, at, step, own);
	}
	if (left >> 8 == GOBANG_WALL || right >> 8 == GOBANG_WALL)
		return shape_at_border(left, right, exact);
	return tiny_look_up(exact ? gobang_table_caro_exact : gobang_table_caro, REACH,
		(uint8_t)left, (uint8_t)right);
}
