/* SPDX-License-Identifier: MIT */
#include "engine/answers.h"

#define FIVES_MAX (GAME_SIDE_MAX * GAME_SIDE_MAX)

/* Caro: whether attacker's stone on five makes exactly a five along d that at blocks: at is next to
 * one end, and a stone of the other side is at the other end. */
static bool is_end(
	const struct position *p, unsigned attacker, unsigned five, unsigned d, unsigned at)
{
	uint8_t own = (uint8_t)(attacker + 1), other = (uint8_t)(2 - attacker);
	unsigned step = (unsigned)pos_steps[d], low = five - step, high = five + step;

	while (p->cell[low] == own)
		low -= step;
	while (p->cell[high] == own)
		high += step;
	return high - low == 6 * step &&
	       ((at == low && p->cell[high] == other) || (at == high && p->cell[low] == other));
}

/* Whether a stone of the other side on at stops every five on that point. */
static bool stops_all(const struct position *p, unsigned attacker, unsigned five, unsigned at)
{
	if (at == five)
		return true;
	for (unsigned d = 0; d < 4; d++)
		if (pos_shape(p, attacker, five, d) == GOBANG_FIVE &&
			!is_end(p, attacker, five, d, at))
			return false;
	return true;
}

static unsigned list_fives(const struct position *p, unsigned attacker, unsigned fives[FIVES_MAX])
{
	unsigned count = 0;

	for (unsigned y = 0; y < p->side && count < p->count[attacker][KIND_FIVE]; y++)
		for (unsigned at = pos_at(0, y), end = at + p->side; at < end; at++)
			if (p->cell[at] == GOBANG_EMPTY && pos_kind(p, attacker, at) == KIND_FIVE)
				fives[count++] = at;
	return count;
}

/* The points that may stop a five: itself and, in caro, the ends of its lines. */
static unsigned list_candidates(
	const struct position *p, unsigned attacker, unsigned five, unsigned to[ANSWERS_MAX])
{
	unsigned count = 0;

	to[count++] = five;
	if (!gobang_is_caro(p->rule))
		return count;
	for (unsigned d = 0; d < 4; d++) {
		if (pos_shape(p, attacker, five, d) != GOBANG_FIVE)
			continue;
		for (int way = -1; way <= 1; way += 2) {
			unsigned at = five;

			do
				at = (unsigned)((int)at + way * pos_steps[d]);
			while (p->cell[at] == attacker + 1);
			if (p->cell[at] == GOBANG_EMPTY)
				to[count++] = at;
		}
	}
	return count;
}

unsigned answers_list(const struct position *p, unsigned attacker, unsigned answers[ANSWERS_MAX])
{
	unsigned fives[FIVES_MAX], five_count = list_fives(p, attacker, fives);
	unsigned candidates[ANSWERS_MAX], candidate_count, count = 0;

	if (five_count == 0)
		return 0;
	candidate_count = list_candidates(p, attacker, fives[0], candidates);
	for (unsigned i = 0; i < candidate_count; i++) {
		bool stops = true;

		for (unsigned k = 0; k < five_count && stops; k++)
			stops = stops_all(p, attacker, fives[k], candidates[i]);
		if (stops)
			answers[count++] = candidates[i];
	}
	return count;
}

bool answers_stops(const struct position *p, unsigned attacker, unsigned at)
{
	if (pos_kind(p, attacker, at) == KIND_FIVE)
		return true;
	if (!gobang_is_caro(p->rule))
		return false;
	for (unsigned d = 0; d < 4; d++) {
		for (int way = -1; way <= 1; way += 2) {
			unsigned on = at;

			do
				on = (unsigned)((int)on + way * pos_steps[d]);
			while (p->cell[on] == attacker + 1);
			if (p->cell[on] == GOBANG_EMPTY &&
				pos_shape(p, attacker, on, d) == GOBANG_FIVE &&
				is_end(p, attacker, on, d, at))
				return true;
		}
	}
	return false;
}
