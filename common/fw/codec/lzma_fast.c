/* SPDX-License-Identifier: MIT */
/*
 * Decodes a whole LZMA1 stream of known size from memory to memory (LZMA SDK,
 * DOC/lzma-specification.txt, which also gives the names of the models). Faster than liblzma,
 * because the output is also the dictionary, and because bits that only form a number are decoded
 * without a branch. Only entirely valid streams are accepted; liblzma diagnoses others.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/lzma_bits.h"
#include "biosbelt/os.h"
#include "walk/fw_private.h"

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
#define COPY_STEP   16u
#define PIECE       ((size_t)256 << 10) /* of the output, whose pages the system gives at once */

typedef uint16_t prob; /* probability of a 0 in 2048ths */

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

struct place {
	size_t pos;
	unsigned state;
	uint32_t rep[4];
	uint32_t before; /* the last byte */
	uint32_t guide;  /* after a match: the byte that would continue it */
};

struct decoder {
	uint8_t *out;
	size_t size;
	uint32_t dict;
	unsigned lc, lp_mask, pb_mask;
	struct place at;
	struct lzma_bits bits;
	struct models m;
};

LZMA_INLINE uint8_t get_literal(struct lzma_bits *b, prob *p)
{
	return (uint8_t)lzma_bits_tree(b, p, 8);
}

/* After a match: another table while the bits equal those of the byte at the last distance. */
LZMA_INLINE uint8_t get_matched(struct lzma_bits *b, prob *probs, uint32_t match)
{
	uint32_t m = 1, offset = 0x100, p;
	unsigned i;

	match += match;
	p = probs[offset + (match & offset) + m];
	for (i = 0; i < 8; i++) {
		uint32_t if_one = match & offset, if_zero = offset & ~match;
		prob *at = &probs[offset + if_one + m];
		uint32_t next = 0, after_one = 0;

		match += match;
		m += m;
		if (i + 1 < 8) {
			next = probs[if_zero + (match & if_zero) + m];
			after_one = probs[if_one + (match & if_one) + m + 1];
		}
		m = (uint32_t)lzma_bit_pick(b, at, p, &next, after_one, m);
		offset = (m & 1) != 0 ? if_one : if_zero;
		p = next;
	}
	return (uint8_t)m;
}

LZMA_INLINE unsigned get_length(struct lzma_bits *b, struct lens *l, unsigned pos_state)
{
	prob *few = l->low[pos_state];
	unsigned base = 0;

	if (lzma_bit(b, &l->choice)) {
		if (lzma_bit(b, &l->choice2))
			return 2 * LEN_LOW + lzma_bits_tree(b, l->high, 8);
		few = l->mid[pos_state];
		base = LEN_LOW;
	}
	return base + lzma_bits_tree(b, few, 3);
}

LZMA_INLINE uint32_t get_distance(
	struct lzma_bits *b, struct models *m, unsigned len, const uint8_t *out, size_t pos)
{
	uint32_t slot = lzma_bits_tree(b, m->slot[len < 4 ? len : 3], 6), dist;
	unsigned count;

	if (slot < 4)
		return slot;
	count = (slot >> 1) - 1;
	dist = (2 | (slot & 1)) << count;
	if (slot < DIST_MODELS)
		return dist + lzma_bits_reverse(b, m->dist + dist - slot, count);
	dist += lzma_bits_direct(b, count - ALIGN_BITS) << ALIGN_BITS;
	if (dist < pos)
		__builtin_prefetch(out + pos - dist - 1);
	return dist + lzma_bits_reverse(b, m->align, ALIGN_BITS);
}

/* Decodes the distance of a repeated match and moves it to the front; false: a single byte at the
 * first. */
LZMA_INLINE bool get_rep(
	struct lzma_bits *b, struct models *m, struct place *at, unsigned pos_state)
{
	unsigned s = at->state;
	uint32_t dist;

