/* SPDX-License-Identifier: MIT */
/* Shared by the files of the tiny engine. */
#ifndef BIOSBELT_GOBANG_TINY_PRIVATE_H
#define BIOSBELT_GOBANG_TINY_PRIVATE_H

#include <stddef.h>

#include "biosbelt/gobang_tiny.h"
#include "rom.h"

#define COLOUR_MASK 3u
#define FOUR_BITS   0xF0u
#define WATCH_EVERY 1024u

/* Values of points: see tiny_move.c. */
#define TINY_WIN    1200u /* an open four or two fours: cannot be stopped */
#define TINY_FIVE   9000u
#define TINY_DOUBLE 300u   /* a second four or open three in another direction */
#define TINY_URGENT 20000u /* a move that needs no search */

/* From a point to the next one in a direction; subtract to go back. */
static inline gobang_at tiny_step(uint8_t direction)
{
	switch (direction) {
	case 0:
		return 1;
	case 1:
		return GOBANG_STRIDE;
	case 2:
		return GOBANG_STRIDE + 1;
	default:
		return GOBANG_STRIDE - 1;
	}
}

static inline uint8_t tiny_other(uint8_t colour)
{
	return (uint8_t)(3u - colour);
}

static inline uint8_t tiny_reach(uint8_t rule)
{
	return rule == GOBANG_FREESTYLE ? 4 : 5;
}

static inline void tiny_spend(struct gobang_tiny *t, uint8_t shapes)
{
	t->work = t->work > shapes ? t->work - shapes : 0;
#ifdef GOBANG_TINY_WATCHED
	if (t->over != NULL && ++t->looks % WATCH_EVERY == 0 && t->over(t->user))
		t->work = 0;
#endif
}

/* The shape of two halves: see gobang_tiny.h. */
static inline uint8_t tiny_look_up(const uint8_t *table, uint8_t reach, uint8_t left, uint8_t right)
{
	uint16_t index = (uint16_t)((uint16_t)left << (reach + 1) | right);
	uint8_t pair = GOBANG_READ(&table[index >> 1]);

	return (index & 1u) != 0 ? pair >> 4 : pair & 15u;
}

/* Every point of the board empty, all else wall. */
void tiny_clear_cells(struct gobang_tiny *t);

/* The shape along a step, under the rules of caro and under the others. */
uint8_t tiny_caro_shape(const struct gobang_tiny *t, gobang_at at, gobang_at step, uint8_t own);
uint8_t tiny_plain_shape(const struct gobang_tiny *t, gobang_at at, gobang_at step, uint8_t colour);

/* The shape along a step; does not count work. Inline, as a call between the two would cost stack.
 */
static inline uint8_t tiny_shape(
	const struct gobang_tiny *t, gobang_at at, gobang_at step, uint8_t colour)
{
	return gobang_is_caro(t->rule) ? tiny_caro_shape(t, at, step, colour)
				       : tiny_plain_shape(t, at, step, colour);
}

/* Sets a point to a colour (GOBANG_EMPTY: removes the stone) and, unless attacker is GOBANG_EMPTY,
 * updates the marks of attacker's fours. Stones must be removed in the reverse order. */
void tiny_put(struct gobang_tiny *t, gobang_at at, uint8_t colour, uint8_t attacker);
/* Marks every empty point where attacker makes a four or five. */
void tiny_mark_fours(struct gobang_tiny *t, uint8_t attacker);

/* The value of a shape in that of a point. */
extern const uint16_t tiny_shape_value[GOBANG_SHAPES];

/* gobang_tiny_fours with the attacker's marks already made. */
gobang_at tiny_fours(struct gobang_tiny *t, uint8_t attacker, gobang_at must);

#endif
