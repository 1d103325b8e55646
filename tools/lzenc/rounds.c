/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/thread.h"
#include "look.h"
#include "tries.h"

/* Passes gain much in what is so repetitive: a smaller part remains. */
#define REPEATS 32

/* Passes with learned prices, and ways that get them, limited in time. made: bytes so far. more:
 * lz_may_surprise. Of long inputs the models know enough. */
static void plan_again(size_t len, uint64_t made, bool more, unsigned *passes, size_t *ways)
{
	*passes = len <= ALL_WAYS                         ? 6
		  : len > CHOOSE_LONG                     ? 0
		  : more                                  ? 4
		  : len <= LITTLE || made < len / REPEATS ? 3
							  : 2;
	*ways = len <= ALL_WAYS ? LZ_AGAIN : len <= CHOOSE_SMALL ? 2 : 1;
}

/* Ways that --best does not go on with: so much worse than the best. Sound gains more by noise. */
#define GAP_MOST  250
#define GAP_LEAST 150 /* in the tiniest */

static bool goes_on(const struct tries *t, size_t i, bool narrow, const bool *among)
{
	uint64_t best = t->in.len <= LITTLE ? tries_best_beside(t, &t->ways[i]) : tries_least(t);
	bool all = !t->s->best || t->s->sound != 0 || t->table;

	if (!tries_is_guide(t, i) || (among != NULL && !among[i]) ||
		(narrow && !lz_is_narrow(t->s, &t->ways[i])))
		return false;
	return all ||
	       !tries_lost(t->made[i].len, best, t->in.len <= ALL_WAYS ? GAP_LEAST : GAP_MOST);
}

/* The smallest way that is not marked; other_than: with another filter than that way, or NULL.
 * t->count: none. Of equals one: what a filter does not change is there twice. */
static size_t next_best(const struct tries *t, bool narrow, const bool *among, uint64_t before,
	const struct sz_method *other_than)
{
	size_t i, best = t->count;

	for (i = 0; i < t->count; i++)
		if (t->made[i].len > before && goes_on(t, i, narrow, among) &&
			(other_than == NULL || !tries_same_filter(&t->ways[i], other_than)) &&
			(best == t->count || t->made[i].len < t->made[best].len))
			best = i;
	return best;
}

/* Whether a marked way differs only by its coder. */
static bool has_twin(const struct tries *t, size_t at, const bool *marked)
{
	const struct sz_method *way = &t->ways[at], *other;
	size_t i;

	for (i = 0; i < t->count; i++) {
		other = &t->ways[i];
		if (marked[i] && i != at && tries_same_contexts(other, way) &&
			other->how.effort.nice == way->how.effort.nice &&
			other->how.effort.noise == way->how.effort.noise)
			return true;
	}
	return false;
}

/* Marks the smallest ways, at most count, with --best the second with another filter if there is
 * one, and of both coders the smaller. among: only of these, or NULL. */
static void mark_best(
	const struct tries *t, size_t count, bool narrow, const bool *among, bool again[TRIES_MOST])
{
	uint64_t before = 0;
	size_t i, best;

	for (i = 0; i < count; i++) {
		best = next_best(t, narrow, among, before, NULL);
		if (best == t->count)
			return;
		before = t->made[best].len;
		if (t->s->best && has_twin(t, best, again)) {
			i -= i != 0;
			continue;
		}
		again[best] = true;
		if (i != 0 || count == 1 || !t->s->best || t->s->sound != 0)
			continue;
		best = next_best(t, narrow, among, before, &t->ways[best]);
		if (best != t->count) {
			again[best] = true;
			i++;
		}
	}
}

/* The x86 filter where BCJ2 makes surely less. */
static bool left_out(const struct tries *t, const struct sz_method *way)
{
	struct sz_method six = *way;
	bool has_six = false;
	size_t i;

	six.bcj2 = true;
	for (i = 0; i < t->count; i++) {
		if (tries_same_filter(&t->ways[i], way))
			return false;
		has_six = has_six || tries_same_filter(&t->ways[i], &six);
	}
	return has_six;
}

