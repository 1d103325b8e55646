/* SPDX-License-Identifier: MIT */
#include "engine/moves.h"

static int order_of(const struct search *s, unsigned side, unsigned at)
{
	const struct position *p = &s->p;
	int own = pos_order(p, side, at), its = pos_order(p, 1 - side, at);

	return 1 + 2 * own + its + (own > its ? own : its) +
	       (int)(s->history[side][at] > 200 ? 200 : s->history[side][at]) / 4;
}

/* Inserts a move into the sorted list; the last of max is dropped. */
static void sort_in(struct moves *m, unsigned max, struct move move)
{
	unsigned i = m->count;

	if (i == max) {
		m->cut = true;
		if (move.order <= m->of[i - 1].order)
			return;
		i--;
	} else {
		m->count++;
	}
	for (; i > 0 && m->of[i - 1].order < move.order; i--)
		m->of[i] = m->of[i - 1];
	m->of[i] = move;
}

bool moves_must_defend(const struct position *p)
{
	unsigned its = 2u - p->turn;

	return p->count[its][KIND_OPEN_FOUR] > 0 || p->count[its][KIND_FIVE] > 0;
}

void moves_list(const struct search *s, unsigned first, unsigned ply, bool threats, struct moves *m)
{
	const struct position *p = &s->p;
	unsigned side = p->turn - 1u;
	bool forced = moves_must_defend(p);
	unsigned max = forced || s->winner == 3 - p->turn ? MOVES_MAX : MOVES_BREADTH;

	m->count = 0;
	m->cut = false;
	for (unsigned y = 0; y < p->side; y++) {
		for (unsigned at = pos_at(0, y), end = at + p->side; at < end; at++) {
			struct move move = {.at = (uint16_t)at};

			if (p->cell[at] != GOBANG_EMPTY ||
				(forced && !threats_defends(p, side, at)))
				continue;
			if (pos_kind(p, side, at) == KIND_FORBIDDEN) {
				m->cut = m->cut || !pos_is_surely_forbidden(p, side, at);
				continue;
			}
			if (threats && at != first && pos_kind(p, side, at) < KIND_THREE) {
				m->cut = true;
				continue;
			}
			move.order = order_of(s, side, at);
			if (at == first)
				move.order += 1 << 20;
			else if (at == s->killers[ply][0] || at == s->killers[ply][1])
				move.order += 60;
			sort_in(m, max, move);
		}
	}
}
