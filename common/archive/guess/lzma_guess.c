/* SPDX-License-Identifier: MIT */
#include "biosbelt/lzma_guess.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/thread.h"
#include "guess/guess_private.h"

/* The costs of one piece of data under all settings. */
struct pricing {
	struct span in;
	struct tokens tokens;
	const struct lzma_rules *rules;
	bool lost[PB_SETS + LC_LP_SETS];   /* not worth pricing */
	bool failed[PB_SETS + LC_LP_SETS]; /* there was no memory to price it */
	uint64_t literals[LC_LP_SETS];
	uint64_t matches[PB_SETS];
};

/* Set numbers: (0,0) (1,0) ... (4,0) (0,1) ... */
static void set_lc_lp(size_t set, uint8_t *lc, uint8_t *lp)
{
	*lp = 0;
	while (set >= 5u - *lp) {
		set -= 5u - *lp;
		(*lp)++;
	}
	*lc = (uint8_t)set;
}

static bool allowed(int rule, unsigned value)
{
	return rule == LZMA_ANY || (unsigned)rule == value;
}

/* The settings that were best for some kind of code, and the defaults. */
static bool is_likely(unsigned lc, unsigned lp)
{
	return (lp == 0 && lc >= 3) || (lp == 1 && lc == 3) || (lp == 2 && lc == 2);
}

static bool set_allowed(const struct lzma_rules *r, size_t set)
{
	uint8_t lc, lp;

	set_lc_lp(set, &lc, &lp);
	if (r->quick && r->lc == LZMA_ANY && r->lp == LZMA_ANY && r->lclp_max == 4 &&
		!is_likely(lc, lp))
		return false;
	/* what suits tables and waves */
	if (r->once && r->lc == LZMA_ANY && r->lp == LZMA_ANY && lc != 0 && lc != lp &&
		lc + lp != 3)
		return false;
	/* lp of 3 and more suits neither code nor text: only on request, or with Delta */
	return allowed(r->lc, lc) && allowed(r->lp, lp) && lc + lp <= r->lclp_max &&
	       (lp <= 2 || r->lp != LZMA_ANY || r->aligned);
}

static bool is_priced(const struct pricing *p, size_t i)
{
	bool skip = p->rules->quick && p->rules->pb == LZMA_ANY && (i == 0 || i > 2);

	if (p->lost[i])
		return false;
	return i < PB_SETS ? !skip && allowed(p->rules->pb, (unsigned)i)
			   : set_allowed(p->rules, i - PB_SETS);
}

static void price_one(void *user, size_t i)
{
	struct pricing *p = user;
	uint64_t cost = UINT64_MAX;
	uint8_t lc, lp;

	if (is_priced(p, i) && i < PB_SETS) {
		cost = cost_matches(&p->tokens, (unsigned)i);
		p->failed[i] = cost == UINT64_MAX;
	} else if (is_priced(p, i)) {
		set_lc_lp(i - PB_SETS, &lc, &lp);
		cost = cost_literals(p->in, &p->tokens, lc, lp);
		p->failed[i] = cost == UINT64_MAX;
	}
	if (i < PB_SETS)
		p->matches[i] = cost;
	else
		p->literals[i - PB_SETS] = cost;
}

static enum err_code price_each(struct pricing *p, unsigned threads, struct err *err)
{
	size_t i;

	thread_for(PB_SETS + LC_LP_SETS, threads, price_one, p);
	for (i = 0; i < PB_SETS + LC_LP_SETS; i++)
		if (p->failed[i])
			return err_set(err, ERR_NOMEM, "out of memory");
	return ERR_OK;
}

#define ALL_SETS (LC_LP_SETS * PB_SETS)

static int by_cost(const void *a, const void *b)
{
	const struct lzma_guess *x = a, *y = b;

	if (x->cost != y->cost)
		return x->cost < y->cost ? -1 : 1;
	return memcmp(&x->lc, &y->lc, 3); /* lc, lp, pb: a fixed order */
}

static size_t rank(const struct pricing *p, struct lzma_guess all[ALL_SETS])
{
	size_t set, pb, count = 0;

	for (set = 0; set < LC_LP_SETS; set++) {
		for (pb = 0; pb < PB_SETS; pb++) {
			struct lzma_guess *g = &all[count];

			if (p->literals[set] == UINT64_MAX || p->matches[pb] == UINT64_MAX)
				continue;
			*g = (struct lzma_guess){.pb = (uint8_t)pb};
			set_lc_lp(set, &g->lc, &g->lp);
			g->cost = (p->literals[set] + p->matches[pb]) / (16 * 8);
			count++;
		}
	}
	qsort(all, count, sizeof(all[0]), by_cost);
	return count;
}