/* The ways of the default: --best must not miss the one that would win there. */
struct others {
	struct tries *t;
	struct lz_settings s;
	struct err err;
	struct thread *thread; /* NULL: there is none */
};

static void list_default(void *user)
{
	struct others *o = user;

	o->s.best = false;
	o->s.level = 9;
	lz_ways(o->t->in, &o->s, o->t->by_default, &o->t->defaults, &o->err);
}

/* Adds those that --best does not have, with its efforts. */
static void add_default(struct tries *t)
{
	struct lzma_effort effort = lz_effort(t->s);
	size_t i, k;

	for (k = 0; k < t->defaults && t->count < LZ_WAYS_MAX; k++) {
		struct sz_method *way = &t->by_default[k];

		if (left_out(t, way)) {
			memmove(way, way + 1, (--t->defaults - k--) * sizeof(*way));
			continue;
		}

		for (i = 0; i < t->count && !tries_same_stream(&t->ways[i], way); i++)
			;
		if (i == t->count) {
			t->ways[t->count] = *way;
			t->ways[t->count].how.passes = 0;
			t->ways[t->count++].how.effort = effort;
		}
		t->of_default[i] = true;
	}
}

/* Puts alike ways together, as they share a search. */
static void group(
	struct tries *t, bool (*alike)(const struct sz_method *, const struct sz_method *))
{
	size_t done, i;

	for (done = 1; done < t->count; done++) {
		struct sz_method way;
		bool of_default;

		for (i = done; i < t->count && !alike(&t->ways[i], &t->ways[done - 1]); i++)
			;
		if (i == t->count || i == done)
			continue;
		way = t->ways[i];
		of_default = t->of_default[i];
		memmove(&t->ways[done + 1], &t->ways[done], (i - done) * sizeof(way));
		memmove(&t->of_default[done + 1], &t->of_default[done], (i - done) * sizeof(bool));
		t->ways[done] = way;
		t->of_default[done] = of_default;
	}
}

static bool gains(const struct tries *t, size_t i, size_t best)
{
	return t->made[i].len != 0 && t->made[i].len < t->made[best].len;
}

/* What was compared by the steps of another one may be better by more. */
#define AGAIN_GAP_KEPT 600

static bool gains_alike(const struct tries *t, size_t i, size_t best)
{
	bool kept = t->in.len > CHOOSE_TINY && t->ways[i].how.effort.steps == LZMA_STEPS_KEPT &&
		    t->made[best].len < t->in.len / 8 * 7;
	uint64_t gap = kept ? AGAIN_GAP_KEPT : TRIES_AGAIN_GAP(t->in.len);

	return i != best && (tries_same_contexts(&t->ways[i], &t->ways[best]) ||
				    tries_lost(t->made[i].len, t->made[best].len, gap));
}

/* Numbers, and waves, gain most by the parses for noise, and by which is chance. */
static bool is_numbers(const struct tries *t)
{
	const struct sz_method *way = &t->ways[t->noisy.best];
	const struct lzma_prop *p = &way->how.prop;

	return t->s->sound != 0 || (p->lp != 0 && p->lc == 0) || lz_is_delta(way->filter) ||
	       (p->lc == 4 && p->pb == 0);
}

/* With --best other longer inputs are tried only by what the best gained most. */
static bool is_choosy(const struct tries *t)
{
	return t->s->best && t->in.len > LITTLE && !is_numbers(t);
}

/*
 * Data of which half or more remains, but that are not entirely noise; sound counts in any case.
 * Longer inputs only where time does not matter.
 */
static bool may_be_noisy(const struct tries *t, size_t i)
{
	const struct sz_method *way = &t->ways[i];
	uint64_t len = t->made[i].len;
	bool sound = (t->s->sound != 0 && !choose_quickly(t->s, t->in.len)) ||
		     (t->s->best && t->in.len <= LITTLE);
	bool more = (t->s->best && !is_choosy(t)) || way->how.prop.lp != 0; /* numbers */

	if (way->how.effort.fast || way->how.liblzma || t->s->classic)
		return false;
	if (!sound && (t->in.len > CHOOSE_SMALL || t->s->level < 9))
		return false;
	/* of what is packed already a level gains nothing worth the time */
	return len < (sound ? t->in.len / 64 * 63 : t->in.len / 8 * 7) &&
	       (sound || len >= (more ? t->in.len / 5 * 2 : t->in.len / 2));
}

