/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/lzma_section.h"
#include "choose.h"
#include "lzenc.h"

/* The result of a try: blobs (streams) or packed blocks. */
struct
try {
	struct blob stream;
	struct sz_packed *packed;
	uint64_t len;
};

/* Ways that are encoded again in several passes; the number for tiny inputs. */
#define LZ_AGAIN    4
#define LONG        ((size_t)16 << 20)
/* Ways that are also tried with the parses for noise, at most. */
#define NOISY       16
/* Numbers of fast bytes tried with the best ways, and such ways. */
#define EFFORTS     3
#define EFFORT_WAYS 6
/* Ways of the default that are made as it does. */
#define ALONE       4
#define TRIES_MOST                                                                                 \
	(LZ_WAYS_MAX + EFFORTS * EFFORT_WAYS + 4 * LZ_AGAIN + NOISY * LZMA_NOISE_MOST +            \
		ALONE * (1 + LZMA_NOISE_MOST))

struct tries {
	struct span in;
	const struct lz_settings *s;
	struct sz_method ways[TRIES_MOST];
	struct try made[TRIES_MOST];
	size_t count;
	bool block;
	struct lzma_matches *kept; /* with --best: of data as they are after kept_way's filter */
	struct sz_method kept_way;
	/* with --best: what the default has, and ways that are like one of these but for efforts */
	struct sz_method by_default[LZ_WAYS_MAX];
	size_t defaults;
	bool of_default[TRIES_MOST];
};

static enum err_code encode_streams(const struct tries *t, const struct sz_method *ways,
	size_t count, struct blob *outs, struct err *err)
{
	struct lzma_encode hows[LZMA_MANY];
	enum branch_kind filter = ways[0].filter;
	uint8_t *own = ways[0].own;
	struct blob copy = {NULL, 0};
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < count; i++)
		hows[i] = ways[i].how;
	if (filter != BRANCH_NONE && own == NULL) {
		rc = blob_copy(t->in, &copy, err);
		own = copy.ptr;
	}
	if (rc != ERR_OK)
		return rc;
	if (filter != BRANCH_NONE)
		branch_all(filter, true, own, t->in.len);
	rc = lzma_alone_encode_many(copy.ptr != NULL ? blob_span(copy) : t->in, hows, count,
		t->s->unknown_size, outs, err);
	if (filter != BRANCH_NONE && copy.ptr == NULL)
		branch_all(filter, false, own, t->in.len);
	blob_free(&copy);
	return rc;
}

static bool same_filter(const struct sz_method *a, const struct sz_method *b)
{
	return a->filter == b->filter && a->bcj2 == b->bcj2;
}

static bool same_contexts(const struct sz_method *a, const struct sz_method *b)
{
	return same_filter(a, b) && lzma_prop_byte(&a->how.prop) == lzma_prop_byte(&b->how.prop);
}

/* The smallest of those that were made like a way; UINT64_MAX: none was. */
static uint64_t least_of(const struct tries *t, const struct sz_method *way,
	bool (*like)(const struct sz_method *a, const struct sz_method *b))
{
	uint64_t least = UINT64_MAX;
	size_t i;

	for (i = 0; i < t->count; i++)
		if (t->made[i].len != 0 && t->made[i].len < least && like(&t->ways[i], way))
			least = t->made[i].len;
	return least;
}

/* Of shorter inputs little is given up, of sound, which gains most by later efforts, nothing. */
#define ALL_WAYS ((size_t)16 << 10)
/* Of inputs up to this more is tried: it takes little time. */
#define LITTLE   ((size_t)64 << 10)
/*
 * Ways that --best gives up: filters whose first try is so much larger than the best of all, and
 * further efforts for lc/lp/pb that are so much worse. What efforts gain is less.
 */
struct lost {
	uint64_t filter, contexts; /* one part in so many */
};
static const struct lost lost_least = {64, 100}, lost_noisy = {64, 250}, lost_tiny = {160, 250},
			 lost_others = {250, 1000};
/* Levels only give up filters. */
static const struct lost lost_levels = {500, 1};

