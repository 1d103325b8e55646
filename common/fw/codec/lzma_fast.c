/* SPDX-License-Identifier: MIT */
/*
 * A whole LZMA1 stream of known size, from memory to memory (LZMA SDK, DOC/lzma-specification.txt;
 * the names of the models are those of the document). Faster than liblzma, because output and
 * dictionary are one and because bits of which nothing but a number follows are decoded without a
 * branch. Only a stream that is right in every way is taken; liblzma says what others are.
 */
#include <stdlib.h>
#include <string.h>

#include "walk/fw_private.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

#define PROB_BITS   11u
#define PROB_INIT   1024u
#define MOVE_BITS   5u
#define TOP         ((uint32_t)1 << 24)
#define HEAD        5u  /* bytes that the range decoder starts with */
#define STEP_MOST   64u /* more bytes than a step has bits: 48 */
#define STATES      12u
#define LIT_STATES  7u /* the others follow a match */
#define POS_STATES  16u
#define LEN_LOW     8u
#define MATCH_LEAST 2u
#define DIST_MODELS 14u /* slots from here on have direct bits */
#define FULL_DISTS  128u
#define ALIGN_BITS  4u
#define LITERAL     0x300u
#define LCLP_MAX    4u
#define COPY_STEP   8u

typedef uint16_t prob; /* that a bit is 0, in 2048ths */

struct lens {
	prob choice, choice2;
	prob low[POS_STATES][LEN_LOW], mid[POS_STATES][LEN_LOW], high[256];
};

struct models {
	prob is_match[STATES][POS_STATES], is_rep[STATES], is_rep0[STATES];
	prob is_rep1[STATES], is_rep2[STATES], is_rep0_long[STATES][POS_STATES];
	prob slot[4][64], dist[FULL_DISTS], align[1u << ALIGN_BITS];
	struct lens len, rep_len;
	prob literal[LITERAL << LCLP_MAX];
};

/* What every bit changes; as a local it stays in registers. */
struct bits {
	uint32_t range, code;
	const uint8_t *ptr;
};

struct place {
	size_t pos;
	unsigned state;
	uint32_t rep[4];
};

struct decoder {
	uint8_t *out;
	size_t size;
	uint32_t dict;
	unsigned lc, lp_mask, pb_mask;
	struct place at;
	struct bits bits;
	struct models m;
};

static ALWAYS_INLINE void normalise(struct bits *b)
{
	if (b->range < TOP) {
		b->range <<= 8;
		b->code = b->code << 8 | *b->ptr++;
	}
}

/* For what decides how to go on. */
static ALWAYS_INLINE bool get_bit(struct bits *b, prob *p)
{
	uint32_t value = *p, bound;

	normalise(b);
	bound = (b->range >> PROB_BITS) * value;
	if (b->code < bound) {
		b->range = bound;
		*p = (prob)(value + (((1u << PROB_BITS) - value) >> MOVE_BITS));
		return false;
	}
	b->range -= bound;
	b->code -= bound;
	*p = (prob)(value - (value >> MOVE_BITS));
	return true;
}

/* Without a branch; gives 0 or all ones. */
static ALWAYS_INLINE uint32_t get_mask(struct bits *b, prob *p)
{
	uint32_t value = *p, bound, one;
	int32_t by;

	normalise(b);
	bound = (b->range >> PROB_BITS) * value;
	one = 0 - (uint32_t)(b->code >= bound);
	b->range = bound + ((b->range - bound - bound) & one);
	b->code -= bound & one;
	/* down by value >> 5, or by the negative (2048 - value) >> 5, rounded towards less */
	by = (int32_t)value - (int32_t)(~one & ((1u << PROB_BITS) - (1u << MOVE_BITS) + 1));
	*p = (prob)((int32_t)value - (by >> MOVE_BITS));
	return one;
}

static ALWAYS_INLINE uint32_t get_tree(struct bits *b, prob *p, unsigned count)
{
	uint32_t m = 1;
	unsigned i;

	for (i = 0; i < count; i++)
		m = m + m - get_mask(b, &p[m]);
	return m - (1u << count);
}