/* Marks the best ways, and tries the best of all with the parses for noise; or with the last: what
 * gains alone is seldom another one. Those that a narrower reader would get are included, so that
 * it never gets the smaller result. */
static enum err_code begin_noise(struct tries *t, struct err *err)
{
	bool sound = t->s->sound != 0, best = t->s->best;
	struct noisy *n = &t->noisy;
	unsigned noise;

	mark_best(t, best || sound || t->beside ? 2 : 1, false, NULL, n->again);
	if (best || !sound)
		mark_best(t, best ? 2 : 1, true, NULL, n->again);
	if (best && (sound || t->in.len <= LITTLE)) {
		mark_best(t, sound ? 2 : 1, false, t->of_default, n->again);
		mark_best(t, 1, true, sound ? NULL : t->of_default, n->again);
	}
	n->first = t->count;
	n->best = next_best(t, false, NULL, 0, NULL);
	if (n->best == n->first || sound || !may_be_noisy(t, n->best))
		return ERR_OK;
	for (noise = best && !is_choosy(t) ? 1 : LZMA_NOISE_MOST; noise <= LZMA_NOISE_MOST; noise++)
		tries_add_noise(t, n->best, noise);
	return tries_encode(t, n->first, err);
}

/* Adds the marked ways, but what the best of all gained nothing by; for sound, all. */
static enum err_code end_noise(struct tries *t, struct err *err)
{
	const struct noisy *n = &t->noisy;
	bool all = t->s->sound != 0, few = is_choosy(t);
	bool gained[LZMA_NOISE_MOST + 1] = {false};
	size_t least = n->best, count = t->count, i;
	enum err_code rc = ERR_OK;
	unsigned noise;

	for (noise = 1; noise < LZMA_NOISE_MOST && count == n->first + 1; noise++)
		if (gains(t, n->first, n->best))
			tries_add_noise(t, n->best, noise);
	if (t->count != count)
		rc = tries_encode(t, count, err);
	for (i = n->first; i < t->count; i++) {
		gained[t->ways[i].how.effort.noise] = gains(t, i, n->best) && !few;
		if (gains(t, i, least))
			least = i;
	}
	if (few && least != n->best)
		gained[t->ways[least].how.effort.noise] = true;
	count = t->count;
	for (i = 0; i < n->first; i++) {
		if (!n->again[i] || (i == n->best && !all) || (few && gains_alike(t, i, n->best)) ||
			!may_be_noisy(t, i))
			continue;
		for (noise = 1; noise <= LZMA_NOISE_MOST; noise++)
			if (all || gained[noise])
				tries_add_noise(t, i, noise);
	}
	return rc == ERR_OK ? tries_encode(t, count, err) : rc;
}

/* Encodes the best ways with the parses for noise, as it is not known which parse is better. */
static enum err_code run_noise(struct tries *t, struct err *err)
{
	enum err_code rc = begin_noise(t, err);

	return rc == ERR_OK ? end_noise(t, err) : rc;
}

/* In regular tables which lc/lp/pb, parse and passes win is chance, so the best of each round get
 * the next one, whatever they are behind: the narrower reader's by themselves, that it never gets
 * the smaller result. */
#define TABLE_PARSED  4 /* twice as many of short ones */
#define TABLE_PASSED  2
/* One way leads from pass to pass to other prices than several do. */
#define TABLE_PASSES  6
#define NARROW_PASSES 8
#define TABLE_NOISE   2

static void mark_both(const struct tries *t, size_t count, bool again[TRIES_MOST])
{
	bool narrow[TRIES_MOST] = {false};
	size_t i;

	mark_best(t, count, false, NULL, again);
	mark_best(t, count, true, NULL, narrow);
	for (i = 0; i < t->count; i++)
		again[i] = again[i] || narrow[i];
}

static void add_liblzma(struct tries *t, size_t i)
{
	if (t->ways[i].lzma2)
		return;
	t->ways[t->count] = t->ways[i];
	t->ways[t->count].how.liblzma = true;
	t->ways[t->count++].how.effort = (struct lzma_effort){LZMA_BT4, false, 273, 512};
}

