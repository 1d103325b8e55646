/* SPDX-License-Identifier: MIT */
/*
 * Level 3 at freestyle on boards up to 15x15: alpha-beta search with iterative deepening over rows
 * of bits. A ply keeps its moves in the tree that the caller gives, and the stack of the processor
 * does not grow with them. Beta of a ply is the negative alpha of the one before.
 */
#include "tiny_tree.h"

#include "tiny_rows.h"

#define WIN        30000
#define LIKELY     20000 /* no sum of points is beyond it */
#define OPEN       INT16_MIN
#define TEMPO      12
#define COST_RANK  64u    /* work of a look at the whole board */
#define COST_FOUR  64u    /* three looks of one side */
#define LEAF_TRIES 24u    /* fours that are tried at a position */
#define ROOT_TRIES 12000u /* the same before all else */
#define GAIN       200    /* a stone raises the value of its side by so much at most */
#define GAIN_TWO   100    /* the same where the other side answers */
#define BEYOND     4      /* plies that a threat is followed beyond the depth */
#define PLIES      (GOBANG_TINY_PLIES + GOBANG_ROWS_MORE_PLIES)

/* A position for the side to move. */
struct survey {
	int16_t value;
	uint8_t must;  /* where the other side makes a five; or ROWS_NONE */
	uint8_t fives; /* how many such points there are, 2: or more */
	bool wins : 1; /* an open four, or two fours, can be made */
	bool threatened : 1;
	bool has_five : 1;
	bool has_fours : 1;
};

/* The first point of a set of points on LANES rows from y on; *count grows by their number, up
 * to 2. */
static uint8_t first_of(lanes set, uint8_t y, uint8_t *count)
{
	uint8_t first = ROWS_NONE;

	for (uint8_t i = 0; i < LANES; i++) {
		for (uint16_t row = tiny_lane(set, i); row != 0; row &= (uint16_t)(row - 1u)) {
			uint8_t x = 0;

			if (first == ROWS_NONE) {
				while ((row >> x & 1u) == 0)
					x++;
				first = (uint8_t)((y + i) * 16 + x);
			}
			if (++*count >= 2)
				return first;
		}
	}
	return first;
}

/* Adds weight for every point of a set to the sums of the rows. */
TINY_PART lanes weigh(lanes sum, lanes set, uint16_t weight)
{
	set = set - (set >> 1 & 0x5555u);
	set = (set & 0x3333u) + (set >> 2 & 0x3333u);
	set = (set + (set >> 4)) & 0x0F0Fu;
	set = (set + (set >> 8)) & 0x1Fu;
	return sum + set * weight;
}

/* The worth of the points of a side: near to the numbers of level 4, which were fitted to its
 * games. */
TINY_PART int16_t worth(const struct ranks *r, lanes empty)
{
	lanes sum = {0};
	int16_t value = 0;

	sum = weigh(sum, r->once[RANK_TWO_OPEN] & empty, 5);
	sum = weigh(sum, r->once[RANK_THREE] & empty, 1);
	sum = weigh(sum, r->once[RANK_THREE_OPEN] & empty, 19);
	sum = weigh(sum, r->once[RANK_FOUR] & empty, 30);
	sum = weigh(sum, r->once[RANK_FOUR_OPEN] & empty, 25);
	sum = weigh(sum, r->twice[RANK_TWO] & empty, 2);
	sum = weigh(sum, r->twice[RANK_TWO_OPEN] & empty, 10);
	sum = weigh(sum, r->twice[RANK_THREE] & empty, 3);
	sum = weigh(sum, r->twice[RANK_THREE_OPEN] & empty, 14);
	sum = weigh(sum, r->twice[RANK_FOUR] & empty, 40);
	for (uint8_t i = 0; i < LANES; i++)
		value = (int16_t)(value + (int16_t)tiny_lane(sum, i));
	return value;
}

