/* SPDX-License-Identifier: MIT */
/*
 * Our own LZMA encoder (LZMA specification of the LZMA SDK). One thread finds matches and others
 * use them: one search serves several parallel encodings of the same data, and a single encoding
 * uses two processors. The bytes do not depend on the number of threads.
 */
#ifndef BIOSBELT_LZE_PRIVATE_H
#define BIOSBELT_LZE_PRIVATE_H

#include "biosbelt/lzma.h"
#include "guess/bit_price.h"

/* LZMA specification: states, position states, repeated distances, lengths of a match. */
#define LZE_STATES     12
#define LZE_POS_STATES 16
#define LZE_REPS       4
#define LZE_LEN_LEAST  2
#define LZE_LEN_MOST   273
#define LZE_LENGTHS    (LZE_LEN_MOST - LZE_LEN_LEAST + 1)
#define LZE_LEN_STATES 4
#define LZE_SLOTS      64
#define LZE_FULL       128 /* distances below it have a model of their own */
#define LZE_FULL_SLOT  14  /* the first slot whose low bits are shared */
#define LZE_ALIGN_BITS 4

/* A step of the encoding: back is a repeated distance's number, 4 + a distance, or a literal. */
#define LZE_LITERAL UINT32_MAX
struct lze_step {
	uint32_t back;
	uint32_t len; /* 1: a literal, or with back 0 the short repetition */
};

/* ---- lze_find.c: earlier occurrences in the data ---- */

struct lze_match {
	uint32_t dist; /* less one, as in LZMA */
	uint32_t len;
};

struct lze_look {
	uint32_t dict; /* the longest distance */
	uint32_t nice; /* a match of this length is good enough: 5 to 273 */
	uint32_t depth;
	bool chain;  /* hash chains instead of binary trees: faster, finds less */
	bool ruled;  /* the quick parse goes by rules */
	size_t from; /* positions before it are found by later ones, and get no matches themselves
		      */
};

/* The depth where none is given. */
static inline uint32_t lze_usual_depth(uint32_t nice)
{
	return 16 + nice / 2;
}

/* The matches of consecutive positions; those of a position in order of length. */
#ifdef BIOSBELT_SMALL
#define LZE_BLOCK_POSITIONS 512
#define LZE_BLOCK_MATCHES   ((size_t)5 << 10)
#else
#define LZE_BLOCK_POSITIONS 8192
#define LZE_BLOCK_MATCHES   ((size_t)32 << 10)
#endif
struct lze_block {
	size_t count;                            /* of positions */
	struct lze_match *match;                 /* after the block itself */
	uint32_t start[LZE_BLOCK_POSITIONS + 1]; /* index of a position's first match */
};
/* With room for so many matches; NULL: no memory. free() frees it. */
struct lze_block *lze_block_new(size_t matches);

/* ---- lze_encode.c ---- */

/* Shorter inputs are finished before a second thread would start. */
#define LZE_THREAD_LEAST ((size_t)64 << 10)
/* Where matches are kept: inputs shorter than this are. */
#define LZE_ALONE_LEAST  ((size_t)4 << 10)
/* Inputs up to this keep their matches for several tries or passes. */
#define LZE_KEPT_ALWAYS  ((size_t)256 << 10)
/* The search parameters of an encoding. */
struct lze_look lze_look_for(const struct lzma_encode *how);

struct lze_tables;
struct lze_tables *lze_tables_new(size_t len, const struct lze_look *look); /* NULL: no memory */
void lze_tables_free(struct lze_tables *t);

struct lze_finder;
struct lze_finder *lze_finder_new(
	struct span in, const struct lze_look *look, const struct lze_tables *t);
void lze_finder_free(struct lze_finder *f);
/* The next positions; count is 0 at the end. */
void lze_find(struct lze_finder *f, struct lze_block *out);

/* ---- lze_trace.c: steps to be coded again with other lc, lp, pb ---- */

