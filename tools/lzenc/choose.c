/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/bcj2.h"
#include "biosbelt/lzma_guess.h"
#include "look.h"
#include "lzenc.h"

/* Bytes that the guessing looks at; --best looks at more. */
#define SAMPLE      ((size_t)512 << 10)
#define SAMPLE_BEST ((size_t)2 << 20)
/* Levels with the quick parse look at a sixteenth, within these bounds. */
#define QUICK_LEAST ((size_t)16 << 10)
#define QUICK_MOST  ((size_t)32 << 10)
#define QUICK_LEVEL 5 /* up to this only what is likely is tried */
#define SAMPLE_5    ((size_t)128 << 10)

/* Up to this level the parse is quick, and .7z blocks are encoded in parts at the same time. */
#define PARTS_LEVEL 4

#define BIT(kind) (1u << (kind))

/* A guess is followed when it promises this much over the plain default: 1/500, 1/2000. */
#define FILTER_GAIN  500
#define CONTEXT_GAIN 2000
/* A filter that promises so much is not doubted: 1/100. */
#define SURE_GAIN    100

/* Filters that the form and the reader allow; chosen among by measuring. */
static unsigned allowed_filters(const struct lz_settings *s)
{
	if (s->filter != LZ_UNSET)
		return BIT(s->filter);
	switch (s->format) {
	case LZ_F86:
		return BIT(BRANCH_X86);
	case LZ_LZMA86:
	case LZ_SECTION:
		return BIT(BRANCH_NONE) | BIT(BRANCH_X86);
	case LZ_7Z:
		/* libarchive and py7zr lack ARM64, libarchive fails on ARM Thumb */
		if (s->target == LZ_7ZIP)
			return BIT(BRANCH_COUNT) - 1;
		return BIT(BRANCH_NONE) | BIT(BRANCH_X86);
	default:
		return BIT(BRANCH_NONE);
	}
}

static bool low_level(const struct lz_settings *s)
{
	return !s->best && s->level <= PARTS_LEVEL;
}

static size_t sample_for(const struct lz_settings *s, size_t len)
{
	if (s->best)
		return SAMPLE_BEST;
	if (!low_level(s))
		return s->level <= QUICK_LEVEL ? SAMPLE_5 : SAMPLE;
	return len / 16 < QUICK_LEAST ? QUICK_LEAST : len / 16 > QUICK_MOST ? QUICK_MOST : len / 16;
}

static struct lzma_rules rules_of(const struct lz_settings *s, unsigned filters, size_t len)
{
	struct lzma_rules r = {.filters = filters,
		.lc = s->lc,
		.lp = s->lp,
		.pb = s->pb,
		.lclp_max = lz_lclp_most(s),
		.sample = sample_for(s, len),
		.quick = !s->best && s->level <= QUICK_LEVEL};

	return r;
}

static bool follow(uint64_t cost, uint64_t plain, uint64_t gain)
{
	return cost < plain - plain / gain;
}

/* Of the filters allowed, by parsing a sample with each. */
static enum err_code guess_filter(struct span in, const struct lz_settings *s, unsigned filters,
	enum branch_kind *out, bool *sure, struct err *err)
{
	struct lzma_rules rules = rules_of(s, filters, in.len);
	struct lzma_guess g[BRANCH_COUNT];
	size_t count = 0, i;
	uint64_t plain = 0;
	enum err_code rc = lzma_guess_filters(in, &rules, s->threads, g, &count, err);

	if (rc != ERR_OK)
		return rc;
	for (i = 0; i < count; i++)
		if (g[i].filter == BRANCH_NONE)
			plain = g[i].cost;
	*out = follow(g[0].cost, plain, FILTER_GAIN) ? g[0].filter : BRANCH_NONE;
	*sure = follow(g[0].cost, plain, SURE_GAIN);
	return ERR_OK;
}

/* *sure: it need not be tried without filter. */
static enum err_code best_filter(struct span in, const struct lz_settings *s, enum branch_kind *out,
	bool *sure, struct err *err)
{
	unsigned filters = allowed_filters(s);
	enum err_code rc;
	bool pays;

	*sure = true;
	*out = s->filter != LZ_UNSET ? (enum branch_kind)s->filter : BRANCH_NONE;
	if (s->format == LZ_F86)
		*out = BRANCH_X86;
	if ((filters & (filters - 1)) == 0 || in.len < 64)
		return ERR_OK;
	if (s->best)
		return guess_filter(in, s, filters, out, sure, err);
	rc = lzma_guess_x86(in, &pays, err);
	if (rc != ERR_OK)
		return rc;
	filters &= ~BIT(BRANCH_X86);
	*out = pays ? BRANCH_X86 : BRANCH_NONE;
	if (pays || filters == BIT(BRANCH_NONE))
		return ERR_OK;
	return guess_filter(in, s, filters, out, sure, err);
}