TINY_PART void survey_own(struct gobang_tiny *t, uint8_t y, uint8_t colour, struct survey *v)
{
	lanes empty = tiny_empty(t, y);
	TINY_LOCAL(ranks, r, t->rows.ranks[0]);

	tiny_rank_rows(t, y, colour, r);
	v->has_five |= tiny_any(r->once[RANK_FIVE] & empty);
	v->wins |= tiny_any((r->once[RANK_FOUR_OPEN] | r->twice[RANK_FOUR]) & empty);
	v->has_fours |= tiny_any(
		r->once[RANK_FOUR] & (r->twice[RANK_THREE] | r->once[RANK_FOUR_OPEN]) & empty);
	v->value = (int16_t)(v->value + worth(r, empty));
}

TINY_PART void survey_its(struct gobang_tiny *t, uint8_t y, uint8_t colour, struct survey *v)
{
	lanes empty = tiny_empty(t, y);
	TINY_LOCAL(ranks, r, t->rows.ranks[0]);

	tiny_rank_rows(t, y, colour, r);
	if (tiny_any(r->once[RANK_FIVE] & empty)) {
		uint8_t at = first_of(r->once[RANK_FIVE] & empty, y, &v->fives);

		v->must = v->must == ROWS_NONE ? at : v->must;
	}
	v->threatened |= tiny_any((r->once[RANK_FOUR_OPEN] | r->twice[RANK_FOUR]) & empty);
	v->value = (int16_t)(v->value - worth(r, empty));
}

/* False: colour makes a five, and not all else is known. */
TINY_PART bool survey(struct gobang_tiny *t, uint8_t colour, struct survey *v)
{
	*v = (struct survey){.must = ROWS_NONE, .value = TEMPO};
	tiny_spend(t, COST_RANK);
	for (uint8_t y = 0; y < t->side; y = (uint8_t)(y + LANES)) {
		survey_own(t, y, colour, v);
		survey_its(t, y, tiny_other(colour), v);
	}
	v->value = v->value < -LIKELY ? -LIKELY : v->value > LIKELY ? LIKELY : v->value;
	return !v->has_five;
}

/* The points where colour makes a five: the first, and how many, up to 2. */
static uint8_t fives_of(struct gobang_tiny *t, uint8_t colour, uint8_t *count)
{
	uint8_t first = ROWS_NONE;

	*count = 0;
	for (uint8_t y = 0; y < t->side; y = (uint8_t)(y + LANES)) {
		TINY_LOCAL(fours, f, t->rows.ranks[0]);

		tiny_row_fours(t, y, colour, f);
		if (*count < 2 && tiny_any(f->five)) {
			uint8_t at = first_of(f->five, y, count);

			first = first == ROWS_NONE ? at : first;
		}
	}
	return first;
}

/* The next point from `from` on where colour makes a four, on `must` alone unless that is
 * ROWS_NONE. */
static uint8_t next_four(struct gobang_tiny *t, uint8_t colour, uint8_t from, uint8_t must)
{
	TINY_LOCAL(fours, f, t->rows.ranks[0]);

	if (must != ROWS_NONE) {
		tiny_row_fours(t, (uint8_t)((must >> 4) / LANES * LANES), colour, f);
		return from <= must && (tiny_lane(f->four, (must >> 4) % LANES) >> (must & 15u) &
					       1u) != 0
			       ? must
			       : ROWS_NONE;
	}
	for (uint8_t y = (uint8_t)((from >> 4) / LANES * LANES); y < t->side;
		y = (uint8_t)(y + LANES)) {
		tiny_row_fours(t, y, colour, f);
		for (uint8_t i = 0; i < LANES; i++) {
			uint16_t row = tiny_lane(f->more, i);
			uint8_t x = 0;

			if (y + i < from >> 4)
				continue;
			if (y + i == from >> 4)
				row = (uint16_t)(row >> (from & 15u) << (from & 15u));
			if (row == 0)
				continue;
			while ((row >> x & 1u) == 0)
				x++;
			return (uint8_t)((y + i) * 16 + x);
		}
	}
	return ROWS_NONE;
}

static void flip_pair(struct gobang_tiny *t, uint8_t colour, uint8_t depth)
{
	tiny_flip(t, (uint8_t)t->attack[depth], colour);
	tiny_flip(t, (uint8_t)t->reply[depth], tiny_other(colour));
}

enum outcome { OUTCOME_NONE, OUTCOME_ON, OUTCOME_WON };