/* Adds copies of a way with other lc/lp/pb. */
static void add_like(struct tries *t, size_t way, const struct lzma_prop *beside)
{
	struct sz_method ways[CHOOSE_TABLE];
	size_t count = choose_for_table(t->in, t->s, &t->ways[way], beside, ways), i, k;

	for (i = 0; i < count; i++) {
		for (k = 0; k < t->count && !tries_same_stream(&t->ways[k], &ways[i]); k++)
			;
		if (k == t->count)
			t->ways[t->count++] = ways[i];
	}
}

/* The likeliest for the narrowest reader, or of all. */
static size_t first_narrow(const struct tries *t)
{
	size_t i;

	for (i = 0; i < t->count; i++)
		if (lz_is_narrow(t->s, &t->ways[i]))
			return i;
	return 0;
}

/* With the likeliest filter, or with that for the narrowest reader. */
static bool looks_like_table(const struct tries *t)
{
	return choose_is_table(t->in, &t->ways[0]) ||
	       choose_is_table(t->in, &t->ways[first_narrow(t)]);
}

/* So little remains only of what is regular. Code whose instructions are of one length looks like a
 * table, too, but has no column that seldom changes, and of waves more remains. */
static bool is_table(const struct tries *t)
{
	uint64_t least = tries_least(t);

	if (t->in.len > TABLES_MOST || !t->s->best || t->s->nice != 0 || t->s->sound != 0 ||
		least >= t->in.len) /* noise */
		return false;
	return least < t->in.len / REPEATS ||
	       ((least >= t->in.len / 5 * 3 || look_has_column(t->in)) && looks_like_table(t));
}

/* Tries what is near the best lc/lp/pb, and near what is best then. */
static enum err_code look_around(struct tries *t, struct err *err)
{
	enum err_code rc = ERR_OK;
	unsigned i;

	for (i = 0; rc == ERR_OK && i < 2; i++) {
		size_t first = t->count, best = next_best(t, false, NULL, 0, NULL);
		size_t narrow = next_best(t, true, NULL, 0, NULL);

		if (best != first)
			add_like(t, best, &t->ways[best].how.prop);
		if (narrow != first)
			add_like(t, narrow, &t->ways[narrow].how.prop);
		rc = tries_encode(t, first, err);
	}
	return rc;
}

/* The smallest of all, or for the narrowest reader; t->count: none. */
static size_t least_made(const struct tries *t, bool narrow)
{
	size_t i, best = t->count;

	for (i = 0; i < t->count; i++)
		if (t->made[i].len != 0 && !t->ways[i].how.liblzma && !t->ways[i].how.effort.fast &&
			(!narrow || lz_is_narrow(t->s, &t->ways[i])) &&
			(best == t->count || t->made[i].len < t->made[best].len))
			best = i;
	return best;
}

static void pass_with_noise(struct tries *t, size_t way)
{
	unsigned noise;

	for (noise = 0; noise <= LZMA_NOISE_MOST; noise++) {
		tries_add_wide(t, way, noise);
		if (noise == t->ways[way].how.effort.noise)
			continue;
		tries_add_passes(t, way, TABLE_PASSES);
		t->ways[t->count - 1].how.effort.noise = noise;
	}
}

/* Whether liblzma's parse leads: then it may gain more with other lc/lp/pb. */
static bool liblzma_leads(const struct tries *t)
{
	uint64_t least = tries_least(t);
	size_t i;

	for (i = 0; i < t->count; i++)
		if (t->ways[i].how.liblzma && t->made[i].len != 0 && t->made[i].len < least)
			return true;
	return false;
}

/* Short ones are then tried with all. */
static enum err_code try_liblzma(
	struct tries *t, size_t count, const bool parsed[TRIES_MOST], struct err *err)
{
	bool all = t->in.len <= ALL_WAYS && liblzma_leads(t);
	size_t first = t->count, i;

	for (i = 0; all && i < count; i++)
		if (!parsed[i] && tries_is_guide(t, i))
			add_liblzma(t, i);
	return tries_encode(t, first, err);
}