static bool is_lost(uint64_t len, uint64_t best, uint64_t part)
{
	return len != UINT64_MAX && len > best + best / part;
}

/* Without liblzma's, by which no further effort gains. */
static uint64_t least_of_all(const struct tries *t)
{
	uint64_t least = UINT64_MAX;
	size_t i;

	for (i = 0; i < t->count; i++)
		if (t->made[i].len != 0 && t->made[i].len < least && !t->ways[i].how.liblzma)
			least = t->made[i].len;
	return least;
}

static const struct lost *lost_for(const struct tries *t)
{
	if (!t->s->best)
		return &lost_levels;
	if (t->in.len > CHOOSE_TINY)
		return &lost_others;
	if (t->in.len <= ALL_WAYS)
		return &lost_least;
	return t->in.len <= LITTLE || least_of_all(t) >= t->in.len / 2 ? &lost_noisy : &lost_tiny;
}

/*
 * What a way is measured by: the best of all, or if it is one for a narrower reader the best of
 * these, unless they are lost. So a narrower reader never gets a smaller result.
 */
static uint64_t best_beside(const struct tries *t, const struct sz_method *way)
{
	uint64_t best = least_of_all(t), narrow = UINT64_MAX;
	size_t i;

	for (i = 0; i < t->count; i++) {
		uint64_t len = t->made[i].len;

		if (len != 0 && len < narrow && !t->ways[i].how.liblzma &&
			lz_is_narrow(t->s, &t->ways[i]))
			narrow = len;
	}
	return lz_is_narrow(t->s, way) && !is_lost(narrow, best, lost_for(t)->filter) ? narrow
										      : best;
}

static bool is_hopeless(const struct tries *t, const struct sz_method *way)
{
	const struct lost *lost = lost_for(t);
	uint64_t best;

	if ((t->in.len <= ALL_WAYS && !t->s->best) || t->s->sound != 0)
		return false;
	best = best_beside(t, way);
	return is_lost(least_of(t, way, same_filter), best, lost->filter) ||
	       is_lost(least_of(t, way, same_contexts), best, lost->contexts);
}

/* Ways from first on that are encoded at once: with the same filtered data and coder. The first
 * with a filter is alone: its result is evidence for the others. */
static size_t same_data(const struct tries *t, size_t first)
{
	const struct sz_method *a = &t->ways[first], *b;
	bool known = least_of(t, a, same_filter) != UINT64_MAX;
	size_t i = first + 1;

	if (a->lzma2 && !t->s->best)
		return 1;
	for (; i < t->count && i - first < LZMA_MANY && (known || !t->s->best); i++) {
		b = &t->ways[i];
		if (a->lzma2 != b->lzma2 || !same_filter(a, b) || is_hopeless(t, b))
			break;
	}
	return i - first;
}

/* The longest match that any way needs. */
static uint32_t longest(const struct tries *t)
{
	uint32_t nice = t->s->nice != 0 ? 0 : LZ_NICE_MOST;
	size_t i;

	for (i = 0; i < t->count; i++)
		if (nice < t->ways[i].how.effort.nice && !t->ways[i].how.liblzma)
			nice = t->ways[i].how.effort.nice;
	return nice;
}

/* The search that ways with this filter share; those with a depth of their own do not. The first
 * with another filter may be the last: then the matches of the better one are not given up for it.
 */
static enum err_code share_best(struct tries *t, size_t first, size_t count, struct err *err)
{
	size_t i;

