/* SPDX-License-Identifier: MIT */
/*
 * A decoder that writes nothing (LZMA specification; LZMA2: .xz file format 1.1.0, section 5.3.1).
 * The original is in memory: a literal is compared with it bit by bit and a match in place. As the
 * expected bits of a literal are known, decoding them depends only on the range.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/lzma_bits.h"
#include "lzma/encoder/lze_private.h"

#define CAP  ((size_t)64 << 10) /* the longest LZMA2 chunk */
/* Read at once of LZMA1: of zeros, 7,000 times as many are compared before the next are read. */
#define STEP ((size_t)4 << 10)

/* The decoder's position and state. */
struct place {
	size_t pos;
	unsigned state;
	uint32_t rep[LZE_REPS];
};

enum fault { NONE, DIFFERS, TOO_FAR, TOO_LONG, MARKER };

struct verifier {
	struct span in;
	struct reader *bytes;
	size_t base; /* start of the dictionary */
	uint32_t dict;
	uint8_t lc, lp_mask, pb_mask;
	bool ended; /* no more bytes will come */
	enum fault fault;
	struct place at;
	struct lzma_bits bits;
	size_t have; /* bytes in buf */
	size_t used; /* bytes of LZMA2 read */
	struct lze_model model;
	uint8_t buf[CAP + 2 * LZMA_STEP_MOST];
};

/* Decodes a bit whose value is known; 1: it differs, and code is not below range. */
LZMA_INLINE uint32_t expect_bit(struct lzma_bits *b, uint16_t *prob, uint32_t bit)
{
	uint32_t p = *prob, one = 0 - bit, part;

	lzma_normalise(b);
	/* the part of the range for a zero, or the amount to subtract */
	part = (b->range >> LZMA_PROB_BITS) * ((p ^ one) - one);
	b->range = (b->range & one) + part;
	b->code += part & one;
	*prob = lzma_prob_moved(p, lzma_prob_up(one));
	return b->code >= b->range;
}

LZMA_INLINE uint32_t get_length(struct lzma_bits *b, struct lze_length_model *m, unsigned pos_state)
{
	if (!lzma_bit(b, &m->choice[0]))
		return LZE_LEN_LEAST + lzma_bits_tree(b, m->low[pos_state], 3);
	if (!lzma_bit(b, &m->choice[1]))
		return LZE_LEN_LEAST + 8 + lzma_bits_tree(b, m->mid[pos_state], 3);
	return LZE_LEN_LEAST + 16 + lzma_bits_tree(b, m->high, 8);
}

LZMA_INLINE uint32_t get_dist(struct lzma_bits *b, struct lze_model *m, uint32_t len)
{
	uint32_t slot = lzma_bits_tree(b, m->slot[len < 5 ? len - 2 : 3], 6), base;
	unsigned bits;

	if (slot < 4)
		return slot;
	bits = slot / 2 - 1;
	base = (2 | (slot & 1)) << bits;
	if (slot < LZE_FULL_SLOT)
		return base + lzma_bits_reverse(b, m->special + base - slot, bits);
	base += lzma_bits_direct(b, bits - LZE_ALIGN_BITS) << LZE_ALIGN_BITS;
	return base + lzma_bits_reverse(b, m->align, LZE_ALIGN_BITS);
}

LZMA_INLINE bool literal(struct verifier *v, struct lzma_bits *b, struct place *at)
{
	const uint8_t *here = v->in.ptr + at->pos;
	unsigned before = at->pos != v->base ? here[-1] : 0;
	unsigned low = (unsigned)at->pos & v->lp_mask;
	uint16_t *probs =
		v->model.literal + (size_t)0x300 * ((low << v->lc) + (before >> (8 - v->lc)));
	unsigned byte = *here | 0x100u;
	uint32_t wrong = 0;
	int i;

	if (at->state < 7) {
		for (i = 7; i >= 0; i--)
			wrong |= expect_bit(b, &probs[byte >> (i + 1)], byte >> i & 1);
	} else {
		/* the byte at the last distance selects the models until the first difference */
		unsigned guide = *(here - at->rep[0] - 1), offset = 0x100;

		for (i = 7; i >= 0; i--) {
			unsigned bit = byte >> i & 1, other = (guide >> i & 1) << 8;

			wrong |= expect_bit(
				b, &probs[offset + (offset & other) + (byte >> (i + 1))], bit);
			offset &= ~(other ^ bit << 8);
		}
	}
	at->state = lze_after_literal(at->state);
	return wrong == 0;
}

