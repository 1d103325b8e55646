/* SPDX-License-Identifier: MIT */
#include "net/search.h"

#include <string.h>

#define HASH_FACTOR  0x9E3779B97F4A7C15ull
#define ASK_EVERY    64u
#define TABLES       8u      /* per root move one of means and one of the network's values */
#define ENTRIES_MIN  1024u   /* of a table */
#define ENTRIES_MAX  65536u  /* without a limit of nodes */
#define NODES_A_UNIT 8.0f    /* boards evaluated per unit of effort, on average */
#define EFFORT_FIRST 16.0f   /* first effort of a search with a time limit */
#define EFFORT_STEP  3.0f    /* factor to the next one */
#define EFFORT_ALONE 1000.0f /* a smaller effort does not pay for threads */
#define EFFORT_MAX   1e9f

/* A cached board: the mean over its new tiles, or (generation 0) the network's value. */
struct slot {
	uint64_t board;
	float value;
	uint16_t generation;
	uint16_t work; /* upper half of a float: the effort or plies spent on it */
};

struct line {
	struct net_search *s;
	const struct search_limits *limits;
	struct slot *means;
	struct slot *values;
	size_t mask;        /* of means */
	size_t values_mask; /* of values */
	uint64_t nodes;
	uint64_t hits;
	unsigned depth_left; /* the least number of plies left in the search */
	uint32_t ask;
	bool by_effort;
	bool stopped;
};

/* The legal moves of a board: points, boards after them, and points plus the network's value. */
struct choice {
	uint64_t after[4];
	float reward[4];
	float value[4];
	float best; /* of the values; 0 when the game is over */
	unsigned count;
};

static struct slot *slot_of(struct slot *table, size_t mask, uint64_t board)
{
	uint64_t h = board * HASH_FACTOR;

	return &table[(size_t)(h >> 32) & mask];
}

/* Different new tiles often leave the same board after a move: half of all values are cached. */
static void ask_network(struct line *l, struct choice *c)
{
	struct slot *slot[4];
	uint64_t ask[4];
	float got[4];
	unsigned which[4], count = 0;

	l->nodes += c->count;
	for (unsigned i = 0; i < c->count; i++) {
		struct slot *e = slot_of(l->values, l->values_mask, c->after[i]);

		if (e->board == c->after[i] && e->generation == 0) {
			c->value[i] = e->value;
			continue;
		}
		slot[count] = e;
		ask[count] = c->after[i];
		which[count++] = i;
	}
	if (count == 0)
		return;
	net_values(l->s->net, ask, count, got);
	for (unsigned i = 0; i < count; i++) {
		*slot[i] = (struct slot){ask[i], got[i], 0, 0};
		c->value[which[i]] = got[i];
	}
}

static void look_at_moves(struct line *l, uint64_t board, struct choice *c)
{
	struct g2048_moves m;

	c->count = 0;
	c->best = 0;
	g2048_all_moves(l->s->tables, board, &m);
	for (unsigned d = 0; d < 4; d++) {
		if (m.after[d] == board)
			continue;
		c->after[c->count] = m.after[d];
		c->reward[c->count++] = (float)m.reward[d];
	}
	ask_network(l, c);
	for (unsigned i = 0; i < c->count; i++) {
		c->value[i] += c->reward[i];
		c->best = c->value[i] > c->best ? c->value[i] : c->best;
	}
}

static bool is_stopped(struct line *l)
{
	if (!l->stopped && l->limits->stop != NULL && ++l->ask % ASK_EVERY == 0)
		l->stopped = l->limits->stop(l->limits->user);
	return l->stopped;
}

static float chance(struct line *l, uint64_t after, unsigned depth, float weight);

/* The effort is distributed by how close a move's first estimate is to the best. */
static float best_by_effort(struct line *l, const struct choice *c, unsigned depth, float effort)
{
	float share[4], all = 0, best = 0;

	for (unsigned i = 0; i < c->count; i++) {
		share[i] = NET_SHARE_POINTS / (NET_SHARE_POINTS + c->best - c->value[i]);
		all += share[i];
	}
	effort /= all;
	for (unsigned i = 0; i < c->count; i++) {
		float v = c->value[i], part = effort * share[i];

		if (depth > 0 && part >= (float)g2048_count_empty(c->after[i]))
			v = c->reward[i] + chance(l, c->after[i], depth, part);
		best = v > best ? v : best;
	}
	return best;
}