	if (t->kept != NULL && least_of(t, &t->ways[first], same_filter) == UINT64_MAX)
		return ERR_OK;
	if (t->kept == NULL || !same_filter(&t->kept_way, &t->ways[first])) {
		lzma_matches_free(t->kept);
		t->kept = lzma_matches_new(longest(t), 0);
		t->kept_way = t->ways[first];
		if (t->kept == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
	}
	for (i = first; i < first + count; i++)
		t->ways[i].how.kept = t->ways[i].how.effort.depth == 0 ? t->kept : NULL;
	return ERR_OK;
}

static bool same_stream(const struct sz_method *a, const struct sz_method *b)
{
	return same_contexts(a, b) && a->lzma2 == b->lzma2;
}

static bool same_search(const struct sz_method *a, const struct sz_method *b)
{
	return same_filter(a, b) && a->how.effort.nice == b->how.effort.nice &&
	       a->how.effort.depth == b->how.effort.depth;
}

/* Of a level the ways by LZMA2 that search alike: those by LZMA1 are encoded at once anyway. */
static enum err_code share_alike(struct tries *t, size_t first, struct err *err)
{
	struct sz_method *way = &t->ways[first];
	size_t i = first + 1;

	if (t->in.len > CHOOSE_SMALL || !way->lzma2 || way->how.effort.fast)
		return ERR_OK;
	while (i < t->count && (!t->ways[i].lzma2 || !same_search(&t->ways[i], way)))
		i++;
	if ((t->kept == NULL || !same_search(&t->kept_way, way)) && i < t->count) {
		lzma_matches_free(t->kept);
		t->kept = lzma_matches_new(way->how.effort.nice, way->how.effort.depth);
		t->kept_way = *way;
		if (t->kept == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
	}
	if (t->kept != NULL && same_search(&t->kept_way, way))
		way->how.kept = t->kept;
	return ERR_OK;
}

static enum err_code share_search(struct tries *t, size_t first, size_t count, struct err *err)
{
	for (size_t i = first; i < first + count; i++)
		t->ways[i].how.kept = NULL; /* a copy of another way has that one's */
	if (t->s->classic)
		return ERR_OK;
	return t->s->best ? share_best(t, first, count, err) : share_alike(t, first, err);
}

static enum err_code try_some(struct tries *t, size_t first, size_t count, struct err *err)
{
	struct sz_packed *packed[LZMA_MANY] = {NULL};
	struct blob streams[LZMA_MANY] = {{NULL, 0}};
	enum err_code rc;
	size_t i;

