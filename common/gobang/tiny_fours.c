/* SPDX-License-Identifier: MIT */
/*
 * Continuous fours: every move of the attacker threatens a five, so the defender has one answer.
 * Three small arrays hold the line instead of the call stack. A stone updates only the marks that
 * it can change, so a pair of moves computes about 130 shapes instead of the board's 900.
 */
#include "tiny_private.h"

#define WEAK 16u

enum outcome { OUTCOME_NONE, OUTCOME_ON, OUTCOME_WON };

/* The first empty point from at along step, if it completes a five of colour. */
static gobang_at five_from(
	const struct gobang_tiny *t, gobang_at at, gobang_at step, uint8_t colour)
{
	for (uint8_t i = 0; i < 4; i++) {
		uint8_t there;

		at = (gobang_at)(at + step);
		there = gobang_tiny_colour(t, at);
		if (there == GOBANG_EMPTY)
			return tiny_shape(t, at, step, colour) == GOBANG_FIVE ? at
									      : GOBANG_TINY_NONE;
		if (there != colour)
			break;
	}
	return GOBANG_TINY_NONE;
}

/* The point that stops the four that colour's stone on at makes. Where there are two fives (caro),
 * it is the one that also blocks an end of the other. */
static gobang_at five_point(struct gobang_tiny *t, gobang_at at, gobang_at step, uint8_t colour)
{
	gobang_at one = five_from(t, at, step, colour);
	gobang_at two = five_from(t, at, (gobang_at)(0u - step), colour);
	uint8_t shape;

	if (one == GOBANG_TINY_NONE || two == GOBANG_TINY_NONE)
		return one == GOBANG_TINY_NONE ? two : one;
	t->cell[one] |= tiny_other(colour);
	shape = tiny_shape(t, two, step, colour);
	t->cell[one] &= (uint8_t)~COLOUR_MASK;
	return shape == GOBANG_FIVE ? two : one;
}

/* After a stone of colour on at: the only point that stops its five; GOBANG_TINY_NONE: nothing to
 * stop. *fours: how many there are, with WEAK for those that more than one stone stops. */
static gobang_at answer_to(struct gobang_tiny *t, gobang_at at, uint8_t colour, uint8_t *fours)
{
	gobang_at found = GOBANG_TINY_NONE;

	*fours = 0;
	for (uint8_t d = 0; d < 4; d++) {
		gobang_at step = tiny_step(d);
		uint8_t shape = tiny_shape(t, at, step, colour);

		if (shape == GOBANG_FOUR_WEAK)
			*fours |= WEAK;
		if (shape < GOBANG_FOUR || shape > GOBANG_FIVE)
			continue;
		*fours = (uint8_t)(*fours + (shape == GOBANG_FOUR ? 1 : 2));
		found = five_point(t, at, step, colour);
	}
	tiny_spend(t, 8);
	return found;
}

/* Plays attack number depth on at. OUTCOME_ON: the answer is on the board too. */
static enum outcome attack_on(struct gobang_tiny *t, uint8_t attacker, uint8_t depth, gobang_at at)
{
	uint8_t defender = tiny_other(attacker);
	uint8_t fours;
	gobang_at answer;

	if (t->rule == GOBANG_RENJU && attacker == GOBANG_BLACK &&
		gobang_tiny_forbidden(t, at, false))
		return OUTCOME_NONE;
	t->cell[at] = (uint8_t)(t->cell[at] | attacker);
	answer = answer_to(t, at, attacker, &fours);
	t->attack[depth] = at;
	if ((fours & ~WEAK) > 1 || gobang_tiny_wins(t, at)) {
		t->cell[at] &= (uint8_t)~COLOUR_MASK;
		return OUTCOME_WON;
	}
	if (t->rule == GOBANG_RENJU && defender == GOBANG_BLACK && answer != GOBANG_TINY_NONE &&
		gobang_tiny_forbidden(t, answer, true)) {
		t->cell[at] &= (uint8_t)~COLOUR_MASK;
		return OUTCOME_WON;
	}
	if (answer == GOBANG_TINY_NONE || depth + 1 == GOBANG_TINY_DEPTH) {
		t->cell[at] &= (uint8_t)~COLOUR_MASK;
		return OUTCOME_NONE;
	}
	tiny_put(t, at, attacker, attacker);
	tiny_put(t, answer, defender, attacker);
	t->reply[depth] = answer;
	t->forced[depth + 1] = answer_to(t, answer, defender, &fours);
	if (fours <= 1 && !gobang_tiny_wins(t, answer))
		return OUTCOME_ON;
	tiny_put(t, answer, GOBANG_EMPTY, attacker);
	tiny_put(t, at, GOBANG_EMPTY, attacker);
	return OUTCOME_NONE;
}

static void take_back(struct gobang_tiny *t, uint8_t attacker, uint8_t depth)
{
	tiny_put(t, t->reply[depth], GOBANG_EMPTY, attacker);
	tiny_put(t, t->attack[depth], GOBANG_EMPTY, attacker);
}

/* The next attack at or after the cursor (attack[depth]); GOBANG_TINY_NONE: none is left. */
static gobang_at next_attack(const struct gobang_tiny *t, uint8_t depth, bool fresh)
{
	gobang_at last = GOBANG_AT(t->side - 1, t->side - 1), at;

	if (t->forced[depth] != GOBANG_TINY_NONE) {
		at = t->forced[depth];
		return fresh && t->cell[at] >= 16 ? at : GOBANG_TINY_NONE;
	}
	at = fresh ? GOBANG_AT(0, 0) : (gobang_at)(t->attack[depth] + 1);
	for (; at <= last; at++)
		if (t->cell[at] >= 16 && (t->cell[at] & COLOUR_MASK) == GOBANG_EMPTY)
			return at;
	return GOBANG_TINY_NONE;
}

gobang_at tiny_fours(struct gobang_tiny *t, uint8_t attacker, gobang_at must)
{
	uint8_t depth = 0;
	bool fresh = true;

	t->forced[0] = must;
	for (;;) {
		gobang_at at = t->work != 0 ? next_attack(t, depth, fresh) : GOBANG_TINY_NONE;
		enum outcome outcome = OUTCOME_NONE;

		if (at != GOBANG_TINY_NONE)
			outcome = attack_on(t, attacker, depth, at);
		if (outcome == OUTCOME_WON)
			break;
		if (outcome == OUTCOME_ON) {
			depth++;
			fresh = true;
			continue;
		}
		fresh = false;
		t->attack[depth] = at;
		if (at != GOBANG_TINY_NONE)
			continue;
		if (depth == 0)
			return GOBANG_TINY_NONE;
		take_back(t, attacker, --depth);
	}
	while (depth > 0)
		take_back(t, attacker, --depth);
	return t->attack[0];
}

gobang_at gobang_tiny_fours(struct gobang_tiny *t, uint8_t attacker, gobang_at must)
{
	tiny_mark_fours(t, attacker);
	return tiny_fours(t, attacker, must);
}
