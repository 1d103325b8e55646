/* SPDX-License-Identifier: MIT */
#include "engine/search.h"

#define MOVES_MAX     400
#define BREADTH       24  /* moves that are looked at where nothing is forced */
#define LEAF_FOURS    100 /* nodes of the search for fours at a leaf */
#define LEAF_PLIES    20
#define DEFENCE_PLIES 2 /* beyond the depth, where the other side is about to win */
#define TEMPO         12
#define INFINITE      32000
#define WIN_FROM      (ENGINE_WIN - ENGINE_WIN_PLIES)
#define EVAL_MAX      20000

struct move {
	uint16_t at;
	int32_t order;
};

static void count_node(struct search *s)
{
	s->nodes++;
	if ((s->limit != 0 && s->nodes >= s->limit) || clock_tick(&s->clock))
		s->stopped = true;
}

static int evaluate(const struct position *p)
{
	unsigned side = p->turn - 1u;

	int value = p->value[side] - p->value[1 - side] + TEMPO;

	return value > EVAL_MAX ? EVAL_MAX : value < -EVAL_MAX ? -EVAL_MAX : value;
}

/* Whether the defender may look at no more than what stops a four of the other side. */
static bool must_defend(const struct position *p, unsigned side)
{
	return p->count[1 - side][KIND_OPEN_FOUR] > 0 || p->count[1 - side][KIND_FIVE] > 0;
}

static int order_of(const struct search *s, unsigned side, unsigned at)
{
	const struct position *p = &s->p;
	int own = pos_order(p, side, at), its = pos_order(p, 1 - side, at);

	return 1 + 2 * own + its + (own > its ? own : its) +
	       (int)(s->history[side][at] > 200 ? 200 : s->history[side][at]) / 4;
}

/* Puts a move in its place among count sorted ones; the last of max falls out. */
static unsigned sort_in(struct move *moves, unsigned count, unsigned max, struct move m)
{
	unsigned i = count;

	if (count == max) {
		if (m.order <= moves[count - 1].order)
			return count;
		i = --count;
	}
	for (; i > 0 && moves[i - 1].order < m.order; i--)
		moves[i] = moves[i - 1];
	moves[i] = m;
	return count + 1;
}

/* The moves worth looking at, best first: points on a line with a stone, or any when there is none.
 * Where something is to be stopped, all that may. */
static unsigned list_moves(
	const struct search *s, unsigned first, unsigned ply, struct move moves[MOVES_MAX])
{
	const struct position *p = &s->p;
	unsigned side = p->turn - 1u, count = 0;
	bool forced = must_defend(p, side);

	for (unsigned y = 0; y < p->side; y++) {
		for (unsigned at = pos_at(0, y), end = at + p->side; at < end; at++) {
			struct move m = {.at = (uint16_t)at};

			if (p->cell[at] != GOBANG_EMPTY ||
				pos_kind(p, side, at) == KIND_FORBIDDEN ||
				(forced && !threats_defends(p, side, at)))
				continue;
			m.order = order_of(s, side, at);
			if (at == first)
				m.order += 1 << 20;
			else if (at == s->killers[ply][0] || at == s->killers[ply][1])
				m.order += 60;
			count = sort_in(moves, count, forced ? MOVES_MAX : BREADTH, m);
		}
	}
	return count;
}

/* What is decided without looking on; *value is set. */
static bool decided(struct search *s, int ply, int *value)
{
	const struct position *p = &s->p;
	unsigned side = p->turn - 1u;

	if (p->count[side][KIND_FIVE] > 0)
		*value = ENGINE_WIN - ply - 1;
	else if (p->count[1 - side][KIND_FIVE] > 1 && p->rule != GOBANG_CARO)
		*value = -(ENGINE_WIN - ply - 2);
	else if (p->count[1 - side][KIND_FIVE] == 0 && p->count[side][KIND_OPEN_FOUR] > 0)
		*value = ENGINE_WIN - ply - 3;
	else if (p->empty == 0)
		*value = 0;
	else
		return false;
	return true;
}