	if (!lzma_bit(b, &m->is_rep0[s]))
		return lzma_bit(b, &m->is_rep0_long[s][pos_state]);
	if (!lzma_bit(b, &m->is_rep1[s])) {
		dist = at->rep[1];
	} else {
		if (!lzma_bit(b, &m->is_rep2[s])) {
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

/* May write bytes after len, but none past the end of the output. */
LZMA_INLINE void copy_match(uint8_t *to, size_t back, size_t len, size_t room)
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
	if (back == 1) { /* most bytes of a volume: its blank end */
		memset(to, *from, len);
		return;
	}
	while (len-- > 0)
		*to++ = *from++;
}

LZMA_INLINE void put_literal(struct decoder *d, struct lzma_bits *b, struct place *at)
{
	static const uint8_t after[STATES] = {0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 4, 5};
	uint32_t index = (((uint32_t)at->pos & d->lp_mask) << d->lc) + (at->before >> (8 - d->lc));
	prob *p = d->m.literal + (size_t)LITERAL * index;

	at->before = at->state < LIT_STATES ? get_literal(b, p) : get_matched(b, p, at->guide);
	d->out[at->pos++] = (uint8_t)at->before;
	at->state = after[at->state];
}

/* Decodes one literal or match; false: it is invalid here. */
LZMA_INLINE bool step(struct decoder *d, struct lzma_bits *b, struct place *at)
{
	unsigned pos_state = (unsigned)at->pos & d->pb_mask, s = at->state;
	size_t len;
	bool rep;

	if (!lzma_bit(b, &d->m.is_match[s][pos_state])) {
		put_literal(d, b, at);
		return true;
	}
	rep = lzma_bit(b, &d->m.is_rep[s]);
	if (rep && !get_rep(b, &d->m, at, pos_state)) {
		len = 1;
		at->state = s < LIT_STATES ? 9 : 11;
	} else {
		len = MATCH_LEAST + get_length(b, rep ? &d->m.rep_len : &d->m.len, pos_state);
		at->state = (s < LIT_STATES ? 7u : 10u) + rep;
		if (!rep) {
			at->rep[3] = at->rep[2];
			at->rep[2] = at->rep[1];
			at->rep[1] = at->rep[0];
			at->rep[0] = get_distance(
				b, &d->m, (unsigned)len - MATCH_LEAST, d->out, at->pos);
		}
	}
	if (at->rep[0] >= at->pos || at->rep[0] >= d->dict || len > d->size - at->pos)
		return false;
	copy_match(d->out + at->pos, (size_t)at->rep[0] + 1, len, d->size - at->pos);
	at->pos += len;
	at->before = d->out[at->pos - at->rep[0] - 2];
	at->guide = d->out[at->pos - at->rep[0] - 1];
	return true;
}

/* Decodes until that position, while a whole step has its bytes before end; false: the stream is
 * invalid. */
static bool steps_until(struct decoder *d, const uint8_t *end, size_t until)
{
	struct lzma_bits b = d->bits;
	struct place at = d->at;
	bool right = true;

	while (right && at.pos < until && b.ptr < end)
		right = step(d, &b, &at);
	d->bits = b;
	d->at = at;
	return right;
}

static bool steps(struct decoder *d, const uint8_t *end)
{
	bool right = true;

	while (right && d->at.pos < d->size && d->bits.ptr < end) {
		size_t left = d->size - d->at.pos, len = left < PIECE ? left : PIECE;

		os_will_write(d->out + d->at.pos, len);
		right = steps_until(d, end, d->at.pos + len);
	}
	return right;
}

/* in: after the 13 bytes of the header. */
static bool decode(struct decoder *d, struct span in, size_t *used)
{
	uint8_t tail[3 * LZMA_STEP_MOST] = {0};
	size_t left, taken;

	if (in.len > 2 * LZMA_STEP_MOST && !steps(d, in.ptr + in.len - LZMA_STEP_MOST))
		return false;
	left = in.len - (size_t)(d->bits.ptr - in.ptr);
	taken = in.len - left;
	if (left > 2 * LZMA_STEP_MOST) {
		lzma_normalise(&d->bits);
		*used = (size_t)(d->bits.ptr - in.ptr);
		return d->bits.code == 0;
	}
	memcpy(tail, d->bits.ptr, left);
	d->bits.ptr = tail;
	if (!steps(d, tail + left + 1) || d->at.pos != d->size)
		return false;
	lzma_normalise(&d->bits);
	*used = taken + (size_t)(d->bits.ptr - tail);
	return *used <= in.len && d->bits.code == 0;
}

static void begin(struct decoder *d, struct span in, unsigned literal_bits)
{
	size_t i, count = offsetof(struct models, literal) / sizeof(prob) +
			  ((size_t)LITERAL << literal_bits);
	prob *p = (prob *)&d->m;

	for (i = 0; i < count; i++)
		p[i] = LZMA_PROB_INIT;
	d->at = (struct place){0};
	d->bits = lzma_bits_start(in.ptr);
}

bool lzma_fast_decode(
	struct span in, const struct lzma_shape *shape, struct blob *out, size_t *used)
{
	struct decoder *d;
	bool right;

	if (in.len < LZMA_BITS_HEAD || in.ptr[0] != 0 || out->len == 0 ||
		shape->lc + shape->lp > LCLP_MAX)
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
	begin(d, in, shape->lc + shape->lp);
	right = decode(d, in, used);
	free(d);
	return right;
}