static enum err_code run_table(struct tries *t, struct err *err)
{
	bool parsed[TRIES_MOST] = {false}, passed[TRIES_MOST] = {false};
	size_t more = t->in.len <= ALL_WAYS ? 2 : 1, first, least, narrow, i;
	enum err_code rc = look_around(t, err);

	first = t->count;
	mark_both(t, TABLE_PARSED * more, parsed);
	for (i = 0; i < first; i++) {
		if (!parsed[i])
			continue;
		tries_add_noise(t, i, TABLE_NOISE);
		add_liblzma(t, i);
	}
	if (rc == ERR_OK)
		rc = tries_encode(t, first, err);
	if (rc == ERR_OK)
		rc = try_liblzma(t, first, parsed, err);
	first = t->count;
	mark_both(t, TABLE_PASSED * more, passed);
	for (i = 0; i < first; i++) {
		if (!passed[i])
			continue;
		tries_add_passes(t, i, TABLE_PASSES);
		t->ways[t->count - 1].how.effort.nice = LZ_NICE_MOST;
		tries_add_passes(t, i, NARROW_PASSES);
		t->ways[t->count - 1].how.effort.wide = 0;
	}
	if (rc == ERR_OK)
		rc = tries_encode(t, first, err);
	first = t->count;
	least = least_made(t, false);
	narrow = least_made(t, true);
	if (least != first)
		pass_with_noise(t, least);
	if (narrow != first && narrow != least)
		pass_with_noise(t, narrow);
	return rc == ERR_OK ? tries_encode(t, first, err) : rc;
}

/* Whether the default makes as many passes with a small program: more fast bytes gain next to
 * nothing where little is repeated. */
#define REPEATS_MUCH 4

static bool default_passes(const struct tries *t, size_t i, unsigned passes)
{
	bool small = t->in.len <= CHOOSE_TINY && tries_least(t) >= t->in.len / REPEATS_MUCH;
	size_t k;

	for (k = 0; small && t->ways[i].bcj2 && k < t->defaults; k++)
		if (t->by_default[k].how.passes >= passes &&
			tries_same_stream(&t->by_default[k], &t->ways[i]))
			return true;
	return false;
}

/* Where little remains the first pass tells little of the last. */
#define LITTLE_GAP 64

/*
 * Encodes the best ways again in several passes: when they are close, another one may become the
 * smallest. For small inputs this includes those that a narrower reader would get, so that it never
 * gets the smaller result.
 */
static enum err_code run_again(struct tries *t, struct err *err)
{
	bool again[TRIES_MOST] = {false};
	size_t first = t->count, best, most, i;
	unsigned passes;
	bool alike;

	best = next_best(t, false, NULL, 0, NULL);
	if (best == first)
		return ERR_OK;
	plan_again(t->in.len, t->made[best].len, t->more, &passes, &most);
	if (passes == 0)
		return ERR_OK;
	t->near = t->more || t->s->sound != 0                       ? 0
		  : tries_least(t) >= t->in.len / TRIES_LITTLE_LEFT ? TRIES_AGAIN_GAP(t->in.len)
								    : LITTLE_GAP;
	/* but not of what is next to noise */
	alike = t->in.len > (t->made[best].len < t->in.len / 8 * 7 ? ALL_WAYS : LITTLE);
	mark_best(t, most, false, NULL, again);
	if (t->in.len <= CHOOSE_SMALL)
		mark_best(t, most, true, NULL, again);
	for (i = 0; i < first; i++) {
		if (!again[i] || (alike && gains_alike(t, i, best)) || default_passes(t, i, passes))
			continue;
		tries_add_passes(t, i, passes);
		if (t->s->nice != 0)
			continue;
		if (t->in.len <= CHOOSE_TINY && t->made[best].len < t->in.len / TRIES_LITTLE_LEFT &&
			(t->made[i].longest == 0 ||
				t->made[i].longest >= t->ways[i].how.effort.nice))
			tries_add_passes(t, i, passes);
		t->ways[t->count - 1].how.effort.nice = LZ_NICE_MOST;
		if (t->in.len > ALL_WAYS)
			continue;
		tries_add_wide(t, i, t->ways[i].how.effort.noise);
		if (t->ways[i].how.effort.noise == 0)
			tries_add_wide(t, i, 1);
	}
	return tries_encode(t, first, err);
}