/* The best of points plus later value; 0 when the game is over. depth: plies below the moves. */
static float best_move(struct line *l, uint64_t board, unsigned depth, float weight)
{
	struct choice c;
	float best = 0;

	look_at_moves(l, board, &c);
	if (l->by_effort && weight >= 1 && c.count > 0)
		return best_by_effort(l, &c, depth, weight);
	if (l->by_effort || depth == 0 || weight < l->s->prob_min)
		return c.best;
	for (unsigned i = 0; i < c.count; i++) {
		float v = c.reward[i] + chance(l, c.after[i], depth, weight);

		best = v > best ? v : best;
	}
	return best;
}

static bool is_known(const struct line *l, const struct slot *e, uint64_t after, uint16_t work)
{
	return e->board == after && e->generation == l->s->generation &&
	       (l->by_effort ? e->work >= work : e->work == work);
}

/* Positive floats compare like their bits. */
static uint16_t upper_half(float f)
{
	uint32_t bits;

	memcpy(&bits, &f, sizeof(bits));
	return (uint16_t)(bits >> 16);
}

/* weight: the effort, or the probability of the line when the search counts plies. */
static float chance(struct line *l, uint64_t after, unsigned depth, float weight)
{
	struct slot *e = slot_of(l->means, l->mask, after);
	uint16_t work = upper_half(l->by_effort ? weight : (float)depth);
	float sum = 0;
	unsigned open;

	if (is_known(l, e, after, work)) {
		l->hits++;
		return e->value;
	}
	if (is_stopped(l))
		return 0;
	depth--;
	l->depth_left = depth < l->depth_left ? depth : l->depth_left;
	open = g2048_count_empty(after);
	weight /= (float)open;
	for (uint64_t empty = g2048_empty_mask(after); empty != 0; empty &= empty - 1) {
		uint64_t tile = empty & (0ull - empty);

		sum += 0.9f * best_move(l, after | tile, depth, weight * 0.9f);
		sum += 0.1f * best_move(l, after | tile << 1, depth, weight * 0.1f);
	}
	sum /= (float)open;
	if (!l->stopped)
		*e = (struct slot){after, sum, l->s->generation, work};
	return sum;
}

struct job {
	struct net_search *s;
	const struct search_limits *limits;
	struct g2048_moves moves;
	unsigned which[4];
	unsigned depth; /* at most */
	float effort;   /* of each root move */
	size_t entries; /* used entries of each table */
	bool many;      /* several threads */
	struct line line[4];
	float value[4];
};

static void run_root(void *user, size_t i)
{
	struct job *j = user;
	unsigned d = j->which[i];
	struct line *l = &j->line[d];
	struct choice c = {.after = {j->moves.after[d]}, .count = 1};

	memset(l, 0, sizeof(*l));
	l->s = j->s;
	l->limits = j->limits;
	/* Each root move has its own means, so results do not depend on the number of threads. The
	 * network's values do not depend on the move, so a single thread shares one table. */
	l->means = (struct slot *)j->s->memory + d * j->entries;
	l->mask = j->entries - 1;
	l->values = (struct slot *)j->s->memory + (j->many ? 4 + d : 4) * j->entries;
	l->values_mask = (j->many ? 1 : 4) * j->entries - 1;
	l->by_effort = j->effort > 0;
	l->depth_left = j->depth - 1;
	if (j->depth == 1 || (l->by_effort && j->effort < 2)) {
		ask_network(l, &c);
		j->value[d] = (float)j->moves.reward[d] + c.value[0];
	} else {
		j->value[d] = (float)j->moves.reward[d] + chance(l, j->moves.after[d], j->depth - 1,
								  l->by_effort ? j->effort : 1.0f);
	}
}

