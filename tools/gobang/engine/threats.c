/* SPDX-License-Identifier: MIT */
#include "engine/threats.h"

#include <string.h>

#include "engine/answers.h"

#define MOVES_MAX   200
#define ATTACKS_MAX 14  /* attacker's moves tried at a node */
#define FOURS_NODES 300 /* of the search for fours at each node */

struct moves {
	unsigned at[MOVES_MAX];
	unsigned count;
};

/* Caro, where a distant stone may stop a four: whether at is in line with a point where side makes
 * an open four, or two. */
static bool sees_open_four(const struct position *p, unsigned side, unsigned at)
{
	for (unsigned d = 0; d < 4; d++) {
		for (int way = -1; way <= 1; way += 2) {
			unsigned on = at;

			for (unsigned i = 0; i < POS_REACH; i++) {
				on = (unsigned)((int)on + way * pos_steps[d]);
				if (p->cell[on] == GOBANG_EMPTY) {
					if (pos_kind(p, side, on) == KIND_OPEN_FOUR &&
						pos_shape(p, side, on, d) >= GOBANG_FOUR)
						return true;
				} else if (p->cell[on] != side + 1) {
					break;
				}
			}
		}
	}
	return false;
}

bool threats_defends(const struct position *p, unsigned side, unsigned at)
{
	if (p->count[1 - side][KIND_FIVE] > 0)
		return answers_stops(p, 1 - side, at);
	if (pos_kind(p, side, at) >= KIND_FOUR_WEAK)
		return true;
	for (unsigned d = 0; d < 4; d++)
		if (pos_shape(p, 1 - side, at, d) >= GOBANG_FOUR)
			return true;
	return gobang_is_caro(p->rule) && sees_open_four(p, 1 - side, at);
}

/* Inserts a point, sorted by its value to both sides; the last of max is dropped. */
static void sort_in(const struct position *p, struct moves *m, unsigned max, unsigned at)
{
	unsigned side = p->turn - 1u, i;
	int order = 2 * pos_order(p, side, at) + pos_order(p, 1 - side, at);

	if (m->count == max) {
		unsigned last = m->at[max - 1];

		if (2 * pos_order(p, side, last) + pos_order(p, 1 - side, last) >= order)
			return;
		m->count--;
	}
	for (i = m->count++; i > 0; i--) {
		unsigned before = m->at[i - 1];

		if (2 * pos_order(p, side, before) + pos_order(p, 1 - side, before) >= order)
			break;
		m->at[i] = before;
	}
	m->at[i] = at;
}

static void list(const struct position *p, bool attacks, struct moves *m)
{
	unsigned side = p->turn - 1u;

	m->count = 0;
	for (unsigned y = 0; y < p->side; y++)
		for (unsigned at = pos_at(0, y), end = at + p->side; at < end; at++) {
			if (p->cell[at] != GOBANG_EMPTY ||
				(attacks ? pos_kind(p, side, at) == KIND_FORBIDDEN
					 : pos_is_surely_forbidden(p, side, at)))
				continue;
			if (attacks ? pos_kind(p, side, at) >= KIND_THREE &&
						(p->count[1 - side][KIND_FIVE] == 0 ||
							answers_stops(p, 1 - side, at))
				    : threats_defends(p, side, at))
				sort_in(p, m, attacks ? ATTACKS_MAX : MOVES_MAX, at);
		}
}

static struct threats_slot *slot_of(const struct threats *t, const struct position *p)
{
	return &t->slots[(p->hash ^ p->turn) % THREATS_SLOTS];
}

static uint32_t key_of(const struct position *p)
{
	return (uint32_t)(p->hash >> 32) * 2 + p->turn;
}

static bool out_of_work(struct threats *t)
{
	return t->nodes >= t->limit || clock_tick(t->clock);
}

_Static_assert(
	2 * THREATS_MOVES + sizeof(((struct fours *)0)->line) / sizeof(unsigned) <= THREATS_PLIES,
	"a win by fours fits behind all threats");

static bool by_fours(struct threats *t, struct position *p, unsigned ply)
{
	t->fours->limit = FOURS_NODES;
	if (!fours_search(t->fours, p, FOURS_PLIES))
		return false;
	t->nodes += t->fours->nodes / 4;
	memcpy(t->line + ply, t->fours->line, t->fours->count * sizeof(t->line[0]));
	t->count = ply + t->fours->count;
	return true;
}

static bool attack(struct threats *t, struct position *p, unsigned ply, unsigned moves);

/* After a move of the attacker: whether every answer loses. */
static bool holds(struct threats *t, struct position *p, unsigned ply, unsigned moves)
{
	unsigned side = p->turn - 1u, longest = 0;
	unsigned line[THREATS_PLIES];
	struct moves answers;

	if (p->count[side][KIND_FIVE] > 0)
		return false;
	if (p->count[1 - side][KIND_FIVE] == 0 && p->count[1 - side][KIND_OPEN_FOUR] == 0)
		return false; /* no threat */
	t->count = ply;
	list(p, false, &answers);
	for (unsigned i = 0; i < answers.count; i++) {
		bool won;

		t->line[ply] = answers.at[i];
		pos_put(p, answers.at[i]);
		won = attack(t, p, ply + 1, moves);
		pos_undo(p, answers.at[i]);
		if (!won)
			return false;
		if (t->count > longest) {
			longest = t->count;
			memcpy(line + ply, t->line + ply, (longest - ply) * sizeof(line[0]));
		}
	}
	if (longest > 0) {
		memcpy(t->line + ply, line + ply, (longest - ply) * sizeof(line[0]));
		t->count = longest;
	}
	return true;
}

/* The attacker is to move, and has so many moves that need not win by fours. */
static bool attack(struct threats *t, struct position *p, unsigned ply, unsigned moves)
{
	struct threats_slot *slot = slot_of(t, p);
	struct moves m;

	t->nodes++;
	if (out_of_work(t))
		return false;
	if (slot->key == key_of(p) && slot->failed > moves)
		return false;
	if (by_fours(t, p, ply))
		return true;
	if (moves > 0) {
		list(p, true, &m);
		for (unsigned i = 0; i < m.count && !out_of_work(t); i++) {
			bool won;

			t->line[ply] = m.at[i];
			pos_put(p, m.at[i]);
			won = holds(t, p, ply + 1, moves - 1);
			pos_undo(p, m.at[i]);
			if (won)
				return true;
		}
	}
	if (!out_of_work(t))
		*slot = (struct threats_slot){key_of(p), (uint8_t)(moves + 1)};
	return false;
}

bool threats_search(struct threats *t, struct position *p)
{
	t->nodes = 0;
	for (unsigned moves = 1; moves <= THREATS_MOVES && !out_of_work(t); moves++)
		if (attack(t, p, 0, moves))
			return true;
	return false;
}
