/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "lze_private.h"

/* LZMA specification: probabilities of 11 bits, moved by 1/32 towards what came. */
#define PROB_BITS 11
#define PROB_ONE  (1u << PROB_BITS)
#define MOVE_BITS 5
#define TOP       ((uint32_t)1 << 24)

static void shift_low(struct lze_range *r)
{
	if (r->low < 0xFF000000u || r->low > UINT32_MAX) {
		uint8_t carry = (uint8_t)(r->low >> 32);

		buf_add_u8(r->out, (uint8_t)(r->cache + carry));
		while (--r->pending != 0)
			buf_add_u8(r->out, (uint8_t)(0xFF + carry));
		r->cache = (uint8_t)(r->low >> 24);
	}
	r->pending++;
	r->low = (r->low & 0x00FFFFFF) << 8;
}

static inline void put_bit(struct lze_range *r, uint16_t *prob, unsigned bit)
{
	uint32_t p = *prob, bound = (r->range >> PROB_BITS) * p;

	if (bit == 0) {
		r->range = bound;
		*prob = (uint16_t)(p + ((PROB_ONE - p) >> MOVE_BITS));
	} else {
		r->low += bound;
		r->range -= bound;
		*prob = (uint16_t)(p - (p >> MOVE_BITS));
	}
	if (r->range < TOP) {
		r->range <<= 8;
		shift_low(r);
	}
}

static void put_direct(struct lze_range *r, uint32_t value, unsigned bits)
{
	while (bits-- != 0) {
		r->range >>= 1;
		if ((value >> bits & 1) != 0)
			r->low += r->range;
		if (r->range < TOP) {
			r->range <<= 8;
			shift_low(r);
		}
	}
}

static void put_tree(struct lze_range *r, uint16_t *probs, unsigned bits, unsigned value)
{
	unsigned at = 1;

	while (bits-- != 0) {
		unsigned bit = value >> bits & 1;

		put_bit(r, &probs[at], bit);
		at = at << 1 | bit;
	}
}

/* The lowest bit first. */
static void put_reverse(struct lze_range *r, uint16_t *probs, unsigned bits, unsigned value)
{
	unsigned at = 1;

	for (; bits != 0; bits--, value >>= 1) {
		put_bit(r, &probs[at], value & 1);
		at = at << 1 | (value & 1);
	}
}

static void set_half(uint16_t *probs, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		probs[i] = PROB_ONE / 2;
}

void lze_coder_init(
	struct lze_coder *c, struct span in, const struct lzma_prop *prop, struct buf *out)
{
	memset(c, 0, sizeof(*c));
	c->in = in;
	c->lc = prop->lc;
	c->lp_mask = (uint8_t)((1u << prop->lp) - 1);
	c->pb_mask = (uint8_t)((1u << prop->pb) - 1);
	c->range = (struct lze_range){.range = UINT32_MAX, .pending = 1, .out = out};
	set_half((uint16_t *)&c->model, sizeof(c->model) / sizeof(uint16_t));
	c->used_dist = c->used_len[0] = c->used_len[1] = 1u << 30;
}

static void code_literal(struct lze_coder *c)
{
	uint16_t *probs = lze_literal_probs(c, c->pos);
	unsigned byte = c->in.ptr[c->pos] | 0x100u, at = 1;

	if (c->state < 7) {
		put_tree(&c->range, probs, 8, byte & 0xFF);
	} else {
		/* the byte at the last distance guides until the first difference */
		unsigned guide = c->in.ptr[c->pos - c->reps[0] - 1], offset = 0x100;
		int i;

		for (i = 7; i >= 0; i--) {
			unsigned bit = byte >> i & 1, other = guide >> i & 1;

			put_bit(&c->range, &probs[offset + (offset != 0 ? other << 8 : 0) + at],
				bit);
			at = at << 1 | bit;
			if (other != bit)
				offset = 0;
		}
	}
	c->state = (uint8_t)lze_after_literal(c->state);
}

