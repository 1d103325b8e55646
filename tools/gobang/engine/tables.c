/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "engine/position.h"

/* For the order of moves: how promising a shape is; the four directions add up. */
static const int16_t shape_order[16] = {0, 1, 2, 5, 9, 26, 54, 90, 64, 120, 0, 20};

/*
 * The value of a point in the sum of a side, by its two best shapes. Fitted to the results of 2,000
 * games of the engine against itself (logistic regression over the counts of such points).
 */
enum rank {
	RANK_NONE,
	RANK_TWO,
	RANK_TWO_OPEN,
	RANK_THREE,
	RANK_THREE_OPEN,
	RANK_FOUR,
	RANK_OPEN_FOUR,
	RANK_FIVE
};
static const uint8_t shape_rank[16] = {0, 0, RANK_TWO, RANK_TWO_OPEN, RANK_THREE, RANK_THREE_OPEN,
	RANK_FOUR, RANK_OPEN_FOUR, RANK_OPEN_FOUR, RANK_FIVE, 0, RANK_THREE_OPEN};
static const uint8_t pair_value[8][8] = {
	{0},
	{0, 0},
	{0, 3, 12},
	{5, 8, 19, 16},
	{24, 24, 44, 40, 45},
	{55, 55, 66, 85, 105, 125},
	{80, 80, 85, 90, 95, 110, 120},
	{130, 130, 130, 130, 130, 130, 130, 130},
};

static uint8_t half_of(unsigned own, unsigned blocked, unsigned reach)
{
	unsigned half = 1;

	for (unsigned i = 0; i < reach && (blocked >> i & 1) == 0; i++)
		half = half << 1 | (own >> i & 1);
	return (uint8_t)half;
}

static const uint8_t *shapes_of(enum gobang_rule rule, unsigned side, uint8_t *reach)
{
	*reach = 5;
	if (gobang_is_caro(rule))
		return rule == GOBANG_CARO ? gobang_table_caro : gobang_table_caro_exact;
	if (rule == GOBANG_EXACT || (rule == GOBANG_RENJU && side == 0))
		return gobang_table_exact;
	*reach = 4;
	return gobang_table_freestyle;
}

static enum kind kind_of(unsigned pack, bool forbids)
{
	unsigned fives = 0, fours = 0, weak = 0, threes = 0, over = 0;

	for (unsigned d = 0; d < 4; d++) {
		unsigned shape = pack >> (4 * d) & 15u;

		fives += shape == GOBANG_FIVE;
		fours += shape == GOBANG_FOUR;
		fours += shape == GOBANG_FOURS ? 2 : 0;
		fours += shape == GOBANG_FOUR_OPEN ? (forbids ? 1 : 2) : 0;
		weak += shape == GOBANG_FOUR_WEAK; /* no single stone stops two crossing fours */
		threes += shape == GOBANG_THREE_OPEN;
		over += shape == GOBANG_OVER;
		if (forbids && shape == GOBANG_FOUR_OPEN)
			fives += 16; /* counted separately: for the rule an open four is one four */
	}
	if (fives % 16 > 0)
		return KIND_FIVE;
	if (forbids && (over > 0 || fours >= 2 || threes >= 2))
		return KIND_FORBIDDEN;
	if (fours + weak >= 2 || fives >= 16)
		return KIND_OPEN_FOUR;
	if (fours + weak == 1)
		return threes > 0 ? KIND_FOUR_THREE : weak > 0 ? KIND_FOUR_WEAK : KIND_FOUR;
	return threes >= 2 ? KIND_DOUBLE_THREE : threes == 1 ? KIND_THREE : KIND_NONE;
}

static int16_t value_of(unsigned pack)
{
	unsigned best = 0, next = 0;

	for (unsigned d = 0; d < 4; d++) {
		unsigned rank = shape_rank[pack >> (4 * d) & 15u];

		if (rank > best) {
			next = best;
			best = rank;
		} else if (rank > next) {
			next = rank;
		}
	}
	return pair_value[best][next];
}

static int16_t order_of(unsigned pack, enum kind kind)
{
	static const int16_t bonus[KIND_COUNT] = {0, 0, 0, 22, 0, 0, 60, 0, 0};
	int sum = bonus[kind];

	for (unsigned d = 0; d < 4; d++)
		sum += shape_order[pack >> (4 * d) & 15u];
	return (int16_t)sum;
}

static unsigned look_up(const uint8_t *table, unsigned reach, unsigned left, unsigned right)
{
	unsigned index = left << (reach + 1) | right;

	return table[index / 2] >> (index % 2 * 4) & 15u;
}

/* Removes the point beyond freestyle's reach. */
static unsigned cut_half(unsigned half)
{
	return half >> (half >> 5 & 1u);
}

static void caro_make(struct pos_tables *t, bool exact)
{
	const uint8_t *inside = exact ? gobang_table_caro_exact : gobang_table_caro;
	const uint8_t *border = exact ? gobang_table_caro_exact_border : gobang_table_caro_border;
	uint8_t *to = t->caro_shape;

	for (unsigned i = 0; i < POS_CARO_HALVES * POS_CARO_HALVES; i++) {
		unsigned left = i / POS_CARO_HALVES, right = i % POS_CARO_HALVES;
		bool left_border = left >= POS_CARO_BORDER, right_border = right >= POS_CARO_BORDER;
		unsigned shape;

		left %= POS_CARO_BORDER;
		right %= POS_CARO_BORDER;
		if (!left_border && !right_border)
			shape = look_up(inside, 5, left, right);
		else if (!right_border)
			shape = look_up(border, 5, left, right);
		else if (!left_border)
			shape = look_up(border, 5, right, left);
		else if (exact)
			shape = look_up(gobang_table_exact, 5, left, right);
		else
			shape = look_up(gobang_table_freestyle, 4, cut_half(left), cut_half(right));
		to[i] = (uint8_t)shape;
	}
}

void pos_tables_make(struct pos_tables *t, enum gobang_rule rule)
{
	t->caro = gobang_is_caro(rule);
	if (t->caro)
		caro_make(t, rule == GOBANG_CARO_EXACT);
	for (unsigned side = 0; side < 2; side++) {
		bool forbids = rule == GOBANG_RENJU && side == 0;
		const uint8_t *nibbles = shapes_of(rule, side, &t->reach[side]);
		unsigned reach = t->reach[side];

		memset(t->shape[side], 0, sizeof(t->shape[side]));
		for (unsigned i = 0; i < 1u << (2 * reach); i++)
			t->half[side][i] = half_of(i, i >> reach, reach);
		for (unsigned i = 0; i < 1u << (2 * (reach + 1)); i++)
			t->shape[side][i] = nibbles[i / 2] >> (i % 2 * 4) & 15u;
		for (unsigned i = 0; i < POS_PACKS; i++) {
			enum kind kind = kind_of(i, forbids);

			t->point[side][i] = (struct pos_point){.pack = (uint16_t)i,
				.value = kind == KIND_FORBIDDEN ? 0 : value_of(i),
				.order = kind == KIND_FORBIDDEN ? 0 : order_of(i, kind),
				.kind = (uint8_t)kind};
		}
	}
}
