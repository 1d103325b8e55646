/* SPDX-License-Identifier: MIT */
/*
 * LZMA1 with lc + lp over 4, which liblzma refuses: a plain decoder by the LZMA specification (LZMA
 * SDK, DOC/lzma-specification.txt), which also gives the names of the models.
 */
#include <stdlib.h>
#include <string.h>

#include "codec/byte_in.h"
#include "codec/window.h"
#include "lzma/lzma_private.h"

#define PROB_INIT   1024u
#define TOP         ((uint32_t)1 << 24)
#define STATES      12
#define POS_STATES  16
#define LEN_LOW     8
#define LEN_HIGH    256
#define MATCH_LEAST 2
#define DIST_SLOTS  64
#define DIST_MODELS 14 /* slots from here on have direct bits */
#define FULL_DISTS  128
#define ALIGN_BITS  4
#define LITERAL     0x300u

typedef uint16_t prob; /* probability of a 0 in 2048ths */

struct lens {
	prob choice, choice2;
	prob low[POS_STATES][LEN_LOW], mid[POS_STATES][LEN_LOW], high[LEN_HIGH];
};

struct wide {
	struct counted_reader base; /* first: lzma_reader_used */
	struct byte_in in;
	struct window window;
	struct lzma_prop prop;
	uint64_t size, given; /* size: or LZMA_SIZE_UNKNOWN */
	bool marker_ok, started, ended;
	struct err failed;
	uint32_t range, code;
	unsigned state;
	uint32_t rep[4];
	prob *literal;
	struct models {
		prob is_match[STATES][POS_STATES], is_rep[STATES], is_rep0[STATES];
		prob is_rep1[STATES], is_rep2[STATES], is_rep0_long[STATES][POS_STATES];
		prob slot[4][DIST_SLOTS], dist[FULL_DISTS], align[1 << ALIGN_BITS];
		struct lens len, rep_len;
	} m;
};

static void normalise(struct wide *w)
{
	if (w->range < TOP) {
		w->range <<= 8;
		w->code = w->code << 8 | byte_in_next(&w->in);
	}
}

static unsigned bit(struct wide *w, prob *p)
{
	uint32_t bound;

	normalise(w);
	bound = (w->range >> 11) * *p;
	if (w->code < bound) {
		w->range = bound;
		*p = (prob)(*p + ((2048u - *p) >> 5));
		return 0;
	}
	w->range -= bound;
	w->code -= bound;
	*p = (prob)(*p - (*p >> 5));
	return 1;
}

static unsigned tree(struct wide *w, prob *probs, unsigned bits)
{
	unsigned m = 1, i;

	for (i = 0; i < bits; i++)
		m = m << 1 | bit(w, &probs[m]);
	return m - (1u << bits);
}

static unsigned reverse_tree(struct wide *w, prob *probs, unsigned bits)
{
	unsigned m = 1, sum = 0, i;

	for (i = 0; i < bits; i++) {
		unsigned b = bit(w, &probs[m]);

		m = m << 1 | b;
		sum |= b << i;
	}
	return sum;
}

static uint32_t direct(struct wide *w, unsigned bits)
{
	uint32_t sum = 0;

	while (bits-- != 0) {
		normalise(w);
		w->range >>= 1;
		sum <<= 1;
		if (w->code >= w->range) {
			w->code -= w->range;
			sum |= 1;
		}
	}
	return sum;
}

static unsigned length(struct wide *w, struct lens *l, unsigned pos_state)
{
	if (bit(w, &l->choice) == 0)
		return tree(w, l->low[pos_state], 3);
	if (bit(w, &l->choice2) == 0)
		return LEN_LOW + tree(w, l->mid[pos_state], 3);
	return 2 * LEN_LOW + tree(w, l->high, 8);
}

