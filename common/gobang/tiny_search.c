/* SPDX-License-Identifier: MIT */
/*
 * Level 3: alpha-beta search with iterative deepening. A ply keeps its moves in the tree that the
 * caller gives, and the stack of the processor does not grow with them. Beta of a ply is the
 * negative alpha of the one before. Only points near a stone are looked at.
 */
#include "rom.h"
#include "tiny_private.h"
#include "tiny_rows.h"
#include "tiny_tree.h"

#define NEAR       4u /* in a cell: two points or less from a stone, along a line */
#define ITS_FOUR   8u /* in a cell: the side that is not to move makes a four there */
#define WIN        30000
#define LIKELY     20000 /* no sum of points is beyond it */
#define OPEN       INT16_MIN
#define TEMPO      12
#define LEAF_WORK  1500u   /* shapes of the search for fours at a position */
#define ROOT_WORK  200000u /* at most, of that before all else */
#define TINY_SHARP 66u     /* order of an open three or a four */
#define GAIN       200     /* a stone raises the value of its side by so much at most */
#define GAIN_TWO   100     /* the same where the other side answers */
#define BEYOND     2       /* plies that a threat is followed beyond the depth */

/* Ranks of shapes, and what a point is worth by its two best ones: the numbers of level 4, which
 * were fitted to its games (tools/gobang/engine/tables.c). */
#define RANK_THREE_OPEN 4
#define RANK_FOUR       5
static const uint8_t shape_rank[GOBANG_SHAPES] GOBANG_ROM = {0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 0, 4};
static const uint8_t pair_value[8][8] GOBANG_ROM = {
	{0},
	{0, 0},
	{0, 3, 12},
	{5, 8, 19, 16},
	{24, 24, 44, 40, 45},
	{55, 55, 66, 85, 105, 125},
	{80, 80, 85, 90, 95, 110, 120},
	{130, 130, 130, 130, 130, 130, 130, 130},
};

/* A point for one side. */
struct sight {
	uint16_t order;
	uint8_t best, next; /* ranks of its two best shapes */
	uint8_t marks;      /* fours by direction, as in a cell */
	bool forbidden;
};

/* A position for the side to move. */
struct survey {
	int16_t value;
	gobang_at must;      /* where the other side makes a five; or GOBANG_TINY_NONE */
	uint8_t fives;       /* how many such points there are */
	bool wins : 1;       /* an open four, or two fours, can be made */
	bool threatened : 1; /* by the same of the other side */
	bool has_fours : 1;
};

/* Half a line as index of a table, for black, half[0], and white: see gobang_tiny.h. */
static void read_half(
	const struct gobang_tiny *t, gobang_at at, gobang_at step, uint8_t reach, uint8_t half[2])
{
	uint8_t near = 0, colour = 0;

	for (uint8_t i = 0; i < 8 && colour != GOBANG_WALL; i += 2) {
		at = (gobang_at)(at + step);
		colour = t->cell[at] & COLOUR_MASK;
		near |= (uint8_t)(colour << i);
	}
	half[0] = GOBANG_READ(&gobang_table_halves[near]);
	near = (uint8_t)((near & 0x55u) << 1 | (near & 0xAAu) >> 1);
	half[1] = GOBANG_READ(&gobang_table_halves[near]);
	if (reach == 4 || colour == GOBANG_WALL)
		return;
	colour = t->cell[(gobang_at)(at + step)] & COLOUR_MASK;
	for (uint8_t i = 0; i < 2; i++) /* nothing blocks the four points */
		if (half[i] >= 16 && (colour == GOBANG_EMPTY || colour == 1 + i))
			half[i] = (uint8_t)(half[i] << 1 | (colour != GOBANG_EMPTY));
}

