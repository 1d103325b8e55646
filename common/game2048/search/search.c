/* SPDX-License-Identifier: MIT */
#include "search/search.h"

#include <string.h>

#include "search/search_walk.h"

#define MEMORY_MIN (1u << 20)
#define ROUGH_MIN  6 /* from this depth on the moves are ordered by a shallower search */

_Static_assert(
	sizeof(struct leaf_entry) == sizeof(struct entry), "they share the memory by halves");

static search_walk *choose_walk(bool plain)
{
#ifdef BIOSBELT_2048AI_V3
	__builtin_cpu_init();
	if (!plain && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
		return search_walk_v3;
#endif
	(void)plain;
	return search_walk_portable;
}

struct job {
	struct search *s;
	search_walk *run;
	const struct search_limits *limits;
	uint64_t after[4];
	unsigned which[4]; /* directions, in the order of work */
	unsigned depth;
	uint64_t size[4]; /* expected work below each move, for the order; 0: not known */
	struct walk walk[4];
	int32_t value[4];
	uint64_t ms[4];
};

static void run_root(void *user, size_t i)
{
	struct job *j = user;
	unsigned d = j->which[i];
	struct walk own, *w = &own; /* a local copy, so that threads do not share its cache lines */
	char *memory = (char *)j->s->memory + d * (j->s->entries * sizeof(struct entry));
	size_t leaves = j->s->entries / 2 < LEAF_SLOTS ? j->s->entries / 2 : LEAF_SLOTS;

	memset(w, 0, sizeof(*w));
	w->tables = j->s->tables;
	w->h = j->s->heuristic;
	w->s = j->s;
	w->limits = j->limits;
	w->leaf = (struct leaf_entry *)memory;
	w->leaf_slots = leaves - 1;
	w->table = (struct entry *)(void *)(w->leaf + leaves);
	w->buckets = j->s->entries / 2 / BUCKET - 1;
	w->generation = j->s->generation;
	w->limit = j->depth;
	w->cache_depth = j->s->cache_depth;
	w->any_depth = j->s->any_depth;
	w->prob_min = j->s->prob_min;
	if (j->s->clock_ms != NULL)
		j->ms[d] = j->s->clock_ms();
	j->value[d] = j->run(w, j->after[d]);
	if (j->s->clock_ms != NULL)
		j->ms[d] = j->s->clock_ms() - j->ms[d];
	j->walk[d] = own;
}

static void next_generation(struct search *s)
{
	if (++s->generation == 0) {
		memset(s->memory, 0, 4 * s->entries * sizeof(struct entry));
		s->generation = 1;
	}
}

static void run_roots(struct job *j, unsigned count)
{
	next_generation(j->s);
	if (j->s->parallel != NULL && j->s->threads > 1)
		j->s->parallel(count, j->s->threads, run_root, j);
	else
		for (unsigned i = 0; i < count; i++)
			run_root(j, i);
}

/* Orders the legal moves by expected work, most first, so that threads end at about the same
 * time. */
static unsigned put_in_order(struct job *j, unsigned legal)
{
	unsigned count = 0;

	for (unsigned d = 0; d < 4; d++) {
		unsigned i = count;

		if (((legal >> d) & 1) == 0)
			continue;
		for (; i > 0 && j->size[j->which[i - 1]] < j->size[d]; i--)
			j->which[i] = j->which[i - 1];
		j->which[i] = d;
		count++;
	}
	return count;
}

/* Measures the work below each move by a search of few plies. */
static void measure(struct job *j, unsigned legal)
{
	unsigned depth = j->depth, count = put_in_order(j, legal);

	if (depth < ROUGH_MIN || count < 3)
		return;
	j->depth = depth / 2;
	run_roots(j, count);
	j->depth = depth;
	for (unsigned i = 0; i < count; i++)
		j->size[j->which[i]] = j->walk[j->which[i]].nodes;
}

/* One iteration at j->depth; false when it was stopped. */
static bool iterate(struct job *j, struct search_result *out)
{
	unsigned count = put_in_order(j, out->legal);
	bool whole = true;

	run_roots(j, count);
	for (unsigned i = 0; i < count; i++) {
		out->nodes += j->walk[j->which[i]].nodes;
		out->hits += j->walk[j->which[i]].hits;
		whole = whole && !j->walk[j->which[i]].stopped;
	}
	if (!whole && out->depth > 0)
		return false;
	out->best = G2048_NONE;
	for (unsigned i = 0; i < count; i++) {
		unsigned d = j->which[i];

		out->value[d] = (double)j->value[d] / SEARCH_SCALE;
		out->move_nodes[d] = j->walk[d].nodes;
		out->move_hits[d] = j->walk[d].hits;
		out->move_ms[d] = j->ms[d];
		j->size[d] = j->walk[d].nodes;
	}
	for (unsigned d = 0; d < 4; d++)
		if (((out->legal >> d) & 1) != 0 &&
			(out->best == G2048_NONE || j->value[d] > j->value[out->best]))
			out->best = (enum g2048_dir)d;
	out->depth = j->depth;
	return whole;
}

/* Deepens one ply at a time while the next iteration is expected to fit. */
static void deepen(struct job *j, const struct search_limits *l, struct search_result *out)
{
	unsigned max = l->depth > 0 ? l->depth : SEARCH_DEPTH_MAX;
	uint64_t last = 0, before;
	double factor = 4;

	for (j->depth = 1; j->depth <= max; j->depth++) {
		before = out->nodes;
		if (!iterate(j, out))
			return;
		if (last > 0)
			factor = (double)(out->nodes - before) / (double)last;
		last = out->nodes - before;
		if (factor < 2)
			factor = 2;
		if (l->nodes > 0 && (double)out->nodes + (double)last * factor > (double)l->nodes)
			return;
		if (l->more != NULL && !l->more(l->user, factor))
			return;
	}
}

void search_run(struct search *s, uint64_t board, const struct search_limits *limits,
	struct search_result *out)
{
	struct job j = {.s = s, .run = choose_walk(s->plain), .limits = limits};
	struct g2048_moves m;

	memset(out, 0, sizeof(*out));
	out->best = G2048_NONE;
	g2048_all_moves(s->tables, board, &m);
	for (unsigned d = 0; d < 4; d++) {
		j.after[d] = m.after[d];
		out->legal |= (unsigned)(m.after[d] != board) << d;
	}
	if (out->legal == 0)
		return;
	if (limits->nodes > 0 || limits->more != NULL) {
		deepen(&j, limits, out);
		return;
	}
	j.depth = limits->depth;
	if (j.depth == 0) {
		unsigned distinct = g2048_distinct(board);

		j.depth = distinct > 5 ? distinct - 2 : 3;
	}
	if (s->parallel != NULL && s->threads > 1)
		measure(&j, out->legal);
	(void)iterate(&j, out);
}

size_t search_memory_size(size_t bytes)
{
	size_t size = MEMORY_MIN;

	while (size <= bytes / 2)
		size *= 2;
	return size;
}

void search_init(struct search *s, const struct g2048_tables *tables,
	const struct search_heuristic *heuristic, void *memory, size_t bytes)
{
	memset(s, 0, sizeof(*s));
	s->tables = tables;
	s->heuristic = heuristic;
	s->prob_min = 0.0001f;
	s->cache_depth = 15;
	s->threads = 1;
	s->memory = memory;
	s->entries = search_memory_size(bytes) / sizeof(struct entry) / 4;
}