static void take_values(const struct job *j, unsigned count, struct search_result *out)
{
	unsigned left = j->depth;

	out->best = G2048_NONE;
	for (unsigned i = 0; i < count; i++) {
		unsigned d = j->which[i];

		out->value[d] = (double)j->value[d];
		if (out->best == G2048_NONE || j->value[d] > j->value[out->best])
			out->best = (enum g2048_dir)d;
		left = j->line[d].depth_left < left ? j->line[d].depth_left : left;
	}
	out->depth = j->depth - left;
}

static bool iterate(struct job *j, struct search_result *out)
{
	unsigned count = 0;
	bool whole = true;

	j->many = j->s->parallel != NULL && j->s->threads > 1 &&
		  (j->effort > 0 ? j->effort >= EFFORT_ALONE : j->depth > 2);
	if (++j->s->generation == 0) {
		memset(j->s->memory, 0, j->s->used * TABLES * sizeof(struct slot));
		j->s->generation = 1;
	}
	for (unsigned d = 0; d < 4; d++)
		if ((out->legal >> d) & 1)
			j->which[count++] = d;
	if (j->many)
		j->s->parallel(count, j->s->threads, run_root, j);
	else
		for (unsigned i = 0; i < count; i++)
			run_root(j, i);
	for (unsigned i = 0; i < count; i++) {
		out->nodes += j->line[j->which[i]].nodes;
		out->hits += j->line[j->which[i]].hits;
		whole = whole && !j->line[j->which[i]].stopped;
	}
	if (whole || out->depth == 0)
		take_values(j, count, out);
	return whole;
}

/* effort: of each root move; 0: plies are counted. Small tables stay in the processor's cache. */
static void set_effort(struct job *j, float effort)
{
	float wish = effort > 0 ? 4 * effort : (float)ENTRIES_MAX;
	size_t entries = ENTRIES_MIN;

	while (2 * entries <= j->s->entries && (float)entries < wish)
		entries *= 2;
	j->effort = effort;
	j->entries = entries;
	j->s->used = entries > j->s->used ? entries : j->s->used;
}

static float effort_of(const struct search_limits *limits)
{
	float effort = limits->nodes > 0 ? (float)limits->nodes / NODES_A_UNIT : EFFORT_MAX;

	return effort < EFFORT_MAX ? effort : EFFORT_MAX;
}

static void run_by_effort(
	struct job *j, float effort, const struct search_limits *limits, struct search_result *out)
{
	float now = EFFORT_FIRST;
	bool last;

	if (limits->more == NULL) {
		set_effort(j, effort);
		(void)iterate(j, out);
		return;
	}
	do {
		last = now >= effort;
		set_effort(j, last ? effort : now);
		now *= EFFORT_STEP;
	} while (iterate(j, out) && !last && limits->more(limits->user, (double)EFFORT_STEP));
}

void net_search_run(struct net_search *s, uint64_t board, const struct search_limits *limits,
	struct search_result *out)
{
	struct job j = {.s = s, .limits = limits};
	uint64_t low = g2048_downgrade(board);

	memset(out, 0, sizeof(*out));
	out->best = G2048_NONE;
	g2048_all_moves(s->tables, low, &j.moves);
	for (unsigned d = 0; d < 4; d++)
		out->legal |= (unsigned)(j.moves.after[d] != low) << d;
	if (out->legal == 0)
		return;
	j.depth = limits->depth > 0 && limits->depth < SEARCH_DEPTH_MAX ? limits->depth
									: SEARCH_DEPTH_MAX;
	if (limits->nodes > 0 || limits->more != NULL)
		run_by_effort(&j, effort_of(limits), limits, out);
	else if (limits->depth > 0) {
		set_effort(&j, 0);
		(void)iterate(&j, out);
	} else
		run_by_effort(&j, NET_NODES / NODES_A_UNIT, limits, out);
}

void net_search_init(struct net_search *s, const struct g2048_tables *tables, const struct net *net,
	void *memory, size_t bytes)
{
	memset(s, 0, sizeof(*s));
	s->tables = tables;
	s->net = net;
	s->prob_min = 0.0005f;
	s->threads = 1;
	s->memory = memory;
	s->entries = 1;
	while (s->entries * 2 <= search_memory_size(bytes) / sizeof(struct slot) / TABLES)
		s->entries *= 2;
}