	if (t->block)
		rc = sz_pack_many(t->in, &t->ways[first], count, packed, err);
	else
		rc = encode_streams(t, &t->ways[first], count, streams, err);
	for (i = 0; i < count && rc == ERR_OK; i++) {
		struct try *mine = &t->made[first + i];

		mine->packed = packed[i];
		mine->stream = streams[i];
		mine->len = t->block ? sz_packed_len(packed[i]) : streams[i].len;
	}
	return rc;
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

/* Encodes the ways from first on; one that is left out has the length 0. */
static enum err_code run_from(struct tries *t, size_t first, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i, some;

	for (i = first; rc == ERR_OK && i < t->count; i += some) {
		some = 1;
		if (is_hopeless(t, &t->ways[i]))
			continue;
		some = same_data(t, i);
		t->ways[i].own = t->s->own; /* the input is not used otherwise meanwhile */
		rc = share_search(t, i, some, err);
		if (rc == ERR_OK)
			rc = try_some(t, i, some, err);
	}
	return rc;
}

/* Passes with learned prices, and ways that get them, limited in time. Of long inputs the models
 * know enough. */
static void plan_again(size_t len, unsigned *passes, size_t *ways)
{
	*passes = len <= ALL_WAYS       ? 8
		  : len <= CHOOSE_TINY  ? 6
		  : len <= CHOOSE_SMALL ? 4
		  : len <= LONG         ? 3
					: 0;
	*ways = len <= ALL_WAYS ? LZ_AGAIN : len <= CHOOSE_SMALL ? 2 : 1;
}

/* Ways that --best does not go on with: so much worse than the best. Sound gains more by noise. */
#define GAP_MOST  250
#define GAP_LEAST 150 /* in the tiniest */

static bool goes_on(const struct tries *t, size_t i, bool narrow, const bool *among)
{
	uint64_t best = t->in.len <= LITTLE ? best_beside(t, &t->ways[i]) : least_of_all(t);
	bool all = !t->s->best || t->s->sound != 0;

	if (t->made[i].len == 0 || t->ways[i].how.liblzma || (among != NULL && !among[i]) ||
		(narrow && !lz_is_narrow(t->s, &t->ways[i])))
		return false;
	return all || !is_lost(t->made[i].len, best, t->in.len <= ALL_WAYS ? GAP_LEAST : GAP_MOST);
}

/* The smallest way that is not marked; other_than: with another filter than that way, or NULL.
 * t->count: none. Of equals one: what a filter does not change is there twice. */
static size_t next_best(const struct tries *t, bool narrow, const bool *among, uint64_t before,
	const struct sz_method *other_than)
{
	size_t i, best = t->count;

	for (i = 0; i < t->count; i++)
		if (t->made[i].len > before && goes_on(t, i, narrow, among) &&
			(other_than == NULL || !same_filter(&t->ways[i], other_than)) &&
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
		if (marked[i] && i != at && same_contexts(other, way) &&
			other->how.effort.nice == way->how.effort.nice &&
			other->how.effort.noise == way->how.effort.noise)
			return true;
	}
	return false;
}

/* Marks the smallest ways, at most count, with --best the second with another filter if there is
 * one; by both coders counts as one. among: only of these, or NULL. */
static void mark_best(
	const struct tries *t, size_t count, bool narrow, const bool *among, bool again[TRIES_MOST])
{
	uint64_t before = 0;
	size_t i, best;

	for (i = 0; i < count; i++) {
		best = next_best(t, narrow, among, before, NULL);
		if (best == t->count)
			return;
		again[best] = true;
		before = t->made[best].len;
		if (t->s->best && i != 0 && has_twin(t, best, again)) {
			i--;
			continue;
		}
		if (i != 0 || count == 1 || !t->s->best || t->s->sound != 0)
			continue;
		best = next_best(t, narrow, among, before, &t->ways[best]);
		if (best != t->count) {
			again[best] = true;
			i++;
		}
	}
}

/*
 * Data of which half or more remains, but that are not entirely noise; sound counts in any case.
 * Longer inputs only where time does not matter.
 */
static bool may_be_noisy(const struct tries *t, const struct sz_method *way, uint64_t len)
{
	bool sound = (t->s->sound != 0 && !choose_quickly(t->s, t->in.len)) ||
		     (t->s->best && t->in.len <= CHOOSE_TINY);

	if (way->how.effort.fast || way->how.liblzma || t->s->classic)
		return false;
	if (!sound && !t->s->best && (t->in.len > CHOOSE_SMALL || t->s->level < 9))
		return false;
	return len < t->in.len / 64 * 63 && (sound || len >= t->in.len / 2);
}

/* The ways of the default: --best must not miss the one that would win there. Adds those that
 * --best does not have, with its efforts. */
static enum err_code add_default(struct tries *t, struct err *err)
{
	struct lz_settings s = *t->s;
	struct lzma_effort effort = lz_effort(t->s);
	size_t i, k;
	enum err_code rc;

	s.best = false;
	s.level = 9;
	rc = lz_ways(t->in, &s, t->by_default, &t->defaults, err);
	for (k = 0; rc == ERR_OK && k < t->defaults && t->count < LZ_WAYS_MAX; k++) {
		struct sz_method *way = &t->by_default[k];

		for (i = 0; i < t->count && !same_stream(&t->ways[i], way); i++)
			;
		if (i == t->count) {
			t->ways[t->count] = *way;
			t->ways[t->count].how.passes = 0;
			t->ways[t->count++].how.effort = effort;
		}
		t->of_default[i] = true;
	}
	return rc;
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

static void add_noise(struct tries *t, size_t i, unsigned noise)
{
	t->ways[t->count] = t->ways[i];
	t->ways[t->count].how.watch = NULL;
	t->ways[t->count++].how.effort.noise = noise;
}

/* Adds the marked ways, but what the best of all gained nothing by; for sound, all. Those of the
 * default are tried where the default does. */
static enum err_code run_marked(
	struct tries *t, const bool *again, const bool *by_default, size_t first, struct err *err)
{
	size_t count = t->count, best = next_best(t, false, NULL, 0, NULL), i;
	bool gained[LZMA_NOISE_MOST + 1] = {false};
	bool all = t->s->sound != 0 || t->in.len <= LITTLE;
	enum err_code rc = ERR_OK;
	unsigned noise;

