/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

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

/*
 * Ways that --best gives up: filters whose first try is so much larger than the best of all, and
 * further efforts for lc/lp/pb that are so much worse. What efforts gain is less.
 */
struct lost {
	uint64_t filter, contexts; /* one part in so many */
};
static const struct lost lost_least = {300, 200}, lost_noisy = {200, 250}, lost_tiny = {250, 400},
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
	return t->in.len <= LITTLE || tries_least(t) >= t->in.len / 2 ? &lost_noisy : &lost_tiny;
}

bool tries_narrow(const struct tries *t, const struct sz_method *way)
{
	struct sz_method twin = *way;

	twin.lzma2 = twin.lzma2 || (t->s->format == LZ_7Z && !t->stores);
	return lz_is_narrow(t->s, &twin);
}

uint64_t tries_best_beside(const struct tries *t, const struct sz_method *way)
{
	uint64_t best = tries_least(t), narrow = UINT64_MAX;
	size_t i;

	for (i = 0; i < t->count; i++) {
		uint64_t len = t->made[i].len;

		if (len != 0 && len < narrow && !t->ways[i].how.liblzma &&
			tries_narrow(t, &t->ways[i]))
			narrow = len;
	}
	return tries_narrow(t, way) && !tries_lost(narrow, best, lost_for(t)->filter) ? narrow
										      : best;
}

bool tries_packed(const struct tries *t, uint64_t len)
{
	return len >= t->in.len / 64 * 63;
}

/* Whether LZMA1 and LZMA2 of a way are the same steps, of which one coder is done. */
static bool is_done_by_twin(const struct tries *t, const struct sz_method *way)
{
	size_t i;

	if (t->stores || !t->s->best || t->in.len > CHOOSE_SMALL || !way->lzma2)
		return false;
	for (i = 0; i < t->count; i++)
		if (t->made[i].len != 0 && !t->ways[i].lzma2 && !t->ways[i].how.liblzma &&
			tries_same_contexts(&t->ways[i], way) &&
			tries_same_search(&t->ways[i], way) &&
			t->ways[i].how.effort.noise == way->how.effort.noise &&
			t->ways[i].how.passes == way->how.passes)
			return true;
	return false;
}

/*
 * Ways whose steps, which were made with other lc/lp/pb, are so much longer are not parsed: one
 * part in so many. How literals are coded hardly changes which steps are best, pb does.
 */
#define STEPS_GAP       1500
#define STEPS_GAP_TINY  500
#define STEPS_GAP_NOISE 8000
#define ALIGNED_GAP     50

static bool is_unlikely(const struct tries *t, size_t at)
{
	uint64_t same = UINT64_MAX, least = UINT64_MAX;
	bool narrow = tries_narrow(t, &t->ways[at]);
	size_t i;

	for (i = 0; i < t->count && t->expected[at] != 0; i++) {
		const struct sz_method *way = &t->ways[i];

		if (t->expected[i] == 0 || !tries_same_filter(way, &t->ways[at]) ||
			(narrow && !tries_narrow(t, way)))
			continue;
		if (t->expected[i] < least)
			least = t->expected[i];
		if (t->expected[i] < same && way->how.prop.pb == t->ways[at].how.prop.pb)
			same = t->expected[i];
	}
	if (least == UINT64_MAX)
		return false;
	if (tries_packed(t, least))
		return tries_lost(t->expected[at], least, STEPS_GAP_NOISE);
	return tries_lost(t->expected[at], least, ALIGNED_GAP) ||
	       tries_lost(
		       t->expected[at], same, t->in.len <= ALL_WAYS ? STEPS_GAP_TINY : STEPS_GAP);
}

/* BCJ2 is better for code, the x86 filter alone has the shorter header. */
#define HEADER_COUNTS ((size_t)16 << 10)

static bool is_beaten_by_bcj2(const struct tries *t, const struct sz_method *way)
{
	struct sz_method other = *way;
	uint64_t least;

	if (!t->s->best || way->filter != BRANCH_X86 || way->bcj2)
		return false;
	other.bcj2 = true;
	least = least_of(t, &other, tries_same_filter);
	return least != UINT64_MAX && least > HEADER_COUNTS;
}

/* One with a search of its own, so that --best is never larger. */
static bool is_the_defaults(const struct tries *t, const struct sz_method *way)
{
	return t->s->best && way->how.effort.depth != 0 && !way->how.liblzma;
}

static bool is_hopeless(const struct tries *t, size_t at)
{
	const struct sz_method *way = &t->ways[at];
	const struct lost *lost = lost_for(t);
	uint64_t best;

	if (is_the_defaults(t, way))
		return false;
	if (is_done_by_twin(t, way) || is_unlikely(t, at) || is_beaten_by_bcj2(t, way))
		return true;
	if ((t->in.len <= ALL_WAYS && !t->s->best) || t->s->sound != 0)
		return false;
	best = tries_best_beside(t, way);
	return tries_lost(least_of(t, way, tries_same_filter), best, lost->filter) ||
	       tries_lost(least_of(t, way, tries_same_contexts), best, lost->contexts);
}

/* Ways from first on that are encoded at once: with the same filtered data and coder. The first
 * with a filter is alone: its result is evidence for the others. */
