/* SPDX-License-Identifier: MIT */
#include "tiny_private.h"

#include "rom.h"

void tiny_clear_cells(struct gobang_tiny *t)
{
	for (uint16_t i = 0; i < GOBANG_CELLS; i++)
		t->cell[i] = GOBANG_WALL;
	for (uint8_t y = 0; y < t->side; y++)
		for (uint8_t x = 0; x < t->side; x++)
			t->cell[GOBANG_AT(x, y)] = GOBANG_EMPTY;
}

void gobang_tiny_clear(struct gobang_tiny *t, uint8_t side, uint8_t rule)
{
	t->side = side < 5 ? 5 : side > GOBANG_TINY_SIDE ? GOBANG_TINY_SIDE : side;
	tiny_clear_cells(t);
	t->rule = rule < GOBANG_RULES ? rule : (uint8_t)GOBANG_FREESTYLE;
	t->work = 0;
#ifdef GOBANG_TINY_WATCHED
	t->over = NULL;
	t->user = NULL;
	t->looks = 0;
#endif
}

bool gobang_tiny_set(struct gobang_tiny *t, uint8_t x, uint8_t y, uint8_t colour)
{
	if (x >= t->side || y >= t->side || colour > GOBANG_WHITE)
		return false;
	t->cell[GOBANG_AT(x, y)] = colour;
	return true;
}

/* Half a line as an index of the table: see gobang_tiny.h. */
static uint8_t half(const uint8_t *cell, gobang_at at, gobang_at step, uint8_t own, uint8_t reach)
{
	uint8_t bits = 1;

	do {
		uint8_t colour;

		at = (gobang_at)(at + step);
		colour = cell[at] & COLOUR_MASK;
		if (colour == GOBANG_EMPTY)
			bits = (uint8_t)(bits << 1);
		else if (colour == own)
			bits = (uint8_t)(bits << 1 | 1u);
		else
			break;
	} while (--reach != 0);
	return bits;
}

uint8_t tiny_plain_shape(const struct gobang_tiny *t, gobang_at at, gobang_at step, uint8_t colour)
{
	const uint8_t *table = gobang_table_freestyle;
	uint8_t reach = 4, left, right;

	if (t->rule == GOBANG_EXACT || (t->rule == GOBANG_RENJU && colour == GOBANG_BLACK)) {
		table = gobang_table_exact;
		reach = 5;
	}
	left = half(t->cell, at, (gobang_at)(0u - step), colour, reach);
	right = half(t->cell, at, step, colour, reach);
	return tiny_look_up(table, reach, left, right);
}

uint8_t gobang_tiny_shape(struct gobang_tiny *t, gobang_at at, uint8_t direction, uint8_t colour)
{
	return tiny_shape(t, at, tiny_step(direction), colour);
}

bool gobang_tiny_wins(struct gobang_tiny *t, gobang_at at)
{
	uint8_t colour = gobang_tiny_colour(t, at);

	if (colour != GOBANG_BLACK && colour != GOBANG_WHITE)
		return false;
	for (uint8_t d = 0; d < 4; d++)
		if (tiny_shape(t, at, tiny_step(d), colour) == GOBANG_FIVE)
			return true;
	return false;
}

/* The marks of the empty points that see at along one half line. */
static void mark_half(struct gobang_tiny *t, gobang_at at, gobang_at step, gobang_at axis,
	uint8_t bit, uint8_t attacker)
{
	uint8_t left = tiny_reach(t->rule);

	do {
		uint8_t colour;

		at = (gobang_at)(at + step);
		colour = t->cell[at] & COLOUR_MASK;
		if (colour == GOBANG_EMPTY) {
			uint8_t shape = tiny_shape(t, at, axis, attacker);

			tiny_spend(t, 1);
			t->cell[at] = (uint8_t)(t->cell[at] & ~bit);
			if (shape >= GOBANG_FOUR && shape <= GOBANG_FIVE)
				t->cell[at] |= bit;
		} else if (colour != attacker) {
			break;
		}
	} while (--left != 0);
}

void tiny_put(struct gobang_tiny *t, gobang_at at, uint8_t colour, uint8_t attacker)
{
	t->cell[at] = (uint8_t)((t->cell[at] & ~COLOUR_MASK) | colour);
	if (attacker == GOBANG_EMPTY)
		return;
	for (uint8_t d = 0; d < 4; d++) {
		gobang_at step = tiny_step(d);
		uint8_t bit = (uint8_t)(16u << d);

		mark_half(t, at, step, step, bit, attacker);
		mark_half(t, at, (gobang_at)(0u - step), step, bit, attacker);
	}
}

void tiny_mark_fours(struct gobang_tiny *t, uint8_t attacker)
{
	for (uint8_t y = 0; y < t->side; y++) {
		for (uint8_t x = 0; x < t->side; x++) {
			gobang_at at = GOBANG_AT(x, y);

			t->cell[at] &= COLOUR_MASK;
			if (t->cell[at] != GOBANG_EMPTY)
				continue;
			for (uint8_t d = 0; d < 4; d++) {
				uint8_t shape = tiny_shape(t, at, tiny_step(d), attacker);

				if (shape >= GOBANG_FOUR && shape <= GOBANG_FIVE)
					t->cell[at] |= (uint8_t)(16u << d);
			}
			tiny_spend(t, 4);
		}
	}
}