	if (best == count)
		return ERR_OK;
	if (!all && may_be_noisy(t, &t->ways[best], t->made[best].len)) {
		for (noise = 1; noise <= LZMA_NOISE_MOST; noise++)
			add_noise(t, best, noise);
		rc = run_from(t, count, err);
		for (i = count; i < t->count; i++)
			gained[t->ways[i].how.effort.noise] =
				t->made[i].len != 0 && t->made[i].len < t->made[best].len;
	}
	count = t->count;
	for (i = 0; i < first; i++) {
		bool must = all || (by_default[i] && t->made[i].len >= t->in.len / 2);

		if ((!again[i] && !by_default[i]) || (i == best && !all) ||
			!may_be_noisy(t, &t->ways[i], t->made[i].len))
			continue;
		for (noise = 1; noise <= LZMA_NOISE_MOST; noise++)
			if (must || gained[noise])
				add_noise(t, i, noise);
	}
	return rc == ERR_OK ? run_from(t, count, err) : rc;
}

/*
 * Encodes the best ways with the parses for noise, as it is not known which parse is better.
 * Includes those that a narrower reader would get, so that it never gets the smaller result.
 */
static enum err_code run_noise(struct tries *t, struct err *err)
{
	bool again[TRIES_MOST] = {false}, by_default[TRIES_MOST] = {false};
	bool sound = t->s->sound != 0, best = t->s->best;

	mark_best(t, best || sound ? 2 : 1, false, NULL, again);
	if (best || !sound)
		mark_best(t, best ? 2 : 1, true, NULL, again);
	if (best && t->in.len <= CHOOSE_SMALL) {
		mark_best(t, sound ? 2 : 1, false, t->of_default, by_default);
		mark_best(t, 1, true, sound ? NULL : t->of_default, by_default);
	}
	return run_marked(t, again, by_default, t->count, err);
}

/* Passes gain much the same with every way: they seldom change which is best. */
#define AGAIN_GAP      1500
#define AGAIN_GAP_TINY 750

static bool gains_alike(const struct tries *t, size_t i, size_t best)
{
	uint64_t gap = t->in.len <= CHOOSE_TINY ? AGAIN_GAP_TINY : AGAIN_GAP;

	return i != best && (same_contexts(&t->ways[i], &t->ways[best]) ||
				    is_lost(t->made[i].len, t->made[best].len, gap));
}

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

	plan_again(t->in.len, &passes, &most);
	best = next_best(t, false, NULL, 0, NULL);
	if (passes == 0 || best == first)
		return ERR_OK;
	/* but not of what is next to noise */
	alike = t->in.len > (t->made[best].len < t->in.len / 2 ? ALL_WAYS : LITTLE);
	mark_best(t, most, false, NULL, again);
	if (t->in.len <= CHOOSE_SMALL)
		mark_best(t, most, true, NULL, again);
	for (i = 0; i < first; i++) {
		if (!again[i] || (alike && gains_alike(t, i, best)))
			continue;
		t->ways[t->count] = t->ways[i];
		t->ways[t->count].how.passes = passes;
		t->ways[t->count++].how.watch = NULL;
	}
	return run_from(t, first, err);
}

/* The largest gain of another depth of the search, and of passes: one part in so many. */
#define SEARCH_GAIN 1000
#define PASSES_GAIN 400
#define TINY_GAIN   200

/* The smallest that was made like a way, but for its efforts, in one pass. */
static uint64_t least_once(const struct tries *t, const struct sz_method *way)
{
	uint64_t least = UINT64_MAX;
	size_t i;

	for (i = 0; i < t->count; i++)
		if (t->made[i].len != 0 && t->made[i].len < least && t->ways[i].how.passes == 0 &&
			t->ways[i].how.effort.noise == 0 && same_stream(&t->ways[i], way))
			least = t->made[i].len;
	return least;
}

/* The best ways of the default as they are there, with a search of their own: --best never gives
 * more. */
static enum err_code run_default(struct tries *t, struct err *err)
{
	uint64_t best = least_of_all(t), least = UINT64_MAX, len[LZ_WAYS_MAX];
	uint64_t gain = t->in.len <= ALL_WAYS ? TINY_GAIN : PASSES_GAIN;
	size_t first = t->count, ways = 0, at, i;
	unsigned noise;