/* Decodes which of the last distances is used; returns the length. */
LZMA_INLINE uint32_t repetition(
	struct verifier *v, struct lzma_bits *b, struct place *at, unsigned pos_state)
{
	uint16_t *probs = v->model.rep_which[at->state];
	uint32_t dist;

	if (!lzma_bit(b, &probs[0])) {
		if (!lzma_bit(b, &v->model.rep0_long[at->state][pos_state])) {
			at->state = lze_after_short(at->state);
			return 1;
		}
	} else {
		if (!lzma_bit(b, &probs[1])) {
			dist = at->rep[1];
		} else if (!lzma_bit(b, &probs[2])) {
			dist = at->rep[2];
			at->rep[2] = at->rep[1];
		} else {
			dist = at->rep[3];
			at->rep[3] = at->rep[2];
			at->rep[2] = at->rep[1];
		}
		at->rep[1] = at->rep[0];
		at->rep[0] = dist;
	}
	at->state = lze_after_rep(at->state);
	return get_length(b, &v->model.rep_len, pos_state);
}

/* Compares len bytes at the last distance with the original. */
LZMA_INLINE enum fault compare(
	const struct verifier *v, const struct place *at, uint32_t len, size_t to)
{
	const uint8_t *here = v->in.ptr + at->pos;

	if (at->rep[0] >= at->pos - v->base || at->rep[0] >= v->dict)
		return at->rep[0] == UINT32_MAX ? MARKER : TOO_FAR;
	if (len > to - at->pos)
		return TOO_LONG;
	return lze_equal(here - at->rep[0] - 1, here, len) == len ? NONE : DIFFERS;
}

/*
 * Decodes steps up to the position `to`, a fault, or the end of the bytes that may be read: a step
 * that begins at or before stop has its bytes.
 */
static void run(struct verifier *v, size_t to, const uint8_t *stop)
{
	struct lzma_bits b = v->bits;
	struct place at = v->at;

	while (at.pos < to && b.ptr <= stop) {
		unsigned pos_state = (unsigned)at.pos & v->pb_mask;
		uint32_t len;

		if (!lzma_bit(&b, &v->model.is_match[at.state][pos_state])) {
			if (!literal(v, &b, &at)) {
				v->fault = DIFFERS;
				break;
			}
			at.pos++;
			continue;
		}
		if (lzma_bit(&b, &v->model.is_rep[at.state])) {
			len = repetition(v, &b, &at, pos_state);
		} else {
			at.rep[3] = at.rep[2];
			at.rep[2] = at.rep[1];
			at.rep[1] = at.rep[0];
			len = get_length(&b, &v->model.match_len, pos_state);
			at.rep[0] = get_dist(&b, &v->model, len);
			at.state = lze_after_match(at.state);
		}
		v->fault = compare(v, &at, len, to);
		if (v->fault != NONE)
			break;
		at.pos += len;
	}
	v->bits = b;
	v->at = at;
}

static void reset(struct verifier *v)
{
	uint16_t *p = (uint16_t *)&v->model;
	size_t i;

	v->at.state = 0;
	memset(v->at.rep, 0, sizeof(v->at.rep));
	for (i = 0; i < sizeof(v->model) / sizeof(*p); i++)
		p[i] = LZMA_PROB_INIT;
}

static enum err_code differs(const struct verifier *v, struct err *err)
{
	return err_set(err, ERR_IO, "verification failed at byte %zu", v->at.pos);
}

static enum err_code damaged(const struct verifier *v, const char *what, struct err *err)
{
	return err_set(err, ERR_IO, "verification failed at byte %zu: %s", v->at.pos, what);
}

static enum err_code fault(const struct verifier *v, struct err *err)
{
	static const char *const why[] = {[TOO_FAR] = "distance too far",
		[TOO_LONG] = "match too long",
		[MARKER] = "compressed data end early"};