/* Plays a four on at, pair number depth. OUTCOME_ON: the answer is on the board too; else the board
 * is as before. */
static enum outcome play_four(struct gobang_tiny *t, uint8_t colour, uint8_t depth, uint8_t at)
{
	uint8_t count;

	t->attack[depth] = at;
	tiny_flip(t, at, colour);
	t->reply[depth] = fives_of(t, colour, &count);
	tiny_flip(t, at, colour);
	if (count > 1)
		return OUTCOME_WON;
	if (depth + 1 == GOBANG_TINY_DEPTH)
		return OUTCOME_NONE;
	flip_pair(t, colour, depth);
	t->forced[depth + 1] = fives_of(t, tiny_other(colour), &count);
	if (count < 2)
		return OUTCOME_ON;
	flip_pair(t, colour, depth);
	return OUTCOME_NONE;
}

/* The first four of a win by continuous fours for colour, which makes no five now; ROWS_NONE: none.
 * must: the only point that stops the other side's five, or ROWS_NONE. tries: fours that are
 * tried. */
TINY_PART uint8_t fours_win(struct gobang_tiny *t, uint8_t colour, uint8_t must, uint16_t tries)
{
	enum outcome outcome = OUTCOME_NONE;
	uint8_t depth = 0, from = 0;

	t->forced[0] = must;
	while (outcome != OUTCOME_WON) {
		uint8_t at = tries != 0 && t->work != 0
				     ? next_four(t, colour, from, (uint8_t)t->forced[depth])
				     : ROWS_NONE;

		tiny_spend(t, COST_FOUR);
		if (at == ROWS_NONE) {
			if (depth == 0)
				return ROWS_NONE;
			flip_pair(t, colour, --depth);
			from = (uint8_t)(t->attack[depth] + 1);
			continue;
		}
		tries--;
		from = (uint8_t)(at + 1);
		outcome = play_four(t, colour, depth, at);
		if (outcome == OUTCOME_ON) {
			depth++;
			from = 0;
		}
	}
	while (depth > 0)
		flip_pair(t, colour, --depth);
	return (uint8_t)t->attack[0];
}

/* The order of a point by its best rank and the next one, both counted from 1. */
static const uint16_t rank_order[RANKS + 1] GOBANG_ROM = {0, 4, 14, 16, 66, 72, 1200, 9000};

static uint16_t order_of(const struct ranks *r, uint8_t lane, uint16_t point)
{
	uint8_t best = 0, next = 0;

	for (unsigned k = 0; k < RANKS; k++) {
		best = (uint8_t)(best + ((tiny_lane(r->once[k], lane) & point) != 0));
		next = (uint8_t)(next + ((tiny_lane(r->twice[k], lane) & point) != 0));
	}
	return (uint16_t)(GOBANG_READ_16(&rank_order[best]) + GOBANG_READ_16(&rank_order[next]) +
			  (next > RANK_FOUR                ? 1200
				  : next > RANK_THREE_OPEN ? 300
							   : 0));
}

/* The points that come into question at a pass: fewer at the first. */
static lanes candidates(const struct ranks *own, const struct ranks *its, const struct survey *v,
	bool sharp, uint8_t pass)
{
	if (v->threatened)
		return own->once[RANK_FOUR] | its->once[RANK_FOUR];
	if (sharp)
		return own->once[RANK_THREE_OPEN];
	if (pass == 0)
		return own->once[RANK_THREE] | its->once[RANK_THREE] | own->twice[RANK_TWO_OPEN] |
		       its->twice[RANK_TWO_OPEN];
	return own->once[RANK_TWO] | its->once[RANK_TWO];
}

