/* SPDX-License-Identifier: MIT */
#include "engine/search.h"

#include "engine/moves.h"

#define LEAF_FOURS    100 /* nodes of the search for fours at a leaf */
#define LEAF_PLIES    20
#define DEFENCE_PLIES 2 /* beyond the depth, when the other side is about to win */
#define FEW_ANSWERS   8
#define TEMPO         12
#define INFINITE      32000
#define WIN_FROM      (ENGINE_WIN - ENGINE_WIN_PLIES)
#define LIKELY        5000 /* less than a proved win */

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

	return value > SEARCH_LIKELY    ? SEARCH_LIKELY
	       : value < -SEARCH_LIKELY ? -SEARCH_LIKELY
					: value;
}

/* An unproved loss counts less than a proved one, because some moves were not searched. */
static int unproved(int value)
{
	return value < -WIN_FROM ? value + LIKELY : value;
}

/* Decides a position without a search; sets *value. */
static bool decided(struct search *s, int ply, int *value)
{
	const struct position *p = &s->p;
	unsigned side = p->turn - 1u;

	if (p->count[side][KIND_FIVE] > 0)
		*value = ENGINE_WIN - ply - 1;
	else if (p->count[1 - side][KIND_FIVE] > 1 && !gobang_is_caro(p->rule))
		*value = -(ENGINE_WIN - ply - 2);
	else if (p->count[1 - side][KIND_FIVE] == 0 && p->count[side][KIND_OPEN_FOUR] > 0)
		*value = ENGINE_WIN - ply - 3;
	else if (p->empty == 0)
		*value = 0;
	else
		return false;
	return true;
}

/* Values of wins, including likely ones, count plies from the root in the search, and from the
 * position in the table. */
static int to_table(int value, int ply)
{
	return value > SEARCH_LIKELY ? value + ply : value < -SEARCH_LIKELY ? value - ply : value;
}

static int from_table(int value, int ply)
{
	return value > SEARCH_LIKELY ? value - ply : value < -SEARCH_LIKELY ? value + ply : value;
}

static struct search_slot *slot_of(const struct search *s)
{
	return &s->slots[(s->p.hash ^ s->p.turn) & (s->slot_count - 1)];
}

static uint64_t key_of(const struct search *s)
{
	/* proofs have separate entries */
	return s->p.hash ^ s->p.turn * 0x9E3779B97F4A7C15u ^ s->winner * 0xD1B54A32D192ED03u;
}

static void remember(
	struct search *s, int depth, int ply, int value, unsigned move, enum bound bound)
{
	struct search_slot *slot = slot_of(s);
	uint64_t key = key_of(s);
	struct table_entry before,
		e = {(uint16_t)move, (int16_t)to_table(value, ply), (int8_t)depth, (uint8_t)bound};

	if (bound == BOUND_EXACT || !table_read(slot, key, &before) || before.depth <= depth)
		table_write(slot, key, &e);
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