/* Wins count plies from the root in the search, from the position in the table. */
static int to_table(int value, int ply)
{
	return value > WIN_FROM ? value + ply : value < -WIN_FROM ? value - ply : value;
}

static int from_table(int value, int ply)
{
	return value > WIN_FROM ? value - ply : value < -WIN_FROM ? value + ply : value;
}

static struct search_slot *slot_of(const struct search *s)
{
	return &s->slots[(s->p.hash ^ s->p.turn) & (s->slot_count - 1)];
}

static uint32_t key_of(const struct search *s)
{
	return (uint32_t)(s->p.hash >> 32) * 2 + s->p.turn;
}

static void remember(
	struct search *s, int depth, int ply, int value, unsigned move, enum bound bound)
{
	struct search_slot *slot = slot_of(s);
	uint32_t key = key_of(s);

	if (slot->key == key && slot->depth > depth && bound != BOUND_EXACT)
		return;
	*slot = (struct search_slot){
		key, (uint16_t)move, (int16_t)to_table(value, ply), (int8_t)depth, (uint8_t)bound};
}

static void reward(struct search *s, unsigned side, int depth, unsigned ply, unsigned at)
{
	if (s->killers[ply][0] != at) {
		s->killers[ply][1] = s->killers[ply][0];
		s->killers[ply][0] = (uint16_t)at;
	}
	s->history[side][at] += (uint32_t)(depth * depth);
}

static int leaf(struct search *s, int ply)
{
	unsigned side = s->p.turn - 1u;

	if (s->p.count[side][KIND_FOUR] + s->p.count[side][KIND_FOUR_THREE] > 0) {
		s->fours.limit = LEAF_FOURS;
		if (fours_search(&s->fours, &s->p, LEAF_PLIES)) {
			s->nodes += s->fours.nodes / 4;
			return ENGINE_WIN - ply - (int)s->fours.count - 2;
		}
		s->nodes += s->fours.nodes / 4;
	}
	return evaluate(&s->p);
}

static int search(struct search *s, int depth, int ply, int alpha, int beta);

/* One move of a node, with a narrow window and less depth where it came late. */
static int try_move(struct search *s, const struct move *m, unsigned number, int depth, int ply,
	int alpha, int beta)
{
	bool forced = must_defend(&s->p, s->p.turn - 1u);
	bool sharp = pos_kind(&s->p, s->p.turn - 1u, m->at) >= KIND_THREE;
	int less = 1, value;

	if (number >= 3 && depth >= 2 && !forced && !sharp)
		less += 1 + (number >= 8 && depth >= 3) + (number >= 16 && depth >= 4);
	pos_put(&s->p, m->at);
	if (number == 0) {
		value = -search(s, depth - 1, ply + 1, -beta, -alpha);
	} else {
		value = -search(s, depth - less, ply + 1, -alpha - 1, -alpha);
		if (value > alpha && less > 1 && !s->stopped)
			value = -search(s, depth - 1, ply + 1, -alpha - 1, -alpha);
		if (value > alpha && value < beta && !s->stopped)
			value = -search(s, depth - 1, ply + 1, -beta, -alpha);
	}
	pos_undo(&s->p, m->at);
	return value;
}

/* What the table knows of the position: whether it settles the value; *first is the move to look at
 * first. */
static bool settled(const struct search *s, int depth, int ply, int alpha, int beta, int *value,
	unsigned *first)
{
	const struct search_slot *slot = slot_of(s);

	if (slot->key != key_of(s) || slot->bound == BOUND_NONE)
		return false;
	*value = from_table(slot->value, ply);
	*first = slot->move;
	return slot->depth >= depth &&
	       (slot->bound == BOUND_EXACT || (slot->bound == BOUND_LOWER && *value >= beta) ||
		       (slot->bound == BOUND_UPPER && *value <= alpha));
}