	for (i = 0; i < t->defaults; i++) {
		len[i] = least_once(t, &t->by_default[i]);
		if (len[i] < least)
			least = len[i];
	}
	for (i = 0; i < t->defaults && ways < ALONE; i++) {
		struct sz_method *way = &t->ways[t->count];
		bool noisy = len[i] >= t->in.len / 2 && may_be_noisy(t, &t->by_default[i], len[i]);

		*way = t->by_default[i];
		if (len[i] > least ||
			(!noisy &&
				is_lost(len[i], best, way->how.passes == 0 ? SEARCH_GAIN : gain)))
			continue;
		way->how.watch = NULL;
		if (way->how.effort.depth == 0)
			way->how.effort.depth = 16 + way->how.effort.nice / 2;
		at = t->count++;
		ways++;
		for (noise = 1; noisy && noise <= LZMA_NOISE_MOST; noise++)
			add_noise(t, at, noise);
	}
	return run_from(t, first, err);
}

/* Other numbers of fast bytes with the best ways: it varies which is best. */
static enum err_code run_efforts(struct tries *t, struct err *err)
{
	static const uint32_t nice[EFFORTS] = {LZ_NICE_MOST, 40, 64};
	size_t first = t->count, i, k;
	size_t count = t->in.len <= ALL_WAYS ? EFFORTS : t->in.len <= CHOOSE_TINY ? 2 : 1;
	bool again[TRIES_MOST] = {false};

	mark_best(t, 2, false, NULL, again);
	mark_best(t, 1, true, NULL, again);
	for (i = 0; i < first; i++) {
		for (k = 0; again[i] && k < count; k++) {
			if (t->ways[i].how.effort.nice == nice[k])
				continue;
			t->ways[t->count] = t->ways[i];
			t->ways[t->count].how.watch = NULL;
			t->ways[t->count].how.effort.nice = nice[k];
			t->of_default[t->count++] = t->of_default[i];
		}
	}
	return run_from(t, first, err);
}

static enum err_code run_tries(
	struct tries *t, struct lz_result *res, size_t *best, struct err *err)
{
	enum err_code rc = lz_ways(t->in, t->s, t->ways, &t->count, err);

	if (rc == ERR_OK && t->s->best && t->in.len <= CHOOSE_SMALL)
		rc = add_default(t, err);
	group(t, same_filter);
	if (!t->s->best)
		group(t, same_search);
	if (rc == ERR_OK)
		rc = run_from(t, 0, err);
	if (rc == ERR_OK && t->s->best && t->s->nice == 0)
		rc = run_efforts(t, err);
	if (rc == ERR_OK)
		rc = run_noise(t, err);
	if (rc == ERR_OK && t->s->best)
		rc = run_again(t, err);
	if (rc == ERR_OK && t->s->best && t->in.len <= CHOOSE_SMALL)
		rc = run_default(t, err);
	if (rc != ERR_OK)
		return rc;
	*best = smallest(t);
	*res = (struct lz_result){
		t->ways[*best], t->in.len, t->made[*best].len, (unsigned)t->count, false};
	res->way.how.kept = NULL;
	return ERR_OK;
}

static void drop(struct tries *t)
{
	size_t i;

	for (i = 0; i < t->count; i++) {
		blob_free(&t->made[i].stream);
		sz_packed_free(t->made[i].packed);
	}
	lzma_matches_free(t->kept);
}

enum err_code lz_pack_block(struct span in, const struct lz_settings *s, struct lz_result *res,
	struct sz_packed **out, struct err *err)
{
	struct tries t = {.in = in, .s = s, .block = true};
	size_t best = 0;
	enum err_code rc = run_tries(&t, res, &best, err);