enum err_code lz_best_filter(
	struct span in, const struct lz_settings *s, enum branch_kind *out, struct err *err)
{
	bool sure;

	return best_filter(in, s, out, &sure, err);
}

/* lc/lp/pb of a way from a guess; the others stay as they are. */
static void set_contexts(struct sz_method *m, const struct lzma_guess *g)
{
	m->how.prop.lc = g->lc;
	m->how.prop.lp = g->lp;
	m->how.prop.pb = g->pb;
}

static bool same_contexts(const struct lzma_prop *a, const struct lzma_guess *b)
{
	return a->lc == b->lc && a->lp == b->lp && a->pb == b->pb;
}

/* The best few lc/lp/pb for data as they are behind the filter, or for BCJ2's main stream. */
static enum err_code guess_contexts(struct span in, const struct lz_settings *s,
	const struct sz_method *m, struct lzma_guess *out, size_t *count, struct err *err)
{
	struct lzma_rules rules = rules_of(s, 0, in.len);
	struct blob streams[BCJ2_STREAMS];
	enum err_code rc;
	int i;

	if (!m->bcj2)
		return lzma_guess_contexts(
			in, m->filter, &rules, s->threads, out, *count, count, err);
	rc = bcj2_encode(in, BCJ2_LIMIT, true, streams, err);
	if (rc != ERR_OK)
		return rc;
	rc = lzma_guess_contexts(blob_span(streams[BCJ2_MAIN]), BRANCH_NONE, &rules, s->threads,
		out, *count, count, err);
	for (i = 0; i < BCJ2_STREAMS; i++)
		blob_free(&streams[i]);
	return rc;
}

static int value_or(int value, int other)
{
	return value == LZ_UNSET ? other : value;
}

/* Only LZMA2 can store a part of a block; it needs a few bytes more for what can be compressed. */
static bool wants_lzma2(struct span in, const struct lz_settings *s)
{
	return s->format == LZ_7Z && in.len <= INT32_MAX && (low_level(s) || look_has_noise(in));
}

/* The plain default within what the settings fix. */
static struct sz_method default_way(struct span in, const struct lz_settings *s)
{
	struct sz_method m = {.lzma2 = wants_lzma2(in, s)};
	uint32_t most = lz_dict_most(s), fits = lzma_dict_for(in.len);
	int lp = value_or(s->lp, 0), room = lz_lclp_most(s) - lp;

	m.how.prop.lp = (uint8_t)lp;
	m.how.prop.lc = (uint8_t)value_or(s->lc, room < 3 ? room : 3);
	m.how.prop.pb = (uint8_t)value_or(s->pb, 2);
	m.how.prop.dict = s->classic || s->dict != 0 || fits > most ? most : fits;
	m.how.effort = lz_effort(s);
	m.how.marker = s->marker;
	m.how.threads = s->threads;
	m.how.liblzma = s->classic;
	m.how.watch = s->watch;
	m.how.verify = s->verify && !s->best;
	return m;
}

static void add_way(struct sz_method *ways, size_t *count, const struct sz_method *m)
{
	if (*count < LZ_WAYS_MAX)
		ways[(*count)++] = *m;
}

#define GUESSES 80

/* Fast bytes that the best guess is tried with: which number is best differs. */
static const uint32_t best_nice[] = {273, 128, 40};

static bool same_way(const struct sz_method *a, const struct sz_method *b)
{
	return a->filter == b->filter && a->bcj2 == b->bcj2 && a->how.lzlib == b->how.lzlib &&
	       lzma_prop_byte(&a->how.prop) == lzma_prop_byte(&b->how.prop) &&
	       a->how.effort.nice == b->how.effort.nice;
}

static void add_new_way(struct sz_method *ways, size_t *count, const struct sz_method *m)
{
	size_t i;

	for (i = 0; i < *count; i++)
		if (same_way(&ways[i], m))
			return;
	add_way(ways, count, m);
}

/* lzlib's parse is often 0.2 % better than liblzma's, but it has the usual lc/lp/pb only. */
#define LZLIB_GAIN  300
#define LZLIB_NICE  273
#define LZLIB_LEAST ((size_t)2 << 20) /* on less it was never the best */