/* All steps of one encoding, with distances instead of the numbers of repeated ones. */
struct lze_trace {
	struct lze_step *step;
	size_t count, cap;
	bool whole;
	bool lost; /* out of memory */
};
/* Replaces numbers; reps: before the first step. A repetition of one byte keeps its length. */
void lze_spell_out(struct lze_step *steps, size_t count, uint32_t reps[LZE_REPS]);
/* Adds steps; none: that was all. */
void lze_trace_keep(struct lze_trace *t, const struct lze_step *steps, size_t count,
	const uint32_t reps[LZE_REPS]);
/* The step at *at, for a coder with these distances; 0: that was all. */
size_t lze_trace_step(const struct lze_trace *t, size_t *at, const uint32_t reps[LZE_REPS],
	struct lze_step *step);

/* ---- lze_feed.c: one finder, several consumers ---- */

/* Blocks that the finder may be ahead: where one of the two is slow the other is often fast. */
#define LZE_RING 12
struct lze_feed;
/* thread: the finder works ahead in a thread, if one can be started; without, there must be only
 * one taker. kept, or NULL: matches found before, or if empty the place to keep them; its nice and
 * depth then replace those of look. */
enum err_code lze_feed_open(struct span in, const struct lze_look *look, size_t takers, bool thread,
	struct lzma_matches *kept, struct lze_feed **out, struct err *err);
/* The one that is kept with the matches, or NULL. */
struct lze_trace *lze_feed_trace(const struct lze_feed *f);
/* Whether kept has the matches that such a search of an input of this length finds. */
bool lze_feed_there(const struct lzma_matches *kept, size_t len, const struct lze_look *look);
/* The taker's next block; releases the one before. count is 0 at the end. */
const struct lze_block *lze_feed_take(struct lze_feed *f, size_t taker);
/* The taker needs no more blocks. */
void lze_feed_leave(struct lze_feed *f, size_t taker);
void lze_feed_close(struct lze_feed *f);

/* ---- lze_model.c: LZMA's models and its range coder ---- */

struct lze_length_model {
	uint16_t choice[2];
	uint16_t low[LZE_POS_STATES][8];
	uint16_t mid[LZE_POS_STATES][8];
	uint16_t high[256];
};

struct lze_model {
	uint16_t is_match[LZE_STATES][LZE_POS_STATES];
	uint16_t is_rep[LZE_STATES];
	uint16_t rep_which[LZE_STATES][3];
	uint16_t rep0_long[LZE_STATES][LZE_POS_STATES];
	uint16_t slot[LZE_LEN_STATES][LZE_SLOTS];
	uint16_t special[LZE_FULL];
	uint16_t align[1u << LZE_ALIGN_BITS];
	struct lze_length_model match_len, rep_len;
	uint16_t literal[(size_t)0x300 << 4];
};

struct lze_range {
	uint64_t low;
	uint32_t range;
	uint8_t cache;
	uint64_t pending;
	struct buf *out;
};

struct lze_coder {
	struct span in;
	size_t pos; /* encoded up to here */
	uint8_t lc, lp_mask, pb_mask;
	uint8_t state;
	uint32_t reps[LZE_REPS];
	struct lze_range range;
	struct lze_model model;
	/* uses since prices were computed; LZE_AGED: recompute them */
#define LZE_AGED (1u << 30)
	unsigned used_dist, used_len[2];
};

void lze_coder_init(
	struct lze_coder *c, struct span in, const struct lzma_prop *prop, struct buf *out);
/* For chunks of LZMA2. Return: restores models, state and distances. Start: a new range coder. */
struct lze_point;
void lze_coder_return(struct lze_coder *c, const struct lze_point *to);
void lze_coder_start(struct lze_coder *c, struct buf *out);
void lze_code_step(struct lze_coder *c, const struct lze_step *step);
void lze_code_end(struct lze_coder *c, bool marker);

/* dist becomes the last distance; the first moved ones go back by one. Not a loop, of which gcc
 * makes a call of memmove. */
static inline void lze_move_reps(uint32_t reps[LZE_REPS], unsigned moved, uint32_t dist)
{
	if (moved > 2)
		reps[3] = reps[2];
	if (moved > 1)
		reps[2] = reps[1];
	if (moved != 0)
		reps[1] = reps[0];
	reps[0] = dist;
}

