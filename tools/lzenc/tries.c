/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/thread.h"
#include "look.h"
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
	const struct lzma_encode *how = &t->ways[i].how;

	return t->made[i].len != 0 && !how->liblzma && !is_quick(t, i) &&
	       (!t->table || how->passes == 0);
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
			 lost_others = {250, 384}, lost_table = {16, 4};
/* Levels: filters, and further efforts and passes for lc/lp/pb. */
static const struct lost lost_late = {500, 150}, lost_never = {500, 1},
			 lost_first = {500, 1000}; /* further passes compare more ways */

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

static bool for_numbers(const struct sz_method *way)
{
	return way->how.prop.lp != 0 || way->how.prop.pb > 2;
}

/* Which settings suit tables of numbers shows only in the end. */
static const struct lost *lost_for_level(const struct tries *t)
{
	size_t i;

	if (choose_middle_level(t->s, t->in.len))
		return &lost_late;
	for (i = 0; i < t->count; i++) {
		const struct sz_method *way = &t->ways[i];

		if (lz_is_delta(way->filter) || (for_numbers(way) && (t->more || t->s->level < 9)))
			return &lost_never;
	}
	return t->s->level == 9 && !t->more ? &lost_first : &lost_late;
}

static const struct lost *lost_for(const struct tries *t)
{
	if (!t->s->best)
		return lost_for_level(t);
	if (t->table)
		return &lost_table;
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

static bool same_kind(const struct sz_method *a, const struct sz_method *b)
{
	return tries_same_filter(a, b) && a->lzma2 == b->lzma2;
}

/* Of what LZMA2 only stored. */
static bool is_stored(const struct tries *t, const struct sz_method *way)
{
	uint64_t least = way->lzma2 ? least_of(t, way, same_kind) : UINT64_MAX;

	return least != UINT64_MAX && least >= t->in.len;
}

/* Whether no way with the filter got further passes. */
static bool gave_up(const struct tries *t, const struct sz_method *way)
{
	bool any = false;
	size_t i;

	for (i = 0; i < t->count; i++) {
		const struct lzma_encode *how = &t->ways[i].how;

		if (!tries_is_guide(t, i) || !tries_same_filter(&t->ways[i], way))
			continue;
		if (how->enough == 0 || t->made[i].once <= how->enough)
			return false;
		any = true;
	}
	return any;
}

/* Whether another number of fast bytes has given the same: no match was as long. */
static bool is_known(const struct tries *t, const struct sz_method *way)
{
	uint32_t nice = way->how.effort.nice, longest;
	size_t i;

	for (i = 0; i < t->count && &t->ways[i] != way; i++) {
		longest = t->made[i].longest;
		if (longest != 0 && longest < nice && longest < t->ways[i].how.effort.nice &&
			t->ways[i].how.effort.noise == way->how.effort.noise &&
			t->ways[i].how.passes >= way->how.passes &&
			tries_same_stream(&t->ways[i], way))
			return true;
	}
	return false;
}

/* Where so much is repeated, which way wins shows late. */
#define REPEATS 8

/* What the default's further passes gain with another filter, at most: one part in so many. */
#define PASSES_GAIN 250

bool tries_filter_lost(const struct tries *t, const struct sz_method *way)
{
	uint64_t mine = least_of(t, way, tries_same_filter), best = tries_least(t);

	return !t->more && t->s->sound == 0 && best >= t->in.len / REPEATS &&
	       tries_lost(mine, best, PASSES_GAIN);
}

/* The least that a first pass of those like a way has made; SIZE_MAX: none was. */
static size_t least_once(const struct tries *t, const struct sz_method *way,
	bool (*like)(const struct sz_method *a, const struct sz_method *b))
{
	size_t least = SIZE_MAX, i;

	for (i = 0; i < t->count; i++)
		if (t->made[i].once != 0 && t->made[i].once < least && !is_quick(t, i) &&
			like(&t->ways[i], way))
			least = t->made[i].once;
	return least;
}

size_t tries_once(const struct tries *t, const struct sz_method *way)
{
	size_t least = least_once(t, way, tries_same_filter);

	if (least == SIZE_MAX || t->more || t->table || t->digits || t->s->sound != 0 ||
		t->in.len > CHOOSE_SMALL || tries_least(t) < t->in.len / REPEATS ||
		for_numbers(way) || lz_is_delta(way->filter))
		return 0;
	return least;
}

static bool same_streams(const struct sz_method *a, const struct sz_method *b)
{
	return a->bcj2 == b->bcj2;
}

#define FEW 32 /* bytes that one more try may gain, however short the result */

/* A level tries more fast bytes with what was about as good in the first pass. */
static bool is_behind(const struct tries *t, const struct sz_method *way, uint64_t part)
{
	size_t mine = least_once(t, way, tries_same_contexts);

	if (mine == SIZE_MAX || part <= 1)
		return false;
	return tries_lost(mine, least_once(t, way, tries_same_filter) + FEW, part);
}

/* What hardly shrinks, by less than one part in so many, is noise. */
#define NOISE_PART 64

static size_t hardly_less(const struct tries *t)
{
	return t->in.len - t->in.len / NOISE_PART;
}

/* Nearly all that --best made of a long input is packed already: no way makes less of that. */
#define PACKED_REST 32

static bool is_packed(const struct tries *t, uint64_t best)
{
	return t->noise != 0 && best != UINT64_MAX && best - best / PACKED_REST < t->noise;
}

static bool is_hopeless(const struct tries *t, const struct sz_method *way)
{
	const struct lost *lost = lost_for(t);
	uint64_t best;

	best = tries_best_beside(t, way);
	if (is_packed(t, best))
		return true;
	if (is_quick(t, (size_t)(way - t->ways)))
		return t->s->best && best != UINT64_MAX && best >= hardly_less(t);
	if (!t->s->best && is_known(t, way))
		return true;
	if ((t->in.len <= ALL_WAYS && !t->s->best && t->s->level < 9) || t->s->sound != 0)
		return false;
	if (tries_lost(least_of(t, way, tries_same_filter), best, lost->filter) ||
		(t->s->best && tries_lost(least_of(t, way, same_kind), best, lost->filter)))
		return true;
	if (!t->s->best)
		return is_stored(t, way) || gave_up(t, way) || is_behind(t, way, lost->contexts);
	return tries_lost(least_of(t, way, tries_same_contexts), best, lost->contexts);
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
			(a->lzma2 && (best ? t->near != 0 : !together(a, b))))
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

/* The search that is kept for ways with this one's filter; nice 0: any. NULL: none is. */
static struct lzma_matches *kept_for(
	const struct tries *t, const struct sz_method *way, uint32_t nice)
{
	size_t i;

	for (i = 0; i < t->kept_count; i++) {
		const struct kept *k = &t->kept[i];

		if (tries_same_filter(&k->way, way) &&
			(nice == 0 || (k->nice == nice &&
					      k->way.how.effort.depth == way->how.effort.depth)))
			return k->matches;
	}
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
	*k = (struct kept){lzma_matches_new(nice, depth), t->ways[first], first, nice};
	return k->matches;
}

/* alike: there are steps that suit this one. */
static void share_with(
	const struct tries *t, struct sz_method *way, struct lzma_matches *kept, bool alike)
{
	struct lzma_encode *how = &way->how;
	/* the steps of one parse stand for those of a first pass, but of numbers and where much is
	 * repeated */
	bool passes = !t->more && t->in.len <= CHOOSE_SMALL && how->passes != 0 &&
		      tries_least(t) >= t->in.len / REPEATS && !lz_is_delta(way->filter);

	how->kept = how->effort.depth == 0 ? kept : NULL;
	if (alike && how->effort.noise == 0 && (t->compares || (passes && how->prop.lp == 0)))
		how->effort.steps = LZMA_STEPS_KEPT;
	else if (how->passes > 1)
		how->near = t->near;
}

/* The search that ways with this filter share; those with a depth of their own do not. The first
 * with another filter may be the last: then the matches of the better one are not given up for it.
 */
static enum err_code share_best(struct tries *t, size_t first, size_t count, struct err *err)
{
	struct lzma_matches *kept = kept_for(t, &t->ways[first], 0);
	bool room = t->kept_count < (t->in.len <= CHOOSE_SMALL ? TRIES_KEPT : 1);
	bool fresh = kept == NULL;
	const struct lzma_prop *p, *like;
	size_t i;

	if (is_quick(t, first) ||
		(!room && least_of(t, &t->ways[first], tries_same_filter) == UINT64_MAX))
		return ERR_OK;
	if (fresh)
		kept = keep(t, first, longest(t), 0);
	if (kept == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; !tries_same_filter(&t->ways[i], &t->ways[first]); i++)
		;
	/* steps that suit one lp tell little of others, and of tables of none */
	like = &t->ways[i].how.prop;
	for (i = first; i < first + count; i++) {
		p = &t->ways[i].how.prop;
		share_with(t, &t->ways[i], kept, !fresh && p->lp == like->lp && !t->table);
	}
	/* two passes at once would mix theirs */
	if (fresh && count == 1 && t->ways[first].how.passes == 0)
		t->ways[first].how.effort.steps = LZMA_STEPS_KEEP;
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

/* The longest match that a level's search for a way finds: neighbours by LZMA1 share one. */
static uint32_t longest_for(const struct tries *t, const struct sz_method *way)
{
	const struct sz_method *first = way, *end = t->ways + t->count, *w;
	uint32_t nice = way->how.effort.nice;

	while (first != t->ways && same_kind(first - 1, way))
		first--;
	for (w = first; !way->lzma2 && w != end && same_kind(w, way); w++)
		if (w->how.effort.depth == way->how.effort.depth && !w->how.effort.fast &&
			w->how.effort.nice > nice)
			nice = w->how.effort.nice;
	return nice;
}

static bool searches_like(
	const struct tries *t, const struct sz_method *a, const struct sz_method *b, uint32_t nice)
{
	return tries_same_filter(a, b) && !a->how.effort.fast &&
	       a->how.effort.depth == b->how.effort.depth && longest_for(t, a) == nice;
}

bool tries_has_threads(const struct tries *t)
{
	return (t->s->threads == 0 ? thread_cpu_count() : t->s->threads) > 1;
}

/* By the steps of another way a first pass makes up to one part in so many more. */
#define STEPS_NEAR 384

/* The steps of the first way are the first pass of the others. */
static void share_steps(struct tries *t, size_t first, size_t count, bool fresh)
{
	size_t i;

	for (i = first; i < first + count; i++) {
		struct lzma_encode *how = &t->ways[i].how;

		if (how->passes <= 1 || for_numbers(&t->ways[i]) ||
			(how->near == 0 && how->effort.noise == 0) || t->s->sound != 0)
			continue;
		how->effort.steps = fresh && i == first ? LZMA_STEPS_KEEP : LZMA_STEPS_KEPT;
		if (how->near > STEPS_NEAR && how->effort.steps == LZMA_STEPS_KEPT)
			how->near = STEPS_NEAR;
	}
}

/* Of a level the ways that search alike. With threads nothing is kept of longer inputs: those by
 * LZMA1 are encoded at once anyway, and so are these by LZMA2. */
static enum err_code share_alike(struct tries *t, size_t first, size_t count, struct err *err)
{
	const struct sz_method *way = &t->ways[first];
	bool all = tries_has_threads(t) && t->in.len > CHOOSE_TINY;
	uint32_t nice = longest_for(t, way);
	struct lzma_matches *kept;
	size_t i = first + (all || !way->lzma2 ? count : 1);
	bool steps = t->s->level == 9 && way->how.passes > 1 && !for_numbers(way) && !t->digits;
	bool fresh;

	if (t->in.len > CHOOSE_SMALL || (!steps && !way->lzma2) || way->how.effort.fast)
		return ERR_OK;
	while (i < t->count && !searches_like(t, &t->ways[i], way, nice))
		i++;
	kept = kept_for(t, way, nice);
	if (kept == NULL && i == t->count && !steps)
		return ERR_OK;
	fresh = kept == NULL;
	if (fresh)
		kept = keep(t, first, nice, way->how.effort.depth);
	if (kept == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = first; i < first + count; i++)
		t->ways[i].how.kept = kept;
	if (steps)
		share_steps(t, first, count, fresh);
	return ERR_OK;
}

/* Later passes gain much the same with each: a level makes them only where they may win. Another
 * filter wins, if at all, in the first pass. */
#define OTHER_FILTER 500
#define LZMA2_HEADS  8 /* bytes that LZMA2 adds */

/* The most that a first pass may make for further ones; 0: any. */
static size_t enough_for(const struct tries *t, const struct sz_method *way, size_t part)
{
	size_t least = least_once(t, way, tries_same_filter);

	if (least != SIZE_MAX)
		return least + least / part;
	least = least_once(t, way, same_streams);
	return least != SIZE_MAX ? least + least / OTHER_FILTER + LZMA2_HEADS : 0;
}

/* Of LZMA2 passes of --best are made one after the other: the first pass of those before counts. */
static size_t enough_again(const struct tries *t, const struct sz_method *way)
{
	size_t least = SIZE_MAX, i;

	for (i = 0; way->how.passes > 1 && i < t->count; i++)
		if (t->ways[i].how.passes > 1 && t->made[i].once != 0 && t->made[i].once < least &&
			same_kind(&t->ways[i], way))
			least = t->made[i].once;
	return least != SIZE_MAX ? least + least / t->near : 0;
}

/* Nor where --best is ahead by more than passes change: one part in so many. */
#define AHEAD_NEAR 128

static void set_limits(const struct tries *t, struct sz_method *way)
{
	size_t part = (size_t)lost_for(t)->contexts, enough;
	size_t most = hardly_less(t), ahead = t->ahead[way - t->ways];

	if (ahead != 0 && ahead + ahead / AHEAD_NEAR < most)
		most = ahead + ahead / AHEAD_NEAR;

	way->how.near = way->how.enough = 0;
	if (way->lzma2 && t->near != 0)
		way->how.enough = enough_again(t, way);
	if (t->s->best || t->s->sound != 0 || (t->in.len <= ALL_WAYS && t->s->level < 9) ||
		part <= 1 || way->how.effort.noise != 0)
		return;
	enough = enough_for(t, way, part);
	/* nor are there any of what hardly shrinks, nor other lc/lp/pb or fast bytes */
	if (enough == 0 || enough > most)
		enough = most;
	way->how.near = part;
	way->how.enough = enough;
}

static enum err_code share_search(struct tries *t, size_t first, size_t count, struct err *err)
{
	for (size_t i = first; i < first + count; i++) { /* a copy of another way has that one's */
		struct sz_method *way = &t->ways[i];

		way->how.kept = NULL;
		way->how.effort.steps = LZMA_STEPS_OWN;
		way->how.longest = way->bcj2 ? NULL : &t->made[i].longest;
		way->how.once = &t->made[i].once;
		set_limits(t, way);
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

struct firsts {
	struct tries *t;
	size_t count, at[TRIES_KEPT];
	enum err_code rc[TRIES_KEPT];
	struct err err[TRIES_KEPT];
};

static void try_first(void *user, size_t i)
{
	struct firsts *f = user;

	f->rc[i] = try_some(f->t, f->at[i], 1, &f->err[i]);
}

enum err_code tries_encode_firsts(struct tries *t, struct err *err)
{
	struct firsts f = {.t = t};
	enum err_code rc = ERR_OK;
	size_t i, k;

	for (i = 0; rc == ERR_OK && i < t->count && f.count < TRIES_KEPT; i++) {
		for (k = 0; !tries_same_filter(&t->ways[k], &t->ways[i]); k++)
			;
		if (k != i || is_quick(t, i))
			continue;
		rc = share_search(t, i, 1, err);
		f.at[f.count++] = i;
	}
	if (rc != ERR_OK)
		return rc;
	thread_for(f.count, t->s->threads, try_first, &f);
	for (i = 0; rc == ERR_OK && i < f.count; i++)
		if ((rc = f.rc[i]) != ERR_OK)
			*err = f.err[i];
	return rc;
}

enum err_code tries_encode(struct tries *t, size_t first, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i, some;

	for (i = first; rc == ERR_OK && i < t->count; i += some) {
		some = 1;
		if (t->made[i].len != 0 || is_hopeless(t, &t->ways[i]))
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

/* The quick level that others try, too. */
#define QUICK_LEVEL 4

/* Whether a level has a way of its own that is made like it. */
static bool has_way(const struct tries *t, const struct sz_method *way)
{
	const struct lzma_effort *e;
	uint32_t nice = way->how.effort.nice, depth = way->how.effort.depth;
	size_t i;

	for (i = 0; i < t->quick && !t->s->best; i++) {
		e = &t->ways[i].how.effort;
		if (tries_same_stream(&t->ways[i], way) && e->fast == way->how.effort.fast &&
			e->nice == nice &&
			(e->depth == depth || (depth == 0 && e->depth == 16 + nice / 2)))
			return true;
	}
	return false;
}

/* What may gain by the quick parse: sound, tables, and of pictures and other numbers what
 * is little or keeps half. Of files of packages none else gained. */
static bool gains_quickly(const struct tries *t)
{
	if (t->s->sound != 0 || look_is_table(t->in))
		return true;
	return (t->in.len <= LITTLE || tries_least(t) > t->in.len / 2) &&
	       (look_has_waves(t->in) || look_has_numbers(t->in));
}

/* The levels 5 to 8 gain by it, but of tiny inputs, only what repeats much, and what keeps half and
 * is not waves after Delta. */
#define REPEATS_MUCH 3

static bool is_ordinary(const struct tries *t)
{
	uint64_t least = tries_least(t), len = t->in.len;
	bool waves = lz_is_waves(t->s, t->ways[0].filter);

	return len > ALL_WAYS && least > len / REPEATS_MUCH &&
	       (least < len / 2 || waves || least > hardly_less(t));
}

enum err_code tries_add_quick(struct tries *t, struct err *err)
{
	bool all = !t->s->best || look_has_pairs(t->in);
	size_t most = all ? CHOOSE_SMALL : CHOOSE_TINY / 2, count, i;
	struct sz_method ways[LZ_WAYS_MAX];
	struct lz_settings s = *t->s;
	enum err_code rc;

	if (s.classic || choose_low_level(&s) || !gains_quickly(t) ||
		(choose_middle_level(&s, t->in.len) && is_ordinary(t)) ||
		(t->in.len > most && (t->in.len > CHOOSE_LONG || !look_is_table(t->in))))
		return ERR_OK;
	s.best = s.bcj2 = false;
	s.level = QUICK_LEVEL;
	rc = lz_ways(t->in, &s, ways, &count, err);
	t->quick = t->count;
	for (i = 0; rc == ERR_OK && i < count && i < QUICK_WAYS; i++) {
		struct sz_method *way = &t->ways[t->count];

		/* level 9 parses better than any that is not quick; of long tables the quick parse
		 * makes less only by rules */
		if (has_way(t, &ways[i]) || (t->in.len > most && ways[i].how.effort.noise == 0) ||
			(t->s->level == 9 && !t->more && !ways[i].how.effort.fast))
			continue;
		t->count++;
		*way = ways[i];
		way->how.watch = NULL;
		if (way->how.effort.depth == 0) /* a search of its own */
			way->how.effort.depth = 16 + way->how.effort.nice / 2;
	}
	t->quick_end = t->count;
	return rc;
}

void tries_add_noise(struct tries *t, size_t i, unsigned noise)
{
	t->ways[t->count] = t->ways[i];
	t->ways[t->count].how.watch = NULL;
	t->ways[t->count++].how.effort.noise = noise;
}

void tries_add_passes(struct tries *t, size_t i, unsigned passes)
{
	tries_add_noise(t, i, t->ways[i].how.effort.noise);
	t->ways[t->count - 1].how.effort.wide = LZMA_WIDE_MOST;
	t->ways[t->count - 1].how.passes = passes;
}

void tries_add_wide(struct tries *t, size_t i, unsigned noise)
{
	tries_add_passes(t, i, 0);
	t->ways[t->count - 1].how.effort.nice = LZ_NICE_MOST;
	t->ways[t->count - 1].how.effort.noise = noise;
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