	return v->fault == DIFFERS ? differs(v, err) : damaged(v, why[v->fault], err);
}

static bool set_prop(struct verifier *v, const struct lzma_prop *p)
{
	v->lc = p->lc;
	v->lp_mask = (uint8_t)((1u << p->lp) - 1);
	v->pb_mask = (uint8_t)((1u << p->pb) - 1);
	return p->lc + p->lp <= 4;
}

/* Reads the range decoder's first bytes from the start of buf. */
static bool start(struct verifier *v)
{
	v->bits = lzma_bits_start(v->buf);
	return v->buf[0] == 0;
}

/* True at the end of a stream or chunk: all bytes are used, and the decoder is finished. */
static bool at_end(struct verifier *v)
{
	if (v->bits.ptr <= v->buf + v->have)
		lzma_normalise(&v->bits);
	return v->bits.ptr == v->buf + v->have && v->bits.code == 0;
}

/* Moves the remaining bytes to the front and reads more. */
static enum err_code refill(struct verifier *v, struct err *err)
{
	size_t left = (size_t)(v->buf + v->have - v->bits.ptr), got;
	enum err_code rc;

	memmove(v->buf, v->bits.ptr, left);
	rc = v->bytes->read(v->bytes, v->buf + left, STEP - left, &got, err);
	if (rc != ERR_OK)
		return rc;
	v->bits.ptr = v->buf;
	v->have = left + got;
	v->ended = v->have < STEP;
	memset(v->buf + v->have, 0, 2 * LZMA_STEP_MOST);
	return ERR_OK;
}

/* Decodes up to `to` from the bytes in buf, and reads more unless ended. */
static enum err_code run_all(struct verifier *v, size_t to, struct err *err)
{
	enum err_code rc = ERR_OK;

	for (;;) {
		const uint8_t *end = v->buf + v->have;

		run(v, to, v->ended ? end : end - LZMA_STEP_MOST);
		if (v->fault != NONE)
			return fault(v, err);
		if (v->bits.ptr > v->buf + v->have)
			return damaged(v, "compressed data end early", err);
		if (v->at.pos == to && (v->ended || v->bits.ptr <= end - LZMA_STEP_MOST))
			return ERR_OK;
		rc = refill(v, err);
		if (rc != ERR_OK)
			return rc;
	}
}

/* The marker is a match at an impossible distance (LZMA specification, "end marker"). */
static bool marker_comes(struct verifier *v)
{
	unsigned pos_state = (unsigned)v->at.pos & v->pb_mask;
	struct lzma_bits *b = &v->bits;

	if (!lzma_bit(b, &v->model.is_match[v->at.state][pos_state]) ||
		lzma_bit(b, &v->model.is_rep[v->at.state]))
		return false;
	return get_dist(b, &v->model, get_length(b, &v->model.match_len, pos_state)) == UINT32_MAX;
}

static enum err_code verify_lzma1(struct verifier *v, bool marker, struct err *err)
{
	enum err_code rc;

	v->bits.ptr = v->buf;
	rc = refill(v, err);
	if (rc != ERR_OK)
		return rc;
	if (v->have < LZMA_BITS_HEAD || !start(v))
		return damaged(v, "no compressed data", err);
	rc = run_all(v, v->in.len, err);
	if (rc == ERR_OK && marker && !marker_comes(v))
		return damaged(v, "no end marker", err);
	if (rc == ERR_OK && (!v->ended || !at_end(v)))
		return damaged(v, "compressed data do not end", err);
	return rc;
}

static struct verifier *new_verifier(struct span in, struct reader *bytes, struct err *err)
{
	struct verifier *v = malloc(sizeof(*v));

	if (v == NULL) {
		err_set(err, ERR_NOMEM, "out of memory");
		return NULL;
	}
	memset(v, 0, offsetof(struct verifier, model));
	v->in = in;
	v->bytes = bytes;
	reset(v);
	return v;
}

enum err_code lzma1_verify(struct span in, const struct lzma_prop *prop, bool marker,
	struct reader *bytes, struct err *err)
{
	struct verifier *v = new_verifier(in, bytes, err);
	enum err_code rc = ERR_NOMEM;