static inline unsigned lze_after_literal(unsigned state)
{
	return state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
}

static inline unsigned lze_after_match(unsigned state)
{
	return state < 7 ? 7 : 10;
}

static inline unsigned lze_after_rep(unsigned state)
{
	return state < 7 ? 8 : 11;
}

static inline unsigned lze_after_short(unsigned state)
{
	return state < 7 ? 9 : 11;
}

/* Where a literal's probabilities begin. */
static inline size_t lze_literal_at(const struct lze_coder *c, size_t pos)
{
	unsigned before = pos != 0 ? c->in.ptr[pos - 1] : 0;
	unsigned low = (unsigned)pos & c->lp_mask;

	return (size_t)0x300 * ((low << c->lc) + (before >> (8 - c->lc)));
}

static inline uint16_t *lze_literal_probs(struct lze_coder *c, size_t pos)
{
	return c->model.literal + lze_literal_at(c, pos);
}

static inline uint32_t lze_load32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t lze_load64(const uint8_t *p)
{
	return lze_load32(p) | (uint64_t)lze_load32(p + 4) << 32;
}

/* Number of equal bytes at a and b, at most most; n are known to be. */
static inline uint32_t lze_equal_from(const uint8_t *a, const uint8_t *b, uint32_t n, uint32_t most)
{
	while (n + 8 <= most) {
		uint64_t differ = lze_load64(a + n) ^ lze_load64(b + n);

		if (differ != 0)
			return n + (uint32_t)__builtin_ctzll(differ) / 8;
		n += 8;
	}
	while (n < most && a[n] == b[n])
		n++;
	return n;
}

static inline uint32_t lze_equal(const uint8_t *a, const uint8_t *b, uint32_t most)
{
	return lze_equal_from(a, b, 0, most);
}

/* The slot of a distance: twice the number of its highest bit, plus the bit below. */
static inline unsigned lze_slot(uint32_t dist)
{
	unsigned high;

	if (dist < 4)
		return dist;
	high = 31 - (unsigned)__builtin_clz(dist);
	return high * 2 + (dist >> (high - 1) & 1);
}

/* ---- ../verify.c: LZMA2 in pieces ---- */

/* Control bytes of LZMA2's chunks (.xz file format 1.1.0, section 5.3.1). */
#define LZMA2_RAW_RESET 0x01 /* bytes as they are; forgets the dictionary */
#define LZMA2_RAW       0x02
#define LZMA2_KEEP      0x80 /* LZMA, and bits 16 to 20 of the size less one */
#define LZMA2_STATE     0xA0 /* the state is reset */
#define LZMA2_PROPS     0xC0 /* and the properties */
#define LZMA2_ALL       0xE0 /* and the dictionary */

/* The state of a decoder at the beginning of a chunk. */
struct lze_point {
	size_t pos; /* in the input */
	size_t at;  /* in the compressed bytes */
	/* The next LZMA chunk resets at least this, so that part is irrelevant here. */
	uint8_t control;
	unsigned state;
	uint32_t reps[LZE_REPS];
	struct lze_model model;
};

/*
 * lzma2_verify of the chunks between two points: they decode to in between these, and lead from the
 * state at the first to that at the second. to NULL: they end the stream, and in. So pieces that
 * fit together can be verified side by side.
 */
enum err_code lzma2_verify_piece(struct span in, const struct lzma_prop *prop, struct span bytes,
	const struct lze_point *from, const struct lze_point *to, struct err *err);

/* ---- lze_price.c: what a step would cost, in 1/16 bit ---- */

struct lze_prices {
	uint8_t bit[BIT_PRICES];
	uint32_t slot[LZE_LEN_STATES][LZE_SLOTS];
	uint32_t full[LZE_LEN_STATES][LZE_FULL];
	uint32_t align[1u << LZE_ALIGN_BITS];
	uint32_t length[2][LZE_POS_STATES][LZE_LENGTHS]; /* 0: of matches, 1: of repetitions */
};

