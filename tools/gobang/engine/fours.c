/* SPDX-License-Identifier: MIT */
#include "engine/fours.h"

#define MOVES_MAX 64

static unsigned find_kind(const struct position *p, unsigned side, enum kind kind)
{
	for (unsigned y = 0; y < p->side; y++)
		for (unsigned at = pos_at(0, y), end = at + p->side; at < end; at++)
			if (p->cell[at] == GOBANG_EMPTY && pos_kind(p, side, at) == kind)
				return at;
	return 0;
}

/* Points where side makes a four, the best first; only, if not 0, is the one allowed. */
static unsigned list_fours(
	const struct position *p, unsigned side, unsigned only, unsigned moves[MOVES_MAX])
{
	unsigned count = 0;

	for (unsigned y = 0; y < p->side; y++) {
		for (unsigned at = pos_at(0, y), end = at + p->side; at < end; at++) {
			unsigned i;

			if (p->cell[at] != GOBANG_EMPTY || pos_kind(p, side, at) < KIND_FOUR ||
				(only != 0 && at != only) || count == MOVES_MAX)
				continue;
			for (i = count++;
				i > 0 && pos_value(p, side, moves[i - 1]) < pos_value(p, side, at);
				i--)
				moves[i] = moves[i - 1];
			moves[i] = at;
		}
	}
	return count;
}

static bool win_with(struct fours *f, unsigned ply, unsigned at)
{
	f->line[ply] = at;
	f->count = ply + 1;
	return true;
}

static bool step(struct fours *f, struct position *p, unsigned ply, unsigned plies);

/* Plays a four and its answer; does the side that made it win? */
static bool attack(struct fours *f, struct position *p, unsigned ply, unsigned plies, unsigned at)
{
	unsigned side = p->turn - 1u, answer;
	bool open = pos_kind(p, side, at) == KIND_OPEN_FOUR, won = false;

	pos_put(p, at);
	if (open && p->count[1 - side][KIND_FIVE] == 0) {
		won = win_with(f, ply, at);
	} else if (p->count[side][KIND_FIVE] == 1 && p->count[1 - side][KIND_FIVE] == 0) {
		answer = find_kind(p, side, KIND_FIVE);
		if (pos_is_surely_forbidden(p, 1 - side, answer)) {
			won = win_with(f, ply, at);
		} else {
			f->line[ply] = at;
			f->line[ply + 1] = answer;
			pos_put(p, answer);
			won = step(f, p, ply + 2, plies);
			pos_undo(p, answer);
		}
	}
	pos_undo(p, at);
	return won;
}

static bool step(struct fours *f, struct position *p, unsigned ply, unsigned plies)
{
	unsigned side = p->turn - 1u, only = 0, count, moves[MOVES_MAX];
	struct fours_slot *slot = &f->slots[(p->hash ^ p->turn) % FOURS_SLOTS];
	uint32_t key = (uint32_t)(p->hash >> 32) ^ p->turn;

	f->nodes++;
	if (p->count[side][KIND_FIVE] > 0)
		return win_with(f, ply, find_kind(p, side, KIND_FIVE));
	if (p->count[1 - side][KIND_FIVE] > 1)
		return false;
	if (p->count[1 - side][KIND_FIVE] == 1)
		only = find_kind(p, 1 - side, KIND_FIVE);
	else if (p->count[side][KIND_OPEN_FOUR] > 0)
		return win_with(f, ply, find_kind(p, side, KIND_OPEN_FOUR));
	if (p->count[side][KIND_FOUR] + p->count[side][KIND_FOUR_THREE] == 0 && only == 0)
		return false;
	if (ply + 2 > plies || f->nodes >= f->limit || clock_tick(f->clock))
		return false;
	if (slot->key == key && slot->plies >= plies - ply)
		return false;
	count = list_fours(p, side, only, moves);
	for (unsigned i = 0; i < count; i++)
		if (attack(f, p, ply, plies, moves[i]))
			return true;
	if (f->nodes < f->limit && !f->clock->over)
		*slot = (struct fours_slot){key, (uint8_t)(plies - ply)};
	return false;
}

bool fours_search(struct fours *f, struct position *p, unsigned plies)
{
	f->nodes = 0;
	f->count = 0;
	return step(f, p, 0, plies < FOURS_PLIES ? plies : FOURS_PLIES);
}