/* The smallest result; of equal ones the earliest, so that the output is deterministic. */
static size_t smallest(const struct tries *t)
{
	size_t i, best = 0;

	for (i = 1; i < t->count; i++)
		if (t->made[i].len != 0 && t->made[i].len < t->made[best].len)
			best = i;
	return best;
}

/* The ways to begin with: of --best, and those of the default, at once where they share no guess.
 */
static enum err_code list_both(struct tries *t, struct choose_memo *memo, struct err *err)
{
	struct others o = {.t = t, .s = *t->s};
	struct lz_settings s = *t->s;
	struct err no_thread;
	enum err_code rc;

	s.memo = memo;
	if (choose_alike(t->in.len))
		o.s.memo = memo;
	else if (tries_has_threads(t))
		(void)thread_start(list_default, &o, &o.thread, &no_thread);
	rc = lz_ways(t->in, &s, t->ways, &t->count, err);
	if (o.thread == NULL && rc == ERR_OK)
		list_default(&o);
	thread_join(o.thread);
	if (rc == ERR_OK && o.err.code != ERR_OK)
		*err = o.err;
	return rc == ERR_OK ? o.err.code : rc;
}

static enum err_code list_ways(struct tries *t, struct err *err)
{
	struct choose_memo *memo = NULL;
	enum err_code rc;

	t->more = lz_may_surprise(t->in);
	t->digits = look_has_digits(t->in);
	if (t->s->best && t->in.len > LITTLE)
		t->noise = look_noise(t->in);
	if (t->s->best && t->in.len <= CHOOSE_LONG) {
		memo = calloc(1, sizeof(*memo));
		rc = memo != NULL ? list_both(t, memo, err)
				  : err_set(err, ERR_NOMEM, "out of memory");
		free(memo);
	} else {
		rc = lz_ways(t->in, t->s, t->ways, &t->count, err);
	}
	if (rc == ERR_OK)
		add_default(t);
	group(t, tries_same_filter);
	if (!t->s->best)
		group(t, tries_same_search);
	return rc == ERR_OK && !choose_middle_level(t->s, t->in.len) ? tries_add_quick(t, err) : rc;
}

/* All that the default makes: --best never gives more. */
struct beside {
	struct lz_settings s;
	struct tries tries;
	struct err err;
	struct thread *thread; /* NULL: there is none */
};

static void run_beside(void *user)
{
	struct beside *b = user;
	struct tries *d = &b->tries;

	if (tries_encode(d, 0, &b->err) == ERR_OK)
		(void)(d->s->sound != 0 ? run_noise(d, &b->err) : begin_noise(d, &b->err));
}

/* Goes on after the first round, with the filters that are not lost. What --best made there tells
 * which first passes are behind. */
static void go_on_beside(const struct tries *t, struct beside *b)
{
	struct tries *d = &b->tries;
	size_t count = d->count, i;
	struct err no_thread;

	d->count = 0;
	for (i = 0; i < count; i++) {
		bool lost = !tries_same_filter(&t->ways[0], &d->ways[i]) &&
			    tries_filter_lost(t, &d->ways[i]);

		if (lost)
			continue;
		d->ahead[d->count] = tries_once(t, &d->ways[i]);
		d->ways[d->count++] = d->ways[i];
	}
	if (!tries_has_threads(d) || thread_start(run_beside, b, &b->thread, &no_thread) != ERR_OK)
		run_beside(b);
}

/* NULL: no memory. */
static struct beside *begin_beside(const struct tries *t)
{
	struct beside *b = calloc(1, sizeof(*b));
	size_t i;

	if (b == NULL)
		return NULL;
	b->s = *t->s;
	b->s.best = false;
	b->s.level = 9;
	b->s.own = NULL;
	b->tries.in = t->in;
	b->tries.s = &b->s;
	b->tries.block = t->block;
	b->tries.beside = true;
	b->tries.more = t->more;
	b->tries.digits = t->digits;
	b->tries.count = t->defaults;
	for (i = 0; i < t->defaults; i++) {
		b->tries.ways[i] = t->by_default[i];
		b->tries.ways[i].how.watch = NULL;
		b->tries.ways[i].how.verify = false;
	}
	group(&b->tries, tries_same_filter);
	group(&b->tries, tries_same_search);
	return b;
}