static void code_length(
	struct lze_coder *c, struct lze_length_model *m, uint32_t len, unsigned pos_state)
{
	len -= LZE_LEN_LEAST;
	put_bit(&c->range, &m->choice[0], len >= 8);
	if (len < 8) {
		put_tree(&c->range, m->low[pos_state], 3, len);
		return;
	}
	put_bit(&c->range, &m->choice[1], len >= 16);
	if (len < 16)
		put_tree(&c->range, m->mid[pos_state], 3, len - 8);
	else
		put_tree(&c->range, m->high, 8, len - 16);
}

static void code_dist(struct lze_coder *c, uint32_t dist, uint32_t len)
{
	unsigned slot = lze_slot(dist), bits;
	uint32_t base;

	put_tree(&c->range, c->model.slot[len < 5 ? len - 2 : 3], 6, slot);
	if (slot < 4)
		return;
	bits = slot / 2 - 1;
	base = (2 | (slot & 1)) << bits;
	if (slot < LZE_FULL_SLOT) {
		put_reverse(&c->range, c->model.special + base - slot, bits, dist - base);
		return;
	}
	put_direct(&c->range, (dist - base) >> LZE_ALIGN_BITS, bits - LZE_ALIGN_BITS);
	put_reverse(&c->range, c->model.align, LZE_ALIGN_BITS, dist & 15);
}

static void code_match(struct lze_coder *c, uint32_t dist, uint32_t len, unsigned pos_state)
{
	put_bit(&c->range, &c->model.is_rep[c->state], 0);
	code_length(c, &c->model.match_len, len, pos_state);
	c->used_len[0]++;
	code_dist(c, dist, len);
	c->used_dist++;
	memmove(c->reps + 1, c->reps, (LZE_REPS - 1) * sizeof(c->reps[0]));
	c->reps[0] = dist;
	c->state = (uint8_t)lze_after_match(c->state);
}

static void code_rep(struct lze_coder *c, unsigned which, uint32_t len, unsigned pos_state)
{
	uint16_t *probs = c->model.rep_which[c->state];
	uint32_t dist = c->reps[which];

	put_bit(&c->range, &c->model.is_rep[c->state], 1);
	put_bit(&c->range, &probs[0], which != 0);
	if (which == 0)
		put_bit(&c->range, &c->model.rep0_long[c->state][pos_state], len != 1);
	else
		put_bit(&c->range, &probs[1], which != 1);
	if (which > 1)
		put_bit(&c->range, &probs[2], which != 2);
	memmove(c->reps + 1, c->reps, which * sizeof(c->reps[0]));
	c->reps[0] = dist;
	if (len == 1) {
		c->state = (uint8_t)lze_after_short(c->state);
		return;
	}
	code_length(c, &c->model.rep_len, len, pos_state);
	c->used_len[1]++;
	c->state = (uint8_t)lze_after_rep(c->state);
}

void lze_code_step(struct lze_coder *c, const struct lze_step *step)
{
	unsigned pos_state = (unsigned)c->pos & c->pb_mask;

	put_bit(&c->range, &c->model.is_match[c->state][pos_state], step->back != LZE_LITERAL);
	if (step->back == LZE_LITERAL)
		code_literal(c);
	else if (step->back < LZE_REPS)
		code_rep(c, step->back, step->len, pos_state);
	else
		code_match(c, step->back - LZE_REPS, step->len, pos_state);
	c->pos += step->len;
}

/* The marker is a match at the distance that cannot be (LZMA specification, "end marker"). */
void lze_code_end(struct lze_coder *c, bool marker)
{
	int i;

	if (marker) {
		unsigned pos_state = (unsigned)c->pos & c->pb_mask;

		put_bit(&c->range, &c->model.is_match[c->state][pos_state], 1);
		code_match(c, UINT32_MAX, LZE_LEN_LEAST, pos_state);
	}
	for (i = 0; i < 5; i++)
		shift_low(&c->range);
}
