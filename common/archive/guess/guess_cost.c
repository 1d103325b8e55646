/* SPDX-License-Identifier: MIT */
/* LZMA's adaptive models (LZMA specification), only to sum up the cost. */
#include <stdlib.h>

#include "guess/bit_price.h"
#include "guess/guess_private.h"

#define PROB_HALF (1u << (PROB_BITS - 1))
#define MOVE_BITS 5

/* Has no branch on the bit, which would be mispredicted. */
static inline unsigned spend(uint16_t *prob, unsigned bit)
{
	unsigned p = *prob, one = 0 - bit;
	int by = (int)p - (int)(~one & ((1u << PROB_BITS) - (1u << MOVE_BITS) + 1));

	/* minus p >> MOVE_BITS, or plus (1 - p) >> MOVE_BITS */
	*prob = (uint16_t)((int)p - (by >> MOVE_BITS));
	return bit_price(bit_prices, p, bit);
}

static void reset(uint16_t *probs, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		probs[i] = PROB_HALF;
}

#define LITERAL_PROBS 0x300

static unsigned plain_literal(uint16_t *probs, unsigned byte)
{
	unsigned sum = 0, at = 1;
	int i;

	for (i = 7; i >= 0; i--) {
		unsigned bit = byte >> i & 1;

		sum += spend(&probs[at], bit);
		at = at << 1 | bit;
	}
	return sum;
}

/* After a match the byte at the last distance selects the models until the first difference. */
static unsigned matched_literal(uint16_t *probs, unsigned byte, unsigned guide)
{
	unsigned sum = 0, at = 1, agree = 0x100;
	int i;

	for (i = 7; i >= 0; i--) {
		unsigned bit = byte >> i & 1, other = (guide >> i & 1) << 8;

		sum += spend(&probs[agree + (agree & other) + at], bit);
		at = at << 1 | bit;
		agree &= ~(other ^ bit << 8);
	}
	return sum;
}

uint64_t cost_literals(struct span in, const struct tokens *t, unsigned lc, unsigned lp)
{
	size_t count = (size_t)LITERAL_PROBS << (lc + lp), i;
	uint16_t *probs = malloc(count * sizeof(*probs));
	bool after_match = false;
	uint64_t sum = 0;

	if (probs == NULL)
		return UINT64_MAX;
	reset(probs, count);
	for (i = 0; i < t->count; i++) {
		const struct token *k = &t->list[i];
		unsigned before = k->pos != 0 ? in.ptr[k->pos - 1] : 0;
		unsigned context = ((k->pos & ((1u << lp) - 1)) << lc) + (before >> (8 - lc));
		uint16_t *mine = probs + (size_t)LITERAL_PROBS * context;

		if (k->kind != TOKEN_LITERAL) {
			after_match = true;
			continue;
		}
		if (after_match && k->dist < k->pos)
			sum += matched_literal(mine, in.ptr[k->pos], in.ptr[k->pos - k->dist - 1]);
		else
			sum += plain_literal(mine, in.ptr[k->pos]);
		after_match = false;
	}
	free(probs);
	return sum;
}

#define STATES     12
#define POS_STATES 16
#define LEN_LOW    8
#define SLOTS      64
#define ALIGN_BITS 4

struct length_model {
	uint16_t choice[2];
	uint16_t low[POS_STATES][LEN_LOW];
	uint16_t mid[POS_STATES][LEN_LOW];
	uint16_t high[256];
};

struct model {
	uint16_t is_match[STATES][POS_STATES];
	uint16_t is_rep[STATES];
	uint16_t rep_which[STATES][3];
	uint16_t rep0_long[STATES][POS_STATES];
	struct length_model match_len, rep_len;
	uint16_t slot[4][SLOTS];
	uint16_t align[1u << ALIGN_BITS];
};

static unsigned tree(uint16_t *probs, unsigned bits, unsigned value)
{
	unsigned sum = 0, at = 1;

	while (bits-- != 0) {
		unsigned bit = value >> bits & 1;

		sum += spend(&probs[at], bit);
		at = at << 1 | bit;
	}
	return sum;
}

static unsigned spend_length(struct length_model *m, unsigned len, unsigned ps)
{
	len -= 2;
	if (len < 8)
		return spend(&m->choice[0], 0) + tree(m->low[ps], 3, len);
	if (len < 16)
		return spend(&m->choice[0], 1) + spend(&m->choice[1], 0) +
		       tree(m->mid[ps], 3, len - 8);
	return spend(&m->choice[0], 1) + spend(&m->choice[1], 1) + tree(m->high, 8, len - 16);
}

/* The slot is twice the highest bit's number plus the bit below it. */
static unsigned spend_distance(struct model *m, uint32_t dist, unsigned len)
{
	unsigned high = 0, slot = dist, sum;

	if (dist >= 4) {
		while (dist >> high > 1)
			high++;
		slot = high * 2 + (dist >> (high - 1) & 1);
	}
	sum = tree(m->slot[len < 5 ? len - 2 : 3], 6, slot);
	if (slot < 4)
		return sum;
	if (high - 1 < ALIGN_BITS)
		return sum + ((high - 1) << PRICE_BITS);
	return sum + ((high - 1 - ALIGN_BITS) << PRICE_BITS) +
	       tree(m->align, ALIGN_BITS, dist & 15);
}

static unsigned next_state(unsigned state, unsigned kind)
{
	static const uint8_t after_literal[STATES] = {0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 4, 5};

	switch (kind) {
	case TOKEN_LITERAL:
		return after_literal[state];
	case TOKEN_MATCH:
		return state < 7 ? 7 : 10;
	case TOKEN_REP:
		return state < 7 ? 8 : 11;
	default:
		return state < 7 ? 9 : 11;
	}
}

static unsigned spend_rep(struct model *m, const struct token *k, unsigned state, unsigned ps)
{
	unsigned sum = spend(&m->is_rep[state], 1);

	sum += spend(&m->rep_which[state][0], k->index != 0);
	if (k->index == 0)
		sum += spend(&m->rep0_long[state][ps], k->kind == TOKEN_REP);
	else
		sum += spend(&m->rep_which[state][1], k->index != 1);
	if (k->index > 1)
		sum += spend(&m->rep_which[state][2], k->index != 2);
	if (k->kind == TOKEN_REP)
		sum += spend_length(&m->rep_len, k->len, ps);
	return sum;
}

uint64_t cost_matches(const struct tokens *t, unsigned pb)
{
	struct model *m = malloc(sizeof(*m));
	unsigned state = 0, mask = (1u << pb) - 1;
	uint64_t sum = 0;
	size_t i;

	if (m == NULL)
		return UINT64_MAX;
	reset((uint16_t *)m, sizeof(*m) / sizeof(uint16_t));
	for (i = 0; i < t->count; i++) {
		const struct token *k = &t->list[i];
		unsigned ps = k->pos & mask;

		sum += spend(&m->is_match[state][ps], k->kind != TOKEN_LITERAL);
		if (k->kind == TOKEN_MATCH) {
			sum += spend(&m->is_rep[state], 0);
			sum += spend_length(&m->match_len, k->len, ps);
			sum += spend_distance(m, k->dist, k->len);
		} else if (k->kind != TOKEN_LITERAL) {
			sum += spend_rep(m, k, state, ps);
		}
		state = next_state(state, k->kind);
	}
	free(m);
	return sum;
}
