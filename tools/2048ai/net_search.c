/* SPDX-License-Identifier: MIT */
#include "net_search.h"

#include <string.h>

#define HASH_FACTOR 0x9E3779B97F4A7C15ull
#define ASK_EVERY   256u

/* The mean over new tiles of one board, searched `depth` plies deep. */
struct slot {
	uint64_t board;
	float value;
	uint32_t stamp; /* generation * 32 + depth */
};

struct line {
	struct net_search *s;
	const struct search_limits *limits;
	struct slot *table;
	size_t mask;
	uint64_t nodes;
	uint64_t hits;
	uint32_t ask;
	bool stopped;
};

static float chance(struct line *l, uint64_t after, unsigned depth, float prob);

/* Best of points plus what the network says of the boards after the moves. */
static float best_leaf(struct line *l, uint64_t board, const struct g2048_moves *m)
{
	uint64_t after[4];
	float reward[4], value[4], best = 0;
	unsigned n = 0;

	for (unsigned d = 0; d < 4; d++) {
		if (m->after[d] == board)
			continue;
		after[n] = m->after[d];
		reward[n++] = (float)m->reward[d];
	}
	l->nodes += n;
	net_values(l->s->net, after, n, value);
	for (unsigned i = 0; i < n; i++)
		best = reward[i] + value[i] > best ? reward[i] + value[i] : best;
	return best;
}

/* Best of points plus what follows; 0 when the game is over. depth: plies below the moves. */
static float best_move(struct line *l, uint64_t board, unsigned depth, float prob)
{
	struct g2048_moves m;
	float best = 0;

	g2048_all_moves(l->s->tables, board, &m);
	if (depth == 0 || prob < l->s->prob_min)
		return best_leaf(l, board, &m);
	for (unsigned d = 0; d < 4; d++) {
		float v;

		if (m.after[d] == board)
			continue;
		v = (float)m.reward[d] + chance(l, m.after[d], depth, prob);
		best = v > best ? v : best;
	}
	return best;
}

static bool is_stopped(struct line *l)
{
	if (!l->stopped && l->limits->stop != NULL && ++l->ask % ASK_EVERY == 0)
		l->stopped = l->limits->stop(l->limits->user);
	return l->stopped;
}

static struct slot *slot_of(const struct line *l, uint64_t board)
{
	uint64_t h = board * HASH_FACTOR;

	return &l->table[(size_t)(h >> 20) & l->mask];
}

static float chance(struct line *l, uint64_t after, unsigned depth, float prob)
{
	struct slot *e;
	uint32_t stamp;
	float sum = 0;
	unsigned open;

	if (depth == 0 || prob < l->s->prob_min) {
		l->nodes++;
		return net_value(l->s->net, after);
	}
	stamp = l->s->generation * 32 + depth;
	e = slot_of(l, after);
	if (e->board == after && e->stamp == stamp) {
		l->hits++;
		return e->value;
	}
	if (is_stopped(l))
		return 0;
	open = g2048_count_empty(after);
	prob /= (float)open;
	for (uint64_t empty = g2048_empty_mask(after); empty != 0; empty &= empty - 1) {
		uint64_t tile = empty & (0ull - empty);

		sum += 0.9f * best_move(l, after | tile, depth - 1, prob * 0.9f);
		sum += 0.1f * best_move(l, after | tile << 1, depth - 1, prob * 0.1f);
	}
	sum /= (float)open;
	if (!l->stopped)
		*e = (struct slot){after, sum, stamp};
	return sum;
}

struct job {
	struct net_search *s;
	const struct search_limits *limits;
	struct g2048_moves moves;
	unsigned which[4];
	unsigned depth;
	struct line line[4];
	float value[4];
};

static void run_root(void *user, size_t i)
{
	struct job *j = user;
	unsigned d = j->which[i];
	struct line *l = &j->line[d];

	memset(l, 0, sizeof(*l));
	l->s = j->s;
	l->limits = j->limits;
	l->table = (struct slot *)j->s->memory + d * j->s->entries;
	l->mask = j->s->entries - 1;
	j->value[d] = (float)j->moves.reward[d] + chance(l, j->moves.after[d], j->depth - 1, 1.0f);
}

static bool iterate(struct job *j, struct search_result *out)
{
	unsigned count = 0;
	bool whole = true;

	if (++j->s->generation >= UINT32_MAX / 32) {
		memset(j->s->memory, 0, 4 * j->s->entries * sizeof(struct slot));
		j->s->generation = 1;
	}
	for (unsigned d = 0; d < 4; d++)
		if ((out->legal >> d) & 1)
			j->which[count++] = d;
	if (j->s->parallel != NULL && j->s->threads > 1 && j->depth > 2)
		j->s->parallel(count, j->s->threads, run_root, j);
	else
		for (unsigned i = 0; i < count; i++)
			run_root(j, i);
	for (unsigned i = 0; i < count; i++) {
		out->nodes += j->line[j->which[i]].nodes;
		out->hits += j->line[j->which[i]].hits;
		whole = whole && !j->line[j->which[i]].stopped;
	}
	if (!whole && out->depth > 0)
		return false;
	out->best = G2048_NONE;
	for (unsigned i = 0; i < count; i++) {
		unsigned d = j->which[i];

		out->value[d] = (double)j->value[d];
		if (out->best == G2048_NONE || j->value[d] > j->value[out->best])
			out->best = (enum g2048_dir)d;
	}
	out->depth = j->depth;
	return whole;
}

static void deepen(struct job *j, const struct search_limits *limits, struct search_result *out)
{
	unsigned max = limits->depth > 0 ? limits->depth : SEARCH_DEPTH_MAX;
	uint64_t last = 0;

	for (j->depth = 1; j->depth <= max; j->depth++) {
		uint64_t before = out->nodes;
		double factor;

		if (!iterate(j, out))
			return;
		factor = last > 0 ? (double)(out->nodes - before) / (double)last : 12;
		factor = factor < 2 ? 2 : factor;
		last = out->nodes - before;
		if (limits->nodes > 0 &&
			(double)out->nodes + (double)last * factor > (double)limits->nodes)
			return;
		if (limits->more != NULL && !limits->more(limits->user, factor))
			return;
	}
}

static unsigned danger_depth(uint64_t board)
{
	unsigned empty = g2048_count_empty(board);

	return empty < 4 ? 4 : empty < 7 ? 3 : 2;
}

/* See net_search.h for the rule. */
static void join_endgame(const struct net_search *s, uint64_t board, struct search_result *out)
{
	float chance[4], best = 0, limit;

	if (s->endgame == NULL || !endgame_look(s->endgame, board, chance))
		return;
	for (unsigned d = 0; d < 4; d++)
		best = chance[d] > best ? chance[d] : best;
	if (best < NET_CHANCE_MIN)
		return;
	limit = (1 - best) * NET_FAIL_FACTOR + NET_FAIL_MORE;
	out->best = G2048_NONE;
	for (unsigned d = 0; d < 4; d++)
		if (1 - chance[d] <= limit &&
			(out->best == G2048_NONE || out->value[d] > out->value[out->best]))
			out->best = (enum g2048_dir)d;
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
	if (limits->nodes > 0 || limits->more != NULL) {
		deepen(&j, limits, out);
	} else {
		j.depth = limits->depth > 0 ? limits->depth : danger_depth(low);
		(void)iterate(&j, out);
	}
	join_endgame(s, low, out);
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
	s->entries = search_memory_size(bytes) / sizeof(struct slot) / 4;
}
