/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/thread.h"
#include "tries.h"

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

bool tries_same_filter(const struct sz_method *a, const struct sz_method *b)
{
	return a->filter == b->filter && a->bcj2 == b->bcj2;
}

bool tries_same_contexts(const struct sz_method *a, const struct sz_method *b)
{
	return tries_same_filter(a, b) &&
	       lzma_prop_byte(&a->how.prop) == lzma_prop_byte(&b->how.prop);
}

static bool is_quick(const struct tries *t, size_t i)
{
	return i >= t->quick && i < t->quick_end;
}

bool tries_is_guide(const struct tries *t, size_t i)
{
	return t->made[i].len != 0 && !t->ways[i].how.liblzma && !is_quick(t, i);
}

/* The smallest of those that were made like a way; UINT64_MAX: none was. */
static uint64_t least_of(const struct tries *t, const struct sz_method *way,
	bool (*like)(const struct sz_method *a, const struct sz_method *b))
{
	uint64_t least = UINT64_MAX;
	size_t i;

	for (i = 0; i < t->count; i++)
		if (t->made[i].len != 0 && t->made[i].len < least && like(&t->ways[i], way) &&
			(t->ways[i].how.liblzma || tries_is_guide(t, i)))
			least = t->made[i].len;
	return least;
}

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

bool tries_lost(uint64_t len, uint64_t best, uint64_t part)
{
	return len != UINT64_MAX && len > best + best / part;
}

uint64_t tries_least(const struct tries *t)
{
	uint64_t least = UINT64_MAX;
	size_t i;

	for (i = 0; i < t->count; i++)
		if (tries_is_guide(t, i) && t->made[i].len < least)
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
	return t->in.len <= LITTLE || tries_least(t) >= t->in.len / 2 ? &lost_noisy : &lost_tiny;
}

uint64_t tries_best_beside(const struct tries *t, const struct sz_method *way)
{
	uint64_t best = tries_least(t), narrow = UINT64_MAX;
	size_t i;

	for (i = 0; i < t->count; i++) {
		uint64_t len = t->made[i].len;

		if (tries_is_guide(t, i) && len < narrow && lz_is_narrow(t->s, &t->ways[i]))
			narrow = len;
	}
	return lz_is_narrow(t->s, way) && !tries_lost(narrow, best, lost_for(t)->filter) ? narrow
											 : best;
}

static bool is_hopeless(const struct tries *t, const struct sz_method *way)
{
	const struct lost *lost = lost_for(t);
	uint64_t best;

	if ((t->in.len <= ALL_WAYS && !t->s->best) || t->s->sound != 0 ||
		is_quick(t, (size_t)(way - t->ways)))
		return false;
	best = tries_best_beside(t, way);
	return tries_lost(least_of(t, way, tries_same_filter), best, lost->filter) ||
	       tries_lost(least_of(t, way, tries_same_contexts), best, lost->contexts);
}

/* Of a level, what of LZMA2 uses one search at the same time. */
static bool together(const struct sz_method *a, const struct sz_method *b)
{
	return tries_same_search(a, b) && !a->how.effort.fast && a->how.passes <= 1 &&
	       b->how.passes <= 1;
}

/* Ways from first on that are encoded at once: with the same filtered data and coder. The first
 * with a filter is alone where its result is evidence for the others. */
