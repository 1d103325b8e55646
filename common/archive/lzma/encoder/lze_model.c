/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/alloc.h"
#include "lzma/encoder/lze_private.h"

/* LZMA specification: probabilities move by 1/32 towards the coded bit. */
#define PROB_ONE  (1u << PROB_BITS)
#define MOVE_BITS 5
#define TOP       ((uint32_t)1 << 24)

#define ALWAYS_INLINE inline __attribute__((always_inline))

/*
 * The two numbers of the range coder that every bit changes. Not being stored through pointers,
 * they stay in registers.
 */
struct bits {
	uint64_t low;
	uint32_t range;
	struct lze_range *r;
};

static inline void put_byte(struct buf *b, uint8_t v)
{
	if (b->len < b->cap && alloc_used(b->ptr + b->len, 1))
		b->ptr[b->len++] = v;
	else
		buf_add_u8(b, v);
}

static uint64_t shift_low(struct lze_range *r, uint64_t low)
{
	if (low < 0xFF000000u || low > UINT32_MAX) {
		uint8_t carry = (uint8_t)(low >> 32);

		put_byte(r->out, (uint8_t)(r->cache + carry));
		while (--r->pending != 0)
			put_byte(r->out, (uint8_t)(0xFF + carry));
		r->cache = (uint8_t)(low >> 24);
	}
	r->pending++;
	return (low & 0x00FFFFFF) << 8;
}

static inline struct bits take(struct lze_range *r)
{
	return (struct bits){r->low, r->range, r};
}

static inline void give(const struct bits *b)
{
	b->r->low = b->low;
	b->r->range = b->range;
}

static ALWAYS_INLINE void normalise(struct bits *b)
{
	if (b->range < TOP) {
		b->range <<= 8;
		b->low = shift_low(b->r, b->low);
	}
}

/* Has no branch on the bit: entropy-coded bits are unpredictable. */
static ALWAYS_INLINE void put_bit(struct bits *b, uint16_t *prob, unsigned bit)
{
	uint32_t p = *prob, one = 0 - bit;
	/* the part of the range for a zero; for a one the amount to subtract from the range */
	uint32_t part = (b->range >> PROB_BITS) * ((p ^ one) - one);
	int32_t by = (int32_t)p - (int32_t)(~one & (PROB_ONE - (1u << MOVE_BITS) + 1));

	b->low += (0 - part) & one;
	b->range = (b->range & one) + part;
	/* minus p >> MOVE_BITS, or plus (PROB_ONE - p) >> MOVE_BITS */
	*prob = (uint16_t)((int32_t)p - (by >> MOVE_BITS));
	normalise(b);
}

static ALWAYS_INLINE void put_direct(struct bits *b, uint32_t value, unsigned bits)
{
	while (bits-- != 0) {
		b->range >>= 1;
		b->low += b->range & (0 - (value >> bits & 1));
		normalise(b);
	}
}

static ALWAYS_INLINE void put_tree(struct bits *b, uint16_t *probs, unsigned bits, unsigned value)
{
	unsigned at = 1;

	while (bits-- != 0) {
		unsigned bit = value >> bits & 1;

		put_bit(b, &probs[at], bit);
		at = at << 1 | bit;
	}
}

/* Lowest bit first. */
static ALWAYS_INLINE void put_reverse(
	struct bits *b, uint16_t *probs, unsigned bits, unsigned value)
{
	unsigned at = 1;

	for (; bits != 0; bits--, value >>= 1) {
		put_bit(b, &probs[at], value & 1);
		at = at << 1 | (value & 1);
	}
}

static void set_half(uint16_t *probs, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		probs[i] = PROB_ONE / 2;
}

/* Resets models, state and distances. */
static void reset(struct lze_coder *c)
{
	c->state = 0;
	memset(c->reps, 0, sizeof(c->reps));
	set_half((uint16_t *)&c->model, sizeof(c->model) / sizeof(uint16_t));
	c->used_dist = c->used_len[0] = c->used_len[1] = LZE_AGED;
}

void lze_coder_return(struct lze_coder *c, const struct lze_point *to)
{
	c->state = (uint8_t)to->state;
	memcpy(c->reps, to->reps, sizeof(c->reps));
	memcpy(&c->model, &to->model, sizeof(c->model));
	c->used_dist = c->used_len[0] = c->used_len[1] = LZE_AGED;
}

void lze_coder_start(struct lze_coder *c, struct buf *out)
{
	c->range = (struct lze_range){.range = UINT32_MAX, .pending = 1, .out = out};
}

void lze_coder_init(
	struct lze_coder *c, struct span in, const struct lzma_prop *prop, struct buf *out)
{
	memset(c, 0, sizeof(*c));
	c->in = in;
	c->lc = prop->lc;
	c->lp_mask = (uint8_t)((1u << prop->lp) - 1);
	c->pb_mask = (uint8_t)((1u << prop->pb) - 1);
	lze_coder_start(c, out);
	reset(c);
}