/* The default's further parses for noise gain less than one part in so many. */
#define NOISE_GAIN 1000

/* Takes its smallest, unless the rounds failed. */
static enum err_code end_beside(
	struct tries *t, struct beside *b, enum err_code rounds, struct err *err)
{
	struct tries *d = &b->tries;
	enum err_code rc = rounds;
	size_t best;

	thread_join(b->thread);
	if (rc == ERR_OK)
		rc = b->err.code;
	best = smallest(d);
	if (rc == ERR_OK && d->s->sound == 0 &&
		(is_numbers(d) ||
			!tries_lost(d->made[best].len, t->made[smallest(t)].len, NOISE_GAIN))) {
		rc = end_noise(d, &b->err);
		best = smallest(d);
	}
	if (rc == ERR_OK) {
		t->ways[t->count] = d->ways[best];
		t->made[t->count++] = d->made[best];
		d->made[best] = (struct made){.len = 0};
	} else if (rounds == ERR_OK) {
		*err = b->err;
	}
	tries_free(d);
	free(b);
	return rc;
}

/* What levels 5 to 8 try once they know what remains. */
static enum err_code try_quick(struct tries *t, struct err *err)
{
	size_t first = t->count;
	enum err_code rc = tries_add_quick(t, err);

	return rc == ERR_OK ? tries_encode(t, first, err) : rc;
}

/* beside: or NULL. */
static enum err_code run_rounds(struct tries *t, struct beside *beside, struct err *err)
{
	enum err_code rc;

	t->compares = t->s->best && t->in.len <= CHOOSE_SMALL;
	rc = t->compares ? tries_encode_firsts(t, err) : ERR_OK;
	t->table = rc == ERR_OK && is_table(t);
	if (t->table) {
		add_like(t, 0, NULL);
		add_like(t, first_narrow(t), NULL);
	}
	if (rc == ERR_OK)
		rc = tries_encode(t, 0, err);
	t->compares = false;
	if (rc == ERR_OK && choose_middle_level(t->s, t->in.len))
		rc = try_quick(t, err);
	if (beside != NULL)
		go_on_beside(t, beside);
	if (rc == ERR_OK && t->table)
		return run_table(t, err);
	if (rc == ERR_OK)
		rc = run_noise(t, err);
	if (rc == ERR_OK && t->s->best)
		rc = run_again(t, err);
	return rc;
}

/* Whatever --best makes, and what the default does. */
static enum err_code run_both(struct tries *t, struct err *err)
{
	struct beside *beside = begin_beside(t);

	if (beside == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	return end_beside(t, beside, run_rounds(t, beside, err), err);
}

/* LZMA2 stores what is packed already, whatever else is tried. */
static void set_usual(struct tries *t)
{
	if (!t->block || !t->s->best || !look_is_packed(t->in))
		return;
	t->usual = *t->s;
	t->usual.best = false;
	t->usual.level = 9;
	t->s = &t->usual;
}

enum err_code tries_run(struct tries *t, struct lz_result *res, size_t *best, struct err *err)
{
	enum err_code rc;
	size_t i;

	set_usual(t);
	rc = list_ways(t, err);
	/* what loses need not be verified: the caller then decodes all of the result */
	for (i = 0; t->count > 1 && t->in.len <= CHOOSE_SMALL && i < t->count; i++)
		t->ways[i].how.verify = false;
	if (rc == ERR_OK)
		rc = t->defaults != 0 ? run_both(t, err) : run_rounds(t, NULL, err);
	if (rc != ERR_OK)
		return rc;
	*best = smallest(t);
	*res = (struct lz_result){
		t->ways[*best], t->in.len, t->made[*best].len, (unsigned)t->count, false};
	res->way.how.kept = NULL;
	res->way.how.longest = NULL;
	res->way.how.once = NULL;
	return ERR_OK;
}