TINY_PART void list_rows(struct gobang_tiny *t, uint8_t colour, const struct survey *v, bool sharp,
	struct gobang_tiny_ply *ply, uint8_t pass)
{
	for (uint8_t y = 0; y < t->side; y = (uint8_t)(y + LANES)) {
		TINY_LOCAL(ranks, own, t->rows.ranks[0]);
		TINY_LOCAL(ranks, its, t->rows.ranks[1]);
		lanes set;

		tiny_rank_rows(t, y, colour, own);
		tiny_rank_rows(t, y, tiny_other(colour), its);
		set = candidates(own, its, v, sharp, pass) & tiny_empty(t, y);
		for (uint8_t i = 0; i < LANES; i++) {
			uint16_t row = tiny_lane(set, i);

			for (uint8_t x = 0; row >> x != 0; x++) {
				uint16_t point = (uint16_t)(1u << x), order;

				if ((row & point) == 0)
					continue;
				order = order_of(own, i, point);
				tiny_sort_in(t, ply, (uint8_t)((y + i) * 16 + x),
					(uint16_t)(1u + order + order / 4u +
						   order_of(its, i, point)));
			}
		}
	}
}

/* The moves that come into question, best first; sharp: threats only. */
TINY_PART void list_moves(struct gobang_tiny *t, uint8_t colour, const struct survey *v, bool sharp,
	struct gobang_tiny_ply *ply)
{
	t->top_count = 0;
	if (v->fives != 0) {
		tiny_sort_in(t, ply, v->must, 0);
	} else {
		tiny_spend(t, COST_RANK);
		list_rows(t, colour, v, sharp, ply, 0);
		if (!v->threatened && !sharp && t->top_count < GOBANG_TINY_TOP) {
			t->top_count = 0;
			list_rows(t, colour, v, sharp, ply, 1);
		}
	}
	if (t->top_count < GOBANG_TINY_TOP)
		ply->move[t->top_count] = ROWS_NONE;
}

static struct gobang_tiny_ply *ply_of(
	struct gobang_tiny *t, struct gobang_tiny_tree *tree, uint8_t k)
{
	return k < GOBANG_TINY_PLIES ? &tree->ply[k] : &t->rows.ply[k - GOBANG_TINY_PLIES];
}

/* The value for colour on ply k as far as no move of the tree is needed for it. */
static int16_t value_of(struct gobang_tiny *t, uint8_t k, uint8_t colour, struct survey *v)
{
	if (!survey(t, colour, v))
		return (int16_t)(WIN - k - 1);
	if (v->fives > 1)
		return (int16_t) - (WIN - k - 2);
	if (v->fives == 0 && v->wins)
		return (int16_t)(WIN - k - 3);
	if ((v->has_fours || v->fives != 0) &&
		fours_win(t, colour, v->must, LEAF_TRIES) != ROWS_NONE)
		return (int16_t)(WIN - k - 5);
	return v->value;
}

static void killer_first(struct gobang_tiny *t, struct gobang_tiny_ply *ply)
{
	for (uint8_t i = 1; i < t->top_count; i++) {
		if (ply->move[i] != ply->killer)
			continue;
		for (; i > 0; i--)
			ply->move[i] = ply->move[i - 1];
		ply->move[0] = ply->killer;
		return;
	}
}

/* Looks at ply k: its value, or OPEN when its moves are listed. */
TINY_PART int16_t visit(
	struct gobang_tiny *t, struct gobang_tiny_tree *tree, uint8_t k, uint8_t colour)
{
	struct gobang_tiny_ply *ply = ply_of(t, tree, k);
	int16_t alpha = k < 2 ? -WIN : ply_of(t, tree, (uint8_t)(k - 2))->alpha;
	uint8_t left = k == 0 ? PLIES : ply_of(t, tree, (uint8_t)(k - 1))->left;
	bool calm, sharp = false;
	struct survey v;
	int16_t value = value_of(t, k, colour, &v);

	if (value < -LIKELY || value > LIKELY)
		return value;
	calm = v.fives == 0 && !v.threatened;
	if (left == 0 && !calm && k < tree->depth + BEYOND)
		left = 1;
	if (left == 0 || k == PLIES)
		return value;
	if (calm && left <= 2) {
		int16_t answer = left < 2 ? 0 : GAIN_TWO;

		if (k > 0 && value >= answer - ply_of(t, tree, (uint8_t)(k - 1))->alpha)
			return value; /* it is too good already, and a move makes it better */
		sharp = value + (left < 2 ? GAIN : GAIN_TWO) <= alpha;
	}
	list_moves(t, colour, &v, sharp, ply);
	if (t->top_count == 0)
		return (int16_t)(!calm ? -(WIN - k - 2) : sharp ? alpha : 0);
	if (calm)
		killer_first(t, ply);
	ply->next = 0;
	ply->left = (v.fives != 0 ? left : left - 1u) & 15u; /* the only answer costs no depth */
	ply->alpha = alpha;
	return OPEN;
}