/*
 * Of many tokens first every eighth part is priced, in COARSE_PARTS pieces; clear losers are not
 * priced in full. The usual settings always are, as others are measured by them.
 */
#define COARSE_LEAST ((size_t)48 << 10) /* tokens: models with more contexts learn more slowly */
#define COARSE_PARTS 8
#define COARSE_SHARE 8
#define COARSE_LOST  12 /* one part in so many */
#define USUAL_PB     2
#define USUAL_LC     3 /* with lp 0 */
#define KEPT_LC      6 /* the best few */

static enum err_code coarse_tokens(const struct tokens *all, struct tokens *out, struct err *err)
{
	size_t part = all->count / COARSE_PARTS, some = part / COARSE_SHARE, i;

	out->list = malloc(COARSE_PARTS * some * sizeof(*out->list));
	if (out->list == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	out->count = COARSE_PARTS * some;
	for (i = 0; i < COARSE_PARTS; i++)
		memcpy(out->list + i * some, all->list + i * part, some * sizeof(*out->list));
	return ERR_OK;
}

static void mark_lost(const uint64_t *costs, size_t count, size_t kept, size_t usual, bool *lost)
{
	uint64_t least = UINT64_MAX;
	size_t i, k, less;

	for (i = 0; i < count; i++)
		if (costs[i] < least)
			least = costs[i];
	for (i = 0; i < count; i++) {
		for (k = less = 0; k < count; k++)
			less += costs[k] < costs[i];
		lost[i] = i != usual && (less >= kept || costs[i] - least > least / COARSE_LOST);
	}
}

/* Prices a part of the tokens, and marks what is not worth pricing in full. */
static enum err_code price_coarsely(struct pricing *p, unsigned threads, struct err *err)
{
	struct tokens all = p->tokens, some;
	enum err_code rc;

	if (p->rules->lc != LZMA_ANY || all.count < COARSE_LEAST)
		return ERR_OK;
	rc = coarse_tokens(&all, &some, err);
	if (rc != ERR_OK)
		return rc;
	p->tokens = some;
	rc = price_each(p, threads, err);
	mark_lost(p->matches, PB_SETS, PB_SETS, USUAL_PB, p->lost);
	mark_lost(p->literals, LC_LP_SETS, KEPT_LC, USUAL_LC, p->lost + PB_SETS);
	free(p->tokens.list);
	p->tokens = all;
	return rc;
}

static enum err_code price_all(struct span in, const struct lzma_rules *rules, unsigned threads,
	struct lzma_guess all[ALL_SETS], size_t *count, struct err *err)
{
	struct pricing p = {.in = in, .rules = rules};
	enum err_code rc = tokens_parse(in, &p.tokens, err);