static bool try_lzlib(const struct lz_settings *s, const struct sz_method *plain,
	const struct lzma_guess *g, size_t guesses, size_t len)
{
	uint64_t usual = 0;
	size_t i;

	for (i = 0; i < guesses; i++)
		if (same_contexts(&plain->how.prop, &g[i]))
			usual = g[i].cost;
	return len >= LZLIB_LEAST && !plain->lzma2 && lzlib_takes(len, &plain->how.prop) &&
	       !s->unknown_size && usual != 0 && g[0].cost >= usual - usual / LZLIB_GAIN;
}

/*
 * Ways for --best: the best guess with some numbers of fast bytes, the next best or lzlib, and as
 * an insurance the plain default; also without filter, unless the guess is sure of it.
 */
static void best_ways(const struct lz_settings *s, const struct sz_method *plain,
	const struct sz_method *first, const struct lzma_guess *g, size_t guesses, bool lzlib,
	bool sure, struct sz_method *ways, size_t *count)
{
	size_t i, fixed = s->nice != 0 ? 1 : sizeof(best_nice) / sizeof(best_nice[0]);
	struct sz_method m = *plain;

	/* the longest first: it runs beside the others */
	m.filter = first->filter;
	m.bcj2 = first->bcj2;
	m.how.lzlib = true;
	m.how.effort.nice = LZLIB_NICE;
	if (lzlib)
		add_new_way(ways, count, &m);
	m = *first;
	if (guesses != 0)
		set_contexts(&m, &g[0]);
	for (i = 0; i < fixed; i++) {
		if (s->nice == 0)
			m.how.effort.nice = best_nice[i];
		add_new_way(ways, count, &m);
	}
	m.how.effort = plain->how.effort;
	if (guesses > 1 && !lzlib) {
		set_contexts(&m, &g[1]);
		add_new_way(ways, count, &m);
	}
	m.how.prop = plain->how.prop;
	add_new_way(ways, count, &m);
	if (!sure && first->filter != BRANCH_NONE && !first->bcj2)
		add_new_way(ways, count, plain);
}

static enum err_code chosen_ways(struct span in, const struct lz_settings *s,
	const struct sz_method *plain, struct sz_method *ways, size_t *count, struct err *err)
{
	struct sz_method m = *plain;
	struct lzma_guess g[GUESSES];
	size_t guesses = GUESSES, i;
	enum branch_kind filter;
	uint64_t usual = 0;
	bool sure;
	enum err_code rc = best_filter(in, s, &filter, &sure, err);

	m.filter = filter;
	m.bcj2 = filter == BRANCH_X86 && s->format == LZ_7Z && s->target == LZ_7ZIP &&
		 s->filter == LZ_UNSET;
	if (rc == ERR_OK)
		rc = guess_contexts(in, s, &m, g, &guesses, err);
	if (rc != ERR_OK)
		return rc;
	if (s->best) {
		best_ways(s, plain, &m, g, guesses, try_lzlib(s, plain, g, guesses, in.len), sure,
			ways, count);
		return ERR_OK;
	}
	for (i = 0; i < guesses; i++)
		if (same_contexts(&plain->how.prop, &g[i]))
			usual = g[i].cost;
	if (guesses != 0 && (usual == 0 || follow(g[0].cost, usual, CONTEXT_GAIN)))
		set_contexts(&m, &g[0]);
	add_way(ways, count, &m);
	return ERR_OK;
}

/*
 * A property byte 0 behind the flag byte of .lzma86 would read as an LZMA-alone header with
 * lc0 or lc1 and a round dictionary.
 */
static void avoid_zero(struct sz_method *m)
{
	if (lzma_prop_byte(&m->how.prop) == 0)
		m->how.prop.lc = 1;
}

enum err_code lz_ways(struct span in, const struct lz_settings *s,
	struct sz_method ways[LZ_WAYS_MAX], size_t *count, struct err *err)
{
	struct sz_method plain = default_way(in, s);
	enum err_code rc = ERR_OK;
	size_t i;

	*count = 0;
	if (!s->classic && in.len >= 64) {
		rc = chosen_ways(in, s, &plain, ways, count, err);
	} else {
		plain.filter = s->format == LZ_F86     ? BRANCH_X86
			       : s->filter == LZ_UNSET ? BRANCH_NONE
						       : (enum branch_kind)s->filter;
		add_way(ways, count, &plain);
	}
	for (i = 0; i < *count && s->format == LZ_LZMA86; i++)
		avoid_zero(&ways[i]);
	return rc;
}
