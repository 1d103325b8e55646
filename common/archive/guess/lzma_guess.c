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

/* What some kind of code was best with, and the usual. */
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
	/* lp of 3 and more suits no code or text; it is had by asking for it */
	return allowed(r->lc, lc) && allowed(r->lp, lp) && lc + lp <= r->lclp_max &&
	       (lp <= 2 || r->lp != LZMA_ANY);
}

static void price_one(void *user, size_t i)
{
	struct pricing *p = user;
	uint8_t lc, lp;

	if (i < PB_SETS) {
		bool skip = p->rules->quick && p->rules->pb == LZMA_ANY && (i == 0 || i > 2);

		p->matches[i] = !skip && allowed(p->rules->pb, (unsigned)i)
					? cost_matches(&p->tokens, (unsigned)i)
					: UINT64_MAX;
		return;
	}
	i -= PB_SETS;
	set_lc_lp(i, &lc, &lp);
	p->literals[i] =
		set_allowed(p->rules, i) ? cost_literals(p->in, &p->tokens, lc, lp) : UINT64_MAX;
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

static enum err_code price_all(struct span in, const struct lzma_rules *rules, unsigned threads,
	struct lzma_guess all[ALL_SETS], size_t *count, struct err *err)
{
	struct pricing p = {.in = in, .rules = rules};
	enum err_code rc = tokens_parse(in, &p.tokens, err);

	if (rc != ERR_OK)
		return rc;
	thread_for(PB_SETS + LC_LP_SETS, threads, price_one, &p);
	*count = rank(&p, all);
	free(p.tokens.list);
	return *count != 0 ? ERR_OK : err_set(err, ERR_USAGE, "no lc, lp and pb are allowed");
}

enum err_code lzma_guess_contexts(struct span in, enum branch_kind filter,
	const struct lzma_rules *rules, unsigned threads, struct lzma_guess *out, size_t cap,
	size_t *count, struct err *err)
{
	struct lzma_guess all[ALL_SETS];
	struct sample s;
	struct blob data = {NULL, 0};
	size_t n = 0;
	enum err_code rc = guess_sample(in, rules->sample, &s, err);

	if (rc != ERR_OK)
		return rc;
	rc = sample_filter(&s, filter, &data, err);
	sample_free(&s);
	cost_init();
	if (rc == ERR_OK)
		rc = price_all(blob_span(data), rules, threads, all, &n, err);
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
	struct lzma_guess best[BRANCH_COUNT];
	struct err err[BRANCH_COUNT];
};

static int usual(int rule, int value)
{
	return rule == LZMA_ANY ? value : rule;
}

static void try_filter(void *user, size_t i)
{
	struct trying *t = user;
	struct lzma_guess all[ALL_SETS];
	struct lzma_rules rules = *t->rules;
	struct blob data = {NULL, 0};
	size_t count;
	enum err_code rc;

	/* one setting is enough to compare filters with each other */
	rules.lc = usual(rules.lc, rules.lclp_max < 3 ? rules.lclp_max : 3);
	rules.lp = usual(rules.lp, 0);
	rules.pb = usual(rules.pb, 2);
	t->best[i].cost = UINT64_MAX;
	if (i != BRANCH_NONE && (t->rules->filters >> i & 1) == 0)
		return;
	rc = sample_filter(t->s, (enum branch_kind)i, &data, &t->err[i]);
	if (rc == ERR_OK)
		rc = price_all(blob_span(data), &rules, 1, all, &count, &t->err[i]);
	if (rc == ERR_OK) {
		t->best[i] = all[0];
		t->best[i].filter = (enum branch_kind)i;
	}
	blob_free(&data);
}

static int by_filter_cost(const void *a, const void *b)
{
	const struct lzma_guess *x = a, *y = b;

	if (x->cost != y->cost)
		return x->cost < y->cost ? -1 : 1;
	return (int)x->filter - (int)y->filter;
}

enum err_code lzma_guess_filters(struct span in, const struct lzma_rules *rules, unsigned threads,
	struct lzma_guess out[BRANCH_COUNT], size_t *count, struct err *err)
{
	struct trying t = {.rules = rules};
	struct sample s;
	size_t i;
	enum err_code rc = guess_sample(in, rules->sample, &s, err);

	if (rc != ERR_OK)
		return rc;
	t.s = &s;
	cost_init();
	thread_for(BRANCH_COUNT, threads, try_filter, &t);
	sample_free(&s);
	*count = 0;
	for (i = 0; i < BRANCH_COUNT; i++) {
		if (t.err[i].code != ERR_OK) {
			*err = t.err[i];
			return err->code;
		}
		if (t.best[i].cost != UINT64_MAX)
			out[(*count)++] = t.best[i];
	}
	qsort(out, *count, sizeof(out[0]), by_filter_cost);
	return ERR_OK;
}