	if (rc != ERR_OK)
		return rc;
	rc = price_coarsely(&p, threads, err);
	if (rc == ERR_OK)
		rc = price_each(&p, threads, err);
	if (rc == ERR_OK)
		*count = rank(&p, all);
	free(p.tokens.list);
	if (rc != ERR_OK)
		return rc;
	return *count != 0 ? ERR_OK : err_set(err, ERR_USAGE, "no lc, lp and pb are allowed");
}

enum err_code lzma_guess_contexts(struct span in, enum branch_kind filter,
	const struct lzma_rules *rules, unsigned threads, struct lzma_guess *out, size_t cap,
	size_t *count, struct err *err)
{
	struct lzma_guess all[ALL_SETS];
	struct lzma_rules own = *rules;
	struct sample s;
	struct blob data = {NULL, 0};
	size_t n = 0;
	enum err_code rc = guess_sample(in, rules->sample, &s, err);

	own.aligned =
		rules->aligned || (branch_delta(filter) != 0 && branch_delta(filter) % 8 == 0);
	if (rc != ERR_OK)
		return rc;
	rc = sample_filter(&s, filter, &data, err);
	sample_free(&s);
	if (rc == ERR_OK)
		rc = price_all(blob_span(data), &own, threads, all, &n, err);
	blob_free(&data);
	if (rc != ERR_OK)
		return rc;
	*count = n < cap ? n : cap;
	memcpy(out, all, *count * sizeof(*out));
	return ERR_OK;
}

struct trying {
	const struct sample *s;
	const struct lzma_rules *rules;
	enum branch_kind kind[LZMA_GUESS_FILTERS];
	size_t count;
	struct lzma_guess best[LZMA_GUESS_FILTERS];
	struct blob data[LZMA_GUESS_FILTERS]; /* the sample after the filter */
	bool pays[LZMA_GUESS_FILTERS];
	struct err err[LZMA_GUESS_FILTERS];
};

void lzma_guess_usual(enum branch_kind filter, struct lzma_prop *p)
{
	unsigned distance = branch_delta(filter), bits = 0;

	while (distance != 0 && distance <= 16 && (distance >> bits & 1) == 0)
		bits++;
	if (bits == 0)
		return;
	p->lc = (uint8_t)(bits < 3 ? 3 - bits : 0);
	p->lp = p->pb = (uint8_t)bits;
}

static int usual(int rule, int value)
{
	return rule == LZMA_ANY ? value : rule;
}

static void prepare(void *user, size_t i)
{
	struct trying *t = user;
	const unsigned both = BRANCH_BIT(BRANCH_NONE) | BRANCH_BIT(BRANCH_X86);
	bool named = (t->rules->filters & ~both) != 0;

	if (sample_filter(t->s, t->kind[i], &t->data[i], &t->err[i]) == ERR_OK)
		guess_branch(blob_span(t->s->data), blob_span(t->data[i]), t->kind[i], named,
			t->rules->once, &t->pays[i], &t->err[i]);
}

static void try_filter(void *user, size_t i)
{
	struct trying *t = user;
	struct lzma_guess all[ALL_SETS];
	struct lzma_rules rules = *t->rules;
	struct lzma_prop p = {.lc = 3, .pb = 2};
	size_t count;

	if (!t->pays[i])
		return;

	/* one setting is enough to compare filters */
	lzma_guess_usual(t->kind[i], &p);
	rules.lc = usual(rules.lc, rules.lclp_max < p.lc ? rules.lclp_max : p.lc);
	rules.lp = usual(rules.lp, rules.lclp_max < 4 ? 0 : p.lp);
	rules.pb = usual(rules.pb, p.pb);
	/* values fixed by the caller stay, the other is adjusted */
	if (rules.lc + rules.lp > rules.lclp_max && t->rules->lp == LZMA_ANY)
		rules.lp = rules.lclp_max - rules.lc;
	else if (rules.lc + rules.lp > rules.lclp_max && t->rules->lc == LZMA_ANY)
		rules.lc = rules.lclp_max - rules.lp;
	if (price_all(blob_span(t->data[i]), &rules, 1, all, &count, &t->err[i]) != ERR_OK)
		return;
	t->best[i] = all[0];
	t->best[i].filter = t->kind[i];
}

static int by_filter_cost(const void *a, const void *b)
{
	const struct lzma_guess *x = a, *y = b;

	if (x->cost != y->cost)
		return x->cost < y->cost ? -1 : 1;
	return (int)x->filter - (int)y->filter;
}

static void list_filters(struct trying *t)
{
	unsigned kind;

	for (kind = BRANCH_NONE; kind < BRANCH_DELTA; kind++)
		if (kind == BRANCH_NONE || (t->rules->filters & BRANCH_BIT(kind)) != 0)
			t->kind[t->count++] = (enum branch_kind)kind;
	if ((t->rules->filters & BRANCH_BIT(BRANCH_DELTA)) != 0)
		t->count += guess_deltas(blob_span(t->s->data), t->kind + t->count);
}

/* The guesses of filters that may pay; there is nothing to compare when that is none. */
static enum err_code try_filters(struct trying *t, unsigned threads, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i, count = 0;

	list_filters(t);
	thread_for(t->count, threads, prepare, t);
	for (i = 0; i < t->count; i++)
		count += t->pays[i];
	if (count > 1)
		thread_for(t->count, threads, try_filter, t);
	for (i = 0; i < t->count; i++) {
		blob_free(&t->data[i]);
		if (t->err[i].code != ERR_OK && rc == ERR_OK) {
			*err = t->err[i];
			rc = err->code;
		}
	}
	return rc;
}

enum err_code lzma_guess_filters(struct span in, const struct lzma_rules *rules, unsigned threads,
	struct lzma_guess out[LZMA_GUESS_FILTERS], size_t *count, struct err *err)
{
	struct trying t = {.rules = rules};
	struct sample s;
	size_t i;
	enum err_code rc = guess_sample(in, rules->sample, &s, err);

	if (rc != ERR_OK)
		return rc;
	t.s = &s;
	rc = try_filters(&t, threads, err);
	sample_free(&s);
	*count = 0;
	for (i = 0; rc == ERR_OK && i < t.count; i++)
		if (t.pays[i])
			out[(*count)++] = t.best[i];
	qsort(out, *count, sizeof(out[0]), by_filter_cost);
	return rc;
}
