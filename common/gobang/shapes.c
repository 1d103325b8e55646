/* SPDX-License-Identifier: MIT */
/* Computes the tables of shapes from the rules alone; tiny_tables.c has the results. */
#include "biosbelt/gobang_tiny.h"

struct line {
	enum gobang_rule rule;
	unsigned count; /* points that are not blocked */
	unsigned at;    /* the stone in question; counted from the left end */
	bool border; /* the border ends the line at the left, where no stone can block under caro */
	uint8_t *shape; /* indexed by the mask of own stones; computed from larger masks to smaller
			   ones */
};

static void run_around(const struct line *l, unsigned mask, unsigned *from, unsigned *to)
{
	*from = *to = l->at;
	while (*from > 0 && (mask >> (*from - 1) & 1) != 0)
		--*from;
	while (*to + 1 < l->count && (mask >> (*to + 1) & 1) != 0)
		++*to;
}

static unsigned five_or_over(const struct line *l, unsigned from, unsigned to)
{
	unsigned run = to - from + 1;

	if (run < 5)
		return GOBANG_NOTHING;
	if ((l->rule == GOBANG_EXACT || l->rule == GOBANG_CARO_EXACT) && run > 5)
		return GOBANG_OVER;
	if (gobang_is_caro(l->rule) && run == 5 && from == 0 && to + 1 == l->count && !l->border)
		return GOBANG_NOTHING; /* blocked at both ends for ever */
	return GOBANG_FIVE;
}

/* Whether a five can be completed between the blocked ends low and high (high not included). */
static bool five_within(const struct line *l, unsigned mask, unsigned low, unsigned high)
{
	struct line part = {l->rule, high - low, l->at - low, l->border && low == 0, l->shape};

	for (unsigned i = 0; i < part.count; i++) {
		unsigned from, to, more = mask >> low | 1u << i;

		more &= (1u << part.count) - 1;
		run_around(&part, more, &from, &to);
		if ((mask >> (low + i) & 1) == 0 && five_or_over(&part, from, to) == GOBANG_FIVE)
			return true;
	}
	return false;
}

/* How many stones of the other side stop a line where a five can be completed. Under caro an end of
 * the five may be one of them. */
static unsigned four_of(const struct line *l, unsigned mask, unsigned from, unsigned to)
{
	unsigned answers = 0;

	for (unsigned i = 0; i < l->count; i++) {
		if ((mask >> i & 1) != 0)
			continue;
		if (!five_within(l, mask, i < l->at ? i + 1 : 0, i < l->at ? l->count : i))
			answers++;
	}
	if (answers == 0)
		return to - from == 3 ? GOBANG_FOUR_OPEN : GOBANG_FOURS;
	return answers == 1 ? GOBANG_FOUR : GOBANG_FOUR_WEAK;
}

static unsigned shape_of(const struct line *l, unsigned mask)
{
	bool has[GOBANG_SHAPES] = {false};
	unsigned from, to, shape;

	run_around(l, mask, &from, &to);
	shape = five_or_over(l, from, to);
	if (shape != GOBANG_NOTHING)
		return shape;
	for (unsigned i = 0; i < l->count; i++)
		if ((mask >> i & 1) == 0)
			has[l->shape[mask | 1u << i]] = true;
	if (has[GOBANG_FIVE])
		return four_of(l, mask, from, to);
	if (has[GOBANG_FOUR_OPEN])
		return GOBANG_THREE_OPEN;
	if (has[GOBANG_FOUR] || has[GOBANG_FOURS] || has[GOBANG_FOUR_WEAK])
		return GOBANG_THREE;
	if (has[GOBANG_THREE_OPEN])
		return GOBANG_TWO_OPEN;
	if (has[GOBANG_THREE])
		return GOBANG_TWO;
	return has[GOBANG_TWO] || has[GOBANG_TWO_OPEN] ? GOBANG_ONE : GOBANG_NOTHING;
}

/* The half line from the middle outwards as an index of the table. */
static unsigned half_of(unsigned mask, unsigned middle, unsigned len, bool leftwards)
{
	unsigned half = 1;

	for (unsigned i = 1; i <= len; i++)
		half = half << 1 | (mask >> (leftwards ? middle - i : middle + i) & 1);
	return half;
}

void gobang_shapes_make(enum gobang_rule rule, bool border, uint8_t *table, uint8_t *scratch)
{
	unsigned reach = rule == GOBANG_FREESTYLE ? 4 : 5;

	for (unsigned i = 0; i < 1u << (2 * reach + 1); i++)
		table[i] = 0;
	for (unsigned left = 0; left <= reach; left++) {
		for (unsigned right = 0; right <= reach; right++) {
			struct line l = {rule, left + right + 1, left, border, scratch};

			for (unsigned mask = (1u << l.count) - 1; mask > 0; mask--) {
				unsigned index;

				if ((mask >> left & 1) == 0)
					continue;
				scratch[mask] = (uint8_t)shape_of(&l, mask);
				index = half_of(mask, left, left, true) << (reach + 1) |
					half_of(mask, left, right, false);
				table[index / 2] =
					(uint8_t)(table[index / 2] | (unsigned)scratch[mask]
									     << (index % 2 * 4));
			}
		}
	}
}