/* The shapes of black, shape[0], and white along a line. */
static void read_shapes(const struct gobang_tiny *t, gobang_at at, gobang_at step, uint8_t shape[2])
{
	uint8_t left[2], right[2], reach = tiny_reach(t->rule);

	if (gobang_is_caro(t->rule)) {
		shape[0] = tiny_caro_shape(t, at, step, GOBANG_BLACK);
		shape[1] = tiny_caro_shape(t, at, step, GOBANG_WHITE);
		return;
	}
	read_half(t, at, (gobang_at)(0u - step), reach, left);
	read_half(t, at, step, reach, right);
	for (uint8_t i = 0; i < 2; i++) {
		if (t->rule == GOBANG_EXACT || (t->rule == GOBANG_RENJU && i == 0)) {
			shape[i] = tiny_look_up(gobang_table_exact, 5, left[i], right[i]);
		} else { /* four points of a half are enough */
			left[i] = (uint8_t)(left[i] >> (left[i] >> 5 & 1u));
			right[i] = (uint8_t)(right[i] >> (right[i] >> 5 & 1u));
			shape[i] = tiny_look_up(gobang_table_freestyle, 4, left[i], right[i]);
		}
	}
}

/* A further shape of a point. */
static void add_shape(struct sight *s, uint8_t shape, uint8_t d)
{
	uint8_t rank = GOBANG_READ(&shape_rank[shape]);

	s->order = (uint16_t)(s->order + GOBANG_READ_16(&tiny_shape_value[shape]));
	if (s->best == RANK_FOUR && rank == RANK_FOUR)
		s->order = (uint16_t)(s->order + TINY_WIN);
	else if (s->best >= RANK_THREE_OPEN && rank >= RANK_THREE_OPEN)
		s->order = (uint16_t)(s->order + TINY_DOUBLE);
	if (shape >= GOBANG_FOUR && shape <= GOBANG_FIVE)
		s->marks |= (uint8_t)(16u << d);
	if (rank > s->best) {
		s->next = s->best;
		s->best = rank;
	} else if (rank > s->next) {
		s->next = rank;
	}
}

/* A point for colour, s[0], and for the other side. */
static void look(struct gobang_tiny *t, gobang_at at, uint8_t colour, struct sight s[2])
{
	uint8_t black = colour == GOBANG_BLACK ? 0 : 1;

	s[0] = s[1] = (struct sight){0};
	for (uint8_t d = 0; d < 4; d++) {
		uint8_t shape[2];

		read_shapes(t, at, tiny_step(d), shape);
		add_shape(&s[black], shape[0], d);
		add_shape(&s[1 - black], shape[1], d);
	}
	tiny_spend(t, 8);
	if (t->rule == GOBANG_RENJU && s[black].order < TINY_FIVE &&
		gobang_tiny_forbidden(t, at, false))
		s[black] = (struct sight){.forbidden = true};
}

static void mark_near(struct gobang_tiny *t, gobang_at at)
{
	for (uint8_t d = 0; d < 8; d++) {
		gobang_at step = tiny_step(d & 3u), on = at;

		for (uint8_t i = 0; i < 2; i++) {
			on = (gobang_at)(d < 4 ? on + step : on - step);
			if (gobang_tiny_colour(t, on) == GOBANG_WALL)
				break;
			t->cell[on] |= NEAR;
		}
	}
}

static int16_t worth(const struct sight *s)
{
	return GOBANG_READ(&pair_value[s->best][s->next]);
}

/* False: colour makes a five, and nothing else was looked at. */
static bool survey(struct gobang_tiny *t, uint8_t colour, struct survey *v)
{
	struct sight s[2];

	*v = (struct survey){0, GOBANG_TINY_NONE, 0, false, false, false};
	for (gobang_at row = GOBANG_AT(0, 0), y = 0; y < t->side; y++, row += GOBANG_STRIDE) {
		for (gobang_at at = row, end = (gobang_at)(row + t->side); at != end; at++) {
			uint8_t cell = t->cell[at];

			if ((cell & (COLOUR_MASK | NEAR)) != NEAR)
				continue;
			look(t, at, colour, s);
			if (s[0].order >= TINY_FIVE)
				return false;
			if (s[1].order >= TINY_FIVE) {
				v->must = at;
				v->fives++;
			}
			v->wins = v->wins || s[0].order >= TINY_WIN;
			v->threatened = v->threatened || s[1].order >= TINY_WIN;
			v->has_fours = v->has_fours || s[0].marks != 0;
			v->value = (int16_t)(v->value + worth(&s[0]) - worth(&s[1]));
			t->cell[at] =
				(uint8_t)(NEAR | s[0].marks | (s[1].marks != 0 ? ITS_FOUR : 0));
		}
	}
	v->value = (int16_t)((v->value < LIKELY ? v->value : LIKELY) + TEMPO);
	v->value = v->value > -LIKELY ? v->value : -LIKELY;
	return true;
}