	if (pos_fours(&s->p, side) > 0) {
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

/* Searches one move, with a narrow window, and less depth if it is late in the order. */
static int try_move(struct search *s, const struct move *m, unsigned number, int depth, int ply,
	int alpha, int beta)
{
	bool forced = moves_must_defend(&s->p);
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

/* Whether the table's entry gives the value; *first: the move to search first. */
static bool settled(const struct search *s, int depth, int ply, int alpha, int beta, int *value,
	unsigned *first)
{
	struct table_entry e;

	if (!table_read(slot_of(s), key_of(s), &e))
		return false;
	*value = from_table(e.value, ply);
	*first = e.move;
	return e.depth >= depth &&
	       (e.bound == BOUND_EXACT || (e.bound == BOUND_LOWER && *value >= beta) ||
		       (e.bound == BOUND_UPPER && *value <= alpha));
}

/* Searches the moves in their order; returns the best value, or best if none is above it. */
static int try_moves(
	struct search *s, const struct moves *m, int depth, int ply, int alpha, int beta, int best)
{
	unsigned side = s->p.turn - 1u, best_move = 0;
	int from = alpha;

	for (unsigned i = 0; i < m->count && alpha < beta; i++) {
		int value = try_move(s, &m->of[i], i, depth, ply, alpha, beta);

		if (s->stopped)
			return 0;
		if (value > best) {
			best = value;
			best_move = m->of[i].at;
		}
		alpha = best > alpha ? best : alpha;
	}
	if (m->cut)
		best = unproved(best);
	if (best >= beta)
		reward(s, side, depth, (unsigned)ply, best_move);
	remember(s, depth, ply, best, best_move,
		best >= beta  ? BOUND_LOWER
		: best > from ? BOUND_EXACT
			      : BOUND_UPPER);
	return best;
}

/* Forced answers do not use up depth: a single one, and, with a lower limit, the few that stop a
 * threat. */
static bool extends(const struct search *s, bool forced, unsigned answers, int ply)
{
	if (answers == 1)
		return ply < 2 * s->root_depth + DEFENCE_PLIES;
	return forced && answers <= FEW_ANSWERS && ply < s->root_depth * 3 / 2 && s->winner == 0;
}

/* The most that a move without a threat is assumed to reach, at the last two depths. Each stone
 * raises the value of its side by some 200; the answer at depth 2 lowers it again. */
static int quiet_reach(const struct search *s, bool forced, int depth, int value)
{
	if (forced || s->winner != 0 || depth > 2)
		return INFINITE;
	value += depth < 2 ? 200 : 100;
	return value > SEARCH_LIKELY ? SEARCH_LIKELY : value;
}

static int search(struct search *s, int depth, int ply, int alpha, int beta)
{
	struct moves moves;
	bool forced = moves_must_defend(&s->p);
	unsigned first = 0;
	int value, reach;

	count_node(s);
	if (s->stopped)
		return 0;
	if (decided(s, ply, &value))
		return value;
	if (forced && depth < 1 && ply < s->root_depth + DEFENCE_PLIES)
		depth = 1; /* do not stop when the other side is about to win */
	if (settled(s, depth, ply, alpha, beta, &value, &first))
		return value;
	value = leaf(s, ply);
	if (depth <= 0 || ply + 2 >= SEARCH_PLIES || value > WIN_FROM)
		return value;
	reach = quiet_reach(s, forced, depth, value);
	moves_list(s, first, (unsigned)ply, reach <= alpha, &moves);
	if (reach <= alpha)
		return try_moves(s, &moves, depth, ply, alpha, beta, reach);
	if (moves.count == 0) {
		value = -(ENGINE_WIN - ply - 2);
		return !forced ? 0 : moves.cut ? unproved(value) : value;
	}
	if (extends(s, forced, moves.count, ply))
		depth++;
	return try_moves(s, &moves, depth, ply, alpha, beta, -INFINITE);
}

unsigned search_first(const struct search *s)
{
	struct moves moves;

	moves_list(s, 0, 0, false, &moves);
	if (moves.count > 0)
		return moves.of[0].at;
	/* every defence is forbidden, or there is none: any point */
	for (unsigned y = 0; y < s->p.side; y++)
		for (unsigned at = pos_at(0, y), end = at + s->p.side; at < end; at++)
			if (s->p.cell[at] == GOBANG_EMPTY &&
				pos_kind(&s->p, s->p.turn - 1u, at) != KIND_FORBIDDEN)
				return at;
	return 0;
}

int search_root(struct search *s, int depth, unsigned *best)
{
	struct moves moves;
	int alpha = -INFINITE;

	moves_list(s, *best, 0, false, &moves);
	s->root_depth = depth;
	for (unsigned i = 0; i < moves.count; i++) {
		int value = try_move(s, &moves.of[i], i, depth, 0, alpha, INFINITE);

		if (s->stopped)
			break;
		if (value > alpha) {
			alpha = value;
			*best = moves.of[i].at;
		}
	}
	if (moves.cut)
		alpha = unproved(alpha);
	if (!s->stopped)
		remember(s, depth, 0, alpha, *best, BOUND_EXACT);
	return alpha;
}

int search_prove(struct search *s, int depth, unsigned best, int value, uint64_t nodes)
{
	uint64_t limit = s->limit;
	int won;

	s->limit = limit == 0 || s->nodes + nodes < limit ? s->nodes + nodes : limit;
	s->winner = s->p.turn;
	pos_put(&s->p, best);
	won = -search(s, depth - 1, 1, -WIN_FROM - 1, -WIN_FROM);
	pos_undo(&s->p, best);
	s->winner = 0;
	if (!s->stopped && won > WIN_FROM)
		value = won;
	s->limit = limit;
	s->stopped = s->clock.over || (limit != 0 && s->nodes >= limit);
	return value;
}

unsigned search_line(struct search *s, unsigned first, unsigned *line, unsigned max)
{
	unsigned count = 0;

	for (unsigned at = first; count < max && at != 0;) {
		struct table_entry e;

		if (s->p.cell[at] != GOBANG_EMPTY)
			break;
		line[count++] = at;
		pos_put(&s->p, at);
		at = table_read(slot_of(s), key_of(s), &e) && e.bound == BOUND_EXACT ? e.move : 0;
	}
	for (unsigned i = count; i > 0; i--)
		pos_undo(&s->p, line[i - 1]);
	return count;
}