static size_t same_data(const struct tries *t, size_t first)
{
	const struct sz_method *a = &t->ways[first], *b;
	bool known = least_of(t, a, tries_same_filter) != UINT64_MAX;
	size_t i = first + 1;

	if ((a->lzma2 && !t->s->best) || is_the_defaults(t, a))
		return 1;
	for (; i < t->count && i - first < LZMA_MANY && (known || !t->s->best); i++) {
		b = &t->ways[i];
		if (a->lzma2 != b->lzma2 || !tries_same_filter(a, b) || is_hopeless(t, i))
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

/* a has its search from new_kept. */
static bool shares(const struct sz_method *a, const struct sz_method *b)
{
	return tries_same_filter(a, b) && a->how.effort.depth == 0;
}

static struct kept *kept_for(struct tries *t, const struct sz_method *way,
	bool (*alike)(const struct sz_method *a, const struct sz_method *b))
{
	size_t i;

	for (i = 0; i < t->kept_count; i++)
		if (alike(&t->kept[i].way, way))
			return &t->kept[i];
	return NULL;
}

/* Room for a search; where there is none it is taken from the way that made most. */
static struct kept *new_kept(struct tries *t, size_t first, uint32_t nice, uint32_t depth)
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
	*k = (struct kept){lzma_matches_new(nice, depth), t->ways[first], first, 0};
	return k;
}

/* A search that those of the default share. */
static enum err_code keep_own(struct tries *t, size_t at, struct err *err)
{
	const struct lzma_effort *e = &t->ways[at].how.effort;
	struct kept *k = kept_for(t, &t->ways[at], tries_same_search);

	if (k == NULL)
		k = new_kept(t, at, e->nice, e->depth);
	if (k->matches == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	t->ways[at].how.kept = k->matches;
	return ERR_OK;
}

/* The search that ways with this filter share; those with a depth of their own do not. Of a long
 * input the first with another filter may be the last: then the matches of the better one are not
 * given up for it.
 */
static enum err_code share_best(struct tries *t, size_t first, size_t count, struct err *err)
{
	struct kept *k = kept_for(t, &t->ways[first], shares);
	size_t i;

	if (t->ways[first].how.effort.depth != 0)
		return is_the_defaults(t, &t->ways[first]) && t->in.len <= CHOOSE_SMALL
			       ? keep_own(t, first, err)
			       : ERR_OK;
	if (k == NULL && t->kept_count != 0 && t->in.len > CHOOSE_SMALL &&
		least_of(t, &t->ways[first], tries_same_filter) == UINT64_MAX)
		return ERR_OK;
	if (k == NULL)
		k = new_kept(t, first, longest(t), 0);
	if (k->matches == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = first; i < first + count; i++)
		t->ways[i].how.kept = t->ways[i].how.effort.depth == 0 ? k->matches : NULL;
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

/* Of a level the ways by LZMA2 that search alike: those by LZMA1 are encoded at once anyway. */
static enum err_code share_alike(struct tries *t, size_t first, struct err *err)
{
	struct sz_method *way = &t->ways[first];
	size_t i = first + 1;
	struct kept *k;

	if (t->in.len > CHOOSE_SMALL || !way->lzma2 || way->how.effort.fast)
		return ERR_OK;
	while (i < t->count && (!t->ways[i].lzma2 || !tries_same_search(&t->ways[i], way)))
		i++;
	k = kept_for(t, way, tries_same_search);
	if (k == NULL && (i < t->count || way->how.passes > 1)) {
		k = new_kept(t, first, way->how.effort.nice, way->how.effort.depth);
		if (k->matches == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
	}
	if (k != NULL)
		way->how.kept = k->matches;
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
		struct made *mine = &t->made[first + i];

		mine->packed = packed[i];
		mine->stream = streams[i];
		mine->len = t->block ? sz_packed_len(packed[i]) : streams[i].len;
	}
	return rc;
}

/* Expectations of the ways that have the filter of the first encoded with it. */
static void expect(struct tries *t, size_t first)
{
	struct kept *k = kept_for(t, &t->ways[first], shares);
	size_t i;

	if (!t->s->best || t->s->sound != 0 || k == NULL || k->first != first || k->steps != 0)
		return;
	k->steps = lzma_matches_len(k->matches, &t->ways[first].how.prop);
	for (i = first; i < t->count && k->steps != 0; i++)
		if (tries_same_filter(&t->ways[i], &t->ways[first]) && !t->ways[i].how.liblzma)
			t->expected[i] = t->made[first].len - k->steps +
					 lzma_matches_len(k->matches, &t->ways[i].how.prop);
}

enum err_code tries_encode(struct tries *t, size_t first, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i, some;

	for (i = first; rc == ERR_OK && i < t->count; i += some) {
		some = 1;
		if (is_hopeless(t, i))
			continue;
		some = same_data(t, i);
		t->ways[i].own = t->s->own; /* the input is not used otherwise meanwhile */
		rc = share_search(t, i, some, err);
		if (rc == ERR_OK)
			rc = try_some(t, i, some, err);
		if (rc == ERR_OK)
			expect(t, i);
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