/* Whether continuous fours win, with little work. Marks are those of the survey. */
static bool fours_win(struct gobang_tiny *t, uint8_t colour, gobang_at must)
{
	uint32_t rest = 0;
	bool won;

	if (t->work > LEAF_WORK) {
		rest = t->work - LEAF_WORK;
		t->work = LEAF_WORK;
	}
	won = tiny_fours(t, colour, must) != GOBANG_TINY_NONE;
	t->work += rest;
	return won;
}

/* The moves that come into question, best first; sharp: threats only. */
static void list_moves(struct gobang_tiny *t, uint8_t colour, const struct survey *v, bool sharp,
	struct gobang_tiny_ply *ply)
{
	bool forbids = t->rule == GOBANG_RENJU && colour == GOBANG_BLACK;
	struct sight s[2];

	t->top_count = 0;
	if (v->fives != 0 && (!forbids || !gobang_tiny_forbidden(t, v->must, false)))
		tiny_sort_in(t, ply, v->must, 0);
	for (gobang_at row = GOBANG_AT(0, 0), y = 0; v->fives == 0 && y < t->side;
		y++, row += GOBANG_STRIDE) {
		for (gobang_at at = row, end = (gobang_at)(row + t->side); at != end; at++) {
			uint8_t cell = t->cell[at];

			if ((cell & (COLOUR_MASK | NEAR)) != NEAR ||
				(v->threatened && (cell & (FOUR_BITS | ITS_FOUR)) == 0))
				continue;
			look(t, at, colour, s);
			if (s[0].forbidden || (sharp && s[0].order < TINY_SHARP))
				continue;
			tiny_sort_in(t, ply, at,
				(uint16_t)(1u + s[0].order + s[0].order / 4u + s[1].order));
		}
	}
	if (t->top_count < GOBANG_TINY_TOP)
		ply->move[t->top_count] = GOBANG_TINY_NONE;
}

/* The value for colour on ply k as far as no move of the tree is needed for it. */
static int16_t value_of(struct gobang_tiny *t, uint8_t k, uint8_t colour, struct survey *v)
{
	if (!survey(t, colour, v))
		return (int16_t)(WIN - k - 1);
	if (v->fives > 1 && !gobang_is_caro(t->rule))
		return (int16_t) - (WIN - k - 2);
	if (v->fives == 0 && v->wins)
		return (int16_t)(WIN - k - 3);
	if (v->has_fours && fours_win(t, colour, v->must))
		return (int16_t)(WIN - k - 5);
	return v->value;
}

/* Looks at ply k: its value, or OPEN when its moves are listed. */
static int16_t visit(
	struct gobang_tiny *t, struct gobang_tiny_tree *tree, uint8_t k, uint8_t colour)
{
	struct gobang_tiny_ply *ply = &tree->ply[k];
	int16_t alpha = k < 2 ? -WIN : tree->ply[k - 2].alpha;
	uint8_t left = k == 0 ? GOBANG_TINY_PLIES : tree->ply[k - 1].left;
	bool calm, sharp = false;
	struct survey v;
	int16_t value = value_of(t, k, colour, &v);

	if (value < -LIKELY || value > LIKELY)
		return value;
	calm = v.fives == 0 && !v.threatened;
	if (left == 0 && !calm && k < tree->depth + BEYOND)
		left = 1;
	if (left == 0 || k == GOBANG_TINY_PLIES)
		return value;
	if (calm && left <= 2 && k > 0) {
		int16_t answer = left < 2 ? 0 : GAIN_TWO;

		if (value >= answer - tree->ply[k - 1].alpha)
			return value; /* it is too good already, and a move makes it better */
		sharp = value + (left < 2 ? GAIN : GAIN_TWO) <= alpha;
	}
	list_moves(t, colour, &v, sharp, ply);
	if (t->top_count == 0)
		return (int16_t)(!calm ? -(WIN - k - 2) : sharp ? alpha : 0);
	ply->next = 0;
	ply->left = (v.fives != 0 ? left : left - 1u) & 15u; /* the only answer costs no depth */
	ply->alpha = alpha;
	return OPEN;
}

