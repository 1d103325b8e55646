/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/bcj2.h"
#include "biosbelt/lzma_guess.h"
#include "lzenc.h"

/* Bytes that the guessing looks at; --best looks at more. */
#define SAMPLE      ((size_t)512 << 10)
#define SAMPLE_BEST ((size_t)2 << 20)
#define SAMPLE_FAST ((size_t)128 << 10) /* levels 1 to 4 */

#define BIT(kind) (1u << (kind))

/* A guess is followed when it promises this much over the plain default: 1/500, 1/2000. */
#define FILTER_GAIN  500
#define CONTEXT_GAIN 2000

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

static struct lzma_rules rules_of(const struct lz_settings *s, unsigned filters)
{
	struct lzma_rules r = {.filters = filters,
		.lc = s->lc,
		.lp = s->lp,
		.pb = s->pb,
		.lclp_max = lz_lclp_most(s),
		.sample = s->best         ? SAMPLE_BEST
			  : s->level <= 4 ? SAMPLE_FAST
					  : SAMPLE};

	return r;
}

static bool follow(uint64_t cost, uint64_t plain, uint64_t gain)
{
	return cost < plain - plain / gain;
}

enum err_code lz_best_filter(
	struct span in, const struct lz_settings *s, enum branch_kind *out, struct err *err)
{
	unsigned filters = allowed_filters(s);
	struct lzma_rules rules = rules_of(s, filters);
	struct lzma_guess g[BRANCH_COUNT];
	size_t count = 0, i;
	uint64_t plain = 0;
	enum err_code rc;

	*out = s->filter != LZ_UNSET ? (enum branch_kind)s->filter : BRANCH_NONE;
	if (s->format == LZ_F86)
		*out = BRANCH_X86;
	if ((filters & (filters - 1)) == 0 || in.len < 64)
		return ERR_OK;
	rc = lzma_guess_filters(in, &rules, s->threads, g, &count, err);
	if (rc != ERR_OK)
		return rc;
	for (i = 0; i < count; i++)
		if (g[i].filter == BRANCH_NONE)
			plain = g[i].cost;
	*out = follow(g[0].cost, plain, FILTER_GAIN) ? g[0].filter : BRANCH_NONE;
	return ERR_OK;
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

/* What LZMA will get to see of the data: filtered, or BCJ2's main stream. */
static enum err_code filtered(
	struct span in, const struct sz_method *m, struct blob *out, struct err *err)
{
	struct blob streams[BCJ2_STREAMS];
	enum err_code rc;
	int i;

	if (!m->bcj2) {
		rc = blob_copy(in, out, err);
		if (rc == ERR_OK)
			branch_all(m->filter, true, out->ptr, out->len);
		return rc;
	}
	rc = bcj2_encode(in, BCJ2_LIMIT, true, streams, err);
	if (rc != ERR_OK)
		return rc;
	*out = streams[BCJ2_MAIN];
	for (i = BCJ2_MAIN + 1; i < BCJ2_STREAMS; i++)
		blob_free(&streams[i]);
	return ERR_OK;
}

/* The best few lc/lp/pb for data as they are behind the filter. */
static enum err_code guess_contexts(struct span in, const struct lz_settings *s,
	const struct sz_method *m, struct lzma_guess *out, size_t *count, struct err *err)
{
	struct lzma_rules rules = rules_of(s, 0);
	struct blob copy;
	enum err_code rc;

	if (m->filter == BRANCH_NONE)
		return lzma_guess_contexts(in, &rules, s->threads, out, *count, count, err);
	rc = filtered(in, m, &copy, err);
	if (rc != ERR_OK)
		return rc;
	rc = lzma_guess_contexts(blob_span(copy), &rules, s->threads, out, *count, count, err);
	blob_free(&copy);
	return rc;
}

static int value_or(int value, int other)
{
	return value == LZ_UNSET ? other : value;
}

/* The plain default within what the settings fix. */
static struct sz_method default_way(struct span in, const struct lz_settings *s)
{
	struct sz_method m = {.lzma2 = s->format == LZ_7Z && !s->best};
	uint32_t most = lz_dict_most(s), fits = lzma_dict_for(in.len);
	int lp = value_or(s->lp, 0), room = lz_lclp_most(s) - lp;

	m.how.prop.lp = (uint8_t)lp;
	m.how.prop.lc = (uint8_t)value_or(s->lc, room < 3 ? room : 3);
	m.how.prop.pb = (uint8_t)value_or(s->pb, 2);
	m.how.prop.dict = s->classic || s->dict != 0 || fits > most ? most : fits;
	m.how.effort = lz_effort(s);
	m.how.marker = s->marker;
	m.how.threads = s->threads;
	m.how.parts = s->best || s->threads == 1 ? 1 : 2;
	m.how.watch = s->watch;
	return m;
}

static void add_way(struct sz_method *ways, size_t *count, const struct sz_method *m)
{
	if (*count < LZ_WAYS_MAX)
		ways[(*count)++] = *m;
}

#define GUESSES 80

/* Fast bytes of the second try: which number is best differs, and small ones often win. */
#define BEST_NICE_2 64

static bool same_way(const struct sz_method *a, const struct sz_method *b)
{
	return a->filter == b->filter && a->bcj2 == b->bcj2 &&
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

/*
 * Ways for --best: the best guess with two numbers of fast bytes, the second best, and as an
 * insurance the plain default without filter.
 */
static void best_ways(const struct sz_method *plain, const struct sz_method *first,
	const struct lzma_guess *g, size_t guesses, struct sz_method *ways, size_t *count)
{
	struct sz_method m = *first;
	size_t i;

	for (i = 0; i < guesses && *count < 3; i++) {
		set_contexts(&m, &g[i]);
		m.how.effort = plain->how.effort;
		add_new_way(ways, count, &m);
		if (i == 0 && m.how.effort.nice > BEST_NICE_2) {
			m.how.effort.nice = BEST_NICE_2;
			add_new_way(ways, count, &m);
		}
	}
	m = *plain;
	m.bcj2 = first->bcj2;
	add_new_way(ways, count, &m);
}

static enum err_code chosen_ways(struct span in, const struct lz_settings *s,
	struct sz_method *ways, size_t *count, struct err *err)
{
	struct sz_method plain = default_way(in, s), m;
	struct lzma_guess g[GUESSES];
	size_t guesses = GUESSES, i;
	enum branch_kind filter;
	uint64_t usual = 0;
	enum err_code rc = lz_best_filter(in, s, &filter, err);

	m = plain;
	m.filter = filter;
	m.bcj2 = filter == BRANCH_X86 && s->format == LZ_7Z && s->target == LZ_7ZIP &&
		 s->filter == LZ_UNSET;
	if (rc == ERR_OK)
		rc = guess_contexts(in, s, &m, g, &guesses, err);
	if (rc != ERR_OK)
		return rc;
	if (s->best) {
		best_ways(&plain, &m, g, guesses, ways, count);
		return ERR_OK;
	}
	for (i = 0; i < guesses; i++)
		if (same_contexts(&plain.how.prop, &g[i]))
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
		rc = chosen_ways(in, s, ways, count, err);
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