static ALWAYS_INLINE uint32_t get_reverse(struct bits *b, prob *p, unsigned count)
{
	uint32_t m = 1, sum = 0;
	unsigned i;

	for (i = 0; i < count; i++) {
		uint32_t one = get_mask(b, &p[m]);

		m = m + m - one;
		sum |= (one & 1u) << i;
	}
	return sum;
}

static ALWAYS_INLINE uint32_t get_direct(struct bits *b, unsigned count)
{
	uint32_t sum = 0;

	while (count-- != 0) {
		uint32_t less;

		normalise(b);
		b->range >>= 1;
		b->code -= b->range;
		less = 0 - (b->code >> 31);
		b->code += b->range & less;
		sum = sum + sum + (less + 1);
	}
	return sum;
}

static ALWAYS_INLINE uint8_t get_literal(struct bits *b, prob *p)
{
	return (uint8_t)get_tree(b, p, 8);
}

/* After a match: as long as the bits are those of the byte at the last distance, a table more. */
static ALWAYS_INLINE uint8_t get_matched(struct bits *b, prob *p, uint32_t match)
{
	uint32_t m = 1, offset = 0x100;
	unsigned i;

	for (i = 0; i < 8; i++) {
		uint32_t bit, one;

		match += match;
		bit = match & offset;
		one = get_mask(b, &p[offset + bit + m]);
		m = m + m - one;
		offset &= ~bit ^ one;
	}
	return (uint8_t)m;
}

static ALWAYS_INLINE unsigned get_length(struct bits *b, struct lens *l, unsigned pos_state)
{
	if (!get_bit(b, &l->choice))
		return get_tree(b, l->low[pos_state], 3);
	if (!get_bit(b, &l->choice2))
		return LEN_LOW + get_tree(b, l->mid[pos_state], 3);
	return 2 * LEN_LOW + get_tree(b, l->high, 8);
}

static ALWAYS_INLINE uint32_t get_distance(struct bits *b, struct models *m, unsigned len)
{
	uint32_t slot = get_tree(b, m->slot[len < 4 ? len : 3], 6), dist;
	unsigned count;

	if (slot < 4)
		return slot;
	count = (slot >> 1) - 1;
	dist = (2 | (slot & 1)) << count;
	if (slot < DIST_MODELS)
		return dist + get_reverse(b, m->dist + dist - slot, count);
	dist += get_direct(b, count - ALIGN_BITS) << ALIGN_BITS;
	return dist + get_reverse(b, m->align, ALIGN_BITS);
}

/* The distances of a repeated match, the one in use first; false: a single byte of the first. */
static ALWAYS_INLINE bool get_rep(
	struct bits *b, struct models *m, struct place *at, unsigned pos_state)
{
	unsigned s = at->state;
	uint32_t dist;

	if (!get_bit(b, &m->is_rep0[s]))
		return get_bit(b, &m->is_rep0_long[s][pos_state]);
	if (!get_bit(b, &m->is_rep1[s])) {
		dist = at->rep[1];
	} else {
		if (!get_bit(b, &m->is_rep2[s])) {
			dist = at->rep[2];
		} else {
			dist = at->rep[3];
			at->rep[3] = at->rep[2];
		}
		at->rep[2] = at->rep[1];
	}
	at->rep[1] = at->rep[0];
	at->rep[0] = dist;
	return true;
}

/* Bytes after len may be written too, none past the end of the output. */
static ALWAYS_INLINE void copy_match(uint8_t *to, size_t back, size_t len, size_t room)
{
	const uint8_t *from = to - back;

	if (back >= COPY_STEP && room - len >= COPY_STEP) {
		uint8_t *end = to + len;

		do {
			memcpy(to, from, COPY_STEP);
			to += COPY_STEP;
			from += COPY_STEP;
		} while (to < end);
		return;
	}
	while (len-- > 0)
		*to++ = *from++;
}

static ALWAYS_INLINE void put_literal(struct decoder *d, struct bits *b, struct place *at)
{
	size_t pos = at->pos;
	uint32_t before = pos != 0 ? d->out[pos - 1] : 0;
	uint32_t index = (((uint32_t)pos & d->lp_mask) << d->lc) + (before >> (8 - d->lc));
	prob *p = d->m.literal + (size_t)LITERAL * index;
	unsigned s = at->state;

	d->out[pos] = s < LIT_STATES ? get_literal(b, p)
				     : get_matched(b, p, d->out[pos - at->rep[0] - 1]);
	at->pos = pos + 1;
	at->state = s < 4 ? 0 : s < 10 ? s - 3 : s - 6;
}