static bool has_more(const struct gobang_tiny_ply *ply)
{
	return ply->next < GOBANG_TINY_TOP && ply->move[ply->next] != GOBANG_TINY_NONE;
}

static void take_off(struct gobang_tiny *t, struct gobang_tiny_ply *ply)
{
	t->cell[ply->move[ply->next - 1]] &= (uint8_t)~COLOUR_MASK;
}

/* The moves of ply 0 to the depth of the tree. The best is put first; with no work left, of those
 * that were looked at. */
static void deepen(struct gobang_tiny *t, struct gobang_tiny_tree *tree, uint8_t colour)
{
	uint8_t k = 0, best = 0;

	tree->ply[0].next = 0;
	tree->ply[0].alpha = -WIN;
	tree->ply[0].left = (tree->depth - 1u) & 15u;
	for (;;) {
		struct gobang_tiny_ply *ply = &tree->ply[k];
		int16_t value;

		if (has_more(ply) && (k == 0 || ply->alpha < -tree->ply[k - 1].alpha)) {
			gobang_at at = ply->move[ply->next++];

			t->cell[at] |= colour;
			mark_near(t, at);
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
			ply = &tree->ply[--k];
		}
		colour = tiny_other(colour);
		take_off(t, ply);
		if (t->work == 0)
			break;
		if (-value > ply->alpha) {
			ply->alpha = (int16_t)-value;
			best = k == 0 ? (uint8_t)(ply->next - 1) : best;
		}
	}
	while (k > 0)
		take_off(t, &tree->ply[--k]);
	for (; best > 0; best--) {
		gobang_at at = tree->ply[0].move[best];

		tree->ply[0].move[best] = tree->ply[0].move[best - 1];
		tree->ply[0].move[best - 1] = at;
	}
}

/* As tiny_tree, for the other rules and boards. */
TINY_PART gobang_at search_cells(
	struct gobang_tiny *t, struct gobang_tiny_tree *tree, uint8_t colour)
{
	gobang_at win;

	t->work = tree->work / 8 < ROOT_WORK ? tree->work / 8 : ROOT_WORK;
	win = gobang_tiny_fours(t, colour, GOBANG_TINY_NONE);
	if (win != GOBANG_TINY_NONE)
		return win;
	t->work = tree->work - (tree->work / 8 < ROOT_WORK ? tree->work / 8 : ROOT_WORK);
	for (uint8_t y = 0; y < t->side; y++)
		for (uint8_t x = 0; x < t->side; x++)
			if (gobang_tiny_colour(t, GOBANG_AT(x, y)) != GOBANG_EMPTY)
				mark_near(t, GOBANG_AT(x, y));
	tree->depth = 0;
	if (visit(t, tree, 0, colour) != OPEN)
		return t->top[0];
	for (tree->depth = 1; tree->depth <= GOBANG_TINY_PLIES; tree->depth++) {
		deepen(t, tree, colour);
		if (t->work == 0 || tree->ply[0].move[1] == GOBANG_TINY_NONE ||
			tree->ply[0].alpha > LIKELY || tree->ply[0].alpha < -LIKELY)
			break;
	}
	return tree->ply[0].move[0];
}

gobang_at gobang_tiny_think(
	struct gobang_tiny *t, struct gobang_tiny_tree *tree, uint8_t colour, uint32_t work)
{
	gobang_at at;

	tree->work = work; /* not on the stack meanwhile */
	at = gobang_tiny_move(t, colour, 2, GOBANG_TINY_WORK);
	if (at == GOBANG_TINY_NONE || t->top_value[0] >= TINY_URGENT ||
		tree->work < GOBANG_TINY_WORK)
		return at;
	t->top[0] = at;
	if (t->rule == GOBANG_FREESTYLE && t->side <= 15)
		return tiny_tree(t, tree, colour);
	return search_cells(t, tree, colour);
}