static uint32_t distance(struct wide *w, unsigned len)
{
	unsigned slot = tree(w, w->m.slot[len < 4 ? len : 3], 6), bits;
	uint32_t dist;

	if (slot < 4)
		return slot;
	bits = (slot >> 1) - 1;
	dist = (2 | (slot & 1)) << bits;
	if (slot < DIST_MODELS)
		return dist + reverse_tree(w, w->m.dist + dist - slot, bits);
	dist += direct(w, bits - ALIGN_BITS) << ALIGN_BITS;
	return dist + reverse_tree(w, w->m.align, ALIGN_BITS);
}

static void literal(struct wide *w)
{
	unsigned before = window_has(&w->window, 0) ? window_back(&w->window, 0) : 0;
	unsigned low = (unsigned)w->given & ((1u << w->prop.lp) - 1);
	prob *probs =
		w->literal + (size_t)LITERAL * ((low << w->prop.lc) + (before >> (8 - w->prop.lc)));
	unsigned m = 1;

	if (w->state >= 7) {
		unsigned match = window_back(&w->window, w->rep[0]), same = 1;

		while (same != 0 && m < 0x100) {
			unsigned want = match >> 7 & 1, b;

			match <<= 1;
			b = bit(w, &probs[((1 + want) << 8) + m]);
			m = m << 1 | b;
			same = want == b;
		}
	}
	while (m < 0x100)
		m = m << 1 | bit(w, &probs[m]);
	window_put(&w->window, (uint8_t)m);
	w->state = w->state < 4 ? 0 : w->state < 10 ? w->state - 3 : w->state - 6;
}

/* Moves one of the last distances to the front; true: a match of one byte. */
static bool repeated(struct wide *w, unsigned pos_state)
{
	unsigned which = 0;
	uint32_t dist;

	if (bit(w, &w->m.is_rep0[w->state]) == 0) {
		if (bit(w, &w->m.is_rep0_long[w->state][pos_state]) == 0) {
			w->state = w->state < 7 ? 9 : 11;
			return true;
		}
	} else if (bit(w, &w->m.is_rep1[w->state]) == 0) {
		which = 1;
	} else {
		which = 2 + bit(w, &w->m.is_rep2[w->state]);
	}
	dist = w->rep[which];
	for (; which != 0; which--)
		w->rep[which] = w->rep[which - 1];
	w->rep[0] = dist;
	return false;
}

static enum err_code marker(struct wide *w, unsigned len, struct err *err)
{
	if (len != 0)
		return err_set(err, ERR_FORMAT, "compressed data are damaged");
	normalise(w);
	if (w->code != 0)
		return err_set(err, ERR_FORMAT, "compressed data are damaged");
	if (w->size != LZMA_SIZE_UNKNOWN && (!w->marker_ok || w->given != w->size))
		return err_set(err, ERR_FORMAT, "stream ends before the stated size");
	w->ended = true;
	return ERR_OK;
}

static enum err_code match(struct wide *w, unsigned pos_state, struct err *err)
{
	unsigned len = 1;

	if (bit(w, &w->m.is_rep[w->state]) != 0) {
		if (!repeated(w, pos_state)) {
			len = length(w, &w->m.rep_len, pos_state) + MATCH_LEAST;
			w->state = w->state < 7 ? 8 : 11;
		}
	} else {
		memmove(w->rep + 1, w->rep, sizeof(*w->rep) * 3);
		len = length(w, &w->m.len, pos_state);
		w->state = w->state < 7 ? 7 : 10;
		w->rep[0] = distance(w, len);
		if (w->rep[0] == UINT32_MAX)
			return marker(w, len, err);
		len += MATCH_LEAST;
	}
	if (w->rep[0] >= w->prop.dict || !window_has(&w->window, w->rep[0]))
		return err_set(err, ERR_FORMAT, "compressed data are damaged");
	if (len > w->size - w->given)
		return err_set(err, ERR_FORMAT, "compressed data run past the stated size");
	w->window.dist = w->rep[0];
	w->window.due = len;
	return ERR_OK;
}

static enum err_code start(struct wide *w, struct err *err)
{
	unsigned i, first = byte_in_next(&w->in);