	if (v != NULL) {
		v->dict = prop->dict < LZMA_DICT_LEAST ? LZMA_DICT_LEAST : prop->dict;
		rc = set_prop(v, prop) ? verify_lzma1(v, marker, err)
				       : err_set(err, ERR_UNSUPPORTED, "lc + lp is over 4");
	}
	free(v);
	reader_close(bytes);
	return rc;
}

/* The state that the next chunk has to reset. */
struct duty {
	bool dict, prop, state;
};

/* Reads the next bytes of the stream into buf. */
static bool take(struct verifier *v, size_t len, struct err *err)
{
	v->have = 0;
	if (reader_exact(v->bytes, v->buf, len, err) != ERR_OK)
		return false;
	v->have = len;
	v->used += len;
	memset(v->buf + len, 0, 2 * LZMA_STEP_MOST);
	return true;
}

static enum err_code raw_chunk(struct verifier *v, struct err *err)
{
	size_t len;
	struct span want;

	if (!take(v, 2, err))
		return err->code;
	len = ((size_t)v->buf[0] << 8 | v->buf[1]) + 1;
	if (!take(v, len, err))
		return err->code;
	if (!span_slice(v->in, v->at.pos, len, &want) || !span_equal(want, span_of(v->buf, len)))
		return differs(v, err);
	v->at.pos += len;
	return ERR_OK;
}

/* Resets properties and state as the control byte says. */
static bool renew(struct verifier *v, uint8_t control, uint8_t prop_byte, struct duty *duty)
{
	struct lzma_prop p;

	if (control >= LZMA2_PROPS) {
		if (!lzma_prop_parse(prop_byte, &p) || !set_prop(v, &p))
			return false;
		duty->prop = false;
	}
	if (control >= LZMA2_STATE) {
		reset(v);
		duty->state = false;
	}
	return !duty->prop && !duty->state;
}

static enum err_code lzma_chunk(
	struct verifier *v, uint8_t control, struct duty *duty, struct err *err)
{
	size_t len, packed;
	enum err_code rc;

	if (!take(v, control >= LZMA2_PROPS ? 5 : 4, err))
		return err->code;
	len = ((size_t)(control & 0x1F) << 16 | (size_t)v->buf[0] << 8 | v->buf[1]) + 1;
	packed = ((size_t)v->buf[2] << 8 | v->buf[3]) + 1;
	if (!renew(v, control, v->buf[4], duty))
		return damaged(v, "wrong properties", err);
	if (!take(v, packed, err))
		return err->code;
	if (packed < LZMA_BITS_HEAD || !start(v))
		return damaged(v, "no compressed data", err);
	if (len > v->in.len - v->at.pos)
		return damaged(v, "longer than the input", err);
	rc = run_all(v, v->at.pos + len, err);
	if (rc == ERR_OK && !at_end(v))
		return damaged(v, "compressed data do not end", err);
	return rc;
}

/* Verifies one chunk; *over is set at the end marker. */
static enum err_code next_chunk(struct verifier *v, struct duty *duty, bool *over, struct err *err)
{
	uint8_t control;

	if (!take(v, 1, err))
		return err->code;
	control = v->buf[0];
	*over = control == 0;
	if (*over)
		return ERR_OK;
	if (control == LZMA2_RAW_RESET || control >= LZMA2_ALL) {
		v->base = v->at.pos;
		*duty = (struct duty){false, true, true};
	}
	if (duty->dict || (control > LZMA2_RAW && control < LZMA2_KEEP))
		return damaged(v, "wrong kind of chunk", err);
	return control <= LZMA2_RAW ? raw_chunk(v, err) : lzma_chunk(v, control, duty, err);
}

static enum err_code verify_to_end(struct verifier *v, struct duty duty, struct err *err)
{
	enum err_code rc = ERR_OK;
	bool over = false;

	while (rc == ERR_OK && !over)
		rc = next_chunk(v, &duty, &over, err);
	if (rc == ERR_OK && v->at.pos != v->in.len)
		return damaged(v, "compressed data end early", err);
	if (rc == ERR_OK)
		rc = v->bytes->read(v->bytes, v->buf, 1, &v->have, err);
	if (rc == ERR_OK && v->have != 0)
		return damaged(v, "compressed data do not end", err);
	return rc;
}

