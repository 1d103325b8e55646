/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/lzma_guess.h"
#include "lzenc.h"

/* Bytes that the guessing looks at; --best looks at more. */
#define SAMPLE      ((size_t)512 << 10)
#define SAMPLE_BEST ((size_t)2 << 20)

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
		.sample = s->best ? SAMPLE_BEST : SAMPLE};

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

/* The best few lc/lp/pb for data as they are after filter, the default's cost to compare with. */
static enum err_code guess_contexts(struct span in, const struct lz_settings *s,
	enum branch_kind filter, struct lzma_guess *out, size_t *count, struct err *err)
{
	struct lzma_rules rules = rules_of(s, 0);
	struct blob copy;
	enum err_code rc;

	if (filter == BRANCH_NONE)
		return lzma_guess_contexts(in, &rules, s->threads, out, *count, count, err);
	rc = blob_copy(in, &copy, err);
	if (rc != ERR_OK)
		return rc;
	branch_all(filter, true, copy.ptr, copy.len);
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

/* Ways for --best: the two best guesses, their filter with the default, and no filter. */
static void best_ways(const struct sz_method *plain, enum branch_kind filter, bool bcj2,
	const struct lzma_guess *g, size_t guesses, struct sz_method *ways, size_t *count)
{
	struct sz_method m = *plain;
	size_t i;

	m.filter = filter;
	m.bcj2 = bcj2;
	for (i = 0; i < guesses && i < 2; i++) {
		set_contexts(&m, &g[i]);
		add_way(ways, count, &m);
	}
	m.how.prop = plain->how.prop;
	if (guesses < 2 ||
		(!same_contexts(&m.how.prop, &g[0]) && !same_contexts(&m.how.prop, &g[1])))
		add_way(ways, count, &m);
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

	if (rc == ERR_OK)
		rc = guess_contexts(in, s, filter, g, &guesses, err);
	if (rc != ERR_OK)
		return rc;
	m = plain;
	m.filter = filter;
	m.bcj2 = filter == BRANCH_X86 && s->format == LZ_7Z && s->target == LZ_7ZIP &&
		 s->filter == LZ_UNSET;
	if (s->best) {
		best_ways(&plain, filter, m.bcj2, g, guesses, ways, count);
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

enum err_code lz_ways(struct span in, const struct lz_settings *s,
	struct sz_method ways[LZ_WAYS_MAX], size_t *count, struct err *err)
{
	struct sz_method plain = default_way(in, s);
	enum err_code rc = ERR_OK;

	*count = 0;
	if (!s->classic && in.len >= 64) {
		rc = chosen_ways(in, s, ways, count, err);
	} else {
		plain.filter = s->format == LZ_F86     ? BRANCH_X86
			       : s->filter == LZ_UNSET ? BRANCH_NONE
						       : (enum branch_kind)s->filter;
		add_way(ways, count, &plain);
	}
	return rc;
}