static ALWAYS_INLINE void code_literal(struct lze_coder *c, struct bits *b)
{
	uint16_t *probs = lze_literal_probs(c, c->pos);
	unsigned byte = c->in.ptr[c->pos] | 0x100u, at = 1;

	if (c->state < 7) {
		put_tree(b, probs, 8, byte & 0xFF);
	} else {
		/* the byte at the last distance selects the models until the first difference */
		unsigned guide = c->in.ptr[c->pos - c->reps[0] - 1], offset = 0x100;
		int i;

		for (i = 7; i >= 0; i--) {
			unsigned bit = byte >> i & 1, other = (guide >> i & 1) << 8;

			put_bit(b, &probs[offset + (offset & other) + at], bit);
			at = at << 1 | bit;
			offset &= ~(other ^ bit << 8);
		}
	}
	c->state = (uint8_t)lze_after_literal(c->state);
}

static ALWAYS_INLINE void code_length(
	struct bits *b, struct lze_length_model *m, uint32_t len, unsigned pos_state)
{
	len -= LZE_LEN_LEAST;
	put_bit(b, &m->choice[0], len >= 8);
	if (len < 8) {
		put_tree(b, m->low[pos_state], 3, len);
		return;
	}
	put_bit(b, &m->choice[1], len >= 16);
	if (len < 16)
		put_tree(b, m->mid[pos_state], 3, len - 8);
	else
		put_tree(b, m->high, 8, len - 16);
}

static ALWAYS_INLINE void code_dist(
	struct lze_coder *c, struct bits *b, uint32_t dist, uint32_t len)
{
	unsigned slot = lze_slot(dist), bits;
	uint32_t base;

	put_tree(b, c->model.slot[len < 5 ? len - 2 : 3], 6, slot);
	if (slot < 4)
		return;
	bits = slot / 2 - 1;
	base = (2 | (slot & 1)) << bits;
	if (slot < LZE_FULL_SLOT) {
		put_reverse(b, c->model.special + base - slot, bits, dist - base);
		return;
	}
	put_direct(b, (dist - base) >> LZE_ALIGN_BITS, bits - LZE_ALIGN_BITS);
	put_reverse(b, c->model.align, LZE_ALIGN_BITS, dist & 15);
}

static ALWAYS_INLINE void code_match(
	struct lze_coder *c, struct bits *b, uint32_t dist, uint32_t len, unsigned pos_state)
{
	put_bit(b, &c->model.is_rep[c->state], 0);
	code_length(b, &c->model.match_len, len, pos_state);
	c->used_len[0]++;
	code_dist(c, b, dist, len);
	c->used_dist++;
	lze_move_reps(c->reps, LZE_REPS - 1, dist);
	c->state = (uint8_t)lze_after_match(c->state);
}

static ALWAYS_INLINE void code_rep(
	struct lze_coder *c, struct bits *b, unsigned which, uint32_t len, unsigned pos_state)
{
	uint16_t *probs = c->model.rep_which[c->state];

	put_bit(b, &c->model.is_rep[c->state], 1);
	put_bit(b, &probs[0], which != 0);
	if (which == 0)
		put_bit(b, &c->model.rep0_long[c->state][pos_state], len != 1);
	else
		put_bit(b, &probs[1], which != 1);
	if (which > 1)
		put_bit(b, &probs[2], which != 2);
	lze_move_reps(c->reps, which, c->reps[which]);
	if (len == 1) {
		c->state = (uint8_t)lze_after_short(c->state);
		return;
	}
	code_length(b, &c->model.rep_len, len, pos_state);
	c->used_len[1]++;
	c->state = (uint8_t)lze_after_rep(c->state);
}

void lze_code_step(struct lze_coder *c, const struct lze_step *step)
{
	unsigned pos_state = (unsigned)c->pos & c->pb_mask;
	struct bits b = take(&c->range);

	put_bit(&b, &c->model.is_match[c->state][pos_state], step->back != LZE_LITERAL);
	if (step->back == LZE_LITERAL)
		code_literal(c, &b);
	else if (step->back < LZE_REPS)
		code_rep(c, &b, step->back, step->len, pos_state);
	else
		code_match(c, &b, step->back - LZE_REPS, step->len, pos_state);
	c->pos += step->len;
	give(&b);
}

/* The marker is a match at an impossible distance (LZMA specification, "end marker"). */
static void code_marker(struct lze_coder *c)
{
	unsigned pos_state = (unsigned)c->pos & c->pb_mask;
	struct bits b = take(&c->range);

	put_bit(&b, &c->model.is_match[c->state][pos_state], 1);
	code_match(c, &b, UINT32_MAX, LZE_LEN_LEAST, pos_state);
	give(&b);
}

void lze_code_end(struct lze_coder *c, bool marker)
{
	int i;

	if (marker)
		code_marker(c);
	for (i = 0; i < 5; i++)
		c->range.low = shift_low(&c->range, c->range.low);
}