/* The moves of a node in their order; the value of the best one. */
static int try_moves(struct search *s, const struct move *moves, unsigned count, int depth, int ply,
	int alpha, int beta)
{
	unsigned side = s->p.turn - 1u, best_move = 0;
	int best = -INFINITE, from = alpha;

	for (unsigned i = 0; i < count && alpha < beta; i++) {
		int value = try_move(s, &moves[i], i, depth, ply, alpha, beta);

		if (s->stopped)
			return 0;
		if (value > best) {
			best = value;
			best_move = moves[i].at;
		}
		alpha = best > alpha ? best : alpha;
	}
	if (alpha >= beta)
		reward(s, side, depth, (unsigned)ply, best_move);
	remember(s, depth, ply, best, best_move,
		best >= beta  ? BOUND_LOWER
		: best > from ? BOUND_EXACT
			      : BOUND_UPPER);
	return best;
}

static int search(struct search *s, int depth, int ply, int alpha, int beta)
{
	struct move moves[MOVES_MAX];
	bool forced = must_defend(&s->p, s->p.turn - 1u);
	unsigned count, first = 0;
	int value;

	count_node(s);
	if (s->stopped)
		return 0;
	if (decided(s, ply, &value))
		return value;
	if (forced && depth < 1 && ply < s->root_depth + DEFENCE_PLIES)
		depth = 1; /* do not stop where the other side is about to win */
	if (settled(s, depth, ply, alpha, beta, &value, &first))
		return value;
	value = leaf(s, ply);
	if (depth <= 0 || ply + 2 >= SEARCH_PLIES || value > WIN_FROM)
		return value;
	count = list_moves(s, first, (unsigned)ply, moves);
	if (count == 0)
		return forced ? -(ENGINE_WIN - ply - 2) : 0;
	if (count == 1 && ply < 2 * s->root_depth + DEFENCE_PLIES)
		depth++; /* a forced answer costs nothing */
	return try_moves(s, moves, count, depth, ply, alpha, beta);
}

unsigned search_first(const struct search *s)
{
	struct move moves[MOVES_MAX];

	if (list_moves(s, 0, 0, moves) > 0)
		return moves[0].at;
	/* every defence is forbidden or none is left: any point will do */
	for (unsigned y = 0; y < s->p.side; y++)
		for (unsigned at = pos_at(0, y), end = at + s->p.side; at < end; at++)
			if (s->p.cell[at] == GOBANG_EMPTY &&
				pos_kind(&s->p, s->p.turn - 1u, at) != KIND_FORBIDDEN)
				return at;
	return 0;
}

int search_root(struct search *s, int depth, unsigned *best)
{
	struct move moves[MOVES_MAX];
	unsigned count = list_moves(s, *best, 0, moves);
	int alpha = -INFINITE;

	s->root_depth = depth;
	for (unsigned i = 0; i < count; i++) {
		int value = try_move(s, &moves[i], i, depth, 0, alpha, INFINITE);

		if (s->stopped)
			break;
		if (value > alpha) {
			alpha = value;
			*best = moves[i].at;
		}
	}
	if (!s->stopped)
		remember(s, depth, 0, alpha, *best, BOUND_EXACT);
	return alpha;
}

unsigned search_line(struct search *s, unsigned first, unsigned *line, unsigned max)
{
	unsigned count = 0;

	for (unsigned at = first; count < max && at != 0;) {
		struct search_slot *slot;

		if (s->p.cell[at] != GOBANG_EMPTY)
			break;
		line[count++] = at;
		pos_put(&s->p, at);
		slot = slot_of(s);
		at = slot->key == key_of(s) && slot->bound == BOUND_EXACT ? slot->move : 0;
	}
	for (unsigned i = count; i > 0; i--)
		pos_undo(&s->p, line[i - 1]);
	return count;
}