static size_t same_data(const struct tries *t, size_t first)
{
	const struct sz_method *a = &t->ways[first], *b;
	bool known = least_of(t, a, tries_same_filter) != UINT64_MAX;
	bool best = t->s->best;
	size_t i = first + 1;

	if (!known && (best || (a->lzma2 && tries_least(t) != UINT64_MAX)))
		return 1;
	for (; i < t->count && i - first < LZMA_MANY; i++) {
		b = &t->ways[i];
		if (a->lzma2 != b->lzma2 || !tries_same_filter(a, b) || is_hopeless(t, b) ||
			(a->lzma2 && !best && !together(a, b)))
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

/* The search that is kept for ways that are like this one; NULL: none is. */
static struct lzma_matches *kept_for(const struct tries *t, const struct sz_method *way,
	bool (*like)(const struct sz_method *a, const struct sz_method *b))
{
	size_t i;

	for (i = 0; i < t->kept_count; i++)
		if (like(&t->kept[i].way, way))
			return t->kept[i].matches;
	return NULL;
}

/* Room for a search; where there is none it is taken from the way that made most. */
static struct lzma_matches *keep(struct tries *t, size_t first, uint32_t nice, uint32_t depth)
{
	struct kept *k = &t->kept[0];
	size_t i;

	if (t->kept_count < (t->in.len <= CHOOSE_SMALL ? TRIES_KEPT : 1))
		k = &t->kept[t->kept_count++];
	else
		for (i = 1; i < t->kept_count; i++)
			if (t->made[t->kept[i].first].len > t->made[k->first].len)
				k = &t->kept[i];
	lzma_matches_free(k->matches);
	*k = (struct kept){lzma_matches_new(nice, depth), t->ways[first], first};
	return k->matches;
}

/* The search that ways with this filter share; those with a depth of their own do not. The first
 * with another filter may be the last: then the matches of the better one are not given up for it.
 */
static enum err_code share_best(struct tries *t, size_t first, size_t count, struct err *err)
{
	struct lzma_matches *kept = kept_for(t, &t->ways[first], tries_same_filter);
	size_t i;

	if (is_quick(t, first) || (t->kept_count != 0 && least_of(t, &t->ways[first],
								 tries_same_filter) == UINT64_MAX))
		return ERR_OK;
	if (kept == NULL)
		kept = keep(t, first, longest(t), 0);
	if (kept == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = first; i < first + count; i++)
		t->ways[i].how.kept = t->ways[i].how.effort.depth == 0 ? kept : NULL;
	return ERR_OK;
}

bool tries_same_stream(const struct sz_method *a, const struct sz_method *b)
{
	return tries_same_contexts(a, b) && a->lzma2 == b->lzma2;
}

bool tries_same_search(const struct sz_method *a, const struct sz_method *b)
{
	return tries_same_filter(a, b) && a->how.effort.nice == b->how.effort.nice &&
	       a->how.effort.depth == b->how.effort.depth;
}

bool tries_has_threads(const struct tries *t)
{
	return (t->s->threads == 0 ? thread_cpu_count() : t->s->threads) > 1;
}

/* Of a level the ways by LZMA2 that search alike: those by LZMA1 are encoded at once anyway, and
 * with threads so are these: then nothing is kept of longer inputs. */
static enum err_code share_alike(struct tries *t, size_t first, size_t count, struct err *err)
{
	const struct sz_method *way = &t->ways[first];
	bool all = tries_has_threads(t) && t->in.len > CHOOSE_TINY;
	struct lzma_matches *kept;
	size_t i = first + (all ? count : 1);

	if (t->in.len > CHOOSE_SMALL || !way->lzma2 || way->how.effort.fast)
		return ERR_OK;
	while (i < t->count && (!t->ways[i].lzma2 || !tries_same_search(&t->ways[i], way)))
		i++;
	kept = kept_for(t, way, tries_same_search);
	if (kept == NULL && i == t->count)
		return ERR_OK;
	if (kept == NULL)
		kept = keep(t, first, way->how.effort.nice, way->how.effort.depth);
	if (kept == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = first; i < first + count; i++)
		t->ways[i].how.kept = kept;
	return ERR_OK;
}

static enum err_code share_search(struct tries *t, size_t first, size_t count, struct err *err)
{
	for (size_t i = first; i < first + count; i++) { /* a copy of another way has that one's */
		struct sz_method *way = &t->ways[i];

		way->how.kept = NULL;
		way->how.longest = way->bcj2 || way->how.passes > 1 ? NULL : &t->made[i].longest;
	}
	if (t->s->classic)
		return ERR_OK;
	return t->s->best ? share_best(t, first, count, err) : share_alike(t, first, count, err);
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
		struct made *mine = &t->made[first + i];

		mine->packed = packed[i];
		mine->stream = streams[i];
		mine->len = t->block ? sz_packed_len(packed[i]) : streams[i].len;
	}
	return rc;
}

enum err_code tries_encode(struct tries *t, size_t first, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i, some;

	for (i = first; rc == ERR_OK && i < t->count; i += some) {
		some = 1;
		if (is_hopeless(t, &t->ways[i]))
			continue;
		some = same_data(t, i);
		/* the input is not used otherwise meanwhile, unless the default is tried beside it
		 */
		t->ways[i].own = t->defaults == 0 ? t->s->own : NULL;
		rc = share_search(t, i, some, err);
		if (rc == ERR_OK)
			rc = try_some(t, i, some, err);
	}
	return rc;
}

void tries_free(struct tries *t)
{
	size_t i;

	for (i = 0; i < t->count; i++) {
		blob_free(&t->made[i].stream);
		sz_packed_free(t->made[i].packed);
	}
	for (i = 0; i < t->kept_count; i++)
		lzma_matches_free(t->kept[i].matches);
}