static bool has_prop(const struct verifier *v, const struct lzma_prop *p)
{
	return v->lc == p->lc && v->lp_mask == (1u << p->lp) - 1 && v->pb_mask == (1u << p->pb) - 1;
}

/* Whether the present state is the one that a decoder starting at the point assumes. */
static bool is_there(const struct verifier *v, const struct duty *duty,
	const struct lzma_prop *prop, const struct lze_point *to)
{
	if (v->at.pos != to->pos || v->base != 0 || duty->dict)
		return false;
	if (to->control >= LZMA2_PROPS)
		return true;
	if (duty->prop || !has_prop(v, prop))
		return false;
	return to->control >= LZMA2_STATE ||
	       (!duty->state && v->at.state == to->state &&
		       memcmp(v->at.rep, to->reps, sizeof(to->reps)) == 0 &&
		       memcmp(&v->model, &to->model, sizeof(to->model)) == 0);
}

/* Verifies up to the point, where the next piece and its bytes begin. */
static enum err_code verify_to_point(struct verifier *v, struct duty duty, size_t len,
	const struct lzma_prop *prop, const struct lze_point *to, struct err *err)
{
	enum err_code rc = ERR_OK;
	bool over = false;

	while (rc == ERR_OK && !over && v->used < len)
		rc = next_chunk(v, &duty, &over, err);
	if (rc == ERR_OK && (over || !is_there(v, &duty, prop, to)))
		return damaged(v, "the next piece does not fit", err);
	return rc;
}

/* Starts from the state of a point; false when it is impossible. */
static bool begin_at(struct verifier *v, const struct lzma_prop *prop, const struct lze_point *from)
{
	v->dict = prop->dict < LZMA_DICT_LEAST ? LZMA_DICT_LEAST : prop->dict;
	v->ended = true;
	v->at.pos = from->pos;
	if (from->control < LZMA2_STATE) {
		v->at.state = from->state;
		memcpy(v->at.rep, from->reps, sizeof(v->at.rep));
		memcpy(&v->model, &from->model, sizeof(v->model));
	}
	return set_prop(v, prop) && from->pos <= v->in.len && from->state < LZE_STATES &&
	       (from->control < LZMA2_ALL || from->pos == 0);
}

enum err_code lzma2_verify(
	struct span in, size_t from, uint32_t dict, struct reader *bytes, struct err *err)
{
	struct verifier *v = new_verifier(in, bytes, err);
	enum err_code rc = ERR_NOMEM;

	if (v != NULL) {
		v->dict = dict < LZMA_DICT_LEAST ? LZMA_DICT_LEAST : dict;
		v->at.pos = from;
		v->ended = true;
		rc = verify_to_end(v, (struct duty){from == 0, true, true}, err);
	}
	free(v);
	reader_close(bytes);
	return rc;
}

enum err_code lzma2_verify_piece(struct span in, const struct lzma_prop *prop, struct span bytes,
	const struct lze_point *from, const struct lze_point *to, struct err *err)
{
	struct duty duty = {from->control >= LZMA2_ALL, from->control >= LZMA2_PROPS,
		from->control >= LZMA2_STATE};
	size_t end = to != NULL ? to->at : bytes.len;
	struct verifier *v;
	struct reader *r;
	struct span mine;
	enum err_code rc;

	if (end < from->at || !span_slice(bytes, from->at, end - from->at, &mine))
		return err_set(err, ERR_USAGE, "piece outside the stream");
	rc = reader_span(mine, &r, err);
	if (rc != ERR_OK)
		return rc;
	v = new_verifier(in, r, err);
	if (v == NULL)
		rc = err->code;
	else if (!begin_at(v, prop, from))
		rc = err_set(err, ERR_USAGE, "a piece cannot begin so");
	else
		rc = to != NULL ? verify_to_point(v, duty, mine.len, prop, to, err)
				: verify_to_end(v, duty, err);
	free(v);
	reader_close(r);
	return rc;
}