	for (i = 0; i < 4; i++)
		w->code = w->code << 8 | byte_in_next(&w->in);
	w->range = UINT32_MAX;
	w->started = true;
	return first == 0 && w->code != UINT32_MAX
		       ? ERR_OK
		       : err_set(err, ERR_FORMAT, "compressed data are damaged");
}

static enum err_code symbol(struct wide *w, struct err *err)
{
	unsigned pos_state = (unsigned)w->given & ((1u << w->prop.pb) - 1);
	enum err_code rc = ERR_OK;

	if (bit(w, &w->m.is_match[w->state][pos_state]) != 0)
		rc = match(w, pos_state, err);
	else if (w->given == w->size)
		rc = err_set(err, ERR_FORMAT, "compressed data run past the stated size");
	else
		literal(w);
	if (byte_in_check(&w->in, err) != ERR_OK)
		return err->code;
	return rc;
}

/* After the last byte of a known size: the range decoder must be empty, or the marker follows. */
static enum err_code finish(struct wide *w, struct err *err)
{
	enum err_code rc;

	normalise(w);
	rc = byte_in_check(&w->in, err);
	if (rc == ERR_OK && w->code == 0)
		w->ended = true;
	else if (rc == ERR_OK)
		rc = symbol(w, err);
	if (rc == ERR_OK && !w->ended)
		rc = err_set(err, ERR_FORMAT, "compressed data run past the stated size");
	return rc;
}

static enum err_code decode_some(struct wide *w, size_t cap, struct err *err)
{
	uint64_t before = w->given;
	enum err_code rc = w->started ? ERR_OK : start(w, err);

	while (rc == ERR_OK && w->window.room != 0 && !w->ended && w->given != w->size) {
		if (w->window.due == 0)
			rc = symbol(w, err);
		if (rc == ERR_OK)
			window_copy(&w->window);
		w->given = before + (cap - w->window.room);
	}
	if (rc == ERR_OK && w->given == w->size && !w->ended)
		rc = finish(w, err);
	w->base.used = byte_in_used(&w->in);
	return rc;
}

static enum err_code wide_read(
	struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct wide *w = (struct wide *)r;
	enum err_code rc;

	*got = 0;
	if (w->failed.code != ERR_OK) {
		*err = w->failed;
		return err->code;
	}
	w->window.out = ptr;
	w->window.room = cap;
	rc = decode_some(w, cap, err);
	*got = cap - w->window.room;
	if (rc != ERR_OK)
		w->failed = *err;
	return rc;
}

static void wide_free(struct wide *w)
{
	window_close(&w->window);
	free(w->literal);
	free(w);
}

static void wide_close(struct reader *r)
{
	struct wide *w = (struct wide *)r;

	reader_close(w->in.from);
	wide_free(w);
}

static void set_probs(prob *p, size_t count)
{
	while (count-- != 0)
		*p++ = PROB_INIT;
}

enum err_code lzma1_wide_reader(struct reader *from, const struct lzma_prop *p, uint64_t size,
	bool marker_ok, uint64_t memlimit, struct reader **out, struct err *err)
{
	size_t literals = (size_t)LITERAL << (p->lc + p->lp);
	uint64_t need = sizeof(struct wide) + literals * sizeof(prob) + p->dict;
	struct wide *w;

	if (need > memlimit)
		return err_set(err, ERR_LIMIT,
			"decoding needs %llu bytes of memory, the limit is %llu",
			(unsigned long long)need, (unsigned long long)memlimit);
	w = calloc(1, sizeof(*w));
	if (w == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	w->literal = malloc(literals * sizeof(prob));
	if (w->literal == NULL || window_open(&w->window, p->dict, err) != ERR_OK) {
		wide_free(w);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	set_probs(w->literal, literals);
	set_probs((prob *)&w->m, sizeof(w->m) / sizeof(prob));
	w->base.base.read = wide_read;
	w->base.base.close = wide_close;
	w->in.from = from;
	w->prop = *p;
	w->size = size;
	w->marker_ok = marker_ok;
	*out = &w->base.base;
	return ERR_OK;
}