void lze_prices_init(struct lze_prices *p);
/* Recomputes outdated prices. */
void lze_prices_update(struct lze_prices *p, const struct lze_model *m, struct lze_coder *c);
uint32_t lze_price_literal(const uint8_t price[BIT_PRICES], const uint16_t *probs, unsigned byte,
	bool matched, unsigned guide);

/* Of a bit in a model with prob for 0. */
static inline uint32_t lze_price0(const struct lze_prices *p, uint16_t prob)
{
	return bit_price(p->bit, prob, 0);
}

static inline uint32_t lze_price1(const struct lze_prices *p, uint16_t prob)
{
	return bit_price(p->bit, prob, 1);
}

static inline uint32_t lze_price_dist(const struct lze_prices *p, uint32_t dist, uint32_t len)
{
	unsigned ls = len < 5 ? len - 2 : 3;

	if (dist < LZE_FULL)
		return p->full[ls][dist];
	return p->slot[ls][lze_slot(dist)] + p->align[dist & 15];
}

/* ---- lze_learn.c: prices from an earlier pass ---- */

struct lze_learn;
struct lze_learn *lze_learn_new(size_t len); /* NULL: no memory */
void lze_learn_free(struct lze_learn *l);
struct lze_pass;
/* The next pass; ahead 1: the one after it, at the same time. NULL: no memory. */
struct lze_pass *lze_learn_pass(struct lze_learn *l, unsigned ahead);
/* NULL: the only one. */
bool lze_pass_is_first(const struct lze_pass *p);
/* Records the coder's models at each new place. */
void lze_pass_note(struct lze_pass *p, const struct lze_coder *c);
/* Ends a pass with the coder's models; NULL: it has failed. */
void lze_pass_end(struct lze_pass *p, const struct lze_coder *c);
/* The models for prices; *news: they changed since the last call. */
const struct lze_model *lze_pass_view(struct lze_pass *p, const struct lze_coder *c, bool *news);
/* So many passes have ended; their records are used from now on. */
void lze_learn_turn(struct lze_learn *l, unsigned passes);
/* Takes the result of a pass, and keeps it if it is the smallest. */
void lze_learn_keep(struct lze_learn *l, struct blob *best, struct blob *made);
/* Whether most passes are done, or the last ones gained nothing. */
bool lze_learn_over(const struct lze_learn *l, unsigned most);
/* Runs passes until they are over, two at once if so allowed. */
typedef enum err_code lze_pass_work(
	void *user, struct lze_pass *pass, struct blob *made, struct err *err);
enum err_code lze_learn_run(struct lze_learn *l, unsigned most, bool two, lze_pass_work *work,
	void *user, struct blob *best, struct err *err);

/* ---- lze_parse.c: the cheapest steps ---- */

#ifdef BIOSBELT_SMALL
#define LZE_AHEAD 512
#else
#define LZE_AHEAD 4096
#endif
struct lze_parser;
/* Uses nice, at most that of the search, and noise of effort. */
struct lze_parser *lze_parser_new(
	struct lze_coder *c, struct lze_feed *feed, size_t taker, const struct lzma_effort *effort);
/* Uses prices of the earlier pass, and records this one. */
void lze_parser_learn(struct lze_parser *p, struct lze_pass *pass);
/* The longest match or repetition so far, at least 1. */
uint32_t lze_parser_longest(const struct lze_parser *p);
void lze_parser_free(struct lze_parser *p);
/* Chooses the next steps from the coder's position, in order; 0: at the end. */
size_t lze_parse(struct lze_parser *p, struct lze_step steps[LZE_AHEAD]);

/* ---- lze_fast.c: fast choice of steps ---- */

#define LZE_WAYS_MAX 16
struct lze_fast;
/* For in from from on, with matches before it. look->depth: places compared. */
struct lze_fast *lze_fast_new(struct span in, size_t from, const struct lze_look *look);
void lze_fast_free(struct lze_fast *f);
/* The next step from the coder's position, which must not be the end. */
void lze_fast_step(struct lze_fast *f, const struct lze_coder *c, struct lze_step *step);

#endif