/* One literal or match; false: it is not possible here. */
static ALWAYS_INLINE bool step(struct decoder *d, struct bits *b, struct place *at)
{
	unsigned pos_state = (unsigned)at->pos & d->pb_mask, s = at->state;
	size_t len;

	if (!get_bit(b, &d->m.is_match[s][pos_state])) {
		put_literal(d, b, at);
		return true;
	}
	if (!get_bit(b, &d->m.is_rep[s])) {
		at->rep[3] = at->rep[2];
		at->rep[2] = at->rep[1];
		at->rep[1] = at->rep[0];
		len = get_length(b, &d->m.len, pos_state);
		at->rep[0] = get_distance(b, &d->m, (unsigned)len);
		len += MATCH_LEAST;
		at->state = s < LIT_STATES ? 7 : 10;
	} else if (get_rep(b, &d->m, at, pos_state)) {
		len = MATCH_LEAST + get_length(b, &d->m.rep_len, pos_state);
		at->state = s < LIT_STATES ? 8 : 11;
	} else {
		len = 1;
		at->state = s < LIT_STATES ? 9 : 11;
	}
	if (at->rep[0] >= at->pos || at->rep[0] >= d->dict || len > d->size - at->pos)
		return false;
	copy_match(d->out + at->pos, (size_t)at->rep[0] + 1, len, d->size - at->pos);
	at->pos += len;
	return true;
}

/* Steps while a whole one has its bytes before end; false: the stream is wrong. */
static bool steps(struct decoder *d, const uint8_t *end)
{
	struct bits b = d->bits;
	struct place at = d->at;
	bool right = true;

	while (right && at.pos < d->size && b.ptr < end)
		right = step(d, &b, &at);
	d->bits = b;
	d->at = at;
	return right;
}

/* in: after the 13 bytes of the header. */
static bool decode(struct decoder *d, struct span in, size_t *used)
{
	uint8_t tail[3 * STEP_MOST] = {0};
	size_t left, taken;

	if (in.len > 2 * STEP_MOST && !steps(d, in.ptr + in.len - STEP_MOST))
		return false;
	left = in.len - (size_t)(d->bits.ptr - in.ptr);
	taken = in.len - left;
	if (left > 2 * STEP_MOST) {
		normalise(&d->bits);
		*used = (size_t)(d->bits.ptr - in.ptr);
		return d->bits.code == 0;
	}
	memcpy(tail, d->bits.ptr, left);
	d->bits.ptr = tail;
	if (!steps(d, tail + left + 1) || d->at.pos != d->size)
		return false;
	normalise(&d->bits);
	*used = taken + (size_t)(d->bits.ptr - tail);
	return *used <= in.len && d->bits.code == 0;
}

static void begin(struct decoder *d, struct span in)
{
	prob *p = (prob *)&d->m;
	size_t i;

	for (i = 0; i < sizeof d->m / sizeof *p; i++)
		p[i] = PROB_INIT;
	d->at = (struct place){0};
	d->bits = (struct bits){.range = UINT32_MAX, .ptr = in.ptr + HEAD};
	for (i = 1; i < HEAD; i++)
		d->bits.code = d->bits.code << 8 | in.ptr[i];
}

bool lzma_fast_decode(
	struct span in, const struct lzma_shape *shape, struct blob *out, size_t *used)
{
	struct decoder *d;
	bool right;

	if (in.len < HEAD || in.ptr[0] != 0 || out->len == 0 || shape->lc + shape->lp > LCLP_MAX)
		return false;
	d = malloc(sizeof *d);
	if (d == NULL)
		return false;
	d->out = out->ptr;
	d->size = out->len;
	d->dict = shape->dict;
	d->lc = shape->lc;
	d->lp_mask = (1u << shape->lp) - 1;
	d->pb_mask = (1u << shape->pb) - 1;
	begin(d, in);
	right = decode(d, in, used);
	free(d);
	return right;
}