static bool has_more(const struct gobang_tiny_ply *ply)
{
	return ply->next < GOBANG_TINY_TOP && ply->move[ply->next] != ROWS_NONE;
}

/* The value of the move of ply k that was looked at. */
static void keep_value(
	struct gobang_tiny *t, struct gobang_tiny_tree *tree, uint8_t k, int16_t value)
{
	struct gobang_tiny_ply *ply = ply_of(t, tree, k);

	if (value <= ply->alpha)
		return;
	ply->alpha = value;
	if (k == 0)
		tree->best = (ply->next - 1u) & 15u;
	else if (value >= -ply_of(t, tree, (uint8_t)(k - 1))->alpha)
		ply->killer = ply->move[ply->next - 1];
}

/* The moves of ply 0 to the depth of the tree. The best is put first; with no work left, of those
 * that were looked at. */
static void deepen(struct gobang_tiny *t, struct gobang_tiny_tree *tree, uint8_t colour)
{
	uint8_t k = 0;

	tree->best = 0;
	ply_of(t, tree, 0)->next = 0;
	ply_of(t, tree, 0)->alpha = -WIN;
	ply_of(t, tree, 0)->left = (tree->depth - 1u) & 15u;
	for (;;) {
		struct gobang_tiny_ply *ply = ply_of(t, tree, k);
		int16_t value;

		if (has_more(ply) &&
			(k == 0 || ply->alpha < -ply_of(t, tree, (uint8_t)(k - 1))->alpha)) {
			tiny_flip(t, (uint8_t)ply->move[ply->next++], colour);
			colour = tiny_other(colour);
			value = visit(t, tree, (uint8_t)(k + 1), colour);
			if (value == OPEN) {
				k++;
				continue;
			}
		} else if (k == 0) {
			break;
		} else {
			value = ply->alpha;
			ply = ply_of(t, tree, (uint8_t)(--k));
		}
		colour = tiny_other(colour);
		tiny_flip(t, (uint8_t)ply->move[ply->next - 1], colour);
		if (t->work == 0)
			break;
		keep_value(t, tree, k, (int16_t)-value);
	}
	while (k > 0) {
		struct gobang_tiny_ply *ply = ply_of(t, tree, (uint8_t)(--k));

		colour = tiny_other(colour);
		tiny_flip(t, (uint8_t)ply->move[ply->next - 1], colour);
	}
	for (uint8_t best = tree->best; best > 0; best--) {
		gobang_at at = ply_of(t, tree, 0)->move[best];

		ply_of(t, tree, 0)->move[best] = ply_of(t, tree, 0)->move[best - 1];
		ply_of(t, tree, 0)->move[best - 1] = at;
	}
}

gobang_at tiny_tree(struct gobang_tiny *t, struct gobang_tiny_tree *tree, uint8_t colour)
{
	uint8_t win;

	t->work = tree->work;
	tiny_to_rows(t);
	win = fours_win(t, colour, ROWS_NONE,
		t->work / 64 < ROOT_TRIES ? (uint16_t)(t->work / 64) : ROOT_TRIES);
	for (uint8_t k = 0; k < PLIES; k++)
		ply_of(t, tree, k)->killer = ROWS_NONE;
	tree->depth = 0;
	if (win == ROWS_NONE && visit(t, tree, 0, colour) == OPEN) {
		for (tree->depth = 1; tree->depth <= PLIES; tree->depth++) {
			deepen(t, tree, colour);
			if (t->work == 0 || ply_of(t, tree, 0)->move[1] == ROWS_NONE ||
				ply_of(t, tree, 0)->alpha > LIKELY ||
				ply_of(t, tree, 0)->alpha < -LIKELY)
				break;
		}
		win = (uint8_t)ply_of(t, tree, 0)->move[0];
	}
	tiny_to_cells(t);
	return win == ROWS_NONE ? t->top[0] : GOBANG_AT(win % 16, win / 16);
}
