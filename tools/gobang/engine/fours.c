/* SPDX-License-Identifier: MIT */
#include "engine/fours.h"

#include <string.h>

#include "engine/answers.h"

#define MOVES_MAX 64

static unsigned find_kind(const struct position *p, unsigned side, enum kind kind)
{
	for (unsigned y = 0; y < p->side; y++)
		for (unsigned at = pos_at(0, y), end = at + p->side; at < end; at++)
			if (p->cell[at] == GOBANG_EMPTY && pos_kind(p, side, at) == kind)
				return at;
	return 0;
}

/* Points where side makes a four, the best first; when the other side threatens a five, only those
 * that stop it. */
static unsigned list_fours(const struct position *p, unsigned side, unsigned moves[MOVES_MAX])
{
	bool must = p->count[1 - side][KIND_FIVE] > 0;
	unsigned count = 0;

	for (unsigned y = 0; y < p->side; y++) {
		for (unsigned at = pos_at(0, y), end = at + p->side; at < end; at++) {
			unsigned i;

			if (p->cell[at] != GOBANG_EMPTY || pos_kind(p, side, at) < KIND_FOUR_WEAK ||
				(must && !answers_stops(p, 1 - side, at)) || count == MOVES_MAX)
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

/* After a four: whether every answer loses. The line is that of the longest resistance. */
static bool holds(struct fours *f, struct position *p, unsigned ply, unsigned plies)
{
	unsigned side = p->turn - 1u, answers[ANSWERS_MAX], longest = 0;
	unsigned line[FOURS_PLIES + 1];
	unsigned count = answers_list(p, 1 - side, answers);

	f->count = ply;
	for (unsigned i = 0; i < count; i++) {
		bool won;

		if (pos_is_surely_forbidden(p, side, answers[i]))
			continue;
		f->line[ply] = answers[i];
		pos_put(p, answers[i]);
		won = step(f, p, ply + 1, plies);
		pos_undo(p, answers[i]);
		if (!won)
			return false;
		if (count > 1 && f->count > longest) {
			longest = f->count;
			memcpy(line + ply, f->line + ply, (longest - ply) * sizeof(line[0]));
		}
	}
	if (longest > 0) {
		memcpy(f->line + ply, line + ply, (longest - ply) * sizeof(line[0]));
		f->count = longest;
	}
	return true;
}

/* Plays a four; true when its side wins. */
static bool attack(struct fours *f, struct position *p, unsigned ply, unsigned plies, unsigned at)
{
	unsigned side = p->turn - 1u;
	bool open = pos_kind(p, side, at) == KIND_OPEN_FOUR, won = false;

	f->line[ply] = at;
	pos_put(p, at);
	if (open && p->count[1 - side][KIND_FIVE] == 0)
		won = win_with(f, ply, at);
	else if (p->count[side][KIND_FIVE] > 0 && p->count[1 - side][KIND_FIVE] == 0)
		won = holds(f, p, ply + 1, plies);
	pos_undo(p, at);
	return won;
}

static bool step(struct fours *f, struct position *p, unsigned ply, unsigned plies)
{
	unsigned side = p->turn - 1u, count, moves[MOVES_MAX];
	unsigned fives = p->count[2 - p->turn][KIND_FIVE];
	struct fours_slot *slot = &f->slots[(p->hash ^ p->turn) % FOURS_SLOTS];
	uint32_t key = (uint32_t)(p->hash >> 32) ^ p->turn;

	f->nodes++;
	if (p->count[side][KIND_FIVE] > 0)
		return win_with(f, ply, find_kind(p, side, KIND_FIVE));
	if (fives > 1 && !gobang_is_caro(p->rule))
		return false;
	if (fives == 0 && p->count[side][KIND_OPEN_FOUR] > 0)
		return win_with(f, ply, find_kind(p, side, KIND_OPEN_FOUR));
	if (pos_fours(p, side) == 0 && fives == 0)
		return false;
	if (ply + 2 > plies || f->nodes >= f->limit || clock_tick(f->clock))
		return false;
	if (slot->key == key && slot->plies >= plies - ply)
		return false;
	count = list_fours(p, side, moves);
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