	if (rc == ERR_OK) {
		*out = t.made[best].packed;
		t.made[best].packed = NULL;
	}
	drop(&t);
	if (rc == ERR_OK && res->out_len >= sz_stored_len(in.len)) {
		sz_packed_free(*out);
		*res = (struct lz_result){
			.in_len = in.len, .out_len = in.len, .tried = res->tried, .stored = true};
		rc = sz_store(in, out, err);
	}
	return rc;
}

/* Adds the format's header before the LZMA-alone stream. */
static enum err_code wrap(
	enum lz_format format, enum branch_kind filter, struct blob *stream, struct err *err)
{
	struct blob out;
	struct buf b;
	enum err_code rc;

	if (format == LZ_SECTION) {
		rc = lzma_section_write(filter == BRANCH_X86 ? &FW_GUID_LZMA_F86 : &FW_GUID_LZMA,
			blob_span(*stream), &out, err);
	} else if (format == LZ_LZMA86) {
		buf_init(&b, 0);
		buf_add_u8(&b, filter == BRANCH_X86);
		buf_add(&b, stream->ptr, stream->len);
		rc = buf_finish(&b, &out, err);
	} else {
		return ERR_OK;
	}
	if (rc == ERR_OK) {
		blob_free(stream);
		*stream = out;
	}
	return rc;
}

enum err_code lz_encode(struct span in, const struct lz_settings *s, struct lz_result *res,
	struct blob *out, struct err *err)
{
	struct tries t = {.in = in, .s = s};
	size_t best = 0;
	enum err_code rc = run_tries(&t, res, &best, err);

	if (rc == ERR_OK)
		rc = wrap(s->format, t.ways[best].filter, &t.made[best].stream, err);
	if (rc == ERR_OK) {
		*out = t.made[best].stream;
		t.made[best].stream = (struct blob){NULL, 0};
		res->out_len = out->len;
	}
	drop(&t);
	return rc;
}

/* Encodes everything in the way that suits the beginning. */
enum err_code lz_encode_long(struct span in, const struct lz_settings *s,
	const struct lzma_sink *sink, struct lz_result *res, struct err *err)
{
	struct sz_method ways[LZ_WAYS_MAX];
	uint8_t bytes[LZMA_ALONE_HEAD];
	struct lzma_alone head;
	struct span beginning;
	size_t count;
	enum err_code rc;

	if (!span_slice(in, 0, lz_hold(s), &beginning))
		return err_set(err, ERR_USAGE, "shorter than declared");
	rc = lz_ways(beginning, s, ways, &count, err);
	if (rc != ERR_OK)
		return rc;
	ways[0].how.marker = s->marker || s->unknown_size;
	ways[0].how.verify = s->verify;
	head.prop = ways[0].how.prop;
	head.size = s->unknown_size ? LZMA_SIZE_UNKNOWN : in.len;
	lzma_alone_put(&head, bytes);
	*res = (struct lz_result){ways[0], in.len, 0, 1, false};
	rc = sink->write(sink->user, span_of(bytes, sizeof(bytes)), err);
	return rc == ERR_OK ? lzma1_encode_to(in, &ways[0].how, sink, err) : rc;
}

/* Verified streams are decoded again only up to here, to check the filter's settings. */
#define HEAD ((size_t)16 << 10)

enum err_code lz_compare(
	struct reader *r, struct span want, const struct lz_settings *s, struct err *err)
{
	struct span head;
	uint8_t *got;
	enum err_code rc;

	if (!s->verify || s->best || !span_slice(want, 0, HEAD, &head))
		return reader_compare(r, want, err);
	got = malloc(HEAD);
	if (got == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = reader_exact(r, got, HEAD, err);
	if (rc == ERR_OK && !span_equal(head, span_of(got, HEAD)))
		rc = err_set(err, ERR_IO, "verification failed");
	free(got);
	return rc;
}
